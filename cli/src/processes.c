// SPDX-License-Identifier: GPL-2.0-or-later
#include <libproc2/pids.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fail.h"
#include "printable.h"
#include "processes.h"

/* Positions in the results; PIDS_VAL() takes other arguments from procps
 * 4.0.5 on, the members it reads are the same.
 */
enum { ITEM_PID, ITEM_NETNS, ITEM_MOUNTNS, ITEM_COMMAND };

static enum pids_item items[] = {
	[ITEM_PID]	= PIDS_ID_PID,
	[ITEM_NETNS]	= PIDS_NS_NET,
	[ITEM_MOUNTNS]	= PIDS_NS_MNT,
	[ITEM_COMMAND]	= PIDS_CMD,
};

enum status processes_each(struct namespaces *spaces, process_fn *fn)
{
	struct pids_info *info = NULL;
	struct pids_stack *stack;
	int self = getpid();
	int err;

	err = procps_pids_new(&info, items, sizeof(items) / sizeof(items[0]));
	if (err < 0)
		return fail(STATUS_FAILED, "cannot read processes: %s",
			    strerror(-err));

	while ((stack = procps_pids_get(info, PIDS_FETCH_TASKS_ONLY))) {
		int pid = stack->head[ITEM_PID].result.s_int;

		if (pid != self)
			fn(spaces, pid, stack->head[ITEM_COMMAND].result.str,
			   stack->head[ITEM_NETNS].result.ul_int,
			   stack->head[ITEM_MOUNTNS].result.ul_int);
	}
	procps_pids_unref(&info);

	return STATUS_DONE;
}

static void count(struct namespaces *spaces, int pid, const char *command,
		  ino_t netns, ino_t mountns __attribute__((unused)))
{
	struct namespace *space = namespaces_find(spaces, netns);

	if (!space || (space->processes++ && pid > space->pid))
		return;

	space->pid = pid;
	printable(space->command, sizeof(space->command), command,
		  strlen(command));
}

/* Who is gone when its namespace is to be opened is not counted either. */
static void count_or_add(struct namespaces *spaces, int pid,
			 const char *command, ino_t netns, ino_t mountns)
{
	enum netns_found found;
	struct netns opened;
	char path[64];

	/* 0 is what we may not see. */
	if (netns && !namespaces_find(spaces, netns)) {
		snprintf(path, sizeof(path), "/proc/%d/ns/net", pid);
		found = netns_at(path, &opened);
		if (found != NETNS_FOUND) {
			namespaces_warn(spaces, path, found);
			return;
		}
		/* It may have gone elsewhere meanwhile. */
		netns = opened.ino;
		namespaces_have(spaces, &opened, NULL);
	}

	count(spaces, pid, command, netns, mountns);
}

enum status processes_find(struct namespaces *spaces, bool add)
{
	return processes_each(spaces, add ? count_or_add : count);
}
