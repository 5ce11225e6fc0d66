// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Threads that create, name and look up AF_UNIX sockets at the same time:
 *   table THREADS SOCKETS
 * Prints, for each of the three, how many calls took how long: a line
 * "WHAT LOG2_NANOSECONDS CALLS".
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

enum what { CREATE, BIND, LOOKUP, WHATS };

static const char * const names[WHATS] = { "create", "bind", "lookup" };

#define BUCKETS	40

static int threads, sockets;
static pthread_barrier_t barrier;

struct worker {
	pthread_t thread;
	int number;
	int *fds;
	int client;	/* that looks up all names of another thread's */
	uint64_t calls[WHATS][BUCKETS];
};

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000ULL + time.tv_nsec;
}

static socklen_t abstract(struct sockaddr_un *addr, int thread, int number)
{
	memset(addr, 0, sizeof(*addr));
	addr->sun_family = AF_UNIX;
	return offsetof(struct sockaddr_un, sun_path) + 1 +
	       sprintf(addr->sun_path + 1, "bench-%d-%d", thread, number);
}

static void call(struct worker *worker, enum what what, int i)
{
	struct sockaddr_un addr;
	socklen_t len;
	uint64_t took;
	int bucket, err;

	len = abstract(&addr, (worker->number + (what == LOOKUP)) % threads, i);
	took = now();
	switch (what) {
	case CREATE:
		err = worker->fds[i] = socket(AF_UNIX, SOCK_DGRAM, 0);
		break;
	case BIND:
		err = bind(worker->fds[i], (void *)&addr, len);
		break;
	default:
		err = connect(worker->client, (void *)&addr, len);
	}
	took = now() - took;
	if (err < 0)
		die(names[what]);
	for (bucket = 0; bucket < BUCKETS - 1 && took >> bucket > 1; bucket++)
		;
	worker->calls[what][bucket]++;
}

static void *work(void *arg)
{
	struct worker *worker = arg;
	int what, i;

	worker->client = socket(AF_UNIX, SOCK_DGRAM, 0);
	for (what = 0; what < WHATS; what++) {
		pthread_barrier_wait(&barrier);
		for (i = 0; i < sockets; i++)
			call(worker, what, i);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	struct worker *workers;
	struct rlimit limit;
	int what, bucket, i;

	if (argc != 3)
		return 64;
	threads = atoi(argv[1]);
	sockets = atoi(argv[2]);
	limit.rlim_cur = limit.rlim_max = threads * sockets + 100;
	if (setrlimit(RLIMIT_NOFILE, &limit))
		die("setrlimit");
	pthread_barrier_init(&barrier, NULL, threads);
	workers = calloc(threads, sizeof(*workers));
	for (i = 0; i < threads; i++) {
		workers[i].number = i;
		workers[i].fds = calloc(sockets, sizeof(int));
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			die("pthread_create");
	}
	for (i = 0; i < threads; i++)
		pthread_join(workers[i].thread, NULL);

	for (what = 0; what < WHATS; what++) {
		for (bucket = 0; bucket < BUCKETS; bucket++) {
			uint64_t calls = 0;

			for (i = 0; i < threads; i++)
				calls += workers[i].calls[what][bucket];
			if (calls)
				printf("%s %d %lu\n", names[what], bucket,
				       calls);
		}
	}
	return 0;
}
