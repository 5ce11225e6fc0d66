/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Policy for the sender credentials of AF_UNIX messages: the parts of it
 * that live in structures of others.
 */
#ifndef _NET_UNIX_PASSCRED_H
#define _NET_UNIX_PASSCRED_H

#include <linux/types.h>

struct ctl_table_header;
struct unix_passcred_mib;

/**
 * enum unix_passcred_class - the strictest policy that still lets a message
 *   carry its sender's credentials
 * @UNIX_PASSCRED_EXPLICIT: the sender passed SCM_CREDENTIALS: any policy
 * @UNIX_PASSCRED_FLAG: SO_PASSCRED or SO_PASSPIDFD was set on either end at
 *   send time: per-socket-flag
 * @UNIX_PASSCRED_EMBRYO: no flag, destination not accepted yet:
 *   per-socket-flag
 * @UNIX_PASSCRED_PLAIN: none of these: always
 * @UNIX_PASSCRED_CLASSES: their number
 *
 * The class is worked out at send time, whatever the policy is, and stays
 * with the message. Explicit is zero, as a fresh skb is.
 */
enum unix_passcred_class {
	UNIX_PASSCRED_EXPLICIT,
	UNIX_PASSCRED_FLAG,
	UNIX_PASSCRED_EMBRYO,
	UNIX_PASSCRED_PLAIN,
	UNIX_PASSCRED_CLASSES
};

/**
 * struct netns_unix_passcred - credential policy of a network namespace
 * @policy: enum unix_passcred_policy; written under a mutex, read without
 * @mib: counters
 * @ctl: sysctl table
 */
struct netns_unix_passcred {
	unsigned int			policy;
	struct unix_passcred_mib __percpu *mib;
	struct ctl_table_header		*ctl;
};

#ifdef CONFIG_UNIX_PASSCRED_POLICY
/**
 * struct unix_passcred_recv - what one receiving call did, see scm_cookie
 * @begun: messages whose first byte it consumed, by class; one call on a
 *   stream may begin several
 * @carried: these carry credentials
 * @asked: it handed credentials or a placeholder to the receiver
 */
struct unix_passcred_recv {
	u32	begun[UNIX_PASSCRED_CLASSES];
	bool	carried;
	bool	asked;
};

/**
 * unix_passcred_asked - note that the receiver asks for credentials
 * @recv: what it is going to get
 *
 * Called where its flag was seen, so that what is counted and what is handed
 * out agree although the flag may change at any time.
 */
static inline void unix_passcred_asked(struct unix_passcred_recv *recv)
{
	recv->asked = true;
}
#else
struct unix_passcred_recv { };

static inline void unix_passcred_asked(struct unix_passcred_recv *recv) { }
#endif

#endif /* _NET_UNIX_PASSCRED_H */
