// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <unistd.h>

#include "evidence.h"
#include "find.h"
#include "namespace-columns.h"
#include "policy.h"
#include "progress.h"
#include "receivers-table.h"
#include "results.h"
#include "times.h"

enum verdict { VERDICT_SAFE, VERDICT_LOSES, VERDICT_NO_EVIDENCE };

static const char * const verdict_words[] = {
	[VERDICT_SAFE]		= "safe",
	[VERDICT_LOSES]		= "loses",
	[VERDICT_NO_EVIDENCE]	= "no-evidence",
};

struct row {
	struct namespace_row of;
	unsigned int policy;
	bool in_force;
	uint64_t carried;
	uint64_t lost;
};

static enum verdict verdict(const struct row *row)
{
	if (row->lost)
		return VERDICT_LOSES;
	return row->carried ? VERDICT_SAFE : VERDICT_NO_EVIDENCE;
}

static const char *text_policy(const void *row,
			       char room[CELL_MAX] __attribute__((unused)))
{
	return policy_word(((const struct row *)row)->policy);
}

static const char *text_in_force(const void *row,
				 char room[CELL_MAX] __attribute__((unused)))
{
	return ((const struct row *)row)->in_force ? "yes" : "no";
}

static const char *text_carried(const void *row, char room[CELL_MAX])
{
	return cell_number(((const struct row *)row)->carried, room);
}

static const char *text_lost(const void *row, char room[CELL_MAX])
{
	return cell_number(((const struct row *)row)->lost, room);
}

static const char *text_verdict(const void *row,
				char room[CELL_MAX] __attribute__((unused)))
{
	return verdict_words[verdict(row)];
}

static bool loses(const void *row)
{
	return verdict(row) == VERDICT_LOSES;
}

const struct column advise_columns[] = {
	NAMESPACE_COLUMNS(.with_all = true),
	{ "POLICY", .help = "policy", .text = text_policy },
	{ "IN-FORCE", .help = "whether it is in force",
	  .text = text_in_force },
	{ "CARRIED", .help = "messages that receivers would have got credentials of",
	  .text = text_carried, .right = true },
	{ "LOST", .help = "messages that they would have missed them of",
	  .text = text_lost, .right = true, .alert = loses },
	{ "VERDICT", .help = "safe, loses, or no-evidence if nobody asked",
	  .text = text_verdict, .alert = loses },
	{}
};

/* What is known of a namespace when the time to watch begins */
struct start {
	ino_t netns;
	struct counters counters;
};

struct advice {
	bool one;			/* policy to judge, else all */
	unsigned int policy;
	struct array starts;		/* struct start, if a time is watched */
	uint64_t since_ns;
	struct array receivers;		/* rows of who would lose */
	bool denied;			/* they may not be known */
	struct results results;
};

static enum status note_start(struct kern *kern, const struct namespace *space,
			      void *arg)
{
	struct advice *advice = arg;
	struct start *start = array_add(&advice->starts, sizeof(*start));
	enum status status;

	if (!start)
		return STATUS_FAILED;
	start->netns = space->netns.ino;
	status = kern_counters_get(kern, &start->counters);
	if (status != STATUS_DONE)
		advice->starts.count--;
	return status;
}

static void watch(const struct request *req)
{
	unsigned int left;

	for (left = req->seconds; left; left--) {
		progress("watching", left);
		sleep(1);
	}
	progress_end();
}

/* What was known at the beginning; NULL if that was not noted. */
static const struct start *find_start(const struct advice *advice,
				      const struct namespace *space)
{
	const struct start *start = advice->starts.list;
	size_t i;

	for (i = 0; i < advice->starts.count; i++) {
		if (start[i].netns == space->netns.ino)
			return &start[i];
	}

	return NULL;
}

/* Returns whether it would lose anything. */
static bool judge(struct row *row, const struct namespace *space,
		  const struct counters *counters, unsigned int policy,
		  unsigned int in_force)
{
	*row = (struct row){
		.of.space = space,
		.policy = policy,
		.in_force = policy == in_force,
		.carried = evidence_carried(counters, policy),
		.lost = evidence_lost(counters, UNIX_PASSCRED_POLICY_MAX,
				      policy),
	};

	return row->lost;
}

static json_t *row_json(const struct row *row)
{
	return json_pack("{s:s, s:b, s:I, s:I, s:s}",
			 "policy", policy_word(row->policy),
			 "in_force", (int)row->in_force,
			 "carried", (json_int_t)row->carried,
			 "lost", (json_int_t)row->lost,
			 "verdict", verdict_words[verdict(row)]);
}

