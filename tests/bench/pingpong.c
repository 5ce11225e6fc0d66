// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What messages over a socket pair cost, in nanoseconds, for each kind of
 * socket, with receivers that ask for credentials and that do not. In a guest
 * that counts instructions these are instructions.
 *   ping-pong    a message to another process and one back
 *   write+read   a message to oneself: next to nothing but the socket's code
 */
#include <sched.h>
#include <stdbool.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS	10000
#define WARM_UP	1000
#define SIZE	64

struct kind {
	const char *name;
	int type;
};

static const struct kind kinds[] = {
	{ "dgram", SOCK_DGRAM },
	{ "seqpacket", SOCK_SEQPACKET },
	{ "stream", SOCK_STREAM },
	{}
};

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1e9 + ts.tv_nsec;
}

static void must(bool done)
{
	if (!done)
		_exit(1);
}

static void send_one(int fd)
{
	char buffer[SIZE] = {};

	must(write(fd, buffer, SIZE) == SIZE);
}

/* Whether one came, with credentials or a placeholder if asked */
static bool receive_one(int fd, bool ask)
{
	union {
		struct cmsghdr align;
		char space[64];
	} control;
	char buffer[SIZE];
	struct iovec iov = { buffer, SIZE };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};

	if (!ask)
		return read(fd, buffer, SIZE) == SIZE;
	return recvmsg(fd, &msg, 0) == SIZE && msg.msg_controllen;
}

static void rounds(int from, int to, bool ask, int n)
{
	while (n--) {
		send_one(from);
		must(receive_one(to, ask));
	}
}

static void measure(const struct kind *kind, bool ask, bool other)
{
	int fds[2], flag = ask, end;
	double start;
	pid_t peer;

	must(!socketpair(AF_UNIX, kind->type, 0, fds));
	for (end = 0; end < 2; end++)
		must(!setsockopt(fds[end], SOL_SOCKET, SO_PASSCRED, &flag,
				 sizeof(flag)));
	if (other) {
		peer = fork();
		must(peer >= 0);
		while (!peer) {
			must(receive_one(fds[1], ask));
			send_one(fds[1]);
		}
	}

	end = other ? 0 : 1;
	rounds(fds[0], fds[end], ask, WARM_UP);
	start = now();
	rounds(fds[0], fds[end], ask, ROUNDS);
	printf("%s:%s%s %.1f\n", other ? "ping-pong" : "write+read",
	       kind->name, ask ? ",asking" : "", (now() - start) / ROUNDS);
	fflush(stdout);

	if (other)
		kill(peer, SIGKILL);
	close(fds[0]);
	close(fds[1]);
	while (wait(NULL) > 0)
		;
}

int main(void)
{
	struct sched_param fifo = { .sched_priority = 1 };
	const struct kind *kind;
	int other, ask;

	/* Who runs next is then the same each time, so figures repeat. */
	must(!sched_setscheduler(0, SCHED_FIFO, &fifo));

	for (other = 1; other >= 0; other--) {
		for (ask = 0; ask < 2; ask++) {
			for (kind = kinds; kind->name; kind++)
				measure(kind, ask, other);
		}
	}
	return 0;
}
