// SPDX-License-Identifier: GPL-2.0-only
/*
 * net.unix.passcred_policy: what the file takes, who may write it, and what
 * a new network namespace starts with.
 */
#include "passcred_lib.h"

#include <sys/wait.h>

#include "kselftest_harness.h"

#define NOBODY	65534

FIXTURE(sysctl) {
	int counters;
	uint64_t before[COUNTERS];
};

FIXTURE_SETUP(sysctl)
{
	if (!have_policy())
		SKIP(return, "no net.unix.passcred_policy");
	if (geteuid())
		SKIP(return, "needs root");

	ASSERT_EQ(0, unshare(CLONE_NEWNET));
	set_policy(PER_SOCKET_FLAG);
	self->counters = open_counters();
	read_counters(self->counters, self->before);
}

FIXTURE_TEARDOWN(sysctl)
{
}

/* Exactly @changes changes so far, and nothing else counted */
#define EXPECT_CHANGES(changes)						\
	do {								\
		uint64_t __want[COUNTERS] = { [CHANGES] = (changes) };	\
									\
		EXPECT_TRUE(counters_moved("this namespace",		\
					   self->counters, self->before, \
					   __want));			\
	} while (0)

/* In a child: own namespaces must not stay with the test. */
#define IN_CHILD(body)							\
	do {								\
		int __status;						\
		pid_t __pid = fork();					\
									\
		ASSERT_LE(0, __pid);					\
		if (!__pid) {						\
			bool child_failed = false;			\
									\
			body;						\
			_exit(child_failed);				\
		}							\
		ASSERT_EQ(__pid, waitpid(__pid, &__status, 0));		\
		EXPECT_EQ(0, __status);					\
	} while (0)

/* What the child has no EXPECT for, which would end with the child */
#define CHECK(condition)						\
	do {								\
		if (!(condition)) {					\
			TH_LOG("not so: %s", #condition);		\
			child_failed = true;				\
		}							\
	} while (0)

TEST_F(sysctl, words)
{
	static const char * const ends[] = { "", "\n" };
	unsigned int policy, end;
	char text[64];

	for (policy = 0; policy < POLICIES; policy++) {
		for (end = 0; end < ARRAY_SIZE(ends); end++) {
			snprintf(text, sizeof(text), "%s%s",
				 policy_words[policy], ends[end]);
			EXPECT_EQ(0, write_policy(text, strlen(text)));
			EXPECT_TRUE(policy_is(policy));
		}
	}
	/* Only what changes something is a change. */
	EXPECT_CHANGES(3);
}

TEST_F(sysctl, read_back)
{
	unsigned int policy;
	char word[32];

	for (policy = 0; policy < POLICIES; policy++) {
		set_policy(policy);
		read_policy(word);
		EXPECT_EQ(0, write_policy(word, strlen(word)));
		EXPECT_TRUE(policy_is(policy));
	}
}

TEST_F(sysctl, refused)
{
	static const struct {
		const char *text;
		size_t len;
	} bad[] = {
#define BAD(text)	{ text, sizeof(text) - 1 }
		BAD(""), BAD("\n"), BAD(" "), BAD("0"), BAD("1"), BAD("2"),
		BAD("on"), BAD("alway"), BAD("per-socket-fla"),
		BAD("on-request2"), BAD("alwaysx"), BAD("per-socket-flag2"),
		BAD("Always"), BAD("ALWAYS"), BAD("\"always\""),
		BAD(" always"), BAD("always "), BAD("\nalways"),
		BAD("always on-request"), BAD("always\non-request"),
		BAD("always\non-request\n"), BAD("always\n\n"),
		BAD("always\0"), BAD("always\0x"), BAD("\0always"),
		BAD("always,on-request"), BAD("per_socket_flag"),
		BAD("per-socket-flagper-socket-flag"),
	};
	char *big = calloc(1, 1 << 20);
	unsigned int i;
	size_t len;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		EXPECT_EQ(EINVAL, write_policy(bad[i].text, bad[i].len)) {
			TH_LOG("'%s' was not refused", bad[i].text);
		}
		EXPECT_TRUE(policy_is(PER_SOCKET_FLAG));
	}

	ASSERT_NE(NULL, big);
	memset(big, 'a', 1 << 20);
	for (len = 16; len < 1 << 20; len *= 4) {
		EXPECT_EQ(EINVAL, write_policy(big, len));
		memcpy(big, "always\n", 7);
		EXPECT_EQ(EINVAL, write_policy(big, len));
		memset(big, 'a', 7);
	}
	EXPECT_TRUE(policy_is(PER_SOCKET_FLAG));
	EXPECT_CHANGES(0);
	free(big);
}

/* As a shell's echo to a file may do */
TEST_F(sysctl, newline_apart)
{
	int fd = open(POLICY_FILE, O_WRONLY);

	ASSERT_LE(0, fd);
	EXPECT_EQ(6, write(fd, "always", 6));
	EXPECT_EQ(1, write(fd, "\n", 1));
	EXPECT_TRUE(policy_is(ALWAYS));
	EXPECT_EQ(-1, write(fd, "\n", 1));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_TRUE(policy_is(ALWAYS));
	EXPECT_CHANGES(1);
	close(fd);
}

