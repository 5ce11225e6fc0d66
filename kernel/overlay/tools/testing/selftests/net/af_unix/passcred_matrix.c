// SPDX-License-Identifier: GPL-2.0-only
/*
 * net.unix.passcred_policy: every policy with every way to send and receive.
 *
 * Each cell of the matrix sends one message and checks what the receiver is
 * handed, and that of the counters of its namespace exactly those move that
 * must, and none of another namespace. Expectations follow from the
 * documented rules, worked out here from what the cell does.
 *
 * -n	do not skip on a kernel without the policy, but leave out setting it
 *	and the counters: per-socket-flag must pass there all the same, as it
 *	is what such a kernel does, and the other two must not.
 * -p POLICY	only this one
 */
#include "passcred_lib.h"

#include <sys/sendfile.h>

/* How sender and receiver come to be connected */
enum link { PAIR, NAMED, ACCEPTED, NOT_ACCEPTED, LINKS };

static const char * const link_names[LINKS] = {
	"socketpair", "sendto", "accepted", "not-accepted",
};

static const struct {
	int type;
	enum link link;
} kinds[] = {
	{ SOCK_DGRAM, PAIR },
	{ SOCK_DGRAM, NAMED },
	{ SOCK_SEQPACKET, PAIR },
	{ SOCK_SEQPACKET, ACCEPTED },
	{ SOCK_SEQPACKET, NOT_ACCEPTED },
	{ SOCK_STREAM, PAIR },
	{ SOCK_STREAM, ACCEPTED },
	{ SOCK_STREAM, NOT_ACCEPTED },
};

/* How the message is sent */
enum path { WRITE, SENDMSG, CREDENTIALS, RIGHTS, OOB, SPLICE, SENDFILE, PATHS };

static const char * const path_names[PATHS] = {
	"write", "sendmsg", "SCM_CREDENTIALS", "SCM_RIGHTS", "MSG_OOB",
	"splice", "sendfile",
};

/* Where the flag is while the message is sent, and when it is read */
static const struct flags {
	const char *name;
	bool sender;		/* on the sender at send time */
	bool receiver;		/* on the receiver at send time */
	bool listener;		/* on the listener before connect() */
	bool reader;		/* on the receiver at receive time */
} flags[] = {
	{ .name = "none" },
	{ "sender", .sender = true },
	{ "sender, receiver after", .sender = true, .reader = true },
	{ "receiver before", .receiver = true, .reader = true },
	{ "receiver after", .reader = true },
	{ "receiver before, cleared", .receiver = true },
	{ "both", .sender = true, .receiver = true, .reader = true },
	{ "listener", .listener = true, .receiver = true, .reader = true },
};

/* How the message is read */
static const struct {
	const char *name;
	bool control;
	bool peek;
} reads[] = {
	{ "recvmsg", .control = true },
	{ "peek, recvmsg", .control = true, .peek = true },
	{ .name = "recvmsg without control" },
};

static const struct {
	const char *name;
	int option;
} options[] = {
	{ "SO_PASSCRED", SO_PASSCRED },
	{ "SO_PASSPIDFD", SO_PASSPIDFD },
};

static struct kernel kernel;
static bool with_policy;
static int here, elsewhere;		/* counters of two namespaces */
static int overflow_uid, overflow_gid;
static int file;			/* for sendfile() */

struct ends {
	int sender, receiver, listener;
	struct sockaddr_un to;
	socklen_t to_len;
};

static const char *type_name(int type)
{
	return type == SOCK_DGRAM ? "dgram" :
	       type == SOCK_SEQPACKET ? "seqpacket" : "stream";
}

static bool cell_exists(int type, enum link link, enum path path,
			const struct flags *f)
{
	bool listens = link == ACCEPTED || link == NOT_ACCEPTED;

	if (path >= OOB && type != SOCK_STREAM)
		return false;
	if (path == OOB && !kernel.oob)
		return false;
	if (f->listener && !listens)
		return false;
	/* A socket that was not accepted has nothing to set a flag on. */
	if (f->receiver && !f->listener && link == NOT_ACCEPTED)
		return false;
	/* Its sendto() needs a datagram with an address. */
	return link != NAMED || path != WRITE;
}

