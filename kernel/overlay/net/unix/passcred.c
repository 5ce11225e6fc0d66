// SPDX-License-Identifier: GPL-2.0-only
/*
 * Policy for the sender credentials of AF_UNIX messages, one for each
 * network namespace: Documentation/networking/unix_passcred.rst
 */

#define pr_fmt(fmt) "unix_passcred: " fmt

#include <linux/mutex.h>
#include <linux/nsproxy.h>
#include <linux/sched.h>
#include <trace/events/unix_passcred.h>

#include "passcred.h"
#include "passcred_policy.h"

/* The sysctl, Kconfig and the classes all rely on this order. */
static_assert(UNIX_PASSCRED_POLICY_ON_REQUEST == 0);
static_assert(UNIX_PASSCRED_POLICY_PER_SOCKET_FLAG == 1);
static_assert(UNIX_PASSCRED_POLICY_ALWAYS == 2);

const char * const unix_passcred_words[UNIX_PASSCRED_POLICIES] = {
	[UNIX_PASSCRED_POLICY_ON_REQUEST]	= "on-request",
	[UNIX_PASSCRED_POLICY_PER_SOCKET_FLAG]	= "per-socket-flag",
	[UNIX_PASSCRED_POLICY_ALWAYS]		= "always",
};

/* Changes, so that events come in the order of the changes. */
static DEFINE_MUTEX(unix_passcred_mutex);

/**
 * unix_passcred_policy_set - change the policy of a network namespace
 * @net: namespace
 * @policy: enum unix_passcred_policy
 *
 * It holds for messages sent from now on, on every socket; messages in a
 * queue keep what they have.
 *
 * Context: process, may sleep.
 * Return: the policy before.
 */
unsigned int unix_passcred_policy_set(struct net *net, unsigned int policy)
{
	unsigned int old;

	mutex_lock(&unix_passcred_mutex);
	old = net->unx.passcred.policy;
	if (old != policy) {
		WRITE_ONCE(net->unx.passcred.policy, policy);
		unix_passcred_inc(net, UNIX_PASSCRED_MIB_POLICYCHANGES);
		trace_unix_passcred_policy_changed(net, old, policy);
		unix_passcred_nl_policy_changed(net, old, policy);
	}
	mutex_unlock(&unix_passcred_mutex);

	return old;
}

/**
 * unix_passcred_count - count messages whose receiver asked for credentials
 * @sk: its socket
 * @class: their class
 * @carried: they carry credentials
 * @messages: their number
 *
 * Context: process, the receiver.
 */
void unix_passcred_count(const struct sock *sk, int class, bool carried,
			 unsigned int messages)
{
	const struct net *net = unix_sk(sk)->passcred_net;

	if (carried) {
		unix_passcred_add(net, UNIX_PASSCRED_MIB_DELIVEREDEXPLICIT +
				  class, messages);
		return;
	}

	/* Explicit messages always carry them. */
	unix_passcred_add(net, UNIX_PASSCRED_MIB_MISSINGFLAG + class -
			  UNIX_PASSCRED_FLAG, messages);
	trace_unix_passcred_missing(net, sk, class, messages);
}

static unsigned int unix_passcred_first_policy(const struct net *net)
{
	if (net_eq(net, &init_net))
		return CONFIG_UNIX_PASSCRED_DEFAULT;

	return READ_ONCE(current->nsproxy->net_ns->unx.passcred.policy);
}

int __net_init unix_passcred_net_init(struct net *net)
{
	int err;

	net->unx.passcred.policy = unix_passcred_first_policy(net);

	err = unix_passcred_mib_init(net);
	if (err)
		return err;

	err = unix_passcred_sysctl_init(net);
	if (err)
		goto err_mib;

	return 0;

err_mib:
	unix_passcred_mib_exit(net);
	return err;
}

void __net_exit unix_passcred_net_exit(struct net *net)
{
	unix_passcred_sysctl_exit(net);
	unix_passcred_mib_exit(net);
}

void __init unix_passcred_init(void)
{
	if (unix_passcred_nl_init())
		pr_err("cannot register the netlink family\n");
}
