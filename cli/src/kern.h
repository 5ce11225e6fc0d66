/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's side: what it can be asked, over generic netlink. */
#ifndef UNIXCREDCTL_KERN_H
#define UNIXCREDCTL_KERN_H

#include "counters.h"
#include "netns.h"
#include "receivers.h"
#include "unixcredctl.h"

struct kern;

/**
 * kern_open - enter a network namespace and get ready to ask about it
 * @kern: set to a handle, for kern_close()
 * @spec: the namespace, as for netns_enter()
 * @netns: set to what it is
 *
 * Return: STATUS_UNSUPPORTED if the kernel has no policy.
 */
enum status kern_open(struct kern **kern, const char *spec,
		      struct netns *netns);
void kern_close(struct kern *kern);

enum status kern_policy_get(struct kern *kern, unsigned int *policy);
enum status kern_policy_set(struct kern *kern, unsigned int policy,
			    unsigned int *old);
enum status kern_counters_get(struct kern *kern, struct counters *counters);

/**
 * kern_receivers_get - get who depends on the policy; needs CAP_NET_ADMIN
 * @kern: handle
 * @receivers: set to what there is, for receivers_free()
 *
 * A table that changes faster than it can be read is still given; it may
 * then lack the newest.
 */
enum status kern_receivers_get(struct kern *kern, struct receivers *receivers);

#endif
