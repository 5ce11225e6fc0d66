// SPDX-License-Identifier: GPL-2.0-only
/*
 * Receivers: which programs asked for credentials that depend on the policy.
 *
 * A socket reports itself once for each class, with credentials and without,
 * and again after each change of the policy, so the cost is bounded by the
 * creation of sockets, not by traffic.
 */

#include <linux/cred.h>
#include <linux/ctype.h>
#include <linux/jhash.h>
#include <linux/pid.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "passcred.h"
#include "passcred_policy.h"
#include "passcred_receivers.h"

#define UNIX_PASSCRED_RECEIVERS_MAX	256

/*
 * An abstract name as autobind gives it, five hexadecimal digits. There may
 * be very many of them, which tell nobody anything.
 */
static bool unix_passcred_autobound(const char *name, size_t len)
{
	size_t i;

	if (len != 6)
		return false;

	for (i = 1; i < len; i++) {
		if (!isdigit(name[i]) && (name[i] < 'a' || name[i] > 'f'))
			return false;
	}

	return true;
}

static void unix_passcred_describe(struct unix_passcred_receiver *receiver,
				   const struct sock *sk, int class,
				   bool carried)
{
	const struct unix_address *addr;
	u64 now = ktime_get_real_ns();

	memset(receiver, 0, sizeof(*receiver));
	get_task_comm(receiver->comm, current->group_leader);
	receiver->class = class;
	receiver->type = sk->sk_type;
	receiver->pid = get_pid(task_tgid(current));
	receiver->uid = current_uid();
	receiver->sockets = 1;
	*(carried ? &receiver->delivered_ns : &receiver->missing_ns) = now;

	/* A socket is given a name at most once, and keeps it. */
	addr = smp_load_acquire(&unix_sk(sk)->addr);
	if (addr) {
		const char *name = addr->name->sun_path;
		size_t len = addr->len - offsetof(struct sockaddr_un, sun_path);

		if (name[0])
			len = strnlen(name, min(len, sizeof(receiver->name)));
		else if (unix_passcred_autobound(name, len))
			len = 0;
		receiver->name_len = len;
		memcpy(receiver->name, name, len);
	}
}

static u32 unix_passcred_hash(const struct unix_passcred_receiver *receiver)
{
	u32 hash;

	hash = jhash(receiver->comm, sizeof(receiver->comm),
		     receiver->class << 8 | receiver->type);
	return jhash(receiver->name, receiver->name_len, hash);
}

static struct unix_passcred_receiver *
unix_passcred_find(const struct unix_passcred_receivers *receivers, u32 hash,
		   const struct unix_passcred_receiver *like)
{
	struct unix_passcred_receiver *receiver;

	hash_for_each_possible(receivers->buckets, receiver, hash, hash) {
		if (receiver->class == like->class &&
		    receiver->type == like->type &&
		    receiver->name_len == like->name_len &&
		    !memcmp(receiver->comm, like->comm, sizeof(like->comm)) &&
		    !memcmp(receiver->name, like->name, like->name_len))
			return receiver;
	}

	return NULL;
}

/* Whether this was not reported yet since the policy last changed, which it
 * counts as from now on; in @uncounted, whether nothing of the class ever was.
 */
static bool unix_passcred_claim_report(struct sock *sk, int class, bool carried,
				       bool *uncounted)
{
	u32 bit = BIT(carried ? UNIX_PASSCRED_DELIVERED(class) :
				UNIX_PASSCRED_MISSING(class));
	u32 counted = BIT(UNIX_PASSCRED_COUNTED(class));
	u32 *reported = &unix_sk(sk)->passcred_reported;
	const struct net *net = unix_sk(sk)->passcred_net;
	u32 epoch, old, new;

	do {
		epoch = READ_ONCE(net->unx.passcred.epoch);
		old = READ_ONCE(*reported);
		new = old;
		if ((old ^ epoch) >= UNIX_PASSCRED_EPOCH_ONE)
			new = epoch | (old & UNIX_PASSCRED_COUNTED_ANY);
		if (new & bit)
			return false;
		new |= bit | counted;
	} while (cmpxchg(reported, old, new) != old);

	*uncounted = !(old & counted);
	return true;
}

