/* SPDX-License-Identifier: GPL-2.0-only */
/* The credential policy where AF_UNIX may be a module that is unloaded. */
#ifndef _NET_UNIX_PASSCRED_MODULE_H
#define _NET_UNIX_PASSCRED_MODULE_H

#ifdef CONFIG_UNIX_PASSCRED_POLICY
#include "passcred_nl_gen.h"

/**
 * unix_passcred_exit - end the netlink family
 *
 * Before the namespaces lose what it reads.
 */
static inline void unix_passcred_exit(void)
{
	genl_unregister_family(&unix_passcred_nl_family);
}
#else
static inline void unix_passcred_exit(void) { }
#endif

#endif /* _NET_UNIX_PASSCRED_MODULE_H */
