/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UNIXCREDCTL_NETNS_H
#define UNIXCREDCTL_NETNS_H

#include <jansson.h>
#include <sys/types.h>

#include "unixcredctl.h"

/**
 * struct netns - a network namespace that the process has entered
 * @dev: device of its nsfs file; with @ino its identity
 * @ino: inode number of it, as lsns(8) shows it
 * @name: its first name in /run/netns, "" for none
 */
struct netns {
	dev_t dev;
	ino_t ino;
	char name[256];
};

/**
 * netns_enter - enter a network namespace for good
 * @spec: path, name in /run/netns, or process number; NULL to stay
 * @netns: set to what it is
 */
enum status netns_enter(const char *spec, struct netns *netns);

/* A new JSON object that says which namespace it is, NULL without memory */
json_t *netns_json(const struct netns *netns);

#endif
