/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who lives in which network namespace */
#ifndef UNIXCREDCTL_PROCESSES_H
#define UNIXCREDCTL_PROCESSES_H

#include "namespaces.h"

/**
 * processes_find - count the processes in network namespaces
 * @spaces: namespaces, of which the processes are filled in
 * @add: have the namespaces too that only processes lead to
 *
 * Those of which we may not see the namespace are left out.
 */
enum status processes_find(struct namespaces *spaces, bool add);

/* What to do with a process that is there, or was a moment ago */
typedef void process_fn(struct namespaces *spaces, int pid,
			const char *command, ino_t netns, ino_t mountns);

/**
 * processes_each - look at all processes but ourselves
 * @spaces: passed to @fn
 * @fn: what to do
 */
enum status processes_each(struct namespaces *spaces, process_fn *fn);

#endif
