/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the tests of net.unix.passcred_policy share: policies, counters,
 * namespaces, and a message with its control data.
 */
#ifndef PASSCRED_LIB_H
#define PASSCRED_LIB_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

#include "kselftest.h"

#ifndef SO_PASSPIDFD
#define SO_PASSPIDFD	76
#endif
#ifndef SCM_PIDFD
#define SCM_PIDFD	4
#endif

#define POLICY_FILE	"/proc/sys/net/unix/passcred_policy"
#define STAT_FILE	"/proc/thread-self/net/unix_passcred_stat"

/* In what kernels differ that have nothing to do with the policy */
struct kernel {
	bool pidfd;		/* SO_PASSPIDFD, since 6.5 */
	bool oob;		/* MSG_OOB, since 5.15 */
	bool connect_copies;	/* a listener's flags, since 6.16; before, accept() */
};

enum policy { ON_REQUEST, PER_SOCKET_FLAG, ALWAYS, POLICIES };
enum class { CLASS_EXPLICIT, CLASS_FLAG, CLASS_EMBRYO, CLASS_PLAIN, CLASSES };

static const char * const policy_words[POLICIES] = {
	"on-request", "per-socket-flag", "always",
};

/* Rows and columns of the documented names, in the order of the file */
enum {
	SENT = 0,
	DELIVERED = SENT + CLASSES,
	MISSING = DELIVERED + CLASSES - 1,	/* explicit is never missing */
	CHANGES = MISSING + CLASSES,
	CONTENDED,
	DROPPED,
	COUNTERS
};

static const char * const counter_names[COUNTERS] = {
	"SentExplicit", "SentFlag", "SentEmbryo", "SentPlain",
	"DeliveredExplicit", "DeliveredFlag", "DeliveredEmbryo",
	"DeliveredPlain", "MissingFlag", "MissingEmbryo", "MissingPlain",
	"PolicyChanges", "TableLockContended",
	"ReceiversDropped",
};

/* What the documentation says, not what the kernel computes */
static inline bool policy_carries(enum policy policy, enum class class)
{
	switch (class) {
	case CLASS_EXPLICIT:
		return true;
	case CLASS_FLAG:
	case CLASS_EMBRYO:
		return policy != ON_REQUEST;
	default:
		return policy == ALWAYS;
	}
}

static inline int __die(const char *what, int line)
{
	ksft_print_msg("line %d: %s: %s\n", line, what, strerror(errno));
	ksft_exit_fail();
	return -1;
}

/* For calls that must not fail; gives their value. */
#define MUST(call)							\
	({								\
		long __ret = (long)(call);				\
		__ret < 0 ? __die(#call, __LINE__) : __ret;		\
	})

static inline bool have_policy(void)
{
	return !access(POLICY_FILE, F_OK);
}

static inline void need_policy(void)
{
	if (!have_policy())
		ksft_exit_skip("no net.unix.passcred_policy\n");
	if (geteuid())
		ksft_exit_skip("needs root\n");
}

/* One write(2); 0 or the errno */
static inline int write_policy(const char *text, size_t len)
{
	int fd = MUST(open(POLICY_FILE, O_WRONLY));
	ssize_t n = write(fd, text, len);
	int err = n < 0 ? errno : (size_t)n == len ? 0 : EIO;

	close(fd);
	return err;
}

static inline void set_policy(enum policy policy)
{
	errno = write_policy(policy_words[policy],
			     strlen(policy_words[policy]));
	if (errno)
		__die(policy_words[policy], __LINE__);
}

static inline void read_policy(char word[32])
{
	int fd = MUST(open(POLICY_FILE, O_RDONLY));
	int n = MUST(read(fd, word, 31));

	word[n] = '\0';
	close(fd);
}

static inline bool policy_is(enum policy policy)
{
	char word[32], want[32];

	read_policy(word);
	snprintf(want, sizeof(want), "%s\n", policy_words[policy]);
	return !strcmp(word, want);
}

/* The counter file of the current namespace; it stays with it. */
static inline int open_counters(void)
{
	return MUST(open(STAT_FILE, O_RDONLY));
}

static inline void read_counters(int fd, uint64_t values[COUNTERS])
{
	char text[4096], *line, *save;
	int i = 0, n;

	MUST(lseek(fd, 0, SEEK_SET));
	n = MUST(read(fd, text, sizeof(text) - 1));
	text[n] = '\0';

	for (line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save), i++) {
		char name[64], want[64];

		if (i == COUNTERS)
			break;
		snprintf(want, sizeof(want), "UnixPasscred%s",
			 counter_names[i]);
		if (sscanf(line, "%63s %lu", name, &values[i]) != 2 ||
		    strcmp(name, want)) {
			ksft_print_msg("line %d of the counters is '%s'\n", i,
				       line);
			ksft_exit_fail();
		}
	}
	if (i != COUNTERS) {
		ksft_print_msg("%d counters, not %d\n", i, COUNTERS);
		ksft_exit_fail();
	}
}

