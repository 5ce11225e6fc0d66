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
struct unix_passcred_receivers;

/**
 * struct netns_unix_passcred - credential policy of a network namespace
 * @policy: enum unix_passcred_policy; written under a mutex, read without
 * @active: from the set-up of the namespace to its end, or AF_UNIX's
 * @epoch: changes with the policy, see passcred_receivers.c
 * @mib: counters
 * @receivers: who depends on the policy
 * @ctl: sysctl table
 */
struct netns_unix_passcred {
	unsigned int			policy;
	bool				active;
	u32				epoch;
	struct unix_passcred_mib __percpu *mib;
	struct unix_passcred_receivers	*receivers;
	struct ctl_table_header		*ctl;
};

#ifdef CONFIG_UNIX_PASSCRED_POLICY
/**
 * struct unix_passcred_scm - what a receiving call does, see scm_cookie
 * @begun: number of messages of a stream whose first byte it consumed since
 *   their counter changed, above it that counter, and in the highest bit
 *   whether the receiver asks
 *
 * Small, as it is cleared for each message sent and received.
 */
struct unix_passcred_scm {
	u32	begun;
};

#define UNIX_PASSCRED_ASKED	0x80000000u

/**
 * unix_passcred_asked - note that the receiver asks for credentials
 * @scm: where to
 *
 * Called where its flag was seen, so that what is counted and what is handed
 * out agree although the flag may change at any time.
 */
static inline void unix_passcred_asked(struct unix_passcred_scm *scm)
{
	scm->begun |= UNIX_PASSCRED_ASKED;
}
#else
struct unix_passcred_scm { };

static inline void unix_passcred_asked(struct unix_passcred_scm *scm) { }
#endif

#endif /* _NET_UNIX_PASSCRED_H */