TEST_F(sysctl, word_apart)
{
	int fd = open(POLICY_FILE, O_WRONLY);

	ASSERT_LE(0, fd);
	EXPECT_EQ(-1, write(fd, "al", 2));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_EQ(-1, write(fd, "ways", 4));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_EQ(-1, pwrite(fd, "x", 1, 15));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_EQ(-1, pwrite(fd, "always", 6, 100));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_EQ(-1, pwrite(fd, "always", 6, 1LL << 40));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_TRUE(policy_is(PER_SOCKET_FLAG));
	EXPECT_CHANGES(0);
	close(fd);
}

TEST_F(sysctl, byte_by_byte)
{
	int fd = open(POLICY_FILE, O_RDONLY);
	char word[32] = {};
	unsigned int n = 0;

	ASSERT_LE(0, fd);
	while (n < sizeof(word) - 1 && read(fd, word + n, 1) == 1)
		n++;
	EXPECT_STREQ("per-socket-flag\n", word);
	EXPECT_EQ(0, read(fd, word, 1));
	close(fd);
}

TEST_F(sysctl, not_root)
{
	IN_CHILD({
		CHECK(!setgid(NOBODY));
		CHECK(!setuid(NOBODY));
		CHECK(open(POLICY_FILE, O_WRONLY) == -1);
		CHECK(errno == EACCES);
		CHECK(policy_is(PER_SOCKET_FLAG));
	});
	EXPECT_CHANGES(0);
}

/* Root of a user namespace governs the network namespaces it owns. */
TEST_F(sysctl, user_namespace)
{
	IN_CHILD({
		int fd;

		CHECK(!setgid(NOBODY));
		CHECK(!setuid(NOBODY));
		CHECK(!unshare(CLONE_NEWUSER));
		/* Not yet: the network namespace is still another's. */
		CHECK(open(POLICY_FILE, O_WRONLY) == -1);
		CHECK(errno == EACCES);

		CHECK(!unshare(CLONE_NEWNET));
		CHECK(policy_is(PER_SOCKET_FLAG));
		fd = open(POLICY_FILE, O_WRONLY);
		CHECK(fd >= 0);
		CHECK(write(fd, "always", 6) == 6);
		CHECK(policy_is(ALWAYS));
	});
	EXPECT_TRUE(policy_is(PER_SOCKET_FLAG));
	EXPECT_CHANGES(0);
}

TEST_F(sysctl, inherited)
{
	unsigned int policy;

	for (policy = 0; policy < POLICIES; policy++) {
		set_policy(policy);
		IN_CHILD({
			uint64_t before[COUNTERS];
			uint64_t nothing[COUNTERS] = {};
			int counters;

			CHECK(!unshare(CLONE_NEWNET));
			CHECK(policy_is(policy));
			/* That was no change, and nothing is inherited. */
			counters = open_counters();
			memset(before, 0, sizeof(before));
			CHECK(counters_moved("new namespace", counters,
					     before, nothing));
			/* Nested, and after a change of its own */
			set_policy((policy + 1) % POLICIES);
			CHECK(!unshare(CLONE_NEWNET));
			CHECK(policy_is((policy + 1) % POLICIES));
		});
		EXPECT_TRUE(policy_is(policy));
	}
}

/* The creator's namespace decides, not the one that owns a parent process. */
TEST_F(sysctl, inherited_from_creator)
{
	int parent = open_netns(), child;

	set_policy(ALWAYS);
	ASSERT_EQ(0, unshare(CLONE_NEWNET));
	child = open_netns();
	EXPECT_TRUE(policy_is(ALWAYS));

	set_policy(ON_REQUEST);
	enter_netns(parent);
	EXPECT_TRUE(policy_is(ALWAYS));
	set_policy(PER_SOCKET_FLAG);
	enter_netns(child);
	EXPECT_TRUE(policy_is(ON_REQUEST));
	ASSERT_EQ(0, unshare(CLONE_NEWNET));
	EXPECT_TRUE(policy_is(ON_REQUEST));

	enter_netns(parent);
	ASSERT_EQ(0, unshare(CLONE_NEWNET));
	EXPECT_TRUE(policy_is(PER_SOCKET_FLAG));
}

TEST_F(sysctl, hundred_namespaces)
{
	int fds[100], i;

	for (i = 0; i < 100; i++) {
		ASSERT_EQ(0, unshare(CLONE_NEWNET));
		fds[i] = open_netns();
		set_policy(i % POLICIES);
	}
	for (i = 0; i < 100; i++) {
		enter_netns(fds[i]);
		EXPECT_TRUE(policy_is(i % POLICIES));
		close(fds[i]);
	}
}

/* Files that outlive the last process of their namespace */
TEST_F(sysctl, namespace_gone)
{
	int parent = open_netns(), i;

	for (i = 0; i < 200; i++) {
		int policy, counters;
		char word[32];

		ASSERT_EQ(0, unshare(CLONE_NEWNET));
		policy = open(POLICY_FILE, O_RDWR);
		ASSERT_LE(0, policy);
		counters = open(STAT_FILE, O_RDONLY);
		ASSERT_LE(0, counters);
		enter_netns(parent);

		/* Whatever they say, the kernel must stand it. */
		if (read(policy, word, sizeof(word)) < 0)
			ASSERT_NE(EFAULT, errno);
		if (read(counters, word, sizeof(word)) < 0)
			ASSERT_NE(EFAULT, errno);
		close(policy);
		close(counters);
	}
	EXPECT_TRUE(policy_is(PER_SOCKET_FLAG));
}

TEST_HARNESS_MAIN
