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
#include "passcred_receivers.h"

/* The sysctl, Kconfig and unix_passcred_attach() all rely on this order. */
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
		unix_passcred_receivers_renew(net);
		/* Who receives what is sent under the new one reports. */
		smp_store_release(&net->unx.passcred.policy, policy);
		unix_passcred_inc(net, UNIX_PASSCRED_MIB_POLICYCHANGES);
		trace_unix_passcred_policy_changed(net, old, policy);
		unix_passcred_nl_policy_changed(net, old, policy);
	}
	mutex_unlock(&unix_passcred_mutex);

	return old;
}

/**
 * unix_passcred_received - tell who asked for the credentials of messages
 * @sk: its socket
 * @field: their counter
 * @messages: their number
 *
 * For receivers that got the placeholder, or have something to report.
 *
 * Context: process, the receiver, may sleep.
 */
void unix_passcred_received(struct sock *sk, unsigned int field,
			    unsigned int messages)
{
	bool carried = field < UNIX_PASSCRED_MIB_MISSINGFLAG;
	int class;

	if (carried) {
		class = field - UNIX_PASSCRED_MIB_DELIVEREDEXPLICIT;
	} else {
		class = field - UNIX_PASSCRED_MIB_MISSINGFLAG +
			UNIX_PASSCRED_CLASS_FLAG;
		trace_unix_passcred_missing(unix_sk(sk)->passcred_net, sk,
					    class, messages);
	}

	unix_passcred_report(sk, class, carried);
}

/**
 * unix_passcred_stream_next - note another message that a call begins
 * @sk: its receiver
 * @msg: where it wants the bytes, NULL if it splices
 * @recv: those that the call has begun so far
 * @one: what it would be for this one alone
 *
 * Context: process, the receiver, may sleep.
 */
void unix_passcred_stream_next(struct sock *sk, const struct msghdr *msg,
			       struct unix_passcred_scm *recv, u32 one)
{
	u32 begun = recv->begun;

	if (unix_passcred_scm_field(begun) == unix_passcred_scm_field(one) &&
	    unix_passcred_scm_messages(begun) < U16_MAX) {
		recv->begun++;
		return;
	}

	if (msg && msg->msg_control)
		unix_passcred_count(sk, unix_passcred_scm_field(begun),
				    unix_passcred_scm_messages(begun));
	recv->begun = one;
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

	err = unix_passcred_receivers_init(net);
	if (err)
		goto err_mib;

	err = unix_passcred_sysctl_init(net);
	if (err)
		goto err_receivers;

	return 0;

err_receivers:
	unix_passcred_receivers_exit(net);
err_mib:
	unix_passcred_mib_exit(net);
	return err;
}

void __net_exit unix_passcred_net_exit(struct net *net)
{
	unix_passcred_sysctl_exit(net);
	unix_passcred_receivers_exit(net);
	unix_passcred_mib_exit(net);
}

void __init unix_passcred_init(void)
{
	if (unix_passcred_nl_init())
		pr_err("cannot register the netlink family\n");
}
