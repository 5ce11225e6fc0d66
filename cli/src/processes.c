// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <libproc2/pids.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fail.h"
#include "processes.h"

/* Positions in the results; PIDS_VAL() takes other arguments from procps
 * 4.0.5 on, the members it reads are the same.
 */
enum { ITEM_PID, ITEM_NETNS, ITEM_COMMAND };

static enum pids_item items[] = {
	[ITEM_PID]	= PIDS_ID_PID,
	[ITEM_NETNS]	= PIDS_NS_NET,
	[ITEM_COMMAND]	= PIDS_CMD,
};

enum status processes_find(const struct netns *netns,
			   struct processes *processes)
{
	struct pids_info *info = NULL;
	struct pids_stack *stack;
	int self = getpid();
	int err;

	memset(processes, 0, sizeof(*processes));

	err = procps_pids_new(&info, items, sizeof(items) / sizeof(items[0]));
	if (err < 0)
		return fail(STATUS_FAILED, "cannot read processes: %s",
			    strerror(-err));

	while ((stack = procps_pids_get(info, PIDS_FETCH_TASKS_ONLY))) {
		int pid = stack->head[ITEM_PID].result.s_int;

		if (stack->head[ITEM_NETNS].result.ul_int != netns->ino ||
		    pid == self)
			continue;

		if (!processes->count++ || pid < processes->pid) {
			processes->pid = pid;
			snprintf(processes->command, sizeof(processes->command),
				 "%s", stack->head[ITEM_COMMAND].result.str);
		}
	}
	procps_pids_unref(&info);

	return STATUS_DONE;
}
