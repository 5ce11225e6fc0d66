/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The network namespaces to act on: one, or all of the machine */
#ifndef UNIXCREDCTL_NAMESPACES_H
#define UNIXCREDCTL_NAMESPACES_H

#include <jansson.h>
#include <stddef.h>

#include "array.h"
#include "kern.h"
#include "netns.h"
#include "unixcredctl.h"

/**
 * struct namespace - a network namespace, and what is known of it
 * @netns: itself
 * @names: how --netns takes it (char *), made printable, the one to show first;
 *   may be none
 * @label: its name or inode number, for messages
 * @processes: number of processes that we may see there, without ourselves
 * @pid: the lowest of their numbers
 * @command: its name, made printable
 */
struct namespace {
	struct netns netns;
	struct array names;
	char label[256];
	unsigned int processes;
	int pid;
	char command[64 * 4 + 1];
};

/**
 * struct namespaces - those to act on
 * @found: each once (struct namespace)
 * @status: STATUS_FAILED if something else was there that is none
 */
struct namespaces {
	struct array found;
	enum status status;
};

/* Also what find_namespaces() left behind that failed */
void namespaces_close(struct namespaces *spaces);

struct namespace *namespaces_get(const struct namespaces *spaces, size_t i);

/* The one with this inode number, or NULL; all are of one device. */
struct namespace *namespaces_find(const struct namespaces *spaces, ino_t ino);

/**
 * namespaces_have - have a namespace, once
 * @spaces: where
 * @netns: the namespace, taken over
 * @name: how --netns takes it, NULL for not at all
 *
 * Return: the namespace, or NULL without memory, which is reported.
 */
struct namespace *namespaces_have(struct namespaces *spaces,
				  struct netns *netns, const char *name);

/* Reports what is no namespace or cannot be opened, unless it is gone. That
 * does not cost the user the others.
 */
void namespaces_warn(struct namespaces *spaces, const char *path,
		     enum netns_found found);

/* Its name, or NULL */
const char *namespace_name(const struct namespace *space);

/* A new JSON object that says which namespace it is, NULL without memory */
json_t *namespace_json(const struct namespace *space);

/* Its first process, or null; NULL without memory */
json_t *namespace_first_json(const struct namespace *space);

/* What a command does with one of them */
typedef enum status namespace_fn(struct kern *kern,
				 const struct namespace *space, void *arg);

/**
 * namespaces_each - do something with each
 * @spaces: with which
 * @fn: what
 * @arg: passed to @fn
 *
 * What fails with one is reported with its name and does not keep the others
 * from being done.
 *
 * Return: the worst of all.
 */
enum status namespaces_each(const struct namespaces *spaces, namespace_fn *fn,
			    void *arg);

#endif