static enum status note(struct advice *advice, const struct namespace *space,
			const struct row *rows, unsigned int count,
			const struct evidence *evidence)
{
	const struct request *req = advice->results.req;
	enum status status;
	unsigned int i;

	if (req->json) {
		json_t *list = json_array();

		for (i = 0; i < count; i++)
			json_array_append_new(list, row_json(&rows[i]));
		return results_add(&advice->results,
				   json_pack("{s:o, s:o, s:o, s:o}",
					     "netns", namespace_json(space),
					     "seconds", req->seconds ?
					     json_integer(req->seconds) :
					     json_null(),
					     "advice", list,
					     "receivers",
					     evidence_json(evidence)));
	}

	for (i = 0; i < count; i++) {
		struct row *row = array_add(&advice->results.rows,
					    sizeof(*row));

		if (!row)
			return STATUS_FAILED;
		*row = rows[i];
	}
	status = receiver_rows_add(&advice->receivers, space,
				   &evidence->receivers);
	advice->denied |= evidence->denied;
	return status;
}

static enum status look(struct kern *kern, const struct namespace *space,
			void *arg)
{
	struct advice *advice = arg;
	struct evidence evidence = { .since_ns = advice->since_ns };
	struct row rows[UNIX_PASSCRED_POLICY_MAX + 1];
	unsigned int in_force, asked, count = 0;
	bool lost = false;
	enum status status;
	int policy;

	status = kern_policy_get(kern, &in_force);
	if (status == STATUS_DONE)
		status = kern_counters_get(kern, &evidence.counters);
	if (status != STATUS_DONE)
		return status;
	if (advice->since_ns) {
		const struct start *start = find_start(advice, space);

		/* It was told why not. */
		if (!start)
			return STATUS_FAILED;
		counters_subtract(&evidence.counters, &start->counters);
	}

	/* Without a question it is the one whether to tighten by a step. */
	asked = advice->one ? advice->policy : in_force ? in_force - 1 : 0;
	for (policy = UNIX_PASSCRED_POLICY_MAX; policy >= 0; policy--) {
		bool loses;

		if (advice->one && policy != (int)asked)
			continue;
		loses = judge(&rows[count++], space, &evidence.counters,
			      policy, in_force);
		if (policy == (int)asked)
			lost = loses;
	}

	if (lost)
		status = evidence_who(&evidence, kern, UNIX_PASSCRED_POLICY_MAX,
				      asked);
	if (status == STATUS_DONE)
		status = note(advice, space, rows, count, &evidence);
	array_free(&evidence.receivers);

	return status == STATUS_DONE && lost ? STATUS_LOSES : status;
}

/* What programs read is the table alone. */
static bool for_people(const struct request *req)
{
	return !req->json && !req->raw && !req->output;
}

static void print_time(const struct request *req)
{
	char text[TIME_TEXT_MAX];

	if (!for_people(req) || req->noheadings)
		return;
	if (req->seconds)
		printf("Evidence: the last %s\n\n",
		       seconds_text(req->seconds, text));
	else
		printf("Evidence: since the namespace was created\n\n");
}

/* Behind the table */
static enum status print_receivers(const struct advice *advice)
{
	struct request usual = *advice->results.req;
	const struct array *rows = &advice->receivers;

	if (!for_people(&usual))
		return STATUS_DONE;
	if (advice->denied)
		printf("\nWho would lose: CAP_NET_ADMIN is needed to see them\n");
	if (!rows->count)
		return STATUS_DONE;

	printf("\nWho would lose:\n");
	return table_print(receivers_columns, &usual, rows->list,
			   sizeof(struct receiver_row), rows->count);
}

enum status cmd_advise(const struct request *req)
{
	struct advice advice = { .one = req->args[0] };
	struct namespaces spaces;
	enum status status;

	if (advice.one) {
		status = policy_parse(req->args[0], &advice.policy);
		if (status != STATUS_DONE)
			return status;
	}

	results_init(&advice.results, req);
	status = find_namespaces(req, &spaces);
	if (status == STATUS_DONE && req->seconds) {
		advice.since_ns = time_now();
		status = namespaces_each(&spaces, note_start, &advice);
		/* One of several that failed fails again below. */
		if (status == STATUS_FAILED && req->all)
			status = STATUS_DONE;
		if (status == STATUS_DONE)
			watch(req);
	}
	if (status == STATUS_DONE)
		status = namespaces_each(&spaces, look, &advice);
	if (advice.results.rows.count)
		print_time(req);
	status = results_print(&advice.results, advise_columns,
			       sizeof(struct row), status);
	if (status == STATUS_DONE || status == STATUS_LOSES || req->all)
		status = status_worst(status, print_receivers(&advice));
	array_free(&advice.receivers);
	array_free(&advice.starts);
	namespaces_close(&spaces);
	return status;
}
