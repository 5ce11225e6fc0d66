/* SPDX-License-Identifier: GPL-2.0-only */
/* Who depends on the AF_UNIX credential policy, see passcred_receivers.c */
#ifndef _NET_UNIX_PASSCRED_RECEIVERS_H
#define _NET_UNIX_PASSCRED_RECEIVERS_H

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/hashtable.h>
#include <linux/list.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/uidgid.h>
#include <linux/un.h>
#include <net/af_unix.h>
#include <uapi/linux/unix_passcred.h>

struct net;
struct pid;
struct sock;

/**
 * struct unix_passcred_receiver - a program that asked for credentials
 * @list: in order of their first report
 * @hash: by what tells them apart, the members from @comm to @name
 * @comm: command name of the process
 * @class: enum unix_passcred_class of the messages
 * @type: type of the socket
 * @name_len: bytes of @name, zero if the socket has none
 * @name: sun_path; an abstract name begins with a zero byte
 * @pid: process of the last report, with a reference
 * @uid: its real user ID
 * @sockets: number of sockets that reported
 * @delivered_ns: when it last reported credentials, since the epoch; or 0
 * @missing_ns: the same for the placeholder
 */
struct unix_passcred_receiver {
	struct list_head	list;
	struct hlist_node	hash;
	char			comm[TASK_COMM_LEN];
	u8			class;
	u8			type;
	u8			name_len;
	char			name[UNIX_PATH_MAX];
	struct pid		*pid;
	kuid_t			uid;
	u64			sockets;
	u64			delivered_ns;
	u64			missing_ns;
};

/**
 * struct unix_passcred_receivers - the receivers of a network namespace
 * @lock: guards it and all that is in it
 * @list: struct unix_passcred_receiver; none is removed before the namespace
 * @count: their number
 * @buckets: the same, hashed
 */
struct unix_passcred_receivers {
	spinlock_t		lock;		/* see above */
	struct list_head	list;
	unsigned int		count;
	DECLARE_HASHTABLE(buckets, 6);
};

/*
 * Bits of unix_sock::passcred_reported: the classes of which a receiver was
 * counted, ever; of which it reported credentials, and of which the
 * placeholder, since the policy last changed; and above them the number of
 * that change. The three bits between are never set, see
 * unix_passcred_count().
 */
#define UNIX_PASSCRED_COUNTED(class)	(class)
#define UNIX_PASSCRED_COUNTED_ANY	GENMASK(3, 0)
#define UNIX_PASSCRED_DELIVERED(class)	((class) + 4)
#define UNIX_PASSCRED_MISSING(class)	((class) + 10)
#define UNIX_PASSCRED_EPOCH_ONE		BIT(14)
static_assert(UNIX_PASSCRED_CLASS_MAX < 4);

/* Whether a socket has set @bit since the change number @epoch */
static inline bool unix_passcred_reported(const struct sock *sk, u32 epoch,
					  unsigned int bit)
{
	u32 reported = READ_ONCE(unix_sk(sk)->passcred_reported) ^ epoch;

	return reported < UNIX_PASSCRED_EPOCH_ONE && reported & BIT(bit);
}

int unix_passcred_receivers_init(struct net *net);
void unix_passcred_receivers_exit(struct net *net);
void unix_passcred_receivers_renew(struct net *net);
void unix_passcred_report(struct sock *sk, int class, bool carried);

#endif /* _NET_UNIX_PASSCRED_RECEIVERS_H */
