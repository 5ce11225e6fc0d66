// SPDX-License-Identifier: GPL-2.0-only
/*
 * net.unix.passcred_policy: changes of the policy and of SO_PASSCRED while
 * messages are queued and sent. Every message follows one of the policies,
 * what a receiver is handed is what the counters say, and none is lost.
 */
#include "passcred_lib.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>

#define QUEUED		8
#define MESSAGES	6000
#define SENDERS		3

static const int types[] = { SOCK_DGRAM, SOCK_SEQPACKET, SOCK_STREAM };
static const char * const type_names[] = { "dgram", "seqpacket", "stream" };

static int counters;
static int overflow_uid, overflow_gid;

static bool is_placeholder(const struct received *got)
{
	return got->creds.pid == 0 && got->creds.uid == overflow_uid &&
	       got->creds.gid == overflow_gid;
}

static bool is_from(const struct received *got, pid_t pid)
{
	return got->creds.pid == pid && got->creds.uid == getuid() &&
	       got->creds.gid == getgid();
}

/* Waits until the message is there, which receive_some() does not. */
static void receive_wait(int fd, size_t size, struct received *got)
{
	do {
		char byte;

		MUST(recv(fd, &byte, 1, MSG_PEEK));
		receive_some(fd, 0, true, size, got);
	} while (got->bytes == -EAGAIN);
}

/* What is queued keeps what it has. */
static bool queued(int type, enum policy first, enum policy second)
{
	uint64_t before[COUNTERS], want[COUNTERS] = {};
	struct received got;
	bool ok = true;
	int fds[2], i;

	MUST(socketpair(AF_UNIX, type, 0, fds));
	set_policy(first);
	read_counters(counters, before);
	for (i = 0; i < QUEUED; i++)
		MUST(send_byte(fds[0], 0, false, false, NULL, 0));
	set_policy(second);
	for (i = 0; i < QUEUED; i++)
		MUST(send_byte(fds[0], 0, false, false, NULL, 0));

	set_flag(fds[1], SO_PASSCRED, 1);
	if (type != SOCK_STREAM) {
		for (i = 0; i < 2 * QUEUED; i++) {
			enum policy policy = i < QUEUED ? first : second;

			receive(fds[1], 0, true, &got);
			ok &= got.bytes == 1 &&
			      (policy_carries(policy, CLASS_PLAIN) ?
			       is_from(&got, getpid()) : is_placeholder(&got));
			expect_message(want, policy, CLASS_PLAIN, true);
		}
	} else {
		/* Glued where the credentials are the same, and only there */
		bool same = policy_carries(first, CLASS_PLAIN) ==
			    policy_carries(second, CLASS_PLAIN);

		for (i = 0; i < 2 * QUEUED; i += got.bytes) {
			enum policy policy = i < QUEUED ? first : second;

			receive(fds[1], 0, true, &got);
			ok &= got.bytes == (same ? 2 * QUEUED : QUEUED) &&
			      (policy_carries(policy, CLASS_PLAIN) ?
			       is_from(&got, getpid()) : is_placeholder(&got));
			if (got.bytes <= 0)
				break;
		}
		for (i = 0; i < 2 * QUEUED; i++)
			expect_message(want, i < QUEUED ? first : second, CLASS_PLAIN,
				       true);
	}

	want[CHANGES] = first != second;
	ok &= counters_moved("queue", counters, before, want);
	close(fds[0]);
	close(fds[1]);
	return ok;
}

/* Without the flag a stream is glued whatever its parts carry. */
static bool glued(void)
{
	struct received got;
	int fds[2], i;
	bool ok;

	MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, fds));
	for (i = 0; i < POLICIES; i++) {
		set_policy(i);
		MUST(send_byte(fds[0], 0, false, false, NULL, 0));
	}
	receive(fds[1], 0, true, &got);
	ok = got.bytes == POLICIES && !got.has_creds &&
	     !(got.flags & MSG_CTRUNC);
	close(fds[0]);
	close(fds[1]);
	return ok;
}

/* Messages of several classes that one read of a stream returns */
static bool mixed(bool control)
{
	/* Receiver's flag while each message is sent */
	static const int flag[] = { 1, 0, 0, 1, 0 };
	uint64_t before[COUNTERS], want[COUNTERS] = {};
	struct received got;
	unsigned int i;
	int fds[2];
	bool ok;

	MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, fds));
	set_policy(ALWAYS);
	read_counters(counters, before);
	for (i = 0; i < ARRAY_SIZE(flag); i++) {
		set_flag(fds[1], SO_PASSCRED, flag[i]);
		MUST(send_byte(fds[0], 0, false, false, NULL, 0));
		expect_message(want, ALWAYS, flag[i] ? CLASS_FLAG : CLASS_PLAIN,
			       control);
	}
	set_flag(fds[1], SO_PASSCRED, 1);
	receive(fds[1], 0, control, &got);
	ok = got.bytes == ARRAY_SIZE(flag) && got.has_creds == control;
	ok &= counters_moved("mixed", counters, before, want);
	close(fds[0]);
	close(fds[1]);
	return ok;
}

