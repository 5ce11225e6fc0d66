// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "array.h"
#include "holders.h"
#include "processes.h"

/* mountinfo writes blanks and the like as \ and three octal digits. */
static void unescape(char *text)
{
	char *to = text;

	while (*text) {
		unsigned int byte;

		if (*text == '\\' && sscanf(text, "\\%3o", &byte) == 1) {
			*to++ = byte;
			text += 4;
		} else {
			*to++ = *text++;
		}
	}
	*to = '\0';
}

/* A line of mountinfo: numbers, root, mount point; "net:[N]" is the root. */
static void look_at_mount(struct namespaces *spaces, const char *line,
			  const char *root)
{
	char point[4096], path[4096 + 64];
	uintmax_t ino;

	if (sscanf(line, "%*s %*s %*s net:[%ju] %4095s", &ino, point) != 2 ||
	    namespaces_find(spaces, ino))
		return;

	unescape(point);
	snprintf(path, sizeof(path), "%s%s", root, point);
	namespaces_add(spaces, path, path, NULL);
}

static void look_at_mounts(struct namespaces *spaces, const char *pid,
			   const char *root)
{
	char path[64], *line = NULL;
	size_t room = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%s/mountinfo", pid);
	file = fopen(path, "re");
	if (!file)
		return;
	while (getline(&line, &room, file) > 0)
		look_at_mount(spaces, line, root);
	free(line);
	fclose(file);
}

/*
 * Whether an open file is a namespace that is not known yet, of whatever kind.
 * Its link tells nothing, as what was opened by a name is a
 * path. A file of a server that does not answer must not keep us.
 */
static bool is_unknown(const struct namespaces *spaces, int dir,
		       const char *entry)
{
	dev_t nsfs = namespaces_get(spaces, 0)->netns.dev;
	struct statx st;

	return !statx(dir, entry, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT,
		      STATX_INO, &st) &&
	       makedev(st.stx_dev_major, st.stx_dev_minor) == nsfs &&
	       !namespaces_find(spaces, st.stx_ino);
}

static void look_at_descriptors(struct namespaces *spaces, int pid)
{
	char dir_path[64], path[64 + 256];
	struct dirent *entry;
	DIR *dir;

	snprintf(dir_path, sizeof(dir_path), "/proc/%d/fd", pid);
	dir = opendir(dir_path);
	if (!dir)
		return;

	while ((entry = readdir(dir))) {
		if (entry->d_name[0] == '.' ||
		    !is_unknown(spaces, dirfd(dir), entry->d_name))
			continue;
		/* Of another kind, it is not taken. */
		snprintf(path, sizeof(path), "%s/%s", dir_path, entry->d_name);
		namespaces_add(spaces, path, path, NULL);
	}
	closedir(dir);
}

/* Mount namespaces seen already; there are few compared to processes. */
static struct array seen;

static bool first_time(ino_t mountns)
{
	ino_t *slot = seen.list;
	size_t i;

	for (i = 0; i < seen.count; i++) {
		if (slot[i] == mountns)
			return false;
	}

	slot = array_add(&seen, sizeof(*slot));
	if (slot)
		*slot = mountns;
	return slot;
}

static void look(struct namespaces *spaces, int pid,
		 const char *command __attribute__((unused)),
		 ino_t netns __attribute__((unused)), ino_t mountns)
{
	char number[16], root[64];

	if (first_time(mountns)) {
		snprintf(number, sizeof(number), "%d", pid);
		snprintf(root, sizeof(root), "/proc/%d/root", pid);
		look_at_mounts(spaces, number, root);
	}
	look_at_descriptors(spaces, pid);
}

enum status holders_find(struct namespaces *spaces)
{
	enum status status;

	look_at_mounts(spaces, "self", "");
	status = processes_each(spaces, look);
	array_free(&seen);
	return status;
}
