// SPDX-License-Identifier: GPL-2.0-only
/*
 * net.unix.passcred_policy: whose policy holds for a message that crosses
 * network namespaces, through a socket with a pathname.
 *
 * A client in one namespace, a server in another, every policy on each side,
 * both directions. The receiver's decides, and its counters move; an accepted
 * socket counts as its listener's, although it was created in the client's.
 */
#include "passcred_lib.h"

#include <pthread.h>
#include <stdatomic.h>

#define SERVER_PATH	"/tmp/passcred_netns_server"
#define CLIENT_PATH	"/tmp/passcred_netns_client"
#define LINK_PATH	"/tmp/passcred_netns_link"
#define NEW_LINK_PATH	"/tmp/passcred_netns_new_link"

enum side { SERVER, CLIENT, SIDES };
/* How the client speaks, and the server back */
enum scene {
	DGRAM,			/* to a bound socket, which answers */
	SEQPACKET_ACCEPTED,
	STREAM_ACCEPTED,
	SEQPACKET_EMBRYO,	/* the client is faster than accept() */
	STREAM_EMBRYO,
	SCENES
};

static const char * const side_names[SIDES] = { "server", "client" };
static const char * const scene_names[SCENES] = {
	"dgram", "seqpacket", "stream", "seqpacket before accept",
	"stream before accept",
};

static int netns[SIDES], counters[SIDES];
static uint64_t before[SIDES][COUNTERS];

static bool check(const char *what, int fd, enum side receiver,
		  enum class class, enum policy policies[SIDES])
{
	uint64_t want[SIDES][COUNTERS] = {};
	bool carried = policy_carries(policies[receiver], class);
	struct received got;
	bool ok = true;
	int side;

	set_flag(fd, SO_PASSCRED, 1);
	receive(fd, 0, true, &got);
	if (got.bytes != 1 || !got.has_creds ||
	    got.creds.pid != (carried ? getpid() : 0)) {
		ksft_print_msg("%s: %d bytes, credentials %d, pid %d\n", what,
			       got.bytes, got.has_creds, got.creds.pid);
		ok = false;
	}

	expect_message(want[receiver], policies[receiver], class, true);
	for (side = 0; side < SIDES; side++) {
		if (!counters_moved(side_names[side], counters[side],
				    before[side], want[side])) {
			ksft_print_msg("%s\n", what);
			ok = false;
		}
		read_counters(counters[side], before[side]);
	}

	return ok;
}

static bool play_dgram(enum policy policies[SIDES])
{
	struct sockaddr_un server_addr, client_addr;
	socklen_t server_len, client_len;
	int server, client;
	bool ok = true;

	server_len = make_address(&server_addr, SERVER_PATH);
	client_len = make_address(&client_addr, CLIENT_PATH);

	enter_netns(netns[SERVER]);
	server = MUST(socket(AF_UNIX, SOCK_DGRAM, 0));
	MUST(bind(server, (void *)&server_addr, server_len));
	enter_netns(netns[CLIENT]);
	client = MUST(socket(AF_UNIX, SOCK_DGRAM, 0));
	MUST(bind(client, (void *)&client_addr, client_len));

	MUST(send_byte(client, 0, false, false, &server_addr, server_len));
	ok &= check("to the server", server, SERVER, CLASS_PLAIN, policies);
	set_flag(server, SO_PASSCRED, 0);
	MUST(send_byte(server, 0, false, false, &client_addr, client_len));
	ok &= check("to the client", client, CLIENT, CLASS_PLAIN, policies);

	close(server);
	close(client);
	unlink(SERVER_PATH);
	unlink(CLIENT_PATH);

	return ok;
}

