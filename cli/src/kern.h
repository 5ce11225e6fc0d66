/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's side: what it can be asked, over generic netlink. */
#ifndef UNIXCREDCTL_KERN_H
#define UNIXCREDCTL_KERN_H

#include "array.h"
#include "counters.h"
#include "netns.h"
#include "receivers.h"
#include "unixcredctl.h"

struct kern;

/**
 * kern_open - get ready to ask about a network namespace
 * @kern: set to a handle, for kern_close()
 * @netns: the namespace
 * @label: what messages call it
 *
 * Return: STATUS_UNSUPPORTED if the kernel has no policy.
 */
enum status kern_open(struct kern **kern, const struct netns *netns,
		      const char *label);
void kern_close(struct kern *kern);

enum status kern_policy_get(struct kern *kern, unsigned int *policy);
enum status kern_policy_set(struct kern *kern, unsigned int policy,
			    unsigned int *old);
enum status kern_counters_get(struct kern *kern, struct counters *counters);

/**
 * kern_receivers_get - get who depends on the policy; needs CAP_NET_ADMIN
 * @kern: handle
 * @receivers: set to what there is (struct receiver), for array_free()
 * @denied: set to whether that is for want of privilege, which is then no
 *   failure; NULL to fail
 *
 * A table that changes faster than it can be read is still given; it may
 * then lack the newest.
 */
enum status kern_receivers_get(struct kern *kern, struct array *receivers,
			       bool *denied);

enum kern_event_type {
	KERN_POLICY_CHANGED,
	KERN_RECEIVER_ADDED,
	KERN_EVENTS_LOST,		/* there was no room for some */
};

/**
 * struct kern_event - what happened
 * @type: which of the members hold
 * @policy: in force now
 * @old_policy: in force before
 * @pid: who changed it, in the initial PID namespace
 * @uid: its real user ID
 * @command: its command name
 * @receiver: the one that was added; its process as above
 */
struct kern_event {
	enum kern_event_type type;
	unsigned int policy;
	unsigned int old_policy;
	unsigned int pid;
	unsigned int uid;
	char command[16 * 4 + 1];
	struct receiver receiver;
};

typedef enum status kern_event_fn(const struct kern_event *event, void *arg);

struct kern_events;

/**
 * kern_events_open - listen to the events of a network namespace
 * @events: set to a handle, for kern_events_close()
 * @netns: the namespace
 * @label: what messages call it
 * @fn: what to do with an event
 * @arg: passed to @fn
 *
 * Needs CAP_NET_ADMIN.
 */
enum status kern_events_open(struct kern_events **events,
			     const struct netns *netns, const char *label,
			     kern_event_fn *fn, void *arg);
void kern_events_close(struct kern_events *events);

/* For poll(2) */
int kern_events_fd(const struct kern_events *events);

/* Takes those that are there, without waiting; the worst that @fn returned */
enum status kern_events_read(struct kern_events *events);

#endif
