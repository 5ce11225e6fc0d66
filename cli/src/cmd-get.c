// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>

#include "namespace-columns.h"
#include "namespaces.h"
#include "policy.h"
#include "results.h"

struct row {
	struct namespace_row of;
	unsigned int policy;
};

static const char *text_policy(const void *row,
			       char room[CELL_MAX] __attribute__((unused)))
{
	return policy_word(((const struct row *)row)->policy);
}

const struct column get_columns[] = {
	NAMESPACE_COLUMNS(),
	{ "POLICY", .help = "its policy", .text = text_policy },
	{}
};

/* Of one namespace the word alone, unless columns are wanted */
static bool wants_word(const struct request *req)
{
	return !req->all && !req->output && !req->json;
}

static enum status get(struct kern *kern, const struct namespace *space,
		       void *arg)
{
	struct results *results = arg;
	unsigned int policy;
	enum status status;
	struct row *row;

	status = kern_policy_get(kern, &policy);
	if (status != STATUS_DONE)
		return status;

	if (results->req->json)
		return results_add(results, json_pack("{s:o, s:s}", "netns",
						      namespace_json(space),
						      "policy",
						      policy_word(policy)));
	if (wants_word(results->req))
		return puts(policy_word(policy)) < 0 ? STATUS_FAILED :
						       STATUS_DONE;

	row = array_add(&results->rows, sizeof(*row));
	if (!row)
		return STATUS_FAILED;
	row->of.space = space;
	row->policy = policy;
	return STATUS_DONE;
}

enum status cmd_get(const struct request *req)
{
	struct results results;

	results_init(&results, req);
	return results_run(&results, get, &results,
			   wants_word(req) ? NULL : get_columns,
			   sizeof(struct row));
}
