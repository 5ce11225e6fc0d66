// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <stdio.h>

#include "counters.h"
#include "fail.h"
#include "kern.h"
#include "netns.h"
#include "output.h"
#include "policy.h"
#include "processes.h"

enum { COL_CLASS, COL_SENT, COL_DELIVERED, COL_MISSING };

static int set_number(struct libscols_line *line, int column,
		      const struct counters *counters, int attr)
{
	char text[24];

	if (!attr)
		return scols_line_set_data(line, column, "-");

	snprintf(text, sizeof(text), "%" PRIu64, counters->value[attr]);
	return scols_line_set_data(line, column, text);
}

static enum status print_classes(const struct counters *counters)
{
	struct libscols_table *table = output_table();
	const struct class_info *class;

	if (!table)
		return STATUS_FAILED;
	scols_table_new_column(table, "CLASS", 0, 0);
	scols_table_new_column(table, "SENT", 0, SCOLS_FL_RIGHT);
	scols_table_new_column(table, "DELIVERED", 0, SCOLS_FL_RIGHT);
	scols_table_new_column(table, "MISSING", 0, SCOLS_FL_RIGHT);

	for (class = class_infos; class->name; class++) {
		struct libscols_line *line = scols_table_new_line(table, NULL);

		if (!line || scols_line_set_data(line, COL_CLASS, class->name) ||
		    set_number(line, COL_SENT, counters, class->sent) ||
		    set_number(line, COL_DELIVERED, counters,
			       class->delivered) ||
		    set_number(line, COL_MISSING, counters, class->missing)) {
			scols_unref_table(table);
			return fail(STATUS_FAILED, "out of memory");
		}
	}

	return output_table_done(table);
}

static enum status print_text(const struct netns *netns, unsigned int policy,
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

	return print_classes(counters);
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

	return (req->json ? print_json : print_text)(&netns, policy, &processes,
						     &counters);
}
