// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#include "atomic-file.h"
#include "counters.h"
#include "evidence.h"
#include "fail.h"
#include "find.h"
#include "namespaces.h"
#include "policy.h"
#include "processes.h"

/* What is known of a namespace */
struct sample {
	const struct namespace *space;
	unsigned int policy;
	struct counters counters;
};

static enum status take(struct kern *kern, const struct namespace *space,
			void *arg)
{
	struct array *samples = arg;
	struct sample *sample = array_add(samples, sizeof(*sample));
	enum status status;

	if (!sample)
		return STATUS_FAILED;
	sample->space = space;
	status = kern_policy_get(kern, &sample->policy);
	if (status == STATUS_DONE)
		status = kern_counters_get(kern, &sample->counters);
	if (status != STATUS_DONE)
		samples->count--;
	return status;
}

/* A label's value, quoted */
static void print_value(FILE *stream, const char *value)
{
	fputc('"', stream);
	for (; *value; value++) {
		if (*value == '\n')
			fputs("\\n", stream);
		else if (*value == '"' || *value == '\\')
			fprintf(stream, "\\%c", *value);
		else
			fputc(*value, stream);
	}
	fputc('"', stream);
}

/* The number by which the namespace is known for as long as it lives, and
 * its name, which may be empty.
 */
static void print_sample(FILE *stream, const char *metric,
			 const struct sample *sample, const char *label,
			 const char *value, uint64_t number)
{
	const char *name = namespace_name(sample->space);

	fprintf(stream, "%s{netns_inode=\"%ju\",netns=", metric,
		(uintmax_t)sample->space->netns.ino);
	print_value(stream, name ? name : "");
	if (label)
		fprintf(stream, ",%s=\"%s\"", label, value);
	fprintf(stream, "} %" PRIu64 "\n", number);
}

struct family;
typedef void family_fn(FILE *stream, const struct family *family,
		       const char *metric, const struct sample *sample);

/**
 * struct family - a metric
 * @name: without the _total of counters
 * @counter: it only grows
 * @help: one line
 * @print: prints the samples of a namespace
 * @attr: counter that it shows, for those that show one
 * @of_class: counter of a class that it shows, for those that show one for each
 */
struct family {
	const char *name;
	bool counter;
	const char *help;
	family_fn *print;
	int attr;
	size_t of_class;
};

static void print_counter(FILE *stream, const struct family *family,
			  const char *metric, const struct sample *sample)
{
	print_sample(stream, metric, sample, NULL, NULL,
		     sample->counters.value[family->attr]);
}

static void print_classes(FILE *stream, const struct family *family,
			  const char *metric, const struct sample *sample)
{
	const struct class_info *class;

	for (class = class_infos; class->name; class++) {
		const char *info = (const char *)class;
		int attr = *(const int *)(info + family->of_class);

		if (attr)
			print_sample(stream, metric, sample, "class",
				     class->name, sample->counters.value[attr]);
	}
}

static void print_policies(FILE *stream,
			   const struct family *family __attribute__((unused)),
			   const char *metric, const struct sample *sample)
{
	unsigned int policy;

	for (policy = 0; policy <= UNIX_PASSCRED_POLICY_MAX; policy++)
		print_sample(stream, metric, sample, "policy",
			     policy_word(policy), policy == sample->policy);
}

static void print_would_lose(FILE *stream,
			     const struct family *family __attribute__((unused)),
			     const char *metric, const struct sample *sample)
{
	unsigned int policy;

	for (policy = 0; policy <= UNIX_PASSCRED_POLICY_MAX; policy++)
		print_sample(stream, metric, sample, "policy",
			     policy_word(policy),
			     evidence_lost(&sample->counters,
					   UNIX_PASSCRED_POLICY_MAX, policy));
}

static void print_processes(FILE *stream,
			    const struct family *family __attribute__((unused)),
			    const char *metric, const struct sample *sample)
{
	print_sample(stream, metric, sample, NULL, NULL,
		     sample->space->processes);
}

static const struct family families[] = {
	{ "unix_passcred_policy", false,
	  "Policy for the sender credentials of AF_UNIX messages, 1 for the one in force.",
	  .print = print_policies },
	{ "unix_passcred_sent", true, "AF_UNIX messages queued.",
	  .print = print_classes,
	  .of_class = offsetof(struct class_info, sent) },
	{ "unix_passcred_delivered", true,
	  "AF_UNIX messages handed out with credentials that the receiver asked for.",
	  .print = print_classes,
	  .of_class = offsetof(struct class_info, delivered) },
	{ "unix_passcred_missing", true,
	  "AF_UNIX messages handed out without credentials that the receiver asked for.",
	  .print = print_classes,
	  .of_class = offsetof(struct class_info, missing) },
	{ "unix_passcred_would_lose", true,
	  "AF_UNIX messages whose receiver asked and that would not carry credentials under the policy.",
	  .print = print_would_lose },
	{ "unix_passcred_policy_changes", true, "Changes of the policy.",
	  .print = print_counter,
	  .attr = UNIX_PASSCRED_A_COUNTERS_POLICY_CHANGES },
	{ "unix_passcred_table_lock_contended", true,
	  "Locks of AF_UNIX socket table buckets that were found taken.",
	  .print = print_counter,
	  .attr = UNIX_PASSCRED_A_COUNTERS_TABLE_LOCK_CONTENDED },
	{ "unix_passcred_receivers_dropped", true,
	  "Reports of receivers that there was no room to note.",
	  .print = print_counter,
	  .attr = UNIX_PASSCRED_A_COUNTERS_RECEIVERS_DROPPED },
	{ "unix_passcred_processes", false,
	  "Processes in the network namespace.", .print = print_processes },
	{}
};

static void print_families(FILE *stream, const struct array *samples)
{
	const struct sample *list = samples->list;
	const struct family *family;
	char metric[64];
	size_t i;

	for (family = families; family->name; family++) {
		fprintf(stream, "# HELP %s %s\n# TYPE %s %s\n", family->name,
			family->help, family->name,
			family->counter ? "counter" : "gauge");
		snprintf(metric, sizeof(metric), "%s%s", family->name,
			 family->counter ? "_total" : "");
		for (i = 0; i < samples->count; i++)
			family->print(stream, family, metric, &list[i]);
	}
	fprintf(stream, "# EOF\n");
}

/* What is known of the others is exported, even if one failed. */
static enum status write_file(const char *path, const struct array *samples)
{
	struct atomic_file file;
	enum status status;

	status = atomic_file_begin(&file, path);
	if (status == STATUS_DONE)
		print_families(file.stream, samples);
	return atomic_file_end(&file, status);
}

enum status cmd_export(const struct request *of)
{
	struct request req = *of;
	struct namespaces spaces;
	struct array samples = {};
	enum status status;

	req.all = !req.netns;
	status = find_namespaces(&req, &spaces);
	if (status == STATUS_DONE && !req.all)
		status = processes_find(&spaces, false);
	if (status == STATUS_DONE)
		status = namespaces_each(&spaces, take, &samples);
	if (samples.count && req.output)
		status = status_worst(status,
				      write_file(req.output, &samples));
	else if (samples.count)
		print_families(stdout, &samples);
	array_free(&samples);
	namespaces_close(&spaces);
	return status;
}
