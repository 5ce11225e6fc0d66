/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Policy for the sender credentials of AF_UNIX messages: what the rest of
 * net/unix calls. Without CONFIG_UNIX_PASSCRED_POLICY each call leaves the
 * code as it was.
 */
#ifndef _NET_UNIX_PASSCRED_INTERNAL_H
#define _NET_UNIX_PASSCRED_INTERNAL_H

#include <linux/spinlock.h>
#include <net/af_unix.h>
#include <net/net_namespace.h>
#include <net/scm.h>
#include <net/unix_passcred.h>

#ifdef CONFIG_UNIX_PASSCRED_POLICY

#include <uapi/linux/unix_passcred.h>
#include "passcred_mib.h"
#include "passcred_receivers.h"

void unix_passcred_init(void);
int unix_passcred_net_init(struct net *net);
void unix_passcred_net_exit(struct net *net);
void unix_passcred_received(struct sock *sk, unsigned int field,
			    unsigned int messages);
void unix_passcred_stream_next(struct sock *sk, const struct msghdr *msg,
			       struct unix_passcred_scm *recv, u32 one);

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
 * keep the namespace. Nobody looks at the policy of a dead socket: senders
 * check for that under its lock, and there is no receiver any more.
 */
static inline void unix_passcred_unfollow(struct sock *sk)
{
	struct net *net = unix_sk(sk)->passcred_net;

	if (!net_eq(net, sock_net(sk))) {
		unix_sk(sk)->passcred_net = sock_net(sk);
		put_net(net);
	}
}

/**
 * unix_passcred_attach - classify an implicit message and apply the policy
 * @skb: message without credentials so far
 * @sock: its source
 * @other: its destination, locked and alive
 * @enabled: what the per-socket-flag policy says
 *
 * Return: whether the message is to carry the sender's credentials.
 */
static inline bool unix_passcred_attach(struct sk_buff *skb,
					const struct socket *sock,
					const struct sock *other, bool enabled)
{
	const struct net *net = unix_sk(other)->passcred_net;
	unsigned int policy = READ_ONCE(net->unx.passcred.policy);
	u8 class = UNIX_PASSCRED_CLASS_FLAG;

	if (likely(!enabled)) {
		UNIXCB(skb).passcred_class = UNIX_PASSCRED_CLASS_PLAIN;
		return unlikely(policy >= UNIX_PASSCRED_POLICY_ALWAYS);
	}

	if (!other->sk_socket && !test_bit(SOCK_PASSCRED, &sock->flags) &&
	    !test_bit(SOCK_PASSPIDFD, &sock->flags))
		class = UNIX_PASSCRED_CLASS_EMBRYO;
	UNIXCB(skb).passcred_class = class;

	return likely(policy >= UNIX_PASSCRED_POLICY_PER_SOCKET_FLAG);
}

/**
 * unix_passcred_queued - count a message that is going to be queued
 * @other: its destination, locked
 * @skb: message; nothing can fail any more
 */
static inline void unix_passcred_queued(const struct sock *other,
					const struct sk_buff *skb)
{
	unix_passcred_inc(unix_sk(other)->passcred_net,
			  UNIX_PASSCRED_MIB_SENTEXPLICIT +
			  UNIXCB(skb).passcred_class);
}

/* The counter of a message whose receiver asked for credentials */
static inline unsigned int unix_passcred_field(const struct sk_buff *skb)
{
	if (likely(UNIXCB(skb).pid))
		return UNIX_PASSCRED_MIB_DELIVEREDEXPLICIT +
		       UNIXCB(skb).passcred_class;

	/* Explicit messages always carry them. */
	return UNIX_PASSCRED_MIB_MISSINGFLAG - UNIX_PASSCRED_CLASS_FLAG +
	       UNIXCB(skb).passcred_class;
}

/**
 * unix_passcred_count - count messages whose receiver asked for credentials
 * @sk: its socket
 * @field: their counter
 * @messages: their number
 *
 * Context: process, the receiver, may sleep.
 */
static inline void unix_passcred_count(struct sock *sk, unsigned int field,
				       unsigned int messages)
{
	const struct net *net = unix_sk(sk)->passcred_net;
	/* For the counters of the placeholder a bit that is never set */
	unsigned int delivered = UNIX_PASSCRED_DELIVERED(field -
					UNIX_PASSCRED_MIB_DELIVEREDEXPLICIT);

	BUILD_BUG_ON(UNIX_PASSCRED_DELIVERED(UNIX_PASSCRED_MIB_MISSINGPLAIN -
					     UNIX_PASSCRED_MIB_DELIVEREDEXPLICIT) >=
		     UNIX_PASSCRED_MISSING(UNIX_PASSCRED_CLASS_FLAG));
	unix_passcred_add(net, field, messages);
	if (unlikely(!unix_passcred_reported(sk,
					     READ_ONCE(net->unx.passcred.epoch),
					     delivered)))
		unix_passcred_received(sk, field, messages);
}

