/* SPDX-License-Identifier: GPL-2.0-only */
/* Allocation by type, which kernels before 7.0 do not have. */
#ifndef _NET_UNIX_PASSCRED_ALLOC_H
#define _NET_UNIX_PASSCRED_ALLOC_H

#include <linux/slab.h>

#ifndef kzalloc_obj
#define kzalloc_obj(object, gfp)	kzalloc(sizeof(object), gfp)
#endif

#endif /* _NET_UNIX_PASSCRED_ALLOC_H */
