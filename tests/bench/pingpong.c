// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One message there and back over a socket pair: the time of a write and a
 * read, in nanoseconds, for each kind of socket, with and without SO_PASSCRED
 * on the receiver. In a guest that counts instructions these are instructions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS	20000
#define WARM_UP	1000
#define SIZE	64

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1e9 + ts.tv_nsec;
}

static void rounds(int fds[2], int n)
{
	char buffer[SIZE] = {};

	while (n--) {
		if (write(fds[0], buffer, SIZE) != SIZE ||
		    read(fds[1], buffer, SIZE) != SIZE)
			exit(1);
	}
}

static void measure(const char *name, int type, int flag)
{
	double start;
	int fds[2];

	if (socketpair(AF_UNIX, type, 0, fds) ||
	    setsockopt(fds[1], SOL_SOCKET, SO_PASSCRED, &flag, sizeof(flag)))
		exit(1);

	rounds(fds, WARM_UP);
	start = now();
	rounds(fds, ROUNDS);
	printf("%s%s %.1f\n", name, flag ? "+SO_PASSCRED" : "",
	       (now() - start) / ROUNDS);

	close(fds[0]);
	close(fds[1]);
}

int main(void)
{
	int flag;

	for (flag = 0; flag < 2; flag++) {
		measure("dgram", SOCK_DGRAM, flag);
		measure("seqpacket", SOCK_SEQPACKET, flag);
		measure("stream", SOCK_STREAM, flag);
	}
	return 0;
}