static void connect_ends(struct ends *ends, int type, enum link link,
			 const struct flags *f, int option)
{
	int fds[2];

	memset(ends, 0, sizeof(*ends));
	ends->listener = -1;
	ends->receiver = -1;

	if (link == PAIR) {
		MUST(socketpair(AF_UNIX, type, 0, fds));
		ends->sender = fds[0];
		ends->receiver = fds[1];
		return;
	}

	ends->to_len = make_address(&ends->to, "@passcred_matrix");
	ends->sender = MUST(socket(AF_UNIX, type, 0));
	ends->listener = MUST(socket(AF_UNIX, type, 0));
	MUST(bind(ends->listener, (void *)&ends->to, ends->to_len));
	if (link == NAMED) {
		ends->receiver = ends->listener;
		ends->listener = -1;
		return;
	}

	if (f->listener)
		set_flag(ends->listener, option, 1);
	MUST(listen(ends->listener, 1));
	MUST(connect(ends->sender, (void *)&ends->to, ends->to_len));
	ends->to_len = 0;
	if (link == ACCEPTED)
		ends->receiver = MUST(accept(ends->listener, NULL, NULL));
}

static void close_ends(struct ends *ends)
{
	close(ends->sender);
	close(ends->receiver);
	if (ends->listener >= 0)
		close(ends->listener);
}

static void send_message(const struct ends *ends, enum path path)
{
	const struct sockaddr_un *to = ends->to_len ? &ends->to : NULL;
	int fds[2];
	off_t zero = 0;

	switch (path) {
	case WRITE:
		MUST(write(ends->sender, "x", 1));
		break;
	case SENDMSG:
	case CREDENTIALS:
	case RIGHTS:
	case OOB:
		errno = -send_byte(ends->sender, path == OOB ? MSG_OOB : 0,
				   path == CREDENTIALS, path == RIGHTS, to,
				   ends->to_len);
		if (errno)
			__die("sendmsg", __LINE__);
		break;
	case SPLICE:
		MUST(pipe(fds));
		MUST(write(fds[1], "x", 1));
		MUST(splice(fds[0], NULL, ends->sender, NULL, 1, 0));
		close(fds[0]);
		close(fds[1]);
		break;
	case SENDFILE:
		MUST(sendfile(ends->sender, file, &zero, 1));
		break;
	default:
		break;
	}
}

static enum class expected_class(enum link link, enum path path,
				 const struct flags *f)
{
	if (path == CREDENTIALS)
		return CLASS_EXPLICIT;
	if (f->sender)
		return CLASS_FLAG;
	/* Without a socket of its own, a flag of its listener's at most */
	if (link == NOT_ACCEPTED && !(f->listener && kernel.connect_copies))
		return CLASS_EMBRYO;
	return f->receiver ? CLASS_FLAG : CLASS_PLAIN;
}

static bool check_received(const struct received *got, int option, bool asked,
			   bool carried, bool rights)
{
	bool creds = asked && option == SO_PASSCRED;
	bool pidfd = asked && option == SO_PASSPIDFD && carried;
	bool ok = true;

	if (got->bytes != 1) {
		ksft_print_msg("received %d\n", got->bytes);
		return false;
	}
	if (got->has_creds != creds) {
		ksft_print_msg("credentials: %d, not %d\n", got->has_creds,
			       creds);
		ok = false;
	}
	if (creds && (got->creds.pid != (carried ? getpid() : 0) ||
		      got->creds.uid != (carried ? getuid() : overflow_uid) ||
		      got->creds.gid != (carried ? getgid() : overflow_gid))) {
		ksft_print_msg("pid %d uid %u gid %u, carried: %d\n",
			       got->creds.pid, got->creds.uid, got->creds.gid,
			       carried);
		ok = false;
	}
	if (got->has_pidfd != pidfd) {
		ksft_print_msg("pidfd: %d, not %d\n", got->has_pidfd, pidfd);
		ok = false;
	}
	if (got->has_rights != rights) {
		ksft_print_msg("descriptor: %d, not %d\n", got->has_rights,
			       rights);
		ok = false;
	}

	return ok;
}

