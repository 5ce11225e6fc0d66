// SPDX-License-Identifier: GPL-2.0-or-later
#include "counters.h"
#include "evidence.h"
#include "namespace-columns.h"
#include "policy.h"
#include "results.h"

struct row {
	struct namespace_row of;
	unsigned int policy;
	const char *safe;
	uint64_t sent;
	uint64_t delivered;
	uint64_t missing;
};

static const char *text_processes(const void *row, char room[CELL_MAX])
{
	const struct row *of = row;

	return cell_number(of->of.space->processes, room);
}

static const char *text_pid(const void *row, char room[CELL_MAX])
{
	const struct namespace *space = ((const struct row *)row)->of.space;

	return space->processes ? cell_number(space->pid, room) : "-";
}

static const char *text_command(const void *row,
				char room[CELL_MAX] __attribute__((unused)))
{
	const struct namespace *space = ((const struct row *)row)->of.space;

	return space->processes ? space->command : "-";
}

static const char *text_policy(const void *row,
			       char room[CELL_MAX] __attribute__((unused)))
{
	return policy_word(((const struct row *)row)->policy);
}

static const char *text_safe(const void *row,
			     char room[CELL_MAX] __attribute__((unused)))
{
	const char *safe = ((const struct row *)row)->safe;

	return safe ? safe : "-";
}

static const char *text_sent(const void *row, char room[CELL_MAX])
{
	return cell_number(((const struct row *)row)->sent, room);
}

static const char *text_delivered(const void *row, char room[CELL_MAX])
{
	return cell_number(((const struct row *)row)->delivered, room);
}

static const char *text_missing(const void *row, char room[CELL_MAX])
{
	return cell_number(((const struct row *)row)->missing, room);
}

static bool misses(const void *row)
{
	return ((const struct row *)row)->missing;
}

const struct column list_columns[] = {
	NAMESPACE_COLUMNS(),
	{ "PROCESSES", .help = "number of processes",
	  .text = text_processes, .right = true },
	{ "PID", .help = "the first of them", .text = text_pid,
	  .right = true, .extra = true },
	{ "COMMAND", .help = "its command name", .text = text_command },
	{ "POLICY", .help = "policy", .text = text_policy },
	{ "SAFE", .help = "strictest policy that would have lost nothing",
	  .text = text_safe },
	{ "SENT", .help = "messages queued", .text = text_sent,
	  .right = true },
	{ "DELIVERED", .help = "handed out with credentials",
	  .text = text_delivered, .right = true },
	{ "MISSING", .help = "without, though the receiver asked",
	  .text = text_missing, .right = true, .alert = misses },
	{}
};

static json_t *names_json(const struct namespace *space)
{
	json_t *names = json_array();
	size_t i;

	for (i = 0; i < space->names.count; i++)
		json_array_append_new(names, json_string(((char **)
							  space->names.list)[i]));
	return names;
}

static enum status look(struct kern *kern, const struct namespace *space,
			void *arg)
{
	struct results *results = arg;
	const struct class_info *class;
	struct counters counters;
	enum status status;
	struct row *row;

	row = array_add(&results->rows, sizeof(*row));
	if (!row)
		return STATUS_FAILED;
	row->of.space = space;

	status = kern_policy_get(kern, &row->policy);
	if (status == STATUS_DONE)
		status = kern_counters_get(kern, &counters);
	if (status != STATUS_DONE) {
		results->rows.count--;
		return status;
	}

	row->safe = evidence_safe(&counters);
	for (class = class_infos; class->name; class++) {
		row->sent += counters.value[class->sent];
		row->delivered += counters.value[class->delivered];
		row->missing += class->missing ?
				counters.value[class->missing] : 0;
	}

	if (!results->req->json)
		return STATUS_DONE;
	return results_add(results,
			   json_pack("{s:o, s:o, s:s, s:s?, s:i, s:o, s:o}",
				     "netns", namespace_json(space),
				     "names", names_json(space),
				     "policy", policy_word(row->policy),
				     "safe", row->safe,
				     "processes", (int)space->processes,
				     "first_process",
				     namespace_first_json(space),
				     "counters", counters_json(&counters)));
}

enum status cmd_list(const struct request *of)
{
	struct request req = *of;
	struct results results;

	req.all = true;
	results_init(&results, &req);
	return results_run(&results, look, &results, list_columns,
			   sizeof(struct row));
}
