// SPDX-License-Identifier: GPL-2.0-only
/*
 * Generic netlink family unix-passcred:
 * Documentation/netlink/specs/unix_passcred.yaml
 */

#include <linux/cred.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/sched.h>
#include <net/genetlink.h>
#include <net/net_namespace.h>
#include <net/sock.h>

#include "passcred_mib.h"
#include "passcred_nl_gen.h"
#include "passcred_policy.h"
#include "passcred_receivers.h"

/* The generated table has no way to say who may join a group. */
static const struct genl_multicast_group unix_passcred_nl_groups[] = {
	[UNIX_PASSCRED_NLGRP_EVENTS] = {
		.name	= UNIX_PASSCRED_MCGRP_EVENTS,
		.flags	= GENL_MCAST_CAP_NET_ADMIN,
	},
};

/* The attribute of each counter. */
static const int unix_passcred_nl_counters[UNIX_PASSCRED_MIB_MAX] = {
	[UNIX_PASSCRED_MIB_SENTEXPLICIT] =
		UNIX_PASSCRED_A_COUNTERS_SENT_EXPLICIT,
	[UNIX_PASSCRED_MIB_SENTFLAG] = UNIX_PASSCRED_A_COUNTERS_SENT_FLAG,
	[UNIX_PASSCRED_MIB_SENTEMBRYO] = UNIX_PASSCRED_A_COUNTERS_SENT_EMBRYO,
	[UNIX_PASSCRED_MIB_SENTPLAIN] = UNIX_PASSCRED_A_COUNTERS_SENT_PLAIN,
	[UNIX_PASSCRED_MIB_DELIVEREDEXPLICIT] =
		UNIX_PASSCRED_A_COUNTERS_DELIVERED_EXPLICIT,
	[UNIX_PASSCRED_MIB_DELIVEREDFLAG] =
		UNIX_PASSCRED_A_COUNTERS_DELIVERED_FLAG,
	[UNIX_PASSCRED_MIB_DELIVEREDEMBRYO] =
		UNIX_PASSCRED_A_COUNTERS_DELIVERED_EMBRYO,
	[UNIX_PASSCRED_MIB_DELIVEREDPLAIN] =
		UNIX_PASSCRED_A_COUNTERS_DELIVERED_PLAIN,
	[UNIX_PASSCRED_MIB_MISSINGFLAG] = UNIX_PASSCRED_A_COUNTERS_MISSING_FLAG,
	[UNIX_PASSCRED_MIB_MISSINGEMBRYO] =
		UNIX_PASSCRED_A_COUNTERS_MISSING_EMBRYO,
	[UNIX_PASSCRED_MIB_MISSINGPLAIN] =
		UNIX_PASSCRED_A_COUNTERS_MISSING_PLAIN,
	[UNIX_PASSCRED_MIB_POLICYCHANGES] =
		UNIX_PASSCRED_A_COUNTERS_POLICY_CHANGES,
	[UNIX_PASSCRED_MIB_TABLELOCKCONTENDED] =
		UNIX_PASSCRED_A_COUNTERS_TABLE_LOCK_CONTENDED,
	[UNIX_PASSCRED_MIB_RECEIVERSDROPPED] =
		UNIX_PASSCRED_A_COUNTERS_RECEIVERS_DROPPED,
};

static int unix_passcred_nl_permit(struct sk_buff *skb, const struct net *net,
				   struct netlink_ext_ack *extack)
{
	if (netlink_ns_capable(skb, net->user_ns, CAP_NET_ADMIN))
		return 0;

	NL_SET_ERR_MSG(extack,
		       "CAP_NET_ADMIN needed in the user namespace that owns the network namespace");
	return -EPERM;
}

static struct sk_buff *unix_passcred_nl_reply(struct genl_info *info,
					      size_t payload, void **hdr)
{
	struct sk_buff *skb;

	skb = genlmsg_new(payload, GFP_KERNEL);
	if (!skb)
		return NULL;

	*hdr = genlmsg_put_reply(skb, info, &unix_passcred_nl_family, 0,
				 info->genlhdr->cmd);
	if (!*hdr) {
		nlmsg_free(skb);
		return NULL;
	}

	return skb;
}

int unix_passcred_nl_policy_get_doit(struct sk_buff *skb,
				     struct genl_info *info)
{
	const struct net *net = genl_info_net(info);
	struct sk_buff *reply;
	void *hdr;

	reply = unix_passcred_nl_reply(info, nla_total_size(sizeof(u32)),
				       &hdr);
	if (!reply)
		return -ENOMEM;

	if (nla_put_u32(reply, UNIX_PASSCRED_A_POLICY_POLICY,
			READ_ONCE(net->unx.passcred.policy))) {
		nlmsg_free(reply);
		return -EMSGSIZE;
	}

	genlmsg_end(reply, hdr);
	return genlmsg_reply(reply, info);
}