struct stream_of_messages {
	int fd;
	atomic_bool *go;
};

static void *send_all(void *arg)
{
	struct stream_of_messages *messages = arg;
	int i;

	while (!atomic_load(messages->go))
		sched_yield();
	for (i = 0; i < MESSAGES / SENDERS; i++)
		MUST(write(messages->fd, "x", 1));
	return NULL;
}

static void *flip_policy(void *arg)
{
	atomic_bool *stop = arg;
	unsigned int policy = 0;

	while (!atomic_load(stop))
		set_policy(policy++ % POLICIES);
	return NULL;
}

/* The policy flips while threads send to a receiver with the flag. */
static bool policy_flips(int type)
{
	uint64_t before[COUNTERS], now[COUNTERS], handed, missed;
	pthread_t senders[SENDERS], flipper;
	atomic_bool go = false, stop = false;
	uint64_t with = 0, without = 0;
	struct stream_of_messages messages = { .go = &go };
	int fds[2], i, received = 0;
	struct received got;
	bool ok = true;

	MUST(socketpair(AF_UNIX, type, 0, fds));
	set_flag(fds[1], SO_PASSCRED, 1);
	read_counters(counters, before);
	messages.fd = fds[0];
	pthread_create(&flipper, NULL, flip_policy, &stop);
	for (i = 0; i < SENDERS; i++)
		pthread_create(&senders[i], NULL, send_all, &messages);
	atomic_store(&go, true);

	while (received < MESSAGES / SENDERS * SENDERS) {
		receive_wait(fds[1], 64, &got);
		if (got.bytes <= 0 || !got.has_creds)
			break;
		if (is_from(&got, getpid())) {
			with += got.bytes;
		} else if (is_placeholder(&got)) {
			without += got.bytes;
		} else {
			ksft_print_msg("pid %d uid %u gid %u\n", got.creds.pid,
				       got.creds.uid, got.creds.gid);
			ok = false;
		}
		received += got.bytes;
	}
	for (i = 0; i < SENDERS; i++)
		pthread_join(senders[i], NULL);
	atomic_store(&stop, true);
	pthread_join(flipper, NULL);

	read_counters(counters, now);
	handed = now[DELIVERED + CLASS_FLAG] - before[DELIVERED + CLASS_FLAG];
	missed = now[MISSING + CLASS_FLAG] - before[MISSING + CLASS_FLAG];
	if (now[SENT + CLASS_FLAG] - before[SENT + CLASS_FLAG] != received ||
	    handed != with || missed != without ||
	    now[CHANGES] == before[CHANGES]) {
		ksft_print_msg("received %d: %lu with, %lu without; counted %lu, %lu\n",
			       received, with, without, handed, missed);
		ok = false;
	}
	close(fds[0]);
	close(fds[1]);
	return ok;
}

static pid_t flip_flag(int fd, atomic_bool *stop)
{
	pid_t pid = MUST(fork());
	int value = 0;

	if (pid)
		return pid;
	while (!atomic_load(stop))
		set_flag(fd, SO_PASSCRED, value++ & 1);
	_exit(0);
}

