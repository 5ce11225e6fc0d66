// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <stdio.h>

#include "counters.h"
#include "fail.h"
#include "kern.h"
#include "netns.h"
#include "output.h"

static enum status print_table(const struct counters *counters)
{
	struct libscols_table *table = output_table();
	const struct counter_info *info;

	if (!table)
		return STATUS_FAILED;
	scols_table_new_column(table, "COUNTER", 0, 0);
	scols_table_new_column(table, "VALUE", 0, SCOLS_FL_RIGHT);

	for (info = counter_infos; info->attr; info++) {
		struct libscols_line *line = scols_table_new_line(table, NULL);
		char value[24];

		snprintf(value, sizeof(value), "%" PRIu64,
			 counters->value[info->attr]);
		if (!line || scols_line_set_data(line, 0, info->name) ||
		    scols_line_set_data(line, 1, value)) {
			scols_unref_table(table);
			return fail(STATUS_FAILED, "out of memory");
		}
	}

	return output_table_done(table);
}

enum status cmd_stats(const struct request *req)
{
	struct counters counters;
	enum status status;
	struct netns netns;
	struct kern *kern;

	status = kern_open(&kern, req->netns, &netns);
	if (status != STATUS_DONE)
		return status;

	status = kern_counters_get(kern, &counters);
	kern_close(kern);
	if (status != STATUS_DONE)
		return status;

	if (req->json)
		return output_json(json_pack("{s:o, s:o}",
					     "netns", netns_json(&netns),
					     "counters",
					     counters_json(&counters)));
	return print_table(&counters);
}
