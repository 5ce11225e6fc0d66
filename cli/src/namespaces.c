// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fail.h"
#include "namespaces.h"
#include "printable.h"

void namespaces_warn(struct namespaces *spaces, const char *path,
		     enum netns_found found)
{
	/* It went away while it was looked for. */
	if (found == NETNS_ERROR && (errno == ENOENT || errno == ESRCH))
		return;

	spaces->status = found == NETNS_OTHER ?
		fail(STATUS_FAILED, "%s is not a network namespace", path) :
		fail(STATUS_FAILED, "cannot open namespace %s: %m", path);
}

struct namespace *namespaces_get(const struct namespaces *spaces, size_t i)
{
	return (struct namespace *)spaces->found.list + i;
}

struct namespace *namespaces_find(const struct namespaces *spaces, ino_t ino)
{
	size_t i;

	for (i = 0; i < spaces->found.count; i++) {
		struct namespace *space = namespaces_get(spaces, i);

		if (space->netns.ino == ino)
			return space;
	}

	return NULL;
}

const char *namespace_name(const struct namespace *space)
{
	return space->names.count ? *(char **)space->names.list : NULL;
}

static void set_label(struct namespace *space)
{
	const char *name = namespace_name(space);

	if (name)
		snprintf(space->label, sizeof(space->label), "%s", name);
	else
		snprintf(space->label, sizeof(space->label), "net:[%ju]",
			 (uintmax_t)space->netns.ino);
}

/* Others may choose names, so what is shown is made printable. */
static bool add_name(struct namespace *space, const char *name)
{
	size_t len, size;
	char **slot;

	if (name) {
		slot = array_add(&space->names, sizeof(*slot));
		if (!slot)
			return false;
		len = strlen(name);
		size = 4 * len + 1;
		*slot = malloc(size);
		if (!*slot) {
			space->names.count--;
			return false;
		}
		printable(*slot, size, name, len);
	}
	set_label(space);
	return true;
}

struct namespace *namespaces_have(struct namespaces *spaces,
				  struct netns *netns, const char *name)
{
	struct namespace *space = namespaces_find(spaces, netns->ino);

	if (space && netns_same(&space->netns, netns)) {
		netns_close(netns);
	} else {
		space = array_add(&spaces->found, sizeof(*space));
		if (!space) {
			netns_close(netns);
			return NULL;
		}
		space->netns = *netns;
	}

	return add_name(space, name) ? space : NULL;
}

void namespaces_close(struct namespaces *spaces)
{
	size_t i, j;

	for (i = 0; i < spaces->found.count; i++) {
		struct namespace *space = namespaces_get(spaces, i);

		for (j = 0; j < space->names.count; j++)
			free(((char **)space->names.list)[j]);
		array_free(&space->names);
		netns_close(&space->netns);
	}
	array_free(&spaces->found);
}

enum status namespaces_each(const struct namespaces *spaces, namespace_fn *fn,
			    void *arg)
{
	enum status worst = spaces->status;
	size_t i;

	for (i = 0; i < spaces->found.count; i++) {
		const struct namespace *space = namespaces_get(spaces, i);
		enum status status;
		struct kern *kern;

		status = kern_open(&kern, &space->netns, space->label);
		if (status == STATUS_DONE) {
			if (spaces->found.count > 1)
				fail_about(space->label);
			status = fn(kern, space, arg);
			fail_about(NULL);
			kern_close(kern);
		}

		/* The same kernel runs all of them. */
		if (status == STATUS_UNSUPPORTED)
			return status;
		worst = status_worst(worst, status);
	}

	return worst;
}

json_t *namespace_json(const struct namespace *space)
{
	return json_pack("{s:I, s:s?}", "inode",
			 (json_int_t)space->netns.ino, "name",
			 namespace_name(space));
}

json_t *namespace_first_json(const struct namespace *space)
{
	if (!space->processes)
		return json_null();
	return json_pack("{s:i, s:s}", "pid", space->pid, "command",
			 space->command);
}