/* Two processes flip the flag of a shared socket while a third sends. */
static bool flag_flips(int type, enum policy policy)
{
	uint64_t with = 0, without = 0, late = 0, silent = 0;
	uint64_t before[COUNTERS], now[COUNTERS];
	uint64_t sent = 0, handed = 0, missed = 0;
	int fds[2], i, received = 0;
	pid_t flippers[2], sender;
	struct received got;
	atomic_bool *stop;
	bool ok = true;

	stop = mmap(NULL, getpagesize(), PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (stop == MAP_FAILED)
		__die("mmap", __LINE__);

	MUST(socketpair(AF_UNIX, type, 0, fds));
	set_policy(policy);
	read_counters(counters, before);
	for (i = 0; i < 2; i++)
		flippers[i] = flip_flag(fds[1], stop);
	sender = MUST(fork());
	if (!sender) {
		for (i = 0; i < MESSAGES; i++)
			MUST(write(fds[0], "x", 1));
		_exit(0);
	}

	while (received < MESSAGES) {
		/*
		 * A byte at a time: a call that reads on after the flag came
		 * up hands out what the later messages carry, with bytes of
		 * earlier ones in front.
		 */
		receive_wait(fds[1], 1, &got);
		if (got.bytes <= 0)
			break;
		received += got.bytes;
		if (!got.has_creds) {
			silent += got.bytes;
		} else if (is_from(&got, sender)) {
			with += got.bytes;
		} else if (is_placeholder(&got)) {
			without += got.bytes;
		} else if (type == SOCK_STREAM && !got.creds.pid &&
			   !got.creds.uid && !got.creds.gid) {
			/*
			 * The flag came up within the call, after its first
			 * byte: any kernel hands out zeroes then.
			 */
			late += got.bytes;
		} else {
			ksft_print_msg("pid %d uid %u gid %u\n", got.creds.pid,
				       got.creds.uid, got.creds.gid);
			ok = false;
		}
	}

	atomic_store(stop, true);
	for (i = 0; i < 2; i++)
		MUST(waitpid(flippers[i], NULL, 0));
	MUST(waitpid(sender, NULL, 0));
	munmap(stop, getpagesize());

	read_counters(counters, now);
	for (i = 0; i < CLASSES; i++) {
		sent += now[SENT + i] - before[SENT + i];
		handed += now[DELIVERED + i] - before[DELIVERED + i];
		if (i != CLASS_EXPLICIT)
			missed += now[MISSING + i] - before[MISSING + i];
	}
	if (received != MESSAGES || sent != MESSAGES || handed != with ||
	    missed != without) {
		ksft_print_msg("%d received: %lu with, %lu without, %lu late, %lu silent\n",
			       received, with, without, late, silent);
		ksft_print_msg("counted: %lu sent, %lu delivered, %lu missing\n",
			       sent, handed, missed);
		ok = false;
	}
	close(fds[0]);
	close(fds[1]);
	return ok;
}

struct lookups {
	const struct sockaddr_un *addr;
	socklen_t len;
	atomic_bool *stop;
};

static void *look_up(void *arg)
{
	const struct lookups *lookups = arg;

	while (!atomic_load(lookups->stop)) {
		int fd = MUST(socket(AF_UNIX, SOCK_DGRAM, 0));

		MUST(connect(fd, (void *)lookups->addr, lookups->len));
		close(fd);
	}
	return NULL;
}

/* Threads look up one name, so one lock of the table, until two meet. */
static void table_contention(void)
{
	uint64_t before[COUNTERS], now[COUNTERS];
	atomic_bool stop = false;
	struct sockaddr_un addr;
	struct lookups lookups = { .addr = &addr, .stop = &stop };
	pthread_t threads[2];
	int fd, i;

	if (sysconf(_SC_NPROCESSORS_ONLN) < 2) {
		ksft_test_result_skip("lock contention: one processor only\n");
		return;
	}

	lookups.len = make_address(&addr, "@contended");
	fd = MUST(socket(AF_UNIX, SOCK_DGRAM, 0));
	MUST(bind(fd, (void *)&addr, lookups.len));
	read_counters(counters, before);
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, look_up, &lookups);
	do
		read_counters(counters, now);
	while (now[CONTENDED] == before[CONTENDED]);
	atomic_store(&stop, true);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	close(fd);
	ksft_test_result_pass("lock contention\n");
}

int main(void)
{
	unsigned int t, policy, second;

	ksft_print_header();
	need_policy();
	ksft_set_plan(ARRAY_SIZE(types) * (POLICIES * POLICIES + 1 + POLICIES) +
		      4);

	overflow_uid = overflow_id("/proc/sys/kernel/overflowuid");
	overflow_gid = overflow_id("/proc/sys/kernel/overflowgid");
	MUST(unshare(CLONE_NEWNET));
	counters = open_counters();

	for (t = 0; t < ARRAY_SIZE(types); t++) {
		for (policy = 0; policy < POLICIES; policy++)
			for (second = 0; second < POLICIES; second++)
				ksft_test_result(queued(types[t], policy,
							second),
						 "queued: %s, %s then %s\n",
						 type_names[t],
						 policy_words[policy],
						 policy_words[second]);
		ksft_test_result(policy_flips(types[t]),
				 "policy flips: %s\n", type_names[t]);
		for (policy = 0; policy < POLICIES; policy++)
			ksft_test_result(flag_flips(types[t], policy),
					 "flag flips: %s, %s\n", type_names[t],
					 policy_words[policy]);
	}
	ksft_test_result(glued(), "glued without the flag\n");
	ksft_test_result(mixed(true), "mixed classes\n");
	ksft_test_result(mixed(false), "mixed classes without control\n");
	table_contention();
	ksft_finished();
}