/* Whether exactly @want was added since @before; says what else was. */
static inline bool counters_moved(const char *where, int fd,
				  const uint64_t before[COUNTERS],
				  const uint64_t want[COUNTERS])
{
	uint64_t now[COUNTERS];
	bool ok = true;
	int i;

	read_counters(fd, now);
	for (i = 0; i < COUNTERS; i++) {
		if (now[i] - before[i] == want[i])
			continue;
		ksft_print_msg("%s: %s moved by %lu, not %lu\n", where,
			       counter_names[i], now[i] - before[i], want[i]);
		ok = false;
	}

	return ok;
}

/* Count what one message must do. */
static inline void expect_message(uint64_t want[COUNTERS], enum policy policy,
				  enum class class, bool asked)
{
	want[SENT + class]++;
	if (asked)
		want[(policy_carries(policy, class) ? DELIVERED : MISSING) +
		     class]++;
}

static inline int overflow_id(const char *file)
{
	char text[16] = {};
	int fd = MUST(open(file, O_RDONLY));

	MUST(read(fd, text, sizeof(text) - 1));
	close(fd);
	return atoi(text);
}

static inline void set_flag(int fd, int option, int value)
{
	MUST(setsockopt(fd, SOL_SOCKET, option, &value, sizeof(value)));
}

static inline bool get_flag(int fd, int option)
{
	int value = 0;
	socklen_t len = sizeof(value);

	MUST(getsockopt(fd, SOL_SOCKET, option, &value, &len));
	return value;
}

static inline struct kernel this_kernel(void)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	socklen_t len = sizeof(addr);
	int fds[2], listener, client;
	struct kernel kernel = {};
	int one = 1;

	MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, fds));
	kernel.pidfd = !setsockopt(fds[0], SOL_SOCKET, SO_PASSPIDFD, &one,
				   sizeof(one));
	kernel.oob = send(fds[0], "x", 1, MSG_OOB) == 1;
	close(fds[0]);
	close(fds[1]);

	/* Set after connect(), it comes too late if that copied it. */
	listener = MUST(socket(AF_UNIX, SOCK_STREAM, 0));
	MUST(bind(listener, (void *)&addr, sizeof(addr.sun_family)));
	MUST(getsockname(listener, (void *)&addr, &len));
	MUST(listen(listener, 1));
	client = MUST(socket(AF_UNIX, SOCK_STREAM, 0));
	MUST(connect(client, (void *)&addr, len));
	set_flag(listener, SO_PASSCRED, 1);
	fds[0] = MUST(accept(listener, NULL, NULL));
	kernel.connect_copies = !get_flag(fds[0], SO_PASSCRED);
	close(fds[0]);
	close(listener);
	close(client);

	ksft_print_msg("SO_PASSPIDFD: %s, MSG_OOB: %s, a listener's flags go with %s()\n",
		       kernel.pidfd ? "yes" : "no", kernel.oob ? "yes" : "no",
		       kernel.connect_copies ? "connect" : "accept");
	return kernel;
}