int unix_passcred_nl_policy_set_doit(struct sk_buff *skb,
				     struct genl_info *info)
{
	struct net *net = genl_info_net(info);
	struct nlattr *old_attr;
	struct sk_buff *reply;
	u32 policy, old;
	void *hdr;
	int err;

	err = unix_passcred_nl_permit(skb, net, info->extack);
	if (err)
		return err;

	if (GENL_REQ_ATTR_CHECK(info, UNIX_PASSCRED_A_POLICY_POLICY)) {
		NL_SET_ERR_MSG(info->extack, "no policy given");
		return -EINVAL;
	}
	policy = nla_get_u32(info->attrs[UNIX_PASSCRED_A_POLICY_POLICY]);

	/* Get what can fail out of the way: an error means no change. */
	reply = unix_passcred_nl_reply(info, 2 * nla_total_size(sizeof(u32)),
				       &hdr);
	if (!reply)
		return -ENOMEM;

	old_attr = nla_reserve(reply, UNIX_PASSCRED_A_POLICY_OLD_POLICY,
			       sizeof(old));
	if (!old_attr ||
	    nla_put_u32(reply, UNIX_PASSCRED_A_POLICY_POLICY, policy)) {
		nlmsg_free(reply);
		return -EMSGSIZE;
	}

	old = unix_passcred_policy_set(net, policy);
	memcpy(nla_data(old_attr), &old, sizeof(old));

	/* Who cannot take the reply is told of that by its socket. */
	genlmsg_end(reply, hdr);
	genlmsg_reply(reply, info);
	return 0;
}

int unix_passcred_nl_counters_get_doit(struct sk_buff *skb,
				       struct genl_info *info)
{
	u64 sums[UNIX_PASSCRED_MIB_MAX];
	struct sk_buff *reply;
	void *hdr;
	int i;

	reply = unix_passcred_nl_reply(info, UNIX_PASSCRED_MIB_MAX *
				       nla_total_size(sizeof(u64)), &hdr);
	if (!reply)
		return -ENOMEM;

	unix_passcred_mib_sum(genl_info_net(info), sums);
	for (i = 0; i < UNIX_PASSCRED_MIB_MAX; i++) {
		if (nla_put_uint(reply, unix_passcred_nl_counters[i],
				 sums[i])) {
			nlmsg_free(reply);
			return -EMSGSIZE;
		}
	}

	genlmsg_end(reply, hdr);
	return genlmsg_reply(reply, info);
}

/* Room for all attributes of a receiver */
#define UNIX_PASSCRED_NL_RECEIVER_SIZE					\
	(4 * nla_total_size(sizeof(u32)) + 3 * nla_total_size(sizeof(u64)) + \
	 nla_total_size(TASK_COMM_LEN) + nla_total_size(UNIX_PATH_MAX))

static int unix_passcred_nl_put_receiver(struct sk_buff *skb,
					 const struct net *net,
					 struct pid_namespace *pid_ns,
					 const struct unix_passcred_receiver *receiver)
{
	if (nla_put_u32(skb, UNIX_PASSCRED_A_RECEIVER_CLASS,
			receiver->class) ||
	    nla_put_u32(skb, UNIX_PASSCRED_A_RECEIVER_TYPE, receiver->type) ||
	    nla_put_string(skb, UNIX_PASSCRED_A_RECEIVER_COMM,
			   receiver->comm) ||
	    nla_put_uint(skb, UNIX_PASSCRED_A_RECEIVER_SOCKETS,
			 receiver->sockets) ||
	    nla_put_u32(skb, UNIX_PASSCRED_A_RECEIVER_PID,
			pid_nr_ns(receiver->pid, pid_ns)) ||
	    nla_put_u32(skb, UNIX_PASSCRED_A_RECEIVER_UID,
			from_kuid_munged(net->user_ns, receiver->uid)))
		return -EMSGSIZE;

	if (receiver->name_len &&
	    nla_put(skb, UNIX_PASSCRED_A_RECEIVER_NAME, receiver->name_len,
		    receiver->name))
		return -EMSGSIZE;

	if (receiver->delivered_ns &&
	    nla_put_uint(skb, UNIX_PASSCRED_A_RECEIVER_DELIVERED_TIME,
			 receiver->delivered_ns))
		return -EMSGSIZE;

	if (receiver->missing_ns &&
	    nla_put_uint(skb, UNIX_PASSCRED_A_RECEIVER_MISSING_TIME,
			 receiver->missing_ns))
		return -EMSGSIZE;

	return 0;
}

/*
 * None is ever removed and new ones come last, so a dump of several parts
 * that goes on where it stopped has each once. It is marked as interrupted
 * all the same if some came in between.
 */
int unix_passcred_nl_receivers_get_dumpit(struct sk_buff *skb,
					  struct netlink_callback *cb)
{
	struct pid_namespace *pid_ns = task_active_pid_ns(current);
	const struct unix_passcred_receiver *receiver;
	struct unix_passcred_receivers *receivers;
	struct net *net = sock_net(skb->sk);
	long skip = cb->args[0], index = 0;
	void *hdr;
	int err = 0;

