/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UNIXCREDCTL_PROCESSES_H
#define UNIXCREDCTL_PROCESSES_H

#include "netns.h"

/**
 * struct processes - who lives in a network namespace
 * @count: number of processes that we may see there, without ourselves
 * @pid: the lowest of their numbers
 * @command: its name
 */
struct processes {
	unsigned int count;
	int pid;
	char command[64];
};

enum status processes_find(const struct netns *netns,
			   struct processes *processes);

#endif
