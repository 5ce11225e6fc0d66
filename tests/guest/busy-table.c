// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * To be preloaded into unixcredctl: behind the first part of each dump another
 * receiver comes into the table, as long as BUSY_ADDS allows. At the end it
 * tells, in the file BUSY_REPORT, how many dumps were asked for.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/netlink.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static unsigned int added, dumps;

static ssize_t next_recvmsg(int fd, struct msghdr *msg, int flags)
{
	ssize_t (*next)(int, struct msghdr *, int) =
		dlsym(RTLD_NEXT, "recvmsg");

	return next(fd, msg, flags);
}

/* A receiver with a name of its own that asks too late */
static void add_receiver(void)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	char byte, control[256];
	struct iovec iov = { &byte, 1 };
	struct msghdr msg = {
		.msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = sizeof(control),
	};
	int receiver = socket(AF_UNIX, SOCK_DGRAM, 0), on = 1;
	socklen_t len;

	snprintf(addr.sun_path + 1, sizeof(addr.sun_path) - 1, "busy %u",
		 added++);
	len = offsetof(struct sockaddr_un, sun_path) + 1 +
	      strlen(addr.sun_path + 1);
	if (bind(receiver, (struct sockaddr *)&addr, len) ||
	    sendto(receiver, "x", 1, 0, (struct sockaddr *)&addr, len) != 1 ||
	    setsockopt(receiver, SOL_SOCKET, SO_PASSCRED, &on, sizeof(on)) ||
	    next_recvmsg(receiver, &msg, 0) != 1)
		abort();
	close(receiver);
}

ssize_t recvmsg(int fd, struct msghdr *msg, int flags)
{
	const char *adds = getenv("BUSY_ADDS");
	ssize_t len = next_recvmsg(fd, msg, flags);

	if (dumps > added && added < (adds ? strtoul(adds, NULL, 10) : 0))
		add_receiver();
	return len;
}

ssize_t sendmsg(int fd, const struct msghdr *msg, int flags)
{
	ssize_t (*next)(int, const struct msghdr *, int) =
		dlsym(RTLD_NEXT, "sendmsg");
	const struct nlmsghdr *nlh = msg->msg_iov->iov_base;

	if (msg->msg_iov->iov_len >= sizeof(*nlh) &&
	    (nlh->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP)
		dumps++;
	return next(fd, msg, flags);
}

static void __attribute__((destructor)) report(void)
{
	const char *path = getenv("BUSY_REPORT");
	FILE *file = path ? fopen(path, "w") : NULL;

	if (file) {
		fprintf(file, "%u dumps, %u added\n", dumps, added);
		fclose(file);
	}
}