static bool play_connection(int type, bool embryo, enum policy policies[SIDES])
{
	int listener, server = -1, client;
	struct sockaddr_un addr;
	socklen_t len;
	bool ok = true;

	len = make_address(&addr, SERVER_PATH);

	enter_netns(netns[SERVER]);
	listener = MUST(socket(AF_UNIX, type, 0));
	MUST(bind(listener, (void *)&addr, len));
	MUST(listen(listener, 1));
	enter_netns(netns[CLIENT]);
	client = MUST(socket(AF_UNIX, type, 0));
	MUST(connect(client, (void *)&addr, len));

	if (!embryo)
		server = MUST(accept(listener, NULL, NULL));
	MUST(send_byte(client, 0, false, false, NULL, 0));
	if (embryo)
		server = MUST(accept(listener, NULL, NULL));
	ok &= check("to the server", server, SERVER, embryo ? CLASS_EMBRYO : CLASS_PLAIN,
		    policies);

	set_flag(server, SO_PASSCRED, 0);
	MUST(send_byte(server, 0, false, false, NULL, 0));
	ok &= check("to the client", client, CLIENT, CLASS_PLAIN, policies);

	/* The listener's rule outlives the listener. */
	set_flag(client, SO_PASSCRED, 0);
	close(listener);
	MUST(send_byte(client, 0, false, false, NULL, 0));
	ok &= check("to the server without its listener", server, SERVER, CLASS_PLAIN,
		    policies);

	close(server);
	close(client);
	unlink(SERVER_PATH);

	return ok;
}

static bool play(enum scene scene, enum policy policies[SIDES])
{
	int side;

	for (side = 0; side < SIDES; side++) {
		enter_netns(netns[side]);
		set_policy(policies[side]);
		read_counters(counters[side], before[side]);
	}

	switch (scene) {
	case DGRAM:
		return play_dgram(policies);
	case SEQPACKET_ACCEPTED:
	case SEQPACKET_EMBRYO:
		return play_connection(SOCK_SEQPACKET,
				       scene == SEQPACKET_EMBRYO, policies);
	default:
		return play_connection(SOCK_STREAM, scene == STREAM_EMBRYO,
				       policies);
	}
}

/*
 * An accepted socket holds its listener's namespace: its policy can be read
 * when nothing else is left of it, and it goes when the socket does.
 */
static bool listener_namespace_gone(void)
{
	int listener, server, client, i;
	struct received got;
	struct sockaddr_un addr;
	socklen_t len;
	bool ok = true;

	len = make_address(&addr, SERVER_PATH);
	for (i = 0; i < 100; i++) {
		MUST(unshare(CLONE_NEWNET));
		set_policy(ALWAYS);
		listener = MUST(socket(AF_UNIX, SOCK_STREAM, 0));
		MUST(bind(listener, (void *)&addr, len));
		MUST(listen(listener, 1));

		enter_netns(netns[CLIENT]);
		client = MUST(socket(AF_UNIX, SOCK_STREAM, 0));
		MUST(connect(client, (void *)&addr, len));
		server = MUST(accept(listener, NULL, NULL));
		close(listener);
		unlink(SERVER_PATH);

		/* plain: only the listener's policy carries it */
		MUST(send_byte(client, 0, false, false, NULL, 0));
		set_flag(server, SO_PASSCRED, 1);
		receive(server, 0, true, &got);
		ok &= got.bytes == 1 && got.creds.pid == getpid();
		close(server);
		close(client);
	}

	return ok;
}

/* A sender that waits, and where */
struct sender {
	int fd;
	atomic_int tid;
};

static void *send_and_wait(void *arg)
{
	struct sender *sender = arg;
	struct sockaddr_un addr;
	socklen_t len = make_address(&addr, LINK_PATH);

	atomic_store(&sender->tid, syscall(SYS_gettid));
	MUST(sendto(sender->fd, "x", 1, 0, (void *)&addr, len));
	return NULL;
}

/* Until it waits in the one call of its that can. */
static void until_asleep(struct sender *sender)
{
	char path[64], text[256], *state;
	int fd, n;

	while (!atomic_load(&sender->tid))
		sched_yield();
	snprintf(path, sizeof(path), "/proc/self/task/%d/stat",
		 atomic_load(&sender->tid));
	do {
		fd = MUST(open(path, O_RDONLY));
		n = MUST(read(fd, text, sizeof(text) - 1));
		close(fd);
		text[n] = '\0';
		state = strrchr(text, ')');
	} while (!state || state[2] != 'S');
}

static int bind_datagram(enum side side, const char *path, bool flag)
{
	struct sockaddr_un addr;
	socklen_t len = make_address(&addr, path);
	int fd;

	enter_netns(netns[side]);
	fd = MUST(socket(AF_UNIX, SOCK_DGRAM, 0));
	set_flag(fd, SO_PASSCRED, flag);
	MUST(bind(fd, (void *)&addr, len));
	return fd;
}

