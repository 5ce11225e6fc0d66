/* SPDX-License-Identifier: GPL-2.0-only */
/* Counters of the AF_UNIX credential policy, see passcred_mib.c */
#ifndef _NET_UNIX_PASSCRED_MIB_H
#define _NET_UNIX_PASSCRED_MIB_H

#include <linux/u64_stats_sync.h>
#include <net/net_namespace.h>
#include <net/snmp.h>

/* A message's counter is the first of its row plus its class. Explicit
 * messages always carry credentials, so none is ever missing.
 */
enum unix_passcred_mib_field {
	UNIX_PASSCRED_MIB_SENTEXPLICIT,
	UNIX_PASSCRED_MIB_SENTFLAG,
	UNIX_PASSCRED_MIB_SENTEMBRYO,
	UNIX_PASSCRED_MIB_SENTPLAIN,
	UNIX_PASSCRED_MIB_DELIVEREDEXPLICIT,
	UNIX_PASSCRED_MIB_DELIVEREDFLAG,
	UNIX_PASSCRED_MIB_DELIVEREDEMBRYO,
	UNIX_PASSCRED_MIB_DELIVEREDPLAIN,
	UNIX_PASSCRED_MIB_MISSINGFLAG,
	UNIX_PASSCRED_MIB_MISSINGEMBRYO,
	UNIX_PASSCRED_MIB_MISSINGPLAIN,
	UNIX_PASSCRED_MIB_POLICYCHANGES,
	UNIX_PASSCRED_MIB_TABLELOCKCONTENDED,
	UNIX_PASSCRED_MIB_RECEIVERSDROPPED,
	UNIX_PASSCRED_MIB_MAX
};

struct unix_passcred_mib {
	u64			mibs[UNIX_PASSCRED_MIB_MAX];
	struct u64_stats_sync	syncp;
};

/* Context: process, with or without locks; preemption may be on. */
#define unix_passcred_add(net, field, n)				\
	SNMP_ADD_STATS64((net)->unx.passcred.mib, field, n)
#define unix_passcred_inc(net, field)					\
	unix_passcred_add(net, field, 1)

int unix_passcred_mib_init(struct net *net);
void unix_passcred_mib_exit(struct net *net);
void unix_passcred_mib_sum(const struct net *net,
			   u64 sums[UNIX_PASSCRED_MIB_MAX]);

#endif /* _NET_UNIX_PASSCRED_MIB_H */
