// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <stdio.h>

#include "atomic-file.h"
#include "evidence.h"
#include "fail.h"
#include "namespaces.h"
#include "persist.h"
#include "policy.h"
#include "results.h"

/* A change under way */
struct change {
	unsigned int policy;
	unsigned int old;
	uint64_t lost;			/* messages that it would have cost */
	struct evidence evidence;	/* whose they were */
	struct results results;
};

static enum status find_losses(struct change *change, struct kern *kern)
{
	enum status status;

	status = kern_policy_get(kern, &change->old);
	if (status == STATUS_DONE)
		status = kern_counters_get(kern, &change->evidence.counters);
	if (status != STATUS_DONE)
		return status;

	change->lost = evidence_lost(&change->evidence.counters, change->old,
				     change->policy);
	if (!change->lost)
		return STATUS_DONE;
	return evidence_who(&change->evidence, kern, change->old,
			    change->policy);
}

static enum status refuse(const struct change *change)
{
	char text[EVIDENCE_TEXT_MAX];

	return fail(STATUS_LOSES,
		    "%s would have cost %" PRIu64 " messages their credentials, received by %s; see unixcredctl advise, try, and set --force",
		    policy_word(change->policy), change->lost,
		    evidence_text(&change->evidence, text));
}

/* Sets it and keeps it for the next boot; both or neither. */
static enum status apply(struct change *change, struct kern *kern,
			 const struct namespace *space, bool persist)
{
	struct atomic_file file = {};
	unsigned int ignored;
	enum status status;
	bool set;

	if (!persist)
		return kern_policy_set(kern, change->policy, &change->old);

	status = persist_check(&space->netns);
	if (status != STATUS_DONE)
		return status;
	status = persist_begin(&file, change->policy);
	if (status == STATUS_DONE)
		status = atomic_file_sync(&file);
	if (status != STATUS_DONE)
		return atomic_file_end(&file, status);

	status = kern_policy_set(kern, change->policy, &change->old);
	set = status == STATUS_DONE;
	status = atomic_file_end(&file, status);
	if (set && status != STATUS_DONE)
		kern_policy_set(kern, change->old, &ignored);
	return status;
}

/* What a dry run would do */
static void say(const struct change *change, const struct namespace *space)
{
	const struct request *req = change->results.req;

	if (req->json)
		return;

	if (req->all)
		printf("%s: ", space->label);
	printf("%s -> %s\n", policy_word(change->old),
	       policy_word(change->policy));
	if (req->persist)
		printf("%s = %s\n", PERSIST_PATH, policy_word(change->policy));
}

static enum status set(struct kern *kern, const struct namespace *space,
		       void *arg)
{
	struct change *change = arg;
	const struct request *req = change->results.req;
	enum status status;
	bool changed = false;

	change->evidence = (struct evidence){};
	status = find_losses(change, kern);
	if (status != STATUS_DONE)
		return status;

	/* Who may not see the receivers may not change the policy either; the
	 * kernel says it better.
	 */
	if (change->lost && !req->force &&
	    (req->dry_run || !change->evidence.denied)) {
		status = refuse(change);
	} else if (req->dry_run) {
		if (req->persist)
			status = persist_check(&space->netns);
		if (status == STATUS_DONE)
			say(change, space);
	} else {
		status = apply(change, kern, space, req->persist);
		changed = status == STATUS_DONE &&
			  change->old != change->policy;
	}

	if (req->json && (status == STATUS_DONE || status == STATUS_LOSES)) {
		bool done = status == STATUS_DONE && !req->dry_run;
		unsigned int now = done ? change->policy : change->old;

		status = status_worst(status, results_add(&change->results,
			json_pack("{s:o, s:s, s:s, s:s, s:b, s:I, s:o}",
				  "netns", namespace_json(space),
				  "old_policy", policy_word(change->old),
				  "policy", policy_word(now),
				  "requested", policy_word(change->policy),
				  "changed", changed,
				  "lost", (json_int_t)change->lost,
				  "receivers",
				  evidence_json(&change->evidence))));
	}
	array_free(&change->evidence.receivers);
	return status;
}

enum status cmd_set(const struct request *req)
{
	struct change change = {};
	enum status status;

	status = policy_parse(req->args[0], &change.policy);
	if (status != STATUS_DONE)
		return status;
	if (req->persist && req->all)
		return fail(STATUS_USAGE,
			    "--persist and --all do not go together");

	results_init(&change.results, req);
	return results_run(&change.results, set, &change, NULL, 0);
}
