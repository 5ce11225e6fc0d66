/* SPDX-License-Identifier: GPL-2.0-only */
/* What is private to net/unix since 6.16 is in <net/af_unix.h> here. */
#include <net/af_unix.h>
