// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <netlink/attr.h>
#include <netlink/errno.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "extack.h"
#include "fail.h"
#include "kern.h"

/* Attribute numbers of all replies fit. */
#define ATTR_MAX	UNIX_PASSCRED_A_COUNTERS_MAX
_Static_assert((int)UNIX_PASSCRED_A_RECEIVER_MAX <= (int)ATTR_MAX, "");

/* How often a dump is tried that changes while it is read */
#define DUMP_TRIES	5

struct kern {
	struct nl_sock *sock;
	int family;
};

/* What a reply holds, by attribute number; returns whether it was taken. */
typedef bool reply_fn(struct nlattr **attrs, void *arg);

/* A request under way and what came back */
struct exchange {
	const char *what;		/* verb and noun for error messages */
	reply_fn *on_reply;
	void *arg;
	unsigned int replies;
	bool dump;
	bool changed;			/* while it was dumped */
	bool done;
	enum status status;
};

enum status kern_open(struct kern **kernp, const char *spec,
		      struct netns *netns)
{
	struct timeval timeout = { .tv_sec = 5 };
	enum status status;
	struct kern *kern;
	int err, on = 1;
	int fd;

	status = netns_enter(spec, netns);
	if (status != STATUS_DONE)
		return status;

	kern = calloc(1, sizeof(*kern));
	if (!kern)
		return fail(STATUS_FAILED, "out of memory");

	kern->sock = nl_socket_alloc();
	if (!kern->sock) {
		free(kern);
		return fail(STATUS_FAILED, "out of memory");
	}

	err = genl_connect(kern->sock);
	if (err < 0) {
		kern_close(kern);
		return fail(STATUS_FAILED, "cannot open a netlink socket: %s",
			    nl_geterror(err));
	}

	fd = nl_socket_get_fd(kern->sock);
	setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof(on));
	setsockopt(fd, SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof(on));
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));

	kern->family = genl_ctrl_resolve(kern->sock, UNIX_PASSCRED_FAMILY_NAME);
	if (kern->family < 0) {
		kern_close(kern);
		return fail(STATUS_UNSUPPORTED,
			    "this kernel has no policy for AF_UNIX credentials (CONFIG_UNIX_PASSCRED_POLICY)");
	}

	*kernp = kern;
	return STATUS_DONE;
}

void kern_close(struct kern *kern)
{
	nl_socket_free(kern->sock);
	free(kern);
}

static int on_reply(struct nl_msg *msg, void *arg)
{
	struct nlattr *attrs[ATTR_MAX + 1];
	struct exchange *ex = arg;

	if (nlmsg_hdr(msg)->nlmsg_flags & NLM_F_DUMP_INTR)
		ex->changed = true;
	if (genlmsg_parse(nlmsg_hdr(msg), 0, attrs, ATTR_MAX, NULL) < 0)
		return NL_SKIP;

	ex->replies++;
	if (!ex->on_reply(attrs, ex->arg))
		ex->status = fail(STATUS_FAILED, "out of memory");
	return NL_OK;
}

static int on_ack(struct nl_msg *msg __attribute__((unused)), void *arg)
{
	struct exchange *ex = arg;

	ex->done = true;
	return NL_STOP;
}

static enum status refused(const struct exchange *ex, int err,
			   const char *message)
{
	if (message)
		return fail(STATUS_FAILED, "cannot %s: %s: %s", ex->what,
			    strerror(err), message);
	return fail(STATUS_FAILED, "cannot %s: %s", ex->what, strerror(err));
}

static int on_error(struct sockaddr_nl *from __attribute__((unused)),
		    struct nlmsgerr *err, void *arg)
{
	struct exchange *ex = arg;

	ex->done = true;
	ex->status = refused(ex, -err->error, extack_of_error(err));
	return NL_STOP;
}

/* The end of a dump says how it went, which libnl does not look at. */
static int on_finish(struct nl_msg *msg, void *arg)
{
	const struct nlmsghdr *nlh = nlmsg_hdr(msg);
	struct exchange *ex = arg;
	int err = 0;

	ex->done = true;
	if (nlh->nlmsg_flags & NLM_F_DUMP_INTR)
		ex->changed = true;
	if (nlmsg_datalen(nlh) >= (int)sizeof(err))
		memcpy(&err, nlmsg_data(nlh), sizeof(err));
	if (err < 0)
		ex->status = refused(ex, -err, extack_of_done(nlh));
	return NL_STOP;
}

/* Sends @msg, takes it over, waits for all of the answer. */
static enum status exchange(struct kern *kern, struct nl_msg *msg,
			    struct exchange *ex)
{
	struct nl_cb *cb;
	int err;

	cb = nl_cb_alloc(NL_CB_DEFAULT);
	if (!cb) {
		nlmsg_free(msg);
		return fail(STATUS_FAILED, "out of memory");
	}
	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, on_reply, ex);
	nl_cb_set(cb, NL_CB_ACK, NL_CB_CUSTOM, on_ack, ex);
	nl_cb_set(cb, NL_CB_FINISH, NL_CB_CUSTOM, on_finish, ex);
	nl_cb_err(cb, NL_CB_CUSTOM, on_error, ex);

	err = nl_send_auto(kern->sock, msg);
	nlmsg_free(msg);
	while (err >= 0 && !ex->done) {
		err = nl_recvmsgs(kern->sock, cb);
		/* on_reply() noted a dump that changed. */
		if (err == -NLE_INTR || err == -NLE_DUMP_INTR)
			err = 0;
	}
	nl_cb_put(cb);

	if (err < 0 && !ex->done)
		ex->status = fail(STATUS_FAILED, "cannot %s: %s", ex->what,
				  nl_geterror(err));
	else if (ex->status == STATUS_DONE && !ex->replies && !ex->dump)
		ex->status = fail(STATUS_FAILED,
				  "cannot %s: the kernel's answer is empty",
				  ex->what);

	return ex->status;
}

