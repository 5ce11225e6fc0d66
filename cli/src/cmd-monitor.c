// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counters.h"
#include "fail.h"
#include "find.h"
#include "namespaces.h"
#include "output.h"
#include "policy.h"
#include "times.h"

struct monitor;

/* A namespace that is listened to */
struct source {
	struct monitor *monitor;
	const struct namespace *space;
	struct kern *kern;
	struct kern_events *events;
	size_t known;			/* receivers when last asked for */
};

struct monitor {
	const struct request *req;
	struct source *sources;
	struct pollfd *polls;
	size_t count;
	unsigned int left;		/* events to tell of */
};

/* Takes over @members: what the event says beside when and where. */
static enum status tell(const struct source *source, const char *event,
			json_t *members, const char *text)
{
	const struct request *req = source->monitor->req;
	uint64_t now = time_now();
	char time[TIME_TEXT_MAX];

	if (req->json) {
		json_t *line = json_pack("{s:o, s:o, s:s}",
					 "time", time_json(now),
					 "netns",
					 namespace_json(source->space),
					 "event", event);

		if (json_object_update(line, members)) {
			json_decref(line);
			line = NULL;
		}
		json_decref(members);
		return output_json_line(line);
	}

	json_decref(members);
	printf("%s ", time_text(now, time));
	if (req->all)
		printf("%s ", source->space->label);
	printf("%s\n", text);
	return output_flush();
}

static enum status tell_policy(const struct source *source)
{
	unsigned int policy;
	enum status status;
	char text[64];

	status = kern_policy_get(source->kern, &policy);
	if (status != STATUS_DONE)
		return status;

	snprintf(text, sizeof(text), "policy is %s", policy_word(policy));
	return tell(source, "policy",
		    json_pack("{s:s}", "policy", policy_word(policy)), text);
}

static enum status tell_changed(const struct source *source,
				const struct kern_event *event)
{
	char text[256];

	snprintf(text, sizeof(text),
		 "policy changed from %s to %s by %s, process %u, user %u",
		 policy_word(event->old_policy), policy_word(event->policy),
		 event->command, event->pid, event->uid);
	return tell(source, "policy-changed",
		    json_pack("{s:s, s:s, s:s, s:i, s:I}",
			      "policy", policy_word(event->policy),
			      "old_policy", policy_word(event->old_policy),
			      "command", event->command,
			      "pid", (int)event->pid,
			      "uid", (json_int_t)event->uid), text);
}

static enum status tell_receiver(const struct source *source,
				 const struct receiver *receiver)
{
	const char *got = receiver->missing_ns ? "missed" : "was handed";
	char text[1024];

	snprintf(text, sizeof(text),
		 "new receiver: %s, process %u, user %u, %s socket %s, %s credentials of class %s",
		 receiver->command, receiver->pid, receiver->uid,
		 receiver_type(receiver),
		 receiver->socket[0] ? receiver->socket : "without a name",
		 got, class_name(receiver->class));
	return tell(source, "receiver-added",
		    json_pack("{s:o}", "receiver", receiver_json(receiver)),
		    text);
}

/* Tells of the receivers that came since they were last asked for, if @told;
 * the kernel has the newest last and forgets none.
 */
static enum status ask_receivers(struct source *source, bool told)
{
	const struct receiver *receiver;
	struct array receivers;
	enum status status;
	size_t i;

	status = kern_receivers_get(source->kern, &receivers, NULL);
	if (status != STATUS_DONE)
		return status;
	receiver = receivers.list;
	for (i = source->known; told && i < receivers.count &&
	     status == STATUS_DONE; i++)
		status = tell_receiver(source, &receiver[i]);
	source->known = receivers.count;
	array_free(&receivers);
	return status;
}

/* What the lost events would have said, as far as it can be found out */
static enum status catch_up(struct source *source)
{
	enum status status;

	status = tell(source, "lost", json_object(),
		      "events were lost; what is known now:");
	if (status == STATUS_DONE)
		status = tell_policy(source);
	if (status == STATUS_DONE)
		status = ask_receivers(source, true);
	return status;
}

static enum status on_event(const struct kern_event *event, void *arg)
{
	struct source *source = arg;
	struct monitor *monitor = source->monitor;
	enum status status = STATUS_DONE;

	if (monitor->req->count && !monitor->left)
		return STATUS_DONE;

	switch (event->type) {
	case KERN_POLICY_CHANGED:
		status = tell_changed(source, event);
		break;
	case KERN_RECEIVER_ADDED:
		status = tell_receiver(source, &event->receiver);
		break;
	case KERN_EVENTS_LOST:
		status = catch_up(source);
		break;
	}
	if (monitor->left)
		monitor->left--;
	return status;
}

/* Listens first and then looks, so that nothing happens in between. */
static enum status listen_to(struct monitor *monitor,
			     const struct namespace *space)
{
	struct source *source = &monitor->sources[monitor->count];
	enum status status;

	*source = (struct source){
		.monitor = monitor,
		.space = space,
	};
	status = kern_open(&source->kern, &space->netns, space->label);
	if (status != STATUS_DONE)
		return status;
	status = kern_events_open(&source->events, &space->netns, space->label,
				  on_event, source);
	if (status != STATUS_DONE) {
		kern_close(source->kern);
		return status;
	}

	monitor->polls[monitor->count].fd = kern_events_fd(source->events);
	monitor->polls[monitor->count].events = POLLIN;
	monitor->count++;
	status = ask_receivers(source, false);
	return status == STATUS_DONE ? tell_policy(source) : status;
}

static enum status wait_for_events(struct monitor *monitor)
{
	enum status status = STATUS_DONE;
	size_t i;

	while (status == STATUS_DONE && (!monitor->req->count || monitor->left)) {
		if (poll(monitor->polls, monitor->count, -1) < 0) {
			if (errno == EINTR)
				continue;
			return fail(STATUS_FAILED, "cannot wait for events: %m");
		}
		for (i = 0; i < monitor->count && status == STATUS_DONE; i++) {
			if (monitor->polls[i].revents)
				status = kern_events_read(monitor->sources[i].events);
		}
	}

	return status;
}

static enum status monitor_all(struct monitor *monitor,
			       const struct namespaces *spaces)
{
	enum status worst = spaces->status;
	size_t i, count = spaces->found.count;

	monitor->sources = calloc(count, sizeof(*monitor->sources));
	monitor->polls = calloc(count, sizeof(*monitor->polls));
	if (!monitor->sources || !monitor->polls)
		return fail(STATUS_FAILED, "out of memory");

	for (i = 0; i < count; i++) {
		const struct namespace *space = namespaces_get(spaces, i);
		enum status status;

		status = listen_to(monitor, space);
		if (status == STATUS_UNSUPPORTED)
			return status;
		worst = status_worst(worst, status);
	}

	/* One of several that cannot be listened to does not end it. */
	if (monitor->count && !ferror(stdout) && (worst == STATUS_DONE || count > 1))
		worst = status_worst(worst, wait_for_events(monitor));
	return worst;
}

enum status cmd_monitor(const struct request *req)
{
	struct monitor monitor = { .req = req, .left = req->count };
	struct namespaces spaces;
	enum status status;
	size_t i;

	status = find_namespaces(req, &spaces);
	if (status == STATUS_DONE)
		status = monitor_all(&monitor, &spaces);

	for (i = 0; i < monitor.count; i++) {
		kern_events_close(monitor.sources[i].events);
		kern_close(monitor.sources[i].kern);
	}
	free(monitor.sources);
	free(monitor.polls);
	namespaces_close(&spaces);
	return status;
}
