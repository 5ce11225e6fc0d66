// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <stdio.h>

#include "counters.h"
#include "kern.h"
#include "netns.h"
#include "output.h"
#include "table.h"

struct row {
	const struct counter_info *info;
	uint64_t value;
};

static const char *text_counter(const void *row,
				char room[CELL_MAX] __attribute__((unused)))
{
	return ((const struct row *)row)->info->name;
}

static const char *text_value(const void *row, char room[CELL_MAX])
{
	snprintf(room, CELL_MAX, "%" PRIu64, ((const struct row *)row)->value);
	return room;
}

const struct column stats_columns[] = {
	{ "COUNTER", .help = "name of the counter", .text = text_counter },
	{ "VALUE", .help = "its value", .text = text_value, .right = true },
	{}
};

static enum status print_table(const struct request *req,
			       const struct counters *counters)
{
	struct row rows[UNIX_PASSCRED_A_COUNTERS_MAX];
	const struct counter_info *info;
	size_t count = 0;

	for (info = counter_infos; info->attr; info++) {
		rows[count].info = info;
		rows[count++].value = counters->value[info->attr];
	}

	return table_print(stats_columns, req, rows, sizeof(rows[0]), count);
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
	return print_table(req, &counters);
}
