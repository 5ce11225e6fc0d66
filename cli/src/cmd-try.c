// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include "evidence.h"
#include "fail.h"
#include "namespaces.h"
#include "policy.h"
#include "progress.h"
#include "results.h"
#include "times.h"

/* How often the counters are looked at: no event tells of a miss */
#define LOOK_MS		100

/* How long a trial takes unless said */
#define SECONDS		300

/* How often it is tried to go back, before the user has to */
#define GO_BACK_TRIES	3

enum outcome {
	OUTCOME_KEPT,			/* nothing was lost, --keep-if-clean */
	OUTCOME_CONFIRMED,		/* the user said to keep it */
	OUTCOME_CLEAN,			/* nothing was lost, went back */
	OUTCOME_LOST,			/* credentials were missed, went back */
	OUTCOME_INTERRUPTED,		/* signal or closed terminal, went back */
	OUTCOME_CHANGED,		/* somebody else changed the policy */
	OUTCOME_FAILED,			/* it could not be watched, went back */
};

static const char * const outcome_words[] = {
	[OUTCOME_KEPT]		= "kept",
	[OUTCOME_CONFIRMED]	= "confirmed",
	[OUTCOME_CLEAN]		= "clean",
	[OUTCOME_LOST]		= "lost",
	[OUTCOME_INTERRUPTED]	= "interrupted",
	[OUTCOME_CHANGED]	= "changed",
	[OUTCOME_FAILED]	= "failed",
};

/* A policy on trial */
struct trial {
	const struct request *req;
	const struct namespace *space;
	struct kern *kern;
	unsigned int seconds;
	unsigned int policy;
	unsigned int old;
	struct counters before;
	uint64_t changes;		/* of the policy, up to ours */
	int signals;			/* those that would end us, to be read */
	bool terminal;			/* a user can confirm */
	const char *interrupted;	/* by what */
	bool left_alone;		/* as somebody else had changed it */
	uint64_t lost;			/* messages */
	struct evidence evidence;	/* whose they were */
	struct results results;
};

/*
 * Whatever can be caught of what would end us is read instead, as there is
 * something to undo. What would only stop us must not: nobody would watch.
 */
static enum status catch_signals(struct trial *trial)
{
	static const int harmless[] = { SIGCHLD, SIGURG, SIGWINCH, SIGCONT };
	static const int stop[] = { SIGTSTP, SIGTTIN, SIGTTOU };
	struct sigaction was;
	unsigned int i;
	sigset_t set;
	int number;

	for (i = 0; i < sizeof(stop) / sizeof(stop[0]); i++)
		signal(stop[i], SIG_IGN);

	sigfillset(&set);
	for (i = 0; i < sizeof(harmless) / sizeof(harmless[0]); i++)
		sigdelset(&set, harmless[i]);
	/* nohup(1) and the like ask for it to go on. */
	for (number = 1; number <= SIGRTMAX; number++) {
		if (!sigaction(number, NULL, &was) && was.sa_handler == SIG_IGN)
			sigdelset(&set, number);
	}
	sigprocmask(SIG_BLOCK, &set, NULL);

	trial->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return trial->signals < 0 ?
		fail(STATUS_FAILED, "cannot watch signals: %m") : STATUS_DONE;
}