static struct nl_msg *request(const struct kern *kern, int command, int flags)
{
	struct nl_msg *msg = nlmsg_alloc();

	if (msg && !genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, kern->family,
				0, flags, command,
				UNIX_PASSCRED_FAMILY_VERSION)) {
		nlmsg_free(msg);
		msg = NULL;
	}
	if (!msg)
		fail(STATUS_FAILED, "out of memory");

	return msg;
}

/* A request that needs no more than its command */
static enum status get(struct kern *kern, int command, struct exchange *ex)
{
	struct nl_msg *msg = request(kern, command,
				     ex->dump ? NLM_F_DUMP : NLM_F_ACK);

	return msg ? exchange(kern, msg, ex) : STATUS_FAILED;
}

/* Unsigned numbers come in 4 or 8 bytes, whatever they need. */
static uint64_t get_uint(const struct nlattr *attr)
{
	uint64_t wide;

	if (!attr)
		return 0;
	if (nla_len(attr) < (int)sizeof(wide))
		return nla_get_u32(attr);

	memcpy(&wide, nla_data(attr), sizeof(wide));
	return wide;
}

static bool take_policies(struct nlattr **attrs, void *arg)
{
	unsigned int *policies = arg;

	policies[0] = get_uint(attrs[UNIX_PASSCRED_A_POLICY_POLICY]);
	policies[1] = get_uint(attrs[UNIX_PASSCRED_A_POLICY_OLD_POLICY]);
	return true;
}

enum status kern_policy_get(struct kern *kern, unsigned int *policy)
{
	unsigned int policies[2];
	struct exchange ex = {
		.what = "get the policy",
		.on_reply = take_policies,
		.arg = policies,
	};

	if (get(kern, UNIX_PASSCRED_CMD_POLICY_GET, &ex) != STATUS_DONE)
		return STATUS_FAILED;

	*policy = policies[0];
	return STATUS_DONE;
}

enum status kern_policy_set(struct kern *kern, unsigned int policy,
			    unsigned int *old)
{
	struct nl_msg *msg = request(kern, UNIX_PASSCRED_CMD_POLICY_SET,
				     NLM_F_ACK);
	unsigned int policies[2];
	struct exchange ex = {
		.what = "set the policy",
		.on_reply = take_policies,
		.arg = policies,
	};

	if (!msg)
		return STATUS_FAILED;
	if (nla_put_u32(msg, UNIX_PASSCRED_A_POLICY_POLICY, policy) < 0) {
		nlmsg_free(msg);
		return fail(STATUS_FAILED, "out of memory");
	}
	if (exchange(kern, msg, &ex) != STATUS_DONE)
		return STATUS_FAILED;

	*old = policies[1];
	return STATUS_DONE;
}

static bool take_counters(struct nlattr **attrs, void *arg)
{
	struct counters *counters = arg;
	int i;

	for (i = 1; i <= UNIX_PASSCRED_A_COUNTERS_MAX; i++)
		counters->value[i] = get_uint(attrs[i]);
	return true;
}

enum status kern_counters_get(struct kern *kern, struct counters *counters)
{
	struct exchange ex = {
		.what = "get the counters",
		.on_reply = take_counters,
		.arg = counters,
	};

	return get(kern, UNIX_PASSCRED_CMD_COUNTERS_GET, &ex);
}

static void read_receiver(struct nlattr **attrs, struct receiver *receiver)
{
	struct nlattr *name = attrs[UNIX_PASSCRED_A_RECEIVER_NAME];
	struct nlattr *comm = attrs[UNIX_PASSCRED_A_RECEIVER_COMM];

	receiver->class = get_uint(attrs[UNIX_PASSCRED_A_RECEIVER_CLASS]);
	receiver->type = get_uint(attrs[UNIX_PASSCRED_A_RECEIVER_TYPE]);
	receiver->sockets = get_uint(attrs[UNIX_PASSCRED_A_RECEIVER_SOCKETS]);
	receiver->pid = get_uint(attrs[UNIX_PASSCRED_A_RECEIVER_PID]);
	receiver->uid = get_uint(attrs[UNIX_PASSCRED_A_RECEIVER_UID]);
	receiver->delivered_ns =
		get_uint(attrs[UNIX_PASSCRED_A_RECEIVER_DELIVERED_TIME]);
	receiver->missing_ns =
		get_uint(attrs[UNIX_PASSCRED_A_RECEIVER_MISSING_TIME]);

	if (comm)
		receiver_set_command(receiver, nla_data(comm), nla_len(comm));
	if (name)
		receiver_set_socket(receiver, nla_data(name), nla_len(name));
}

static bool take_receiver(struct nlattr **attrs, void *arg)
{
	struct receiver *receiver = receivers_add(arg);

	if (!receiver)
		return false;

	read_receiver(attrs, receiver);
	return true;
}

enum status kern_receivers_get(struct kern *kern, struct receivers *receivers)
{
	int try;

	for (try = 0; try < DUMP_TRIES; try++) {
		struct exchange ex = {
			.what = "get the receivers",
			.on_reply = take_receiver,
			.arg = receivers,
			.dump = true,
		};

		receivers_init(receivers);
		if (get(kern, UNIX_PASSCRED_CMD_RECEIVERS_GET, &ex) !=
		    STATUS_DONE) {
			receivers_free(receivers);
			return STATUS_FAILED;
		}
		if (!ex.changed)
			break;
		if (try < DUMP_TRIES - 1)
			receivers_free(receivers);
	}

	return STATUS_DONE;
}
