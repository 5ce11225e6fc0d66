/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The policy for the next boot, in a file that sysctl(8) reads */
#ifndef UNIXCREDCTL_PERSIST_H
#define UNIXCREDCTL_PERSIST_H

#include "atomic-file.h"
#include "netns.h"
#include "unixcredctl.h"

#define PERSIST_PATH	"/etc/sysctl.d/90-unixcred.conf"

/* Fails for a namespace that is not that of process 1, which sysctl(8) sets. */
enum status persist_check(const struct netns *netns);

/* Prepares the file, so that what can fail does so before anything changed. */
enum status persist_begin(struct atomic_file *file, unsigned int policy);

#endif
