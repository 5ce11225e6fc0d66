// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "counters.h"
#include "fail.h"
#include "find.h"
#include "namespace-columns.h"
#include "output.h"
#include "results.h"
#include "times.h"

struct row {
	struct namespace_row of;
	const struct counter_info *info;
	uint64_t value;
	uint64_t delta;
	double seconds;			/* in which it grew by that */
};

static const char *text_counter(const void *row,
				char room[CELL_MAX] __attribute__((unused)))
{
	return ((const struct row *)row)->info->name;
}

static const char *text_value(const void *row, char room[CELL_MAX])
{
	return cell_number(((const struct row *)row)->value, room);
}

static const char *text_delta(const void *row, char room[CELL_MAX])
{
	const struct row *of = row;

	return of->seconds ? cell_number(of->delta, room) : "-";
}

static const char *text_rate(const void *row, char room[CELL_MAX])
{
	const struct row *of = row;

	if (!of->seconds)
		return "-";
	snprintf(room, CELL_MAX, "%.1f", of->delta / of->seconds);
	return room;
}

const struct column stats_columns[] = {
	NAMESPACE_COLUMNS(.with_all = true),
	{ "COUNTER", .help = "name of the counter", .text = text_counter },
	{ "VALUE", .help = "its value", .text = text_value, .right = true },
	{ "DELTA", .help = "how much it grew in the interval",
	  .text = text_delta, .right = true, .with_interval = true },
	{ "RATE", .help = "how much in a second", .text = text_rate,
	  .right = true, .with_interval = true },
	{}
};

/* A sample, with what it grew by since the one before in @delta */
static enum status add_rows(struct array *rows, const struct namespace *space,
			    const struct counters *counters,
			    const struct counters *delta, double seconds)
{
	const struct counter_info *info;

	for (info = counter_infos; info->attr; info++) {
		struct row *row = array_add(rows, sizeof(*row));

		if (!row)
			return STATUS_FAILED;
		row->of.space = space;
		row->info = info;
		row->value = counters->value[info->attr];
		row->delta = delta->value[info->attr];
		row->seconds = seconds;
	}

	return STATUS_DONE;
}

static enum status look(struct kern *kern, const struct namespace *space,
			void *arg)
{
	struct results *results = arg;
	struct counters counters;
	enum status status;

	status = kern_counters_get(kern, &counters);
	if (status != STATUS_DONE)
		return status;

	if (results->req->json)
		return results_add(results,
				   json_pack("{s:o, s:o}", "netns",
					     namespace_json(space), "counters",
					     counters_json(&counters)));
	return add_rows(&results->rows, space, &counters, &counters, 0);
}

/* The last sample and when it was taken */
struct sampling {
	const struct request *req;
	struct counters counters;
	uint64_t ns;
};

static enum status print_sample(const struct sampling *sampling,
				const struct namespace *space,
				const struct counters *delta, uint64_t now)
{
	double seconds = (double)(now - sampling->ns) / NSEC_PER_SEC;
	const struct request *req = sampling->req;
	char text[TIME_TEXT_MAX];
	struct array rows = {};
	enum status status;

	if (req->json)
		return output_json_line(json_pack("{s:o, s:o, s:f, s:o, s:o}",
			"time", time_json(time_now()),
			"netns", namespace_json(space),
			"seconds", seconds,
			"counters", counters_json(&sampling->counters),
			"delta", counters_json(delta)));

	if (!req->raw && !req->noheadings)
		printf("%s\n", time_text(time_now(), text));
	status = add_rows(&rows, space, &sampling->counters, delta, seconds);
	if (status == STATUS_DONE)
		status = table_print(stats_columns, req, rows.list,
				     sizeof(struct row), rows.count);
	if (!req->raw && !req->noheadings)
		printf("\n");
	array_free(&rows);
	return status == STATUS_DONE ? output_flush() : status;
}

static enum status sample(struct kern *kern, const struct namespace *space,
			  void *arg)
{
	struct sampling *sampling = arg;
	unsigned int number = 0;
	enum status status;

	status = kern_counters_get(kern, &sampling->counters);
	sampling->ns = time_elapsed();
	while (status == STATUS_DONE &&
	       (!sampling->req->count || number++ < sampling->req->count)) {
		struct counters before = sampling->counters, delta;
		uint64_t now;

		sleep(sampling->req->interval);
		status = kern_counters_get(kern, &sampling->counters);
		now = time_elapsed();
		if (status != STATUS_DONE)
			break;
		delta = sampling->counters;
		counters_subtract(&delta, &before);
		status = print_sample(sampling, space, &delta, now);
		sampling->ns = now;
	}

	return status;
}

enum status cmd_stats(const struct request *req)
{
	struct sampling sampling = { .req = req };
	struct namespaces spaces;
	struct results results;
	enum status status;

	if (req->count && !req->interval)
		return fail(STATUS_USAGE, "stats --count needs --interval");
	if (req->all && req->interval)
		return fail(STATUS_USAGE,
			    "stats --all and --interval do not go together");

	if (!req->interval) {
		results_init(&results, req);
		return results_run(&results, look, &results, stats_columns,
				   sizeof(struct row));
	}

	status = find_namespaces(req, &spaces);
	if (status == STATUS_DONE)
		status = namespaces_each(&spaces, sample, &sampling);
	namespaces_close(&spaces);
	return status;
}
