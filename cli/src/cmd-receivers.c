// SPDX-License-Identifier: GPL-2.0-or-later
#include "namespaces.h"
#include "receivers-table.h"
#include "results.h"

static enum status look(struct kern *kern, const struct namespace *space,
			void *arg)
{
	struct results *results = arg;
	struct array receivers;
	enum status status;

	status = kern_receivers_get(kern, &receivers, NULL);
	if (status != STATUS_DONE)
		return status;

	if (results->req->json)
		status = results_add(results,
				     json_pack("{s:o, s:o}", "netns",
					       namespace_json(space),
					       "receivers",
					       receivers_json(&receivers)));
	else
		status = receiver_rows_add(&results->rows, space, &receivers);
	array_free(&receivers);
	return status;
}

enum status cmd_receivers(const struct request *req)
{
	struct results results;

	results_init(&results, req);
	return results_run(&results, look, &results, receivers_columns,
			   sizeof(struct receiver_row));
}
