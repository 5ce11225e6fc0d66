/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counting of AF_UNIX messages by what becomes of their credentials, see
 * passcred.h
 */
#ifndef _NET_UNIX_PASSCRED_COUNT_H
#define _NET_UNIX_PASSCRED_COUNT_H

#include <linux/spinlock.h>
#include <net/af_unix.h>
#include <net/net_namespace.h>
#include <net/scm.h>
#include <net/unix_passcred.h>

#include "af_unix.h"

#ifdef CONFIG_UNIX_PASSCRED_POLICY

#include <uapi/linux/unix_passcred.h>
#include "passcred_mib.h"
#include "passcred_receivers.h"

void unix_passcred_received(struct sock *sk, unsigned int field,
			    unsigned int messages);
void unix_passcred_stream_next(struct sock *sk, const struct msghdr *msg,
			       struct unix_passcred_scm *recv, u32 one);

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
 * unix_passcred_table_locking - count a bucket lock that is found taken
 * @net: namespace on whose behalf
 * @lock: lock of a bucket of the socket table, about to be taken
 *
 * Looks instead of trying the lock, which would hide the order of locks from
 * lockdep.
 */
static inline void unix_passcred_table_locking(const struct net *net,
					       spinlock_t *lock)
{
	if (spin_is_locked(lock))
		unix_passcred_inc(net, UNIX_PASSCRED_MIB_TABLELOCKCONTENDED);
}

#else /* CONFIG_UNIX_PASSCRED_POLICY */

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

static inline void unix_passcred_table_locking(const struct net *net,
					       spinlock_t *lock)
{
}

#endif /* CONFIG_UNIX_PASSCRED_POLICY */
#endif /* _NET_UNIX_PASSCRED_COUNT_H */
