// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/netlink.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fail.h"
#include "netns.h"

static const char self[] = "/proc/thread-self/ns/net";

bool netns_same(const struct netns *one, const struct netns *other)
{
	return one->dev == other->dev && one->ino == other->ino;
}

/* @follow: links, 0 or O_NOFOLLOW */
static enum netns_found open_at(const char *path, int follow,
				struct netns *netns)
{
	char link[64];
	struct statfs fs;
	struct stat st;
	int handle;

	/* Anything may lie there, of which opening alone does something. */
	handle = open(path, O_PATH | O_CLOEXEC | follow);
	if (handle < 0)
		return NETNS_ERROR;
	if (fstatfs(handle, &fs) || fs.f_type != NSFS_MAGIC) {
		close(handle);
		return NETNS_OTHER;
	}

	snprintf(link, sizeof(link), "/proc/self/fd/%d", handle);
	netns->fd = open(link, O_RDONLY | O_CLOEXEC);
	close(handle);
	if (netns->fd < 0)
		return NETNS_ERROR;

	if (ioctl(netns->fd, NS_GET_NSTYPE) != CLONE_NEWNET ||
	    fstat(netns->fd, &st)) {
		close(netns->fd);
		return NETNS_OTHER;
	}

	netns->dev = st.st_dev;
	netns->ino = st.st_ino;
	return NETNS_FOUND;
}

enum netns_found netns_at(const char *path, struct netns *netns)
{
	return open_at(path, 0, netns);
}

enum netns_found netns_at_no_link(const char *path, struct netns *netns)
{
	return open_at(path, O_NOFOLLOW, netns);
}

void netns_close(struct netns *netns)
{
	close(netns->fd);
}

static bool is_number(const char *text)
{
	return text[0] && text[strspn(text, "0123456789")] == '\0';
}

/* As ip(8): a path, a name, a process. */
enum status netns_open(const char *spec, struct netns *netns)
{
	enum netns_found found;
	char path[4096];
	int len;

	if (!spec)
		spec = self;
	if (!spec[0])
		return fail(STATUS_USAGE, "empty name of a namespace");

	len = snprintf(path, sizeof(path), "%s%s",
		       strchr(spec, '/') ? "" : NETNS_DIR "/", spec);
	if (len >= (int)sizeof(path))
		return fail(STATUS_USAGE, "name of a namespace is too long");

	found = netns_at(path, netns);
	if (found == NETNS_ERROR && errno == ENOENT && is_number(spec)) {
		snprintf(path, sizeof(path), "/proc/%s/ns/net", spec);
		found = netns_at(path, netns);
		if (found == NETNS_ERROR && errno == ENOENT)
			return fail(STATUS_FAILED,
				    "no namespace '%s' in " NETNS_DIR " and no such process",
				    spec);
	}

	if (found == NETNS_FOUND)
		return STATUS_DONE;
	if (found == NETNS_OTHER)
		return fail(STATUS_FAILED, "'%s' is not a network namespace",
			    spec);
	if (errno == ENOENT)
		return fail(STATUS_FAILED, "no namespace '%s': %s does not exist",
			    spec, path);
	return fail(STATUS_FAILED, "cannot open namespace '%s': %s: %m", spec,
		    path);
}

static int open_socket(void)
{
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);

	return fd < 0 ? -errno : fd;
}

/*
 * A process that may not enter a namespace as it is may still own it: the
 * ordinary user of a rootless container is root inside of the user namespace
 * that it belongs to. There is no way back from that one.
 */
static int enter_for_good(const struct netns *netns)
{
	int err, owner;

	if (!setns(netns->fd, CLONE_NEWNET))
		return 0;
	err = errno;
	if (err != EPERM)
		return -err;

	owner = ioctl(netns->fd, NS_GET_USERNS);
	if (owner < 0)
		return -err;
	if (setns(owner, CLONE_NEWUSER) || setns(netns->fd, CLONE_NEWNET))
		return -err;

	return 0;
}

/* An answer of the child: 0 and a descriptor, or an errno */
struct answer {
	int err;
	union {
		struct cmsghdr align;
		char control[CMSG_SPACE(sizeof(int))];
	};
};

static struct msghdr answer_msg(struct answer *answer, struct iovec *iov)
{
	iov->iov_base = &answer->err;
	iov->iov_len = sizeof(answer->err);
	return (struct msghdr){
		.msg_iov = iov,
		.msg_iovlen = 1,
		.msg_control = answer->control,
		.msg_controllen = sizeof(answer->control),
	};
}

static void answer_in_child(const struct netns *netns, int channel)
{
	struct answer answer = {};
	struct msghdr msg;
	struct iovec iov;
	int fd;

	fd = enter_for_good(netns);
	if (!fd)
		fd = open_socket();

	msg = answer_msg(&answer, &iov);
	if (fd < 0) {
		answer.err = fd;
		msg.msg_controllen = 0;
	} else {
		struct cmsghdr *cmsg = CMSG_FIRSTHDR(&msg);

		cmsg->cmsg_level = SOL_SOCKET;
		cmsg->cmsg_type = SCM_RIGHTS;
		cmsg->cmsg_len = CMSG_LEN(sizeof(fd));
		memcpy(CMSG_DATA(cmsg), &fd, sizeof(fd));
	}
	_exit(sendmsg(channel, &msg, 0) < 0);
}

static int read_answer(int channel)
{
	struct answer answer = {};
	struct cmsghdr *cmsg;
	struct msghdr msg;
	struct iovec iov;
	ssize_t len;
	int fd;

	msg = answer_msg(&answer, &iov);
	do {
		len = recvmsg(channel, &msg, MSG_CMSG_CLOEXEC);
	} while (len < 0 && errno == EINTR);
	if (len < 0)
		return -errno;
	if (len != sizeof(answer.err))
		return -ECHILD;
	if (answer.err)
		return answer.err;

	cmsg = CMSG_FIRSTHDR(&msg);
	if (!cmsg || cmsg->cmsg_type != SCM_RIGHTS)
		return -EMFILE;
	memcpy(&fd, CMSG_DATA(cmsg), sizeof(fd));
	return fd;
}

static int socket_of_child(const struct netns *netns)
{
	int channel[2], fd;
	pid_t child;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, channel))
		return -errno;

	child = fork();
	if (!child)
		answer_in_child(netns, channel[1]);
	fd = child < 0 ? -errno : 0;
	close(channel[1]);
	if (child > 0) {
		fd = read_answer(channel[0]);
		while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
			;
	}
	close(channel[0]);

	return fd;
}

/* Our own namespace, open, if we may come back to it; else -1 */
static int way_back(void)
{
	static int home = -2;

	if (home == -2) {
		home = open(self, O_RDONLY | O_CLOEXEC);
		/* To enter where one is takes what it takes to return. */
		if (home >= 0 && setns(home, CLONE_NEWNET)) {
			close(home);
			home = -1;
		}
	}

	return home;
}

int netns_socket(const struct netns *netns)
{
	struct stat st;
	int fd, home;

	if (!stat(self, &st) && st.st_dev == netns->dev &&
	    st.st_ino == netns->ino)
		return open_socket();

	home = way_back();
	if (home < 0 || setns(netns->fd, CLONE_NEWNET))
		return socket_of_child(netns);

	fd = open_socket();
	if (setns(home, CLONE_NEWNET)) {
		/* Nothing may be done in the wrong one. */
		exit(fail(STATUS_FAILED, "cannot return to our namespace: %m"));
	}

	return fd;
}
