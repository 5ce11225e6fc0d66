/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Policy for the sender credentials of AF_UNIX messages: what the rest of
 * net/unix calls. Without CONFIG_UNIX_PASSCRED_POLICY each call leaves the
 * code as it was.
 */
#ifndef _NET_UNIX_PASSCRED_INTERNAL_H
#define _NET_UNIX_PASSCRED_INTERNAL_H

#include <linux/pid.h>
#include <linux/rcupdate.h>
#include <net/af_unix.h>
#include <net/net_namespace.h>
#include <net/unix_passcred.h>

#include "af_unix.h"
#include "passcred_count.h"

#ifdef CONFIG_UNIX_PASSCRED_POLICY

#include <uapi/linux/unix_passcred.h>

void unix_passcred_init(void);
int unix_passcred_net_init(struct net *net);
void unix_passcred_net_exit(struct net *net);

/**
 * unix_passcred_sock_init - give a new socket its namespace's policy
 * @sk: socket that nobody else knows yet
 */
static inline void unix_passcred_sock_init(struct sock *sk)
{
	unix_sk(sk)->passcred_net = sock_net(sk);
	unix_sk(sk)->passcred_reported = 0;
}

/**
 * unix_passcred_follow - make an embryo follow its listener's namespace
 * @sk: embryo, not published as anybody's peer yet
 * @listener: the listening socket, locked
 *
 * The embryo was created in the namespace of the client that connects, but
 * whoever accepts it is who reads credentials and trusts them. A kernel
 * listener may outlive the use of its namespace; then the embryo keeps its
 * own.
 */
static inline void unix_passcred_follow(struct sock *sk,
					const struct sock *listener)
{
	struct net *net = unix_sk(listener)->passcred_net;

	if (!net_eq(net, sock_net(sk)) && maybe_get_net(net))
		unix_sk(sk)->passcred_net = net;
}

/**
 * unix_passcred_unfollow - undo unix_passcred_follow()
 * @sk: socket that has just been orphaned, locked
 *
 * Its peer may keep the socket itself for as long as it likes, which must not
 * keep the namespace. Of a dead socket nobody counts anything: senders check
 * for that under its lock, and there is no receiver any more. Whoever still
 * reads its policy does so in a read-side section of RCU, for which the end of
 * a namespace waits.
 */
static inline void unix_passcred_unfollow(struct sock *sk)
{
	struct net *net = unix_sk(sk)->passcred_net;

	if (!net_eq(net, sock_net(sk))) {
		WRITE_ONCE(unix_sk(sk)->passcred_net, sock_net(sk));
		put_net(net);
	}
}

/**
 * unix_passcred_reset - forget what was attached for an earlier receiver
 * @skb: message that was not queued, as its receiver is dead; or a new one
 */
static inline void unix_passcred_reset(struct sk_buff *skb)
{
	if (likely(UNIXCB(skb).passcred_class == UNIX_PASSCRED_CLASS_EXPLICIT))
		return;

	put_pid(UNIXCB(skb).pid);
	UNIXCB(skb).pid = NULL;
	UNIXCB(skb).uid = INVALID_UID;
	UNIXCB(skb).gid = INVALID_GID;
}

/**
 * unix_passcred_class - the class of an implicit message
 * @other: its destination
 * @flag: one of its sockets asks for credentials
 *
 * Return: enum unix_passcred_class.
 */
static inline u8 unix_passcred_class(const struct sock *other, bool flag)
{
	if (unlikely(flag))
		return UNIX_PASSCRED_CLASS_FLAG;
	if (unlikely(!other->sk_socket))
		return UNIX_PASSCRED_CLASS_EMBRYO;

	return UNIX_PASSCRED_CLASS_PLAIN;
}

/**
 * unix_passcred_carries - whether an implicit message carries credentials
 * @other: its destination, which may die meanwhile
 * @class: its class
 *
 * What @other follows may go as soon as it is dead, but not before a grace
 * period; see unix_passcred_unfollow().
 *
 * Return: what the destination's policy says.
 */
static inline bool unix_passcred_carries(const struct sock *other, u8 class)
{
	const struct net *net;
	unsigned int policy;

	rcu_read_lock();
	net = READ_ONCE(unix_sk(other)->passcred_net);
	policy = READ_ONCE(net->unx.passcred.policy);
	rcu_read_unlock();

	if (likely(class == UNIX_PASSCRED_CLASS_PLAIN))
		return unlikely(policy >= UNIX_PASSCRED_POLICY_ALWAYS);

	return likely(policy >= UNIX_PASSCRED_POLICY_PER_SOCKET_FLAG);
}

/**
 * unix_passcred_attach - classify an implicit message and apply the policy
 * @skb: message without credentials so far
 * @other: its destination, with a reference
 * @flag: one of its sockets asks for credentials
 *
 * Return: whether the message is to carry the sender's credentials.
 */
static inline bool unix_passcred_attach(struct sk_buff *skb,
					const struct sock *other, bool flag)
{
	UNIXCB(skb).passcred_class = unix_passcred_class(other, flag);
	return unix_passcred_carries(other, UNIXCB(skb).passcred_class);
}

#else /* CONFIG_UNIX_PASSCRED_POLICY */

static inline void unix_passcred_init(void) { }
static inline int unix_passcred_net_init(struct net *net) { return 0; }
static inline void unix_passcred_net_exit(struct net *net) { }
static inline void unix_passcred_sock_init(struct sock *sk) { }
static inline void unix_passcred_follow(struct sock *sk,
					const struct sock *listener) { }
static inline void unix_passcred_unfollow(struct sock *sk) { }
static inline void unix_passcred_reset(struct sk_buff *skb) { }

static inline bool unix_passcred_attach(struct sk_buff *skb,
					const struct sock *other, bool flag)
{
	return flag || !other->sk_socket;
}

#endif /* CONFIG_UNIX_PASSCRED_POLICY */
#endif /* _NET_UNIX_PASSCRED_INTERNAL_H */
