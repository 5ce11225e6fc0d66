// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "array.h"
#include "holders.h"
#include "processes.h"

/* Others choose what lies at the path, so it is taken for what it is to be or
 * not at all.
 */
static void add(struct namespaces *spaces, const char *path, ino_t ino)
{
	enum netns_found found;
	struct netns netns;

	found = netns_at(path, &netns);
	if (found == NETNS_ERROR && (errno == EMFILE || errno == ENFILE))
		namespaces_warn(spaces, path, found);
	if (found != NETNS_FOUND)
		return;
	if (netns.ino == ino)
		namespaces_have(spaces, &netns, path);
	else
		netns_close(&netns);
}

/* mountinfo writes blanks and the like as \ and three octal digits. */
static void unescape(char *text)
{
	char *to = text;

	while (*text) {
		if (*text == '\\' && strspn(text + 1, "01234567") >= 3) {
			*to++ = (text[1] - '0') << 6 | (text[2] - '0') << 3 |
				(text[3] - '0');
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
	/* What did not fit is no path. */
	if (strlen(point) == sizeof(point) - 1)
		return;

	unescape(point);
	snprintf(path, sizeof(path), "%s%s", root, point);
	add(spaces, path, ino);
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
 * The number of the namespace, of whatever kind, that an open file is, 0 if it
 * is none or known. Its link tells nothing, as what was opened by a name is a
 * path. A file of a server that does not answer must not keep us.
 */
static ino_t unknown_at(const struct namespaces *spaces, int dir,
			const char *entry)
{
	dev_t nsfs = namespaces_get(spaces, 0)->netns.dev;
	struct statx st;

	if (statx(dir, entry, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_INO,
		  &st) ||
	    makedev(st.stx_dev_major, st.stx_dev_minor) != nsfs ||
	    namespaces_find(spaces, st.stx_ino))
		return 0;
	return st.stx_ino;
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
		ino_t ino = entry->d_name[0] == '.' ? 0 :
			unknown_at(spaces, dirfd(dir), entry->d_name);

		if (!ino)
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir_path, entry->d_name);
		add(spaces, path, ino);
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
