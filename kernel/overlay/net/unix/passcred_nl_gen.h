/* SPDX-License-Identifier: ((GPL-2.0 WITH Linux-syscall-note) OR BSD-3-Clause) */
/* Do not edit directly, auto-generated from: */
/*	Documentation/netlink/specs/unix_passcred.yaml */
/* YNL-GEN kernel header */
/* To regenerate run: tools/net/ynl/ynl-regen.sh */

#ifndef _LINUX_UNIX_PASSCRED_GEN_H
#define _LINUX_UNIX_PASSCRED_GEN_H

#include <net/netlink.h>
#include <net/genetlink.h>

#include <uapi/linux/unix_passcred.h>

int unix_passcred_nl_policy_get_doit(struct sk_buff *skb,
				     struct genl_info *info);
int unix_passcred_nl_policy_set_doit(struct sk_buff *skb,
				     struct genl_info *info);
int unix_passcred_nl_counters_get_doit(struct sk_buff *skb,
				       struct genl_info *info);
int unix_passcred_nl_receivers_get_dumpit(struct sk_buff *skb,
					  struct netlink_callback *cb);

enum {
	UNIX_PASSCRED_NLGRP_EVENTS,
};

extern struct genl_family unix_passcred_nl_family;

#endif /* _LINUX_UNIX_PASSCRED_GEN_H */