static void unix_passcred_update(struct unix_passcred_receiver *receiver,
				 struct unix_passcred_receiver *report,
				 bool uncounted)
{
	/* The caller lets go of the old one. */
	swap(receiver->pid, report->pid);
	receiver->uid = report->uid;
	receiver->sockets += uncounted;
	if (report->delivered_ns)
		receiver->delivered_ns = report->delivered_ns;
	if (report->missing_ns)
		receiver->missing_ns = report->missing_ns;
}

/**
 * unix_passcred_report - note who asked for the credentials of messages
 * @sk: its socket
 * @class: their class
 * @carried: they were handed out
 *
 * Context: process, the receiver, may sleep.
 */
void unix_passcred_report(struct sock *sk, int class, bool carried)
{
	struct unix_passcred_receiver report, *known, *new = NULL;
	struct net *net = unix_sk(sk)->passcred_net;
	struct unix_passcred_receivers *receivers;
	bool uncounted, added = false;
	u32 hash;

	if (!unix_passcred_claim_report(sk, class, carried, &uncounted))
		return;

	/* Who asks for what every policy carries depends on none. The bit
	 * only keeps it from coming here again.
	 */
	if (class == UNIX_PASSCRED_CLASS_EXPLICIT)
		return;

	unix_passcred_describe(&report, sk, class, carried);
	hash = unix_passcred_hash(&report);

	receivers = net->unx.passcred.receivers;
	spin_lock(&receivers->lock);
	known = unix_passcred_find(receivers, hash, &report);
	if (!known && receivers->count < UNIX_PASSCRED_RECEIVERS_MAX) {
		spin_unlock(&receivers->lock);
		new = kmemdup(&report, sizeof(report), GFP_KERNEL_ACCOUNT);
		spin_lock(&receivers->lock);
		/* Another thread may have been faster. */
		known = unix_passcred_find(receivers, hash, &report);
	}
	if (known) {
		unix_passcred_update(known, &report, uncounted);
	} else if (new && receivers->count < UNIX_PASSCRED_RECEIVERS_MAX) {
		get_pid(new->pid);
		list_add_tail(&new->list, &receivers->list);
		hash_add(receivers->buckets, &new->hash, hash);
		receivers->count++;
		new = NULL;
		added = true;
	}
	spin_unlock(&receivers->lock);

	if (added)
		unix_passcred_nl_receiver_added(net, &report);
	else if (!known)
		unix_passcred_inc(net, UNIX_PASSCRED_MIB_RECEIVERSDROPPED);
	put_pid(report.pid);
	kfree(new);
}

/**
 * unix_passcred_receivers_renew - let every socket report itself again
 * @net: namespace, of which the policy is about to change
 *
 * Context: one at a time.
 */
void unix_passcred_receivers_renew(struct net *net)
{
	WRITE_ONCE(net->unx.passcred.epoch,
		   net->unx.passcred.epoch + UNIX_PASSCRED_EPOCH_ONE);
}

int __net_init unix_passcred_receivers_init(struct net *net)
{
	struct unix_passcred_receivers *receivers;

	receivers = kzalloc_obj(*receivers, GFP_KERNEL_ACCOUNT);
	if (!receivers)
		return -ENOMEM;

	spin_lock_init(&receivers->lock);
	INIT_LIST_HEAD(&receivers->list);
	hash_init(receivers->buckets);
	net->unx.passcred.receivers = receivers;
	return 0;
}

void __net_exit unix_passcred_receivers_exit(struct net *net)
{
	struct unix_passcred_receivers *receivers = net->unx.passcred.receivers;
	struct unix_passcred_receiver *receiver, *next;

	list_for_each_entry_safe(receiver, next, &receivers->list, list) {
		put_pid(receiver->pid);
		kfree(receiver);
	}
	kfree(receivers);
}
