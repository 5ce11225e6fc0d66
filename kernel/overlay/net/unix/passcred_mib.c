// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters of the AF_UNIX credential policy, and /proc/net/unix_passcred_stat
 */

#include <linux/gfp.h>
#include <linux/percpu.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "passcred_mib.h"

void unix_passcred_mib_sum(const struct net *net,
			   u64 sums[UNIX_PASSCRED_MIB_MAX])
{
	int cpu, i;

	memset(sums, 0, sizeof(*sums) * UNIX_PASSCRED_MIB_MAX);

	for_each_possible_cpu(cpu) {
		const struct unix_passcred_mib *mib;
		u64 mibs[UNIX_PASSCRED_MIB_MAX];
		unsigned int start;

		mib = per_cpu_ptr(net->unx.passcred.mib, cpu);
		do {
			start = u64_stats_fetch_begin(&mib->syncp);
			for (i = 0; i < UNIX_PASSCRED_MIB_MAX; i++)
				mibs[i] = READ_ONCE(mib->mibs[i]);
		} while (u64_stats_fetch_retry(&mib->syncp, start));

		for (i = 0; i < UNIX_PASSCRED_MIB_MAX; i++)
			sums[i] += mibs[i];
	}
}

#ifdef CONFIG_PROC_FS
/* Read by programs: add at the end, never rename. */
static const char * const unix_passcred_mib_names[UNIX_PASSCRED_MIB_MAX] = {
	[UNIX_PASSCRED_MIB_SENTEXPLICIT] = "UnixPasscredSentExplicit",
	[UNIX_PASSCRED_MIB_SENTFLAG] = "UnixPasscredSentFlag",
	[UNIX_PASSCRED_MIB_SENTEMBRYO] = "UnixPasscredSentEmbryo",
	[UNIX_PASSCRED_MIB_SENTPLAIN] = "UnixPasscredSentPlain",
	[UNIX_PASSCRED_MIB_DELIVEREDEXPLICIT] = "UnixPasscredDeliveredExplicit",
	[UNIX_PASSCRED_MIB_DELIVEREDFLAG] = "UnixPasscredDeliveredFlag",
	[UNIX_PASSCRED_MIB_DELIVEREDEMBRYO] = "UnixPasscredDeliveredEmbryo",
	[UNIX_PASSCRED_MIB_DELIVEREDPLAIN] = "UnixPasscredDeliveredPlain",
	[UNIX_PASSCRED_MIB_MISSINGFLAG] = "UnixPasscredMissingFlag",
	[UNIX_PASSCRED_MIB_MISSINGEMBRYO] = "UnixPasscredMissingEmbryo",
	[UNIX_PASSCRED_MIB_MISSINGPLAIN] = "UnixPasscredMissingPlain",
	[UNIX_PASSCRED_MIB_POLICYCHANGES] = "UnixPasscredPolicyChanges",
	[UNIX_PASSCRED_MIB_TABLELOCKCONTENDED] = "UnixPasscredTableLockContended",
	[UNIX_PASSCRED_MIB_RECEIVERSDROPPED] = "UnixPasscredReceiversDropped",
};

static int unix_passcred_stat_show(struct seq_file *seq, void *v)
{
	u64 sums[UNIX_PASSCRED_MIB_MAX];
	int i;

	unix_passcred_mib_sum(seq->private, sums);
	for (i = 0; i < UNIX_PASSCRED_MIB_MAX; i++)
		seq_printf(seq, "%-32s\t%llu\n", unix_passcred_mib_names[i],
			   sums[i]);

	return 0;
}

static int unix_passcred_proc_init(struct net *net)
{
	if (!proc_create_net_single("unix_passcred_stat", 0444, net->proc_net,
				    unix_passcred_stat_show, NULL))
		return -ENOMEM;

	return 0;
}
#else
static int unix_passcred_proc_init(struct net *net)
{
	return 0;
}
#endif

int __net_init unix_passcred_mib_init(struct net *net)
{
	struct unix_passcred_mib __percpu *mib;
	int cpu, err;

	mib = alloc_percpu_gfp(struct unix_passcred_mib, GFP_KERNEL_ACCOUNT);
	if (!mib)
		return -ENOMEM;

	for_each_possible_cpu(cpu)
		u64_stats_init(&per_cpu_ptr(mib, cpu)->syncp);
	net->unx.passcred.mib = mib;

	err = unix_passcred_proc_init(net);
	if (err)
		free_percpu(mib);

	return err;
}

void __net_exit unix_passcred_mib_exit(struct net *net)
{
	remove_proc_entry("unix_passcred_stat", net->proc_net);
	free_percpu(net->unx.passcred.mib);
}
