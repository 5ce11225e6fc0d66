/* SPDX-License-Identifier: GPL-2.0-only */
/* The AF_UNIX credential policy as its own files share it, see passcred.c */
#ifndef _NET_UNIX_PASSCRED_POLICY_H
#define _NET_UNIX_PASSCRED_POLICY_H

#include <linux/init.h>
#include <uapi/linux/unix_passcred.h>

struct net;
struct unix_passcred_receiver;

#define UNIX_PASSCRED_POLICIES	(UNIX_PASSCRED_POLICY_MAX + 1)

extern const char * const unix_passcred_words[UNIX_PASSCRED_POLICIES];

unsigned int unix_passcred_policy_set(struct net *net, unsigned int policy);

int unix_passcred_nl_init(void);
void unix_passcred_nl_policy_changed(struct net *net, unsigned int old,
				     unsigned int policy);
void unix_passcred_nl_receiver_added(struct net *net,
				     const struct unix_passcred_receiver *receiver);

#ifdef CONFIG_SYSCTL
int unix_passcred_sysctl_init(struct net *net);
void unix_passcred_sysctl_exit(struct net *net);
#else
static inline int unix_passcred_sysctl_init(struct net *net) { return 0; }
static inline void unix_passcred_sysctl_exit(struct net *net) {}
#endif

#endif /* _NET_UNIX_PASSCRED_POLICY_H */
