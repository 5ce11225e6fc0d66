/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Interfaces that the AF_UNIX credential policy uses and kernels before 6.2
 * do not have, by their later names. The Makefile includes it before the
 * files that need it.
 */
#ifndef _NET_UNIX_PASSCRED_COMPAT_H
#define _NET_UNIX_PASSCRED_COMPAT_H

#include <linux/slab.h>
#include <linux/sysctl.h>
#include <net/genetlink.h>
#include <net/net_namespace.h>
#include <net/netlink.h>

/* Handlers are given a constant table since 6.11. */
#define unix_passcred_policy_handler(table_arg, ...)			\
	unix_passcred_policy_handler(struct ctl_table *table, __VA_ARGS__)

/*
 * Since 6.6 the size of a table is passed; here an empty entry ends it. This
 * takes the table over, as the caller frees what is registered.
 */
static inline struct ctl_table_header *
register_net_sysctl_sz(struct net *net, const char *path,
		       struct ctl_table *table, size_t table_size)
{
	struct ctl_table_header *header;
	struct ctl_table *ended;

	ended = kcalloc(table_size + 1, sizeof(*table), GFP_KERNEL_ACCOUNT);
	if (!ended)
		return NULL;

	memcpy(ended, table, table_size * sizeof(*table));
	header = register_net_sysctl(net, path, ended);
	kfree(header ? table : ended);
	return header;
}

/* Integers of the width that a value needs came with 6.7. */
static inline int nla_put_uint(struct sk_buff *skb, int attrtype, u64 value)
{
	return value > U32_MAX ? nla_put(skb, attrtype, sizeof(value), &value) :
				 nla_put_u32(skb, attrtype, value);
}

/* Operations are split by do and dump since 6.2. None here has both. */
#define genl_split_ops	genl_ops
#define split_ops	ops
#define n_split_ops	n_ops

/* Since 6.0 it also reports what is missing, for which 5.10 has no room. */
#ifndef GENL_REQ_ATTR_CHECK
#define GENL_REQ_ATTR_CHECK(info, attr)	(!(info)->attrs[attr])
#endif

/* Since 6.7 and in releases of 6.1; in those of 5.10 it has this name. */
#ifndef GENL_MCAST_CAP_NET_ADMIN
#define GENL_MCAST_CAP_NET_ADMIN	GENL_UNS_ADMIN_PERM
#endif

#endif /* _NET_UNIX_PASSCRED_COMPAT_H */