	if (!skip) {
		err = unix_passcred_nl_permit(cb->skb, net, cb->extack);
		if (err)
			return err;
	}

	receivers = net->unx.passcred.receivers;
	spin_lock(&receivers->lock);
	cb->seq = receivers->count + 1;
	list_for_each_entry(receiver, &receivers->list, list) {
		if (index++ < skip)
			continue;

		hdr = genlmsg_put(skb, NETLINK_CB(cb->skb).portid,
				  cb->nlh->nlmsg_seq, &unix_passcred_nl_family,
				  NLM_F_MULTI, UNIX_PASSCRED_CMD_RECEIVERS_GET);
		if (!hdr) {
			err = -EMSGSIZE;
			break;
		}

		genl_dump_check_consistent(cb, hdr);
		err = unix_passcred_nl_put_receiver(skb, net, pid_ns, receiver);
		if (err) {
			genlmsg_cancel(skb, hdr);
			break;
		}

		genlmsg_end(skb, hdr);
		cb->args[0] = index;
	}
	spin_unlock(&receivers->lock);

	/* What there is no room for comes with the next part. */
	return skb->len ? : err;
}

/* What happened to the policy, and current did it */
struct unix_passcred_nl_change {
	unsigned int old;
	unsigned int policy;
};

static int unix_passcred_nl_put_change(struct sk_buff *skb,
				       const struct net *net, const void *what)
{
	const struct unix_passcred_nl_change *change = what;
	char comm[TASK_COMM_LEN];

	get_task_comm(comm, current);
	if (nla_put_u32(skb, UNIX_PASSCRED_A_POLICY_POLICY, change->policy) ||
	    nla_put_u32(skb, UNIX_PASSCRED_A_POLICY_OLD_POLICY, change->old) ||
	    nla_put_u32(skb, UNIX_PASSCRED_A_POLICY_PID,
			task_tgid_nr(current)) ||
	    nla_put_u32(skb, UNIX_PASSCRED_A_POLICY_UID,
			from_kuid_munged(net->user_ns, current_uid())) ||
	    nla_put_string(skb, UNIX_PASSCRED_A_POLICY_COMM, comm))
		return -EMSGSIZE;

	return 0;
}

static int unix_passcred_nl_put_added(struct sk_buff *skb,
				      const struct net *net, const void *what)
{
	return unix_passcred_nl_put_receiver(skb, net, &init_pid_ns, what);
}

/*
 * A listener that cannot be told gets ENOBUFS, as if it had read too slowly,
 * so it knows to ask.
 */
static void unix_passcred_nl_event(struct net *net, u8 cmd, size_t payload,
				   int (*put)(struct sk_buff *skb,
					      const struct net *net,
					      const void *what),
				   const void *what)
{
	struct sk_buff *skb;
	void *hdr;

	skb = genlmsg_new(payload, GFP_KERNEL);
	if (!skb)
		goto err;

	hdr = genlmsg_put(skb, 0, 0, &unix_passcred_nl_family, 0, cmd);
	if (!hdr || put(skb, net, what))
		goto err;

	genlmsg_end(skb, hdr);
	genlmsg_multicast_netns(&unix_passcred_nl_family, net, skb, 0,
				UNIX_PASSCRED_NLGRP_EVENTS, GFP_KERNEL);
	return;

err:
	nlmsg_free(skb);
	genl_set_err(&unix_passcred_nl_family, net, 0,
		     UNIX_PASSCRED_NLGRP_EVENTS, -ENOBUFS);
}

/**
 * unix_passcred_nl_policy_changed - tell the listeners of a namespace
 * @net: namespace
 * @old: policy before
 * @policy: policy now
 *
 * Context: process that made the change, may sleep.
 */
void unix_passcred_nl_policy_changed(struct net *net, unsigned int old,
				     unsigned int policy)
{
	const struct unix_passcred_nl_change change = { old, policy };

	unix_passcred_nl_event(net, UNIX_PASSCRED_CMD_POLICY_CHANGED,
			       4 * nla_total_size(sizeof(u32)) +
			       nla_total_size(TASK_COMM_LEN),
			       unix_passcred_nl_put_change, &change);
}

/**
 * unix_passcred_nl_receiver_added - tell the listeners of a namespace
 * @net: namespace
 * @receiver: the new receiver
 *
 * Context: process, may sleep.
 */
void unix_passcred_nl_receiver_added(struct net *net,
				     const struct unix_passcred_receiver *receiver)
{
	unix_passcred_nl_event(net, UNIX_PASSCRED_CMD_RECEIVER_ADDED,
			       UNIX_PASSCRED_NL_RECEIVER_SIZE,
			       unix_passcred_nl_put_added, receiver);
}

int __init unix_passcred_nl_init(void)
{
	unix_passcred_nl_family.mcgrps = unix_passcred_nl_groups;
	unix_passcred_nl_family.n_mcgrps = ARRAY_SIZE(unix_passcred_nl_groups);

	return genl_register_family(&unix_passcred_nl_family);
}
