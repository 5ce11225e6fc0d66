// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The table of AF_UNIX sockets under load:
 *   table load SECONDS	everything that locks it, in parallel
 *   table read TIMES	what does not change is read exactly once each time
 *   table names	autobind when all its names are taken
 * Prints TAP. Whether the kernel complains is for the caller to see.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STATIC_SOCKETS	5000
#define AUTOBIND_NAMES	(1 << 20)
#define PROCESSES	2	/* that hold the names: too many for one */

static int results;
static bool all_ok = true;

static void result(bool ok, const char *what)
{
	printf("%sok %d %s\n", ok ? "" : "not ", ++results, what);
	fflush(stdout);
	all_ok &= ok;
}

static void die(const char *what)
{
	printf("# %s: %s\n", what, strerror(errno));
	fflush(stdout);
	_exit(1);
}

#define MUST(call)							\
	({								\
		long __ret = (long)(call);				\
									\
		if (__ret < 0)						\
			die(#call);					\
		__ret;							\
	})

static int new_socket(int type)
{
	return MUST(socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
}

/* '@' first: abstract; empty: the kernel's choice */
static socklen_t address(struct sockaddr_un *addr, const char *name)
{
	memset(addr, 0, sizeof(*addr));
	addr->sun_family = AF_UNIX;
	strcpy(addr->sun_path, name);
	if (!*name)
		return sizeof(addr->sun_family);
	if (*name == '@')
		addr->sun_path[0] = '\0';
	return offsetof(struct sockaddr_un, sun_path) + strlen(name) +
	       (*name != '@');
}

static int bound(int type, const char *name)
{
	struct sockaddr_un addr;
	socklen_t len = address(&addr, name);
	int fd = new_socket(type);

	MUST(bind(fd, (void *)&addr, len));
	return fd;
}

/* A socket of sock_diag that was sent a request */
static int ask_sock_diag(uint16_t flags, struct unix_diag_req req)
{
	struct {
		struct nlmsghdr nlh;
		struct unix_diag_req req;
	} request = {
		.nlh = {
			.nlmsg_len = sizeof(request),
			.nlmsg_type = SOCK_DIAG_BY_FAMILY,
			.nlmsg_flags = NLM_F_REQUEST | flags,
		},
		.req = req,
	};
	int fd = MUST(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC,
			     NETLINK_SOCK_DIAG));

	request.req.sdiag_family = AF_UNIX;
	MUST(send(fd, &request, sizeof(request), 0));
	return fd;
}

/* One dump of sock_diag; calls @seen with each inode. */
static void dump(void (*seen)(uint32_t inode))
{
	const struct unix_diag_req all = {
		.udiag_states = -1,
		.udiag_show = UDIAG_SHOW_NAME | UDIAG_SHOW_PEER |
			      UDIAG_SHOW_ICONS | UDIAG_SHOW_VFS,
	};
	static char buffer[1 << 16];
	struct nlmsghdr *nlh;
	int fd, len;

	fd = ask_sock_diag(NLM_F_DUMP, all);
	for (;;) {
		len = MUST(recv(fd, buffer, sizeof(buffer), 0));
		for (nlh = (void *)buffer; NLMSG_OK(nlh, len);
		     nlh = NLMSG_NEXT(nlh, len)) {
			struct unix_diag_msg *msg = NLMSG_DATA(nlh);

			if (nlh->nlmsg_type == NLMSG_DONE) {
				close(fd);
				return;
			}
			if (nlh->nlmsg_type != SOCK_DIAG_BY_FAMILY)
				die("sock_diag");
			if (seen)
				seen(msg->udiag_ino);
		}
	}
}

/* The entry of one inode, which may be gone. */
static void ask_for(uint32_t inode)
{
	const struct unix_diag_req one = {
		.udiag_ino = inode,
		.udiag_cookie = { -1, -1 },
		.udiag_show = UDIAG_SHOW_NAME | UDIAG_SHOW_VFS,
	};
	char buffer[8192];
	int fd;

	fd = ask_sock_diag(0, one);
	MUST(recv(fd, buffer, sizeof(buffer), 0));
	close(fd);
}

/* One reading of /proc/net/unix; calls @seen with each inode. */
static void read_table(void (*seen)(uint32_t inode))
{
	FILE *file = fopen("/proc/self/net/unix", "re");
	char line[512];

	if (!file || !fgets(line, sizeof(line), file))
		die("/proc/net/unix");
	while (fgets(line, sizeof(line), file)) {
		unsigned int inode;

		if (sscanf(line, "%*s %*s %*s %*s %*s %*s %u", &inode) != 1)
			die(line);
		if (seen)
			seen(inode);
	}
	fclose(file);
}

/* What is done in a loop, by a process of its own each */

static void load_bind(unsigned int i)
{
	char name[64];
	int fds[3];

	snprintf(name, sizeof(name), "@load-%d-%u", getpid(), i % 97);
	fds[0] = bound(SOCK_DGRAM, name);
	fds[1] = bound(SOCK_STREAM, name);
	snprintf(name, sizeof(name), "/tmp/load-%d", getpid());
	fds[2] = bound(SOCK_SEQPACKET, name);
	unlink(name);
	for (i = 0; i < 3; i++)
		close(fds[i]);
}

static void load_autobind(unsigned int i)
{
	struct sockaddr_un addr;
	socklen_t len = sizeof(addr);
	int fd = bound(i & 1 ? SOCK_DGRAM : SOCK_STREAM, "");

	MUST(getsockname(fd, (void *)&addr, &len));
	if (len != sizeof(addr.sun_family) + 6)
		die("name of autobind");
	close(fd);
}

static void load_connect(unsigned int i)
{
	char name[64];
	struct sockaddr_un addr;
	int listener, client, server;
	socklen_t len;

	if (i & 1)
		snprintf(name, sizeof(name), "/tmp/connect-%d", getpid());
	else
		snprintf(name, sizeof(name), "@connect-%d", getpid());
	listener = bound(SOCK_STREAM, name);
	MUST(listen(listener, 8));
	len = address(&addr, name);
	client = new_socket(SOCK_STREAM);
	MUST(connect(client, (void *)&addr, len));
	MUST(write(client, "x", 1));
	if (i & 2) {
		server = MUST(accept(listener, NULL, NULL));
		close(server);
	}
	if (i & 1)
		unlink(name);
	close(listener);
	close(client);
}

static void load_read(unsigned int i)
{
	read_table(NULL);
}

static void load_dump(unsigned int i)
{
	struct stat st;
	int fd;

	dump(NULL);
	fd = new_socket(SOCK_DGRAM);
	MUST(fstat(fd, &st));
	ask_for(st.st_ino);
	ask_for(st.st_ino + 1);
	close(fd);
}

static void load_netns(unsigned int i)
{
	pid_t pid = MUST(fork());
	int status;

	if (!pid) {
		MUST(unshare(CLONE_NEWNET));
		bound(SOCK_DGRAM, "");
		bound(SOCK_STREAM, "@netns");
		read_table(NULL);
		dump(NULL);
		_exit(0);
	}
	MUST(waitpid(pid, &status, 0));
	if (status)
		die("a network namespace");
}

static const struct {
	const char *name;
	void (*once)(unsigned int i);
} loads[] = {
	{ "bind", load_bind },
	{ "autobind", load_autobind },
	{ "autobind, again", load_autobind },
	{ "connect and close", load_connect },
	{ "reading /proc/net/unix", load_read },
	{ "sock_diag", load_dump },
	{ "ends of network namespaces", load_netns },
};

#define LOADS	(sizeof(loads) / sizeof(loads[0]))

/* Start one process that loops until it is killed, counting. */
static pid_t start(void (*once)(unsigned int i), _Atomic unsigned int *times)
{
	pid_t pid = MUST(fork());
	unsigned int i;

	if (pid)
		return pid;
	for (i = 0;; i++) {
		once(i);
		atomic_store(times, i + 1);
	}
}

/* End it; whether it had not ended by itself. */
static bool stop(pid_t pid)
{
	int status;

	MUST(kill(pid, SIGKILL));
	MUST(waitpid(pid, &status, 0));
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

static void *shared(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		die("mmap");
	return memory;
}

static void test_load(int seconds)
{
	_Atomic unsigned int *times = shared(LOADS * sizeof(*times));
	pid_t pids[LOADS];
	unsigned int i;

	printf("1..%zu\n", LOADS);
	fflush(stdout);
	for (i = 0; i < LOADS; i++)
		pids[i] = start(loads[i].once, &times[i]);
	/* What is asked for is time, not an event. */
	sleep(seconds);
	for (i = 0; i < LOADS; i++) {
		bool ok = stop(pids[i]) && times[i];

		printf("# %u times\n", times[i]);
		result(ok, loads[i].name);
	}
}

static uint32_t static_inodes[STATIC_SOCKETS];
static unsigned char times_seen[STATIC_SOCKETS];
static unsigned int others;

static int by_inode(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void see(uint32_t inode)
{
	uint32_t *found = bsearch(&inode, static_inodes, STATIC_SOCKETS,
				  sizeof(inode), by_inode);

	if (found)
		times_seen[found - static_inodes]++;
	else
		others++;
}

/* How many of the readings were not exact */
static int inexact(void (*reading)(void (*)(uint32_t)), int times)
{
	int wrong = 0, missing = 0, doubled = 0, i, j;

	others = 0;
	for (i = 0; i < times; i++) {
		bool exact = true;

		memset(times_seen, 0, sizeof(times_seen));
		reading(see);
		for (j = 0; j < STATIC_SOCKETS; j++) {
			missing += !times_seen[j];
			doubled += times_seen[j] > 1;
			exact &= times_seen[j] == 1;
		}
		wrong += !exact;
	}
	printf("# of %d readings %d wrong: %d sockets missing, %d more than once; %u others\n",
	       times, wrong, missing, doubled, others);
	return wrong;
}

/* Many at a time, so that they come and go in most buckets */
static void churn(unsigned int i)
{
	int fds[64];
	unsigned int n;

	for (n = 0; n < 64; n++)
		fds[n] = n & 1 ? bound(SOCK_DGRAM, "") : new_socket(SOCK_DGRAM);
	for (n = 0; n < 64; n++)
		close(fds[n]);
}

static void test_read(int times)
{
	struct rlimit limit = { STATIC_SOCKETS + 100, STATIC_SOCKETS + 100 };
	_Atomic unsigned int *churned = shared(2 * sizeof(*churned));
	pid_t pids[2];
	char name[64];
	int i;

	printf("1..3\n");
	MUST(unshare(CLONE_NEWNET));
	MUST(setrlimit(RLIMIT_NOFILE, &limit));
	for (i = 0; i < STATIC_SOCKETS; i++) {
		struct stat st;
		int fd;

		if (i % 3 == 0) {
			fd = new_socket(SOCK_STREAM);
		} else if (i % 3 == 1) {
			fd = bound(SOCK_DGRAM, "");
		} else {
			snprintf(name, sizeof(name), "@static-%d", i);
			fd = bound(SOCK_STREAM, name);
		}
		MUST(fstat(fd, &st));
		static_inodes[i] = st.st_ino;
	}
	qsort(static_inodes, STATIC_SOCKETS, sizeof(static_inodes[0]),
	      by_inode);

	for (i = 0; i < 2; i++)
		pids[i] = start(churn, &churned[i]);
	/* Until they are at it */
	while (!churned[0] || !churned[1])
		sched_yield();
	result(!inexact(read_table, times), "/proc/net/unix");
	result(!inexact(dump, times), "sock_diag");
	result(stop(pids[0]) & stop(pids[1]), "others came and went");
}

/* Takes its share of the names, then waits to be killed. */
static pid_t take_names(_Atomic unsigned int *taken, unsigned int names)
{
	pid_t pid = MUST(fork());
	unsigned int i;

	if (pid)
		return pid;
	for (i = 0; i < names; i++) {
		bound(SOCK_DGRAM, "");
		atomic_fetch_add(taken, 1);
	}
	for (;;)
		pause();
}

static int try_bind(int type)
{
	struct sockaddr_un addr;
	socklen_t len = address(&addr, "");
	int fd = new_socket(type);
	int err = bind(fd, (void *)&addr, len) ? errno : 0;

	close(fd);
	return err;
}

static void test_names(void)
{
	struct rlimit limit = { AUTOBIND_NAMES / PROCESSES + 100,
				AUTOBIND_NAMES / PROCESSES + 100 };
	_Atomic unsigned int *taken = shared(sizeof(*taken));
	pid_t pids[PROCESSES];
	int i, status, fd;

	printf("1..5\n");
	MUST(unshare(CLONE_NEWNET));
	MUST(setrlimit(RLIMIT_NOFILE, &limit));
	/* The last but one name is free when everybody is done. */
	for (i = 0; i < PROCESSES; i++)
		pids[i] = take_names(taken, AUTOBIND_NAMES / PROCESSES -
					    (i == 0));
	while (*taken < AUTOBIND_NAMES - 1) {
		if (waitpid(-1, &status, WNOHANG) > 0)
			die("a process that takes names");
		sleep(5);
		printf("# %u names taken\n", *taken);
		fflush(stdout);
	}
	fd = bound(SOCK_DGRAM, "");
	result(true, "the last free name is found");
	result(try_bind(SOCK_DGRAM) == ENOSPC, "no name is left");
	result(!try_bind(SOCK_STREAM), "names of another type");
	close(fd);
	result(!try_bind(SOCK_DGRAM), "a name that became free is found");
	close(bound(SOCK_DGRAM, "@other"));
	result(true, "other names can be bound");
	for (i = 0; i < PROCESSES; i++)
		stop(pids[i]);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "load"))
		test_load(atoi(argv[2]));
	else if (argc == 3 && !strcmp(argv[1], "read"))
		test_read(atoi(argv[2]));
	else if (argc == 2 && !strcmp(argv[1], "names"))
		test_names();
	else
		return 64;
	return !all_ok;
}
