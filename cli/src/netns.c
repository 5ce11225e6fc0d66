// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fail.h"
#include "netns.h"

#define NETNS_DIR	"/run/netns"

static bool is_number(const char *text)
{
	return text[0] && text[strspn(text, "0123456789")] == '\0';
}

/* Opens what @spec means: as ip(8), a path, a name, a process. */
static enum status netns_open(const char *spec, int *fd)
{
	char path[4096];
	int len;

	if (!spec[0])
		return fail(STATUS_USAGE, "empty name of a namespace");

	len = snprintf(path, sizeof(path), "%s%s",
		       strchr(spec, '/') ? "" : NETNS_DIR "/", spec);
	if (len >= (int)sizeof(path))
		return fail(STATUS_USAGE, "name of a namespace is too long");

	*fd = open(path, O_RDONLY | O_CLOEXEC);
	if (*fd < 0 && errno == ENOENT && is_number(spec)) {
		snprintf(path, sizeof(path), "/proc/%s/ns/net", spec);
		*fd = open(path, O_RDONLY | O_CLOEXEC);
		if (*fd < 0 && errno == ENOENT)
			return fail(STATUS_FAILED,
				    "no namespace '%s' in " NETNS_DIR " and no such process",
				    spec);
	}
	if (*fd >= 0)
		return STATUS_DONE;

	if (errno == ENOENT)
		return fail(STATUS_FAILED, "no namespace '%s': %s does not exist",
			    spec, path);
	return fail(STATUS_FAILED, "cannot open namespace '%s': %s: %m", spec,
		    path);
}

/*
 * A process that may not enter a namespace as it is may still own it: the
 * ordinary user of a rootless container is root inside of the user namespace
 * that it belongs to.
 */
static bool enter_through_owner(int fd)
{
	int owner = ioctl(fd, NS_GET_USERNS);
	bool entered;

	if (owner < 0)
		return false;

	entered = !setns(owner, CLONE_NEWUSER) && !setns(fd, CLONE_NEWNET);
	close(owner);
	return entered;
}

/* 0 or the errno */
static int enter(int fd)
{
	int err;

	if (!setns(fd, CLONE_NEWNET))
		return 0;

	err = errno;
	return err == EPERM && enter_through_owner(fd) ? 0 : err;
}

static void find_name(struct netns *netns)
{
	struct dirent *entry;
	DIR *dir;

	netns->name[0] = '\0';
	dir = opendir(NETNS_DIR);
	if (!dir)
		return;

	while ((entry = readdir(dir))) {
		struct stat st;

		if (entry->d_name[0] == '.' ||
		    fstatat(dirfd(dir), entry->d_name, &st, 0) ||
		    st.st_dev != netns->dev || st.st_ino != netns->ino)
			continue;
		/* Whatever order the directory has, the answer is the same. */
		if (!netns->name[0] || strcmp(entry->d_name, netns->name) < 0)
			strcpy(netns->name, entry->d_name);
	}
	closedir(dir);
}

enum status netns_enter(const char *spec, struct netns *netns)
{
	static const char self[] = "/proc/thread-self/ns/net";
	enum status status;
	struct stat st;
	int err, fd;

	status = netns_open(spec ? spec : self, &fd);
	if (status != STATUS_DONE)
		return status;

	if (ioctl(fd, NS_GET_NSTYPE) != CLONE_NEWNET) {
		close(fd);
		return fail(STATUS_FAILED, "'%s' is not a network namespace",
			    spec ? spec : self);
	}

	if (fstat(fd, &st)) {
		status = fail(STATUS_FAILED, "cannot look at namespace '%s': %m",
			      spec);
	} else if (spec && (err = enter(fd))) {
		status = fail(STATUS_FAILED, "cannot enter namespace '%s': %s",
			      spec, strerror(err));
	} else {
		netns->dev = st.st_dev;
		netns->ino = st.st_ino;
		find_name(netns);
	}
	close(fd);

	return status;
}

json_t *netns_json(const struct netns *netns)
{
	json_t *json = json_object();

	json_object_set_new(json, "inode", json_integer(netns->ino));
	json_object_set_new(json, "name", netns->name[0] ?
			    json_string(netns->name) : json_null());

	return json;
}