/* What one recvmsg() got */
struct received {
	int bytes;
	int flags;
	bool has_creds;
	bool has_pidfd;
	bool has_rights;
	struct ucred creds;
	int pidfd;
};

/* At most @size bytes, without waiting */
static inline void receive_some(int fd, int flags, bool control, size_t size,
				struct received *got)
{
	char buffer[64];
	union {
		struct cmsghdr align;
		char space[256];
	} control_space;
	struct iovec iov = { buffer, size };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = control ? &control_space : NULL,
		.msg_controllen = control ? sizeof(control_space) : 0,
	};
	struct cmsghdr *cmsg;

	/* Stale bytes must not pass for credentials. */
	memset(&control_space, 0xa5, sizeof(control_space));
	memset(got, 0, sizeof(*got));
	got->bytes = recvmsg(fd, &msg, flags | MSG_DONTWAIT);
	got->flags = msg.msg_flags;
	if (got->bytes < 0) {
		got->bytes = -errno;
		return;
	}

	for (cmsg = CMSG_FIRSTHDR(&msg); cmsg; cmsg = CMSG_NXTHDR(&msg, cmsg)) {
		if (cmsg->cmsg_level != SOL_SOCKET)
			continue;
		if (cmsg->cmsg_type == SCM_CREDENTIALS) {
			got->has_creds = true;
			memcpy(&got->creds, CMSG_DATA(cmsg),
			       sizeof(got->creds));
		} else if (cmsg->cmsg_type == SCM_PIDFD) {
			got->has_pidfd = true;
			memcpy(&got->pidfd, CMSG_DATA(cmsg), sizeof(int));
			close(got->pidfd);
		} else if (cmsg->cmsg_type == SCM_RIGHTS) {
			int passed;

			got->has_rights = true;
			memcpy(&passed, CMSG_DATA(cmsg), sizeof(passed));
			close(passed);
		}
	}
}

static inline void receive(int fd, int flags, bool control,
			   struct received *got)
{
	receive_some(fd, flags, control, 64, got);
}

/* sendmsg() of one byte, with our credentials or a descriptor on request */
static inline int send_byte(int fd, int flags, bool creds, bool rights,
			    const struct sockaddr_un *to, socklen_t to_len)
{
	struct ucred ucred = { getpid(), getuid(), getgid() };
	union {
		struct cmsghdr align;
		char space[128];
	} control = {};
	struct iovec iov = { "x", 1 };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_name = (void *)to, .msg_namelen = to ? to_len : 0,
	};
	struct cmsghdr *cmsg = &control.align;

	if (creds) {
		cmsg->cmsg_level = SOL_SOCKET;
		cmsg->cmsg_type = SCM_CREDENTIALS;
		cmsg->cmsg_len = CMSG_LEN(sizeof(ucred));
		memcpy(CMSG_DATA(cmsg), &ucred, sizeof(ucred));
		msg.msg_controllen = CMSG_SPACE(sizeof(ucred));
	} else if (rights) {
		cmsg->cmsg_level = SOL_SOCKET;
		cmsg->cmsg_type = SCM_RIGHTS;
		cmsg->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(cmsg), &(int){ STDIN_FILENO }, sizeof(int));
		msg.msg_controllen = CMSG_SPACE(sizeof(int));
	}
	if (msg.msg_controllen)
		msg.msg_control = &control;

	return sendmsg(fd, &msg, flags) < 0 ? -errno : 0;
}

/* An abstract or pathname address for @path ('@' first: abstract) */
static inline socklen_t make_address(struct sockaddr_un *addr, const char *path)
{
	memset(addr, 0, sizeof(*addr));
	addr->sun_family = AF_UNIX;
	memcpy(addr->sun_path, path, strlen(path));
	if (path[0] == '@')
		addr->sun_path[0] = '\0';
	return offsetof(struct sockaddr_un, sun_path) + strlen(path) +
	       (path[0] != '@');
}

static inline int open_netns(void)
{
	return MUST(open("/proc/thread-self/ns/net", O_RDONLY));
}

static inline void enter_netns(int fd)
{
	MUST(setns(fd, CLONE_NEWNET));
}

#endif