/* A background job must not take what is typed for others. */
static bool can_confirm(void)
{
	return isatty(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp();
}

/* Whether the user confirmed; notes a terminal that is gone. */
static bool read_terminal(struct trial *trial)
{
	char text[256];
	ssize_t len = read(STDIN_FILENO, text, sizeof(text));

	if (len <= 0)
		trial->interrupted = "the terminal is gone";
	/* What is more than Enter was meant for others. */
	return len == 1 && *text == '\n';
}

static bool got_signal(struct trial *trial)
{
	struct signalfd_siginfo info;

	if (read(trial->signals, &info, sizeof(info)) != sizeof(info))
		return false;
	trial->interrupted = strsignal(info.ssi_signo);
	return true;
}

/* Messages that the policy on trial lost so far */
static enum status count_lost(struct trial *trial)
{
	struct counters *counters = &trial->evidence.counters;
	enum status status;

	status = kern_counters_get(trial->kern, counters);
	if (status != STATUS_DONE)
		return status;
	counters_subtract(counters, &trial->before);
	trial->lost = evidence_missed(counters, trial->old, trial->policy);
	return STATUS_DONE;
}

static uint64_t changes(const struct counters *counters)
{
	return counters->value[UNIX_PASSCRED_A_COUNTERS_POLICY_CHANGES];
}

static enum outcome look(struct trial *trial)
{
	if (count_lost(trial) != STATUS_DONE)
		return OUTCOME_FAILED;
	if (trial->lost)
		return OUTCOME_LOST;
	return changes(&trial->evidence.counters) == trial->changes ?
		OUTCOME_CLEAN : OUTCOME_CHANGED;
}

/* Waits for LOOK_MS, or until the user or a signal has something to say. */
static enum outcome wait_a_little(struct trial *trial)
{
	struct pollfd polls[] = {
		{ .fd = trial->signals, .events = POLLIN },
		{ .fd = trial->terminal ? STDIN_FILENO : -1, .events = POLLIN },
	};

	if (poll(polls, 2, LOOK_MS) < 0)
		return errno == EINTR ? OUTCOME_CLEAN : OUTCOME_FAILED;
	if (polls[0].revents && got_signal(trial))
		return OUTCOME_INTERRUPTED;
	if (polls[1].revents && read_terminal(trial))
		return OUTCOME_CONFIRMED;
	return trial->interrupted ? OUTCOME_INTERRUPTED : OUTCOME_CLEAN;
}

static void show_progress(const struct trial *trial, unsigned int left)
{
	char what[128];

	snprintf(what, sizeof(what), "trying %s%s", policy_word(trial->policy),
		 trial->terminal ? ", Enter keeps it, Ctrl-C goes back" : "");
	progress(what, left);
}

/* OUTCOME_CLEAN stands for going on until the end. */
static enum outcome watch(struct trial *trial)
{
	uint64_t end = time_elapsed() + trial->seconds * NSEC_PER_SEC;
	enum outcome outcome = OUTCOME_CLEAN;
	uint64_t now;

	while (outcome == OUTCOME_CLEAN && (now = time_elapsed()) < end) {
		show_progress(trial, (end - now) / NSEC_PER_SEC + 1);
		outcome = wait_a_little(trial);
		/* Whoever confirms has not seen the last loss yet. */
		if (outcome == OUTCOME_CLEAN || outcome == OUTCOME_CONFIRMED) {
			enum outcome seen = look(trial);

			if (seen != OUTCOME_CLEAN)
				outcome = seen;
		}
	}

	if (outcome == OUTCOME_CLEAN && trial->req->keep)
		return OUTCOME_KEPT;
	return outcome;
}

/* What is in force is left alone if it is not what we set. */
static enum status go_back_once(struct trial *trial)
{
	unsigned int policy;
	enum status status;
	struct kern *kern;

	/* Not the one that may have failed */
	status = kern_open(&kern, &trial->space->netns, trial->space->label);
	if (status != STATUS_DONE)
		return status;
	status = kern_policy_get(kern, &policy);
	trial->left_alone = status == STATUS_DONE && policy != trial->policy;
	if (!trial->left_alone)
		status = kern_policy_set(kern, trial->old, &policy);
	kern_close(kern);
	return status;
}

static enum status go_back(struct trial *trial)
{
	int try;

	for (try = 0; try < GO_BACK_TRIES; try++) {
		if (go_back_once(trial) == STATUS_DONE)
			return STATUS_DONE;
	}

	return fail(STATUS_FAILED,
		    "could not go back to %s: %s may still be in force",
		    policy_word(trial->old), policy_word(trial->policy));
}

/* Says it on standard output, or why it is none to be content with. */
static enum status tell(const struct trial *trial, enum outcome outcome)
{
	const char *policy = policy_word(trial->policy);
	const char *old = policy_word(trial->old);
	char text[EVIDENCE_TEXT_MAX], back[64];

	if (trial->left_alone)
		snprintf(back, sizeof(back),
			 "left alone what somebody else has set");
	else
		snprintf(back, sizeof(back), "back to %s", old);

	switch (outcome) {
	case OUTCOME_LOST:
		return fail(STATUS_LOSES,
			    "%s: %s cost %" PRIu64 " messages their credentials, received by %s",
			    back, policy, trial->lost,
			    evidence_text(&trial->evidence, text));
	case OUTCOME_INTERRUPTED:
		return fail(STATUS_FAILED, "%s: %s", back, trial->interrupted);
	case OUTCOME_CHANGED:
		return fail(STATUS_FAILED,
			    "somebody else changed the policy, it is left alone");
	case OUTCOME_FAILED:
		return fail(STATUS_FAILED, "%s: %s could not be watched", back,
			    policy);
	default:
		break;
	}

	if (trial->req->json)
		return STATUS_DONE;
	if (outcome == OUTCOME_KEPT)
		printf("Nothing was lost: keeping %s\n", policy);
	else if (outcome == OUTCOME_CONFIRMED)
		printf("Keeping %s\n", policy);
	else
		printf("Nothing was lost under %s: %s\n", policy, back);
	return STATUS_DONE;
}

static bool keeps(enum outcome outcome)
{
	return outcome == OUTCOME_KEPT || outcome == OUTCOME_CONFIRMED ||
	       outcome == OUTCOME_CHANGED;
}

static json_t *outcome_json(const struct trial *trial,
			    const struct namespace *space,
			    enum outcome outcome, unsigned int in_force)
{
	return json_pack("{s:o, s:s, s:s, s:s, s:s, s:I, s:o}",
			 "netns", namespace_json(space),
			 "requested", policy_word(trial->policy),
			 "old_policy", policy_word(trial->old),
			 "policy", policy_word(in_force),
			 "outcome", outcome_words[outcome],
			 "lost", (json_int_t)trial->lost,
			 "receivers", evidence_json(&trial->evidence));
}

/* Sets the policy, with signals already caught; goes back if that half failed. */
static enum status begin(struct trial *trial)
{
	struct counters now;
	enum status status;

	status = kern_policy_get(trial->kern, &trial->old);
	if (status == STATUS_DONE)
		status = kern_counters_get(trial->kern, &trial->before);
	if (status == STATUS_DONE)
		status = catch_signals(trial);
	if (status != STATUS_DONE)
		return status;

	/* What was typed before is no answer. */
	if (trial->terminal)
		tcflush(STDIN_FILENO, TCIFLUSH);
	trial->evidence.since_ns = time_now();
	status = kern_policy_set(trial->kern, trial->policy, &trial->old);
	if (status == STATUS_DONE)
		status = kern_counters_get(trial->kern, &now);
	if (status == STATUS_DONE)
		trial->changes = changes(&now) - changes(&trial->before);
	else if (trial->old != trial->policy)
		go_back(trial);

	return status;
}

static enum status try(struct kern *kern, const struct namespace *space,
		       void *arg)
{
	struct trial *trial = arg;
	unsigned int in_force;
	enum outcome outcome;
	enum status status;

	trial->kern = kern;
	trial->space = space;
	status = begin(trial);
	if (status != STATUS_DONE)
		return status;

	outcome = watch(trial);
	if (!keeps(outcome)) {
		status = go_back(trial);
		/* The last may have been lost since it was looked at. */
		if (outcome == OUTCOME_CLEAN &&
		    count_lost(trial) == STATUS_DONE && trial->lost)
			outcome = OUTCOME_LOST;
	}
	/* First things first: a terminal may keep us, and who it was can wait. */
	progress_end();
	if (trial->lost)
		status = status_worst(status,
				      evidence_who(&trial->evidence, kern,
						   trial->old, trial->policy));
	status = status_worst(status, tell(trial, outcome));

	if (trial->req->json &&
	    kern_policy_get(kern, &in_force) == STATUS_DONE)
		status = status_worst(status,
				      results_add(&trial->results,
						  outcome_json(trial, space,
							       outcome,
							       in_force)));
	array_free(&trial->evidence.receivers);
	return status;
}

enum status cmd_try(const struct request *req)
{
	struct trial trial = {
		.req = req,
		.seconds = req->seconds ? req->seconds : SECONDS,
		.terminal = can_confirm(),
		.evidence.missed = true,
	};
	enum status status;

	status = policy_parse(req->args[0], &trial.policy);
	if (status != STATUS_DONE)
		return status;

	results_init(&trial.results, req);
	return results_run(&trial.results, try, &trial, NULL, 0);
}
