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
 * struct unix_passcred_scm - what a receiving call does, see scm_cookie
 * @begun: number of messages of a stream whose first byte it consumed, since
 *   their class changed
 * @class: their class
 * @carried: they carry credentials, all the same ones
 * @asked: credentials or a placeholder were handed to the receiver
 *
 * Small, as it is cleared for each message sent and received.
 */
struct unix_passcred_scm {
	u16	begun;
	u8	class;
	u8	carried:1;
	u8	asked:1;
};

/**
 * unix_passcred_asked - note that the receiver asks for credentials
 * @scm: where to
 *
 * Called where its flag was seen, so that what is counted and what is handed
 * out agree although the flag may change at any time.
 */
static inline void unix_passcred_asked(struct unix_passcred_scm *scm)
{
	scm->asked = 1;
}
#else
struct unix_passcred_scm { };

static inline void unix_passcred_asked(struct unix_passcred_scm *scm) { }
#endif

#endif /* _NET_UNIX_PASSCRED_H */
