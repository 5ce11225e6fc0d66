// SPDX-License-Identifier: ((GPL-2.0 WITH Linux-syscall-note) OR BSD-3-Clause)
/* Do not edit directly, auto-generated from: */
/*	Documentation/netlink/specs/unix_passcred.yaml */
/* YNL-GEN kernel source */
/* To regenerate run: tools/net/ynl/ynl-regen.sh */

#include <net/netlink.h>
#include <net/genetlink.h>

#include "passcred_nl_gen.h"

#include <uapi/linux/unix_passcred.h>

/* UNIX_PASSCRED_CMD_POLICY_SET - do */
static const struct nla_policy unix_passcred_policy_set_nl_policy[UNIX_PASSCRED_A_POLICY_POLICY + 1] = {
	[UNIX_PASSCRED_A_POLICY_POLICY] = NLA_POLICY_MAX(NLA_U32, 2),
};

/* Ops table for unix_passcred */
static const struct genl_split_ops unix_passcred_nl_ops[] = {
	{
		.cmd	= UNIX_PASSCRED_CMD_POLICY_GET,
		.doit	= unix_passcred_nl_policy_get_doit,
		.flags	= GENL_CMD_CAP_DO,
	},
	{
		.cmd		= UNIX_PASSCRED_CMD_POLICY_SET,
		.doit		= unix_passcred_nl_policy_set_doit,
		.policy		= unix_passcred_policy_set_nl_policy,
		.maxattr	= UNIX_PASSCRED_A_POLICY_POLICY,
		.flags		= GENL_CMD_CAP_DO,
	},
	{
		.cmd	= UNIX_PASSCRED_CMD_COUNTERS_GET,
		.doit	= unix_passcred_nl_counters_get_doit,
		.flags	= GENL_CMD_CAP_DO,
	},
	{
		.cmd	= UNIX_PASSCRED_CMD_RECEIVERS_GET,
		.dumpit	= unix_passcred_nl_receivers_get_dumpit,
		.flags	= GENL_CMD_CAP_DUMP,
	},
};

static const struct genl_multicast_group unix_passcred_nl_mcgrps[] = {
	[UNIX_PASSCRED_NLGRP_EVENTS] = { "events", },
};

struct genl_family unix_passcred_nl_family __ro_after_init = {
	.name		= UNIX_PASSCRED_FAMILY_NAME,
	.version	= UNIX_PASSCRED_FAMILY_VERSION,
	.netnsok	= true,
	.parallel_ops	= true,
	.module		= THIS_MODULE,
	.split_ops	= unix_passcred_nl_ops,
	.n_split_ops	= ARRAY_SIZE(unix_passcred_nl_ops),
	.mcgrps		= unix_passcred_nl_mcgrps,
	.n_mcgrps	= ARRAY_SIZE(unix_passcred_nl_mcgrps),
};