/**
 * unix_passcred_dgram_received - count a datagram that was consumed
 * @sk: its receiver
 * @skb: datagram
 * @scm: what the receiver got
 */
static inline void unix_passcred_dgram_received(struct sock *sk,
						const struct sk_buff *skb,
						const struct scm_cookie *scm)
{
	if (unlikely(scm->passcred.begun & UNIX_PASSCRED_ASKED))
		unix_passcred_count(sk, unix_passcred_field(skb), 1);
}

/* Parts of struct unix_passcred_scm */
#define UNIX_PASSCRED_FIELD		BIT(16)
#define unix_passcred_scm_field(begun)	((u8)((begun) / UNIX_PASSCRED_FIELD))
#define unix_passcred_scm_messages(begun)	((u16)(begun))

/**
 * unix_passcred_stream_begin - note a message of which bytes are consumed
 * @sk: its receiver, which had the flag set when the call looked at it
 * @msg: where it wants them, NULL if it splices
 * @scm: what the receiver is going to get
 * @skb: message, before its read position moves
 * @chunk: number of the bytes
 *
 * Only the first part of a message counts. Messages that one call begins
 * have the same credentials, or none. Those of one class are counted when the
 * call ends and it is known whether they were handed out, and earlier only
 * where another class follows, or too many.
 */
static inline void unix_passcred_stream_begin(struct sock *sk,
					      const struct msghdr *msg,
					      struct scm_cookie *scm,
					      const struct sk_buff *skb,
					      int chunk)
{
	struct unix_passcred_scm *recv = &scm->passcred;
	u32 one;

	if (UNIXCB(skb).consumed || !chunk)
		return;

	one = unix_passcred_field(skb) * UNIX_PASSCRED_FIELD + 1;
	if (likely(!recv->begun))
		recv->begun = one;
	else
		unix_passcred_stream_next(sk, msg, recv, one);
}

/**
 * unix_passcred_stream_received - count the messages that a call began
 * @sk: their receiver
 * @scm: what the receiver got
 */
static inline void unix_passcred_stream_received(struct sock *sk,
						 const struct scm_cookie *scm)
{
	u32 begun = scm->passcred.begun;

	if (unlikely(begun > UNIX_PASSCRED_ASKED))
		unix_passcred_count(sk, unix_passcred_scm_field(begun),
				    unix_passcred_scm_messages(begun));
}

/**
 * unix_passcred_table_lock - lock a bucket of the socket table
 * @net: namespace on whose behalf
 * @lock: the bucket's
 *
 * Looks first instead of trying the lock, which would hide the order of
 * locks from lockdep.
 */
static inline void unix_passcred_table_lock(const struct net *net,
					    spinlock_t *lock)
	__acquires(lock)
{
	if (spin_is_locked(lock))
		unix_passcred_inc(net, UNIX_PASSCRED_MIB_TABLELOCKCONTENDED);
	spin_lock(lock);
}

#else /* CONFIG_UNIX_PASSCRED_POLICY */

static inline void unix_passcred_init(void) { }
static inline int unix_passcred_net_init(struct net *net) { return 0; }
static inline void unix_passcred_net_exit(struct net *net) { }
static inline void unix_passcred_sock_init(struct sock *sk) { }
static inline void unix_passcred_follow(struct sock *sk,
					const struct sock *listener) { }
static inline void unix_passcred_unfollow(struct sock *sk) { }

static inline bool unix_passcred_attach(struct sk_buff *skb,
					const struct socket *sock,
					const struct sock *other, bool enabled)
{
	return enabled;
}

static inline void unix_passcred_queued(const struct sock *other,
					const struct sk_buff *skb) { }
static inline void unix_passcred_dgram_received(struct sock *sk,
						const struct sk_buff *skb,
						const struct scm_cookie *scm)
{
}

static inline void unix_passcred_stream_begin(struct sock *sk,
					      const struct msghdr *msg,
					      struct scm_cookie *scm,
					      const struct sk_buff *skb,
					      int chunk)
{
}

static inline void unix_passcred_stream_received(struct sock *sk,
						 const struct scm_cookie *scm)
{
}

static inline void unix_passcred_table_lock(const struct net *net,
					    spinlock_t *lock)
	__acquires(lock)
{
	spin_lock(lock);
}

#endif /* CONFIG_UNIX_PASSCRED_POLICY */
#endif /* _NET_UNIX_PASSCRED_INTERNAL_H */
