// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "fail.h"
#include "holders.h"
#include "namespaces.h"
#include "printable.h"
#include "processes.h"

/*
 * Directories of names. What ip(8) made is named by itself, other names by
 * their path, as that is what --netns takes. An ordinary user's container
 * mounts its namespace where only it can see that; all others see a file.
 */
static const struct name_dir {
	const char *pattern;
	bool bare;		/* names stand for themselves */
	bool users;		/* somebody else's: files may be anything */
} name_dirs[] = {
	{ NETNS_DIR, true, false },
	{ "/run/docker/netns", false, false },
	{ "/run/user/*/netns", false, true },
};

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

/* @add: the namespace as well, if it is not known yet */
static void look_at_name(struct namespaces *spaces, const struct name_dir *dir,
			 const char *where, const char *entry, bool add)
{
	enum netns_found found;
	struct netns netns;
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", where, entry);
	found = dir->users ? netns_at_no_link(path, &netns) :
			     netns_at(path, &netns);
	if (found != NETNS_FOUND) {
		if (add && !dir->users)
			namespaces_warn(spaces, path, found);
	} else if (add || namespaces_find(spaces, netns.ino)) {
		namespaces_have(spaces, &netns, dir->bare ? entry : path);
	} else {
		netns_close(&netns);
	}
}

static int visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Whatever order a directory has, the answer is the same. */
static void look_at_dir(struct namespaces *spaces, const struct name_dir *dir,
			const char *where, bool add)
{
	struct dirent **entries;
	struct stat st;
	int count, i;

	/* A link of somebody's may lead anywhere. */
	if (dir->users && (lstat(where, &st) || !S_ISDIR(st.st_mode)))
		return;

	count = scandir(where, &entries, visible, alphasort);
	for (i = 0; i < count; i++) {
		look_at_name(spaces, dir, where, entries[i]->d_name, add);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static void look_at_names(struct namespaces *spaces, bool add)
{
	size_t i, j;
	glob_t dirs;

	for (i = 0; i < sizeof(name_dirs) / sizeof(name_dirs[0]); i++) {
		if (glob(name_dirs[i].pattern, 0, NULL, &dirs))
			continue;
		for (j = 0; j < dirs.gl_pathc; j++)
			look_at_dir(spaces, &name_dirs[i], dirs.gl_pathv[j],
				    add);
		globfree(&dirs);
	}
}

/* Each namespace is held open. */
static void allow_many_files(void)
{
	struct rlimit limit;

	if (!getrlimit(RLIMIT_NOFILE, &limit)) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

enum status namespaces_open_all(struct namespaces *spaces)
{
	enum status status;
	struct netns own;

	memset(spaces, 0, sizeof(*spaces));
	allow_many_files();

	status = netns_open(NULL, &own);
	if (status != STATUS_DONE)
		return status;
	if (!namespaces_have(spaces, &own, NULL))
		return STATUS_FAILED;
	look_at_names(spaces, true);
	status = processes_find(spaces, true);
	if (status == STATUS_DONE)
		status = holders_find(spaces);

	return status;
}

enum status namespaces_open(const struct request *req,
			    struct namespaces *spaces)
{
	enum status status;
	struct netns netns;

	if (req->all)
		return namespaces_open_all(spaces);

	memset(spaces, 0, sizeof(*spaces));
	status = netns_open(req->netns, &netns);
	if (status != STATUS_DONE)
		return status;
	if (!namespaces_have(spaces, &netns, NULL))
		return STATUS_FAILED;

	look_at_names(spaces, false);
	return STATUS_DONE;
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
