// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <stdio.h>

#include "counters.h"
#include "find.h"
#include "namespaces.h"
#include "policy.h"
#include "processes.h"
#include "receivers-table.h"
#include "results.h"

struct row {
	const struct class_info *class;
	const struct counters *counters;
};

static const char *text_number(const void *row, int attr, char room[CELL_MAX])
{
	const struct counters *counters = ((const struct row *)row)->counters;

	if (!attr)
		return "-";

	return cell_number(counters->value[attr], room);
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

/* What there is to say of a namespace */
struct state {
	unsigned int policy;
	struct counters counters;
	struct array receivers;
	bool denied;			/* we may not know the receivers */
};

static enum status print_receivers(const struct request *req,
				   const struct namespace *space,
				   const struct state *state)
{
	struct request usual = *req;
	struct array rows = {};
	enum status status;

	if (state->denied) {
		printf("\nReceivers: CAP_NET_ADMIN is needed to see them\n");
		return STATUS_DONE;
	}
	if (!state->receivers.count)
		return STATUS_DONE;

	/* The user's columns are those of the other table. */
	usual.output = NULL;
	printf("\n");
	status = receiver_rows_add(&rows, space, &state->receivers);
	if (status == STATUS_DONE)
		status = table_print(receivers_columns, &usual, rows.list,
				     sizeof(struct receiver_row), rows.count);
	array_free(&rows);
	return status;
}

static enum status print_text(const struct request *req,
			      const struct namespace *space,
			      const struct state *state)
{
	const char *name = namespace_name(space);
	enum status status;

	/* For programs the table alone */
	if (req->raw || req->output)
		return print_classes(req, &state->counters);

	printf("Namespace: net:[%ju]", (uintmax_t)space->netns.ino);
	if (name)
		printf(" %s", name);
	printf("\nPolicy:    %s\n", policy_word(state->policy));
	printf("Processes: %u", space->processes);
	if (space->processes)
		printf(", first %d %s", space->pid, space->command);
	printf("\n\n");

	status = print_classes(req, &state->counters);
	if (status == STATUS_DONE)
		status = print_receivers(req, space, state);
	return status;
}

static json_t *state_json(const struct namespace *space,
			  const struct state *state)
{
	return json_pack("{s:o, s:s, s:i, s:o, s:o, s:o}",
			 "netns", namespace_json(space),
			 "policy", policy_word(state->policy),
			 "processes", (int)space->processes,
			 "first_process", namespace_first_json(space),
			 "counters", counters_json(&state->counters),
			 "receivers", state->denied ? json_null() :
			 receivers_json(&state->receivers));
}

static enum status look(struct kern *kern, const struct namespace *space,
			void *arg)
{
	struct results *results = arg;
	struct state state = {};
	enum status status;

	status = kern_policy_get(kern, &state.policy);
	if (status == STATUS_DONE)
		status = kern_counters_get(kern, &state.counters);
	if (status == STATUS_DONE)
		status = kern_receivers_get(kern, &state.receivers,
					    &state.denied);
	if (status != STATUS_DONE)
		return status;

	if (results->req->json)
		status = results_add(results, state_json(space, &state));
	else
		status = print_text(results->req, space, &state);
	array_free(&state.receivers);
	return status;
}

enum status cmd_status(const struct request *req)
{
	struct namespaces spaces;
	struct results results;
	enum status status;

	results_init(&results, req);
	status = find_namespaces(req, &spaces);
	if (status == STATUS_DONE)
		status = processes_find(&spaces, false);
	if (status == STATUS_DONE)
		status = namespaces_each(&spaces, look, &results);
	status = results_print(&results, NULL, 0, status);
	namespaces_close(&spaces);
	return status;
}