static bool run_cell(enum policy policy, int type, enum link link,
		     enum path path, const struct flags *f, int option,
		     bool control, bool peek)
{
	uint64_t before_here[COUNTERS], before_elsewhere[COUNTERS];
	enum class class = expected_class(link, path, f);
	bool carried = policy_carries(policy, class);
	uint64_t want[COUNTERS] = {}, nothing[COUNTERS] = {};
	bool asked = f->reader && control;
	struct received got;
	struct ends ends;
	bool ok = true;

	if (with_policy) {
		read_counters(here, before_here);
		read_counters(elsewhere, before_elsewhere);
	}

	connect_ends(&ends, type, link, f, option);
	if (f->sender)
		set_flag(ends.sender, option, 1);
	if (f->receiver && !f->listener)
		set_flag(ends.receiver, option, 1);

	send_message(&ends, path);

	if (ends.receiver < 0)
		ends.receiver = MUST(accept(ends.listener, NULL, NULL));
	set_flag(ends.receiver, option, f->reader);
	if (path == OOB)
		set_flag(ends.receiver, SO_OOBINLINE, 1);

	if (peek) {
		receive(ends.receiver, MSG_PEEK, control, &got);
		ok &= check_received(&got, option, asked, carried,
				     path == RIGHTS);
	}
	receive(ends.receiver, 0, control, &got);
	ok &= check_received(&got, option, asked, carried,
			     control && path == RIGHTS);
	close_ends(&ends);

	if (with_policy) {
		expect_message(want, policy, class, asked);
		ok &= counters_moved("this namespace", here, before_here, want);
		ok &= counters_moved("another namespace", elsewhere,
				     before_elsewhere, nothing);
	}

	return ok;
}

/* All cells of one policy, kind and path; false if one failed */
static bool run_cells(enum policy policy, int type, enum link link,
		      enum path path, int *cells)
{
	unsigned int f, o, r;
	bool ok = true;

	for (f = 0; f < ARRAY_SIZE(flags); f++) {
		if (!cell_exists(type, link, path, &flags[f]))
			continue;
		for (o = 0; o < ARRAY_SIZE(options); o++) {
			if (options[o].option == SO_PASSPIDFD && !kernel.pidfd)
				continue;
			for (r = 0; r < ARRAY_SIZE(reads); r++) {
				++*cells;
				if (run_cell(policy, type, link, path,
					     &flags[f], options[o].option,
					     reads[r].control, reads[r].peek))
					continue;
				ksft_print_msg("in: %s, flag %s, %s\n",
					       options[o].name, flags[f].name,
					       reads[r].name);
				ok = false;
			}
		}
	}

	return ok;
}

int main(int argc, char **argv)
{
	int only = -1, opt, cells = 0, results = 0;
	bool stock = false;
	unsigned int policy, k, path;

	while ((opt = getopt(argc, argv, "np:")) != -1) {
		if (opt == 'n')
			stock = true;
		for (policy = 0; opt == 'p' && policy < POLICIES; policy++)
			if (!strcmp(optarg, policy_words[policy]))
				only = policy;
	}

	ksft_print_header();
	if (!stock)
		need_policy();
	with_policy = have_policy();
	kernel = this_kernel();

	for (policy = 0; policy < POLICIES; policy++)
		for (k = 0; k < ARRAY_SIZE(kinds); k++)
			for (path = 0; path < PATHS; path++)
				results += (only < 0 || only == (int)policy) &&
					   cell_exists(kinds[k].type,
						       kinds[k].link, path,
						       &flags[0]);
	ksft_set_plan(results);

	overflow_uid = overflow_id("/proc/sys/kernel/overflowuid");
	overflow_gid = overflow_id("/proc/sys/kernel/overflowgid");
	file = MUST(memfd_create("passcred", 0));
	MUST(write(file, "x", 1));

	MUST(unshare(CLONE_NEWNET));
	if (with_policy)
		elsewhere = open_counters();
	MUST(unshare(CLONE_NEWNET));
	if (with_policy)
		here = open_counters();

	for (policy = 0; policy < POLICIES; policy++) {
		if (only >= 0 && only != (int)policy)
			continue;
		if (with_policy)
			set_policy(policy);
		for (k = 0; k < ARRAY_SIZE(kinds); k++) {
			for (path = 0; path < PATHS; path++) {
				if (!cell_exists(kinds[k].type, kinds[k].link,
						 path, &flags[0]))
					continue;
				ksft_test_result(run_cells(policy,
							   kinds[k].type,
							   kinds[k].link, path,
							   &cells),
						 "%s: %s %s, %s\n",
						 policy_words[policy],
						 type_name(kinds[k].type),
						 link_names[kinds[k].link],
						 path_names[path]);
			}
		}
	}
	ksft_print_msg("%d cells\n", cells);
	ksft_finished();
}
