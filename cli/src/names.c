// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "names.h"
#include "netns.h"

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

/* @add: the namespace as well, if it is not known yet */
static void look_at_name(struct namespaces *spaces, const struct name_dir *dir,
			 const char *where, const char *entry, bool add)
{
	enum netns_found found;
	struct netns netns;
	char path[4096];
	struct stat st;

	snprintf(path, sizeof(path), "%s/%s", where, entry);
	/* Only those that may be of use are worth being opened. */
	if (!add && (fstatat(AT_FDCWD, path, &st,
			     dir->users ? AT_SYMLINK_NOFOLLOW : 0) ||
		     !namespaces_find(spaces, st.st_ino)))
		return;

	found = dir->users ? netns_at_no_link(path, &netns) :
			     netns_at(path, &netns);
	if (found == NETNS_FOUND)
		namespaces_have(spaces, &netns, dir->bare ? entry : path);
	else if (add && !dir->users)
		namespaces_warn(spaces, path, found);
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

void names_find(struct namespaces *spaces, bool add)
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
