/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Network namespaces: open one, and open sockets in it without moving there */
#ifndef UNIXCREDCTL_NETNS_H
#define UNIXCREDCTL_NETNS_H

#include <stdbool.h>
#include <sys/types.h>

#include "unixcredctl.h"

#define NETNS_DIR	"/run/netns"

/**
 * struct netns - an open network namespace
 * @fd: its nsfs file, which keeps it alive
 * @dev: device of that; with @ino its identity
 * @ino: inode number of it, as lsns(8) shows it
 */
struct netns {
	int fd;
	dev_t dev;
	ino_t ino;
};

bool netns_same(const struct netns *one, const struct netns *other);

/* How netns_at() went */
enum netns_found {
	NETNS_FOUND,
	NETNS_ERROR,			/* errno says */
	NETNS_OTHER,			/* is there, but no network namespace */
};

/**
 * netns_at - open the namespace at a path
 * @path: an nsfs file; anything else is not opened
 * @netns: set if NETNS_FOUND, for netns_close()
 */
enum netns_found netns_at(const char *path, struct netns *netns);

/* The same for a path that a link of somebody else's might lead astray */
enum netns_found netns_at_no_link(const char *path, struct netns *netns);

/**
 * netns_open - open a namespace as the user names it
 * @spec: path, name in /run/netns, or process number; NULL for our own
 * @netns: set to it, for netns_close()
 */
enum status netns_open(const char *spec, struct netns *netns);

void netns_close(struct netns *netns);

/**
 * netns_socket - a generic netlink socket that belongs to a namespace
 * @netns: namespace
 *
 * The process itself stays where it is.
 *
 * Return: descriptor, or the negative errno.
 */
int netns_socket(const struct netns *netns);

#endif