/*
 * A sender waits for room at one receiver, which is closed, and finds another
 * one at the same path then. That one decides, and nothing of the first stays.
 */
static bool receiver_replaced(enum policy policies[SIDES], bool first_flag,
			      bool second_flag)
{
	enum class class = second_flag ? CLASS_FLAG : CLASS_PLAIN;
	struct sender sender = {};
	struct sockaddr_un addr;
	int first, second, side;
	pthread_t thread;
	socklen_t len;
	bool ok;

	for (side = 0; side < SIDES; side++) {
		enter_netns(netns[side]);
		set_policy(policies[side]);
	}
	first = bind_datagram(SERVER, SERVER_PATH, first_flag);
	second = bind_datagram(CLIENT, CLIENT_PATH, second_flag);
	MUST(symlink(SERVER_PATH, LINK_PATH));
	MUST(symlink(CLIENT_PATH, NEW_LINK_PATH));

	sender.fd = MUST(socket(AF_UNIX, SOCK_DGRAM, 0));
	len = make_address(&addr, LINK_PATH);
	while (!send_byte(sender.fd, MSG_DONTWAIT, false, false, &addr, len))
		;
	for (side = 0; side < SIDES; side++)
		read_counters(counters[side], before[side]);

	pthread_create(&thread, NULL, send_and_wait, &sender);
	until_asleep(&sender);
	MUST(rename(NEW_LINK_PATH, LINK_PATH));
	close(first);
	pthread_join(thread, NULL);
	ok = check("to the second receiver", second, CLIENT, class, policies);

	close(second);
	close(sender.fd);
	unlink(SERVER_PATH);
	unlink(CLIENT_PATH);
	unlink(LINK_PATH);

	return ok;
}

/* Abstract names end at the border of their namespace, as ever. */
static bool abstract_stays(void)
{
	struct sockaddr_un addr;
	int server, client, err;
	socklen_t len;

	len = make_address(&addr, "@passcred_netns");
	enter_netns(netns[SERVER]);
	server = MUST(socket(AF_UNIX, SOCK_DGRAM, 0));
	MUST(bind(server, (void *)&addr, len));
	enter_netns(netns[CLIENT]);
	client = MUST(socket(AF_UNIX, SOCK_DGRAM, 0));
	err = send_byte(client, 0, false, false, &addr, len);
	close(server);
	close(client);

	return err == -ECONNREFUSED;
}

int main(void)
{
	static const char * const without[] = { "without", "with" };
	enum policy policies[SIDES];
	int scene, side, flags;

	ksft_print_header();
	need_policy();
	ksft_set_plan(SCENES * POLICIES * POLICIES + 4 * POLICIES + 2);

	for (side = 0; side < SIDES; side++) {
		MUST(unshare(CLONE_NEWNET));
		netns[side] = open_netns();
		counters[side] = open_counters();
	}

	for (scene = 0; scene < SCENES; scene++)
		for (policies[SERVER] = 0; policies[SERVER] < POLICIES;
		     policies[SERVER]++)
			for (policies[CLIENT] = 0; policies[CLIENT] < POLICIES;
			     policies[CLIENT]++)
				ksft_test_result(play(scene, policies),
						 "%s: server %s, client %s\n",
						 scene_names[scene],
						 policy_words[policies[SERVER]],
						 policy_words[policies[CLIENT]]);

	for (policies[CLIENT] = 0; policies[CLIENT] < POLICIES;
	     policies[CLIENT]++) {
		/* Where the two differ most */
		policies[SERVER] = policies[CLIENT] == ALWAYS ? ON_REQUEST :
								ALWAYS;
		for (flags = 0; flags < 4; flags++)
			ksft_test_result(receiver_replaced(policies, flags & 1,
							   flags & 2),
					 "receiver replaced: %s, %s flag, by %s, %s flag\n",
					 policy_words[policies[SERVER]],
					 without[flags & 1],
					 policy_words[policies[CLIENT]],
					 without[flags >> 1]);
	}

	enter_netns(netns[CLIENT]);
	set_policy(ON_REQUEST);
	ksft_test_result(listener_namespace_gone(),
			 "listener's namespace gone\n");
	ksft_test_result(abstract_stays(), "abstract names\n");
	ksft_finished();
}
