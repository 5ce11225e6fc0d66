// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <stdio.h>

#include "counters.h"
#include "kern.h"
#include "netns.h"
#include "output.h"
#include "policy.h"
#include "processes.h"
#include "table.h"

struct row {
	const struct class_info *class;
	const struct counters *counters;
};

static const char *text_number(const void *row, int attr, char room[CELL_MAX])
{
	const struct counters *counters = ((const struct row *)row)->counters;

	if (!attr)
		return "-";

	snprintf(room, CELL_MAX, "%" PRIu64, counters->value[attr]);
	return room;
}

static const char *text_class(const void *row,
			      char room[CELL_MAX] __attribute__((unused)))
{
	return ((const struct row *)row)->class->name;
}

static const char *text_sent(const void *row, char room[CELL_MAX])
{
	return text_number(row, ((const struct row *)row)->class->sent, room);
}

static const char *text_delivered(const void *row, char room[CELL_MAX])
{
	return text_number(row, ((const struct row *)row)->class->delivered,
			   room);
}

static const char *text_missing(const void *row, char room[CELL_MAX])
{
	return text_number(row, ((const struct row *)row)->class->missing,
			   room);
}

static bool misses(const void *row)
{
	const struct row *of = row;

	return of->class->missing && of->counters->value[of->class->missing];
}

const struct column status_columns[] = {
	{ "CLASS", .help = "class of messages", .text = text_class },
	{ "SENT", .help = "messages queued", .text = text_sent, .right = true },
	{ "DELIVERED", .help = "handed out with credentials",
	  .text = text_delivered, .right = true },
	{ "MISSING", .help = "without, though the receiver asked",
	  .text = text_missing, .right = true, .alert = misses },
	{}
};

static enum status print_classes(const struct request *req,
				 const struct counters *counters)
{
	struct row rows[UNIX_PASSCRED_CLASS_MAX + 1];
	const struct class_info *class;
	size_t count = 0;

	for (class = class_infos; class->name; class++)
		rows[count++] = (struct row){ class, counters };

	return table_print(status_columns, req, rows, sizeof(rows[0]), count);
}

static enum status print_text(const struct request *req,
			      const struct netns *netns, unsigned int policy,
			      const struct processes *processes,
			      const struct counters *counters)
{
	printf("Namespace: net:[%ju]", (uintmax_t)netns->ino);
	if (netns->name[0])
		printf(" %s", netns->name);
	printf("\nPolicy:    %s\n", policy_word(policy));
	printf("Processes: %u", processes->count);
	if (processes->count)
		printf(", first %d %s", processes->pid, processes->command);
	printf("\n\n");

	return print_classes(req, counters);
}

static enum status print_json(const struct netns *netns, unsigned int policy,
			      const struct processes *processes,
			      const struct counters *counters)
{
	json_t *first = processes->count ?
		json_pack("{s:i, s:s}", "pid", processes->pid,
			  "command", processes->command) : json_null();

	return output_json(json_pack("{s:o, s:s, s:i, s:o, s:o}",
				     "netns", netns_json(netns),
				     "policy", policy_word(policy),
				     "processes", (int)processes->count,
				     "first_process", first,
				     "counters", counters_json(counters)));
}

enum status cmd_status(const struct request *req)
{
	struct processes processes;
	struct counters counters;
	enum status status;
	unsigned int policy;
	struct netns netns;
	struct kern *kern;

	status = kern_open(&kern, req->netns, &netns);
	if (status != STATUS_DONE)
		return status;

	status = kern_policy_get(kern, &policy);
	if (status == STATUS_DONE)
		status = kern_counters_get(kern, &counters);
	kern_close(kern);
	if (status == STATUS_DONE)
		status = processes_find(&netns, &processes);
	if (status != STATUS_DONE)
		return status;

	if (req->json)
		return print_json(&netns, policy, &processes, &counters);
	return print_text(req, &netns, policy, &processes, &counters);
}
