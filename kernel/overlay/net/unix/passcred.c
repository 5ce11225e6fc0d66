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

/*
 * That of the creator's namespace, unless there is none yet: at boot, and
 * where AF_UNIX is loaded as a module into namespaces that exist already.
 */
static unsigned int unix_passcred_first_policy(void)
{
	const struct netns_unix_passcred *creator;

	creator = &current->nsproxy->net_ns->unx.passcred;
	return creator->active ? READ_ONCE(creator->policy) :
				 CONFIG_UNIX_PASSCRED_DEFAULT;
}

int __net_init unix_passcred_net_init(struct net *net)
{
	int err;

	net->unx.passcred.policy = unix_passcred_first_policy();

	err = unix_passcred_mib_init(net);
	if (err)
		return err;

	err = unix_passcred_receivers_init(net);
	if (err)
		goto err_mib;

	err = unix_passcred_sysctl_init(net);
	if (err)
		goto err_receivers;

	net->unx.passcred.active = true;
	return 0;

err_receivers:
	unix_passcred_receivers_exit(net);
err_mib:
	unix_passcred_mib_exit(net);
	return err;
}

void __net_exit unix_passcred_net_exit(struct net *net)
{
	net->unx.passcred.active = false;
	unix_passcred_sysctl_exit(net);
	unix_passcred_receivers_exit(net);
	unix_passcred_mib_exit(net);
}

void __init unix_passcred_init(void)
{
	if (unix_passcred_nl_init())
		pr_err("cannot register the netlink family\n");
}
