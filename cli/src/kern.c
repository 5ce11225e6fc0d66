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
#include <unistd.h>

#include "extack.h"
#include "fail.h"
#include "kern.h"
#include "printable.h"

/* Attribute numbers of all replies fit. */
#define ATTR_MAX	UNIX_PASSCRED_A_COUNTERS_MAX
_Static_assert((int)UNIX_PASSCRED_A_RECEIVER_MAX <= (int)ATTR_MAX, "");

/* How often a dump is tried that changes while it is read */
#define DUMP_TRIES	5

/* Bytes of events that may wait to be read, and how many are read at once */
#define EVENTS_BUFFER	(1 << 20)
#define EVENTS_AT_ONCE	10000

struct kern {
	struct nl_sock *sock;
	int family;
};

/* What a reply holds, by attribute number; returns whether it was taken, and
 * reports if not.
 */
typedef bool reply_fn(struct nlattr **attrs, void *arg);

/* A request under way and what came back */
struct exchange {
	const char *what;		/* verb and noun for error messages */
	int command;
	reply_fn *on_reply;
	void *arg;
	unsigned int replies;
	bool dump;
	bool changed;			/* while it was dumped */
	bool done;
	bool *denied;			/* set instead of reporting EPERM */
	enum status status;
};

/* A netlink socket that belongs to @netns, without a timeout */
static enum status open_socket(const struct netns *netns, const char *label,
			       struct nl_sock **sockp)
{
	struct sockaddr_nl any = { .nl_family = AF_NETLINK };
	struct nl_sock *sock;
	int err, fd;

	fd = netns_socket(netns);
	if (fd < 0)
		return fail(STATUS_FAILED, "cannot enter namespace '%s': %s",
			    label, strerror(-fd));

	sock = nl_socket_alloc();
	if (!sock) {
		close(fd);
		return fail(STATUS_FAILED, "out of memory");
	}
	/* Connected to the kernel, it takes nothing that is sent by others. */
	if (bind(fd, (struct sockaddr *)&any, sizeof(any)) ||
	    connect(fd, (struct sockaddr *)&any, sizeof(any)))
		err = -nl_syserr2nlerr(errno);
	else
		err = nl_socket_set_fd(sock, NETLINK_GENERIC, fd);
	if (err < 0) {
		close(fd);
		nl_socket_free(sock);
		return fail(STATUS_FAILED, "cannot open a netlink socket: %s",
			    nl_geterror(err));
	}

	*sockp = sock;
	return STATUS_DONE;
}

/* The kernel has the same number for it in every namespace. */
static enum status find_family(struct nl_sock *sock, int *family)
{
	static int found;

	if (!found)
		found = genl_ctrl_resolve(sock, UNIX_PASSCRED_FAMILY_NAME);
	if (found < 0) {
		found = 0;
		/* libnl has one error for all there is. */
		if (genl_ctrl_resolve(sock, "nlctrl") < 0)
			return fail(STATUS_FAILED,
				    "cannot ask the kernel for its netlink families");
		return fail(STATUS_UNSUPPORTED,
			    "this kernel has no policy for AF_UNIX credentials (CONFIG_UNIX_PASSCRED_POLICY)");
	}

	*family = found;
	return STATUS_DONE;
}

enum status kern_open(struct kern **kernp, const struct netns *netns,
		      const char *label)
{
	struct timeval timeout = { .tv_sec = 5 };
	enum status status;
	struct kern *kern;
	int fd, on = 1;

	kern = calloc(1, sizeof(*kern));
	if (!kern)
		return fail(STATUS_FAILED, "out of memory");

	status = open_socket(netns, label, &kern->sock);
	if (status != STATUS_DONE) {
		free(kern);
		return status;
	}
	fd = nl_socket_get_fd(kern->sock);
	setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof(on));
	setsockopt(fd, SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof(on));
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));

	status = find_family(kern->sock, &kern->family);
	if (status != STATUS_DONE) {
		kern_close(kern);
		return status;
	}

	*kernp = kern;
	return STATUS_DONE;
}

void kern_close(struct kern *kern)
{
	nl_socket_free(kern->sock);
	free(kern);
}

/* Root of a container may send to sockets in its namespaces, ours among them.
 */
static int only_kernel(struct nl_msg *msg, void *arg __attribute__((unused)))
{
	return nlmsg_get_src(msg)->nl_pid ? NL_SKIP : NL_OK;
}

static int on_reply(struct nl_msg *msg, void *arg)
{
	struct nlattr *attrs[ATTR_MAX + 1];
	struct exchange *ex = arg;

	/* An answer to what was given up must not count as one to this. */
	if (genlmsg_hdr(nlmsg_hdr(msg))->cmd != ex->command)
		return NL_SKIP;
	if (nlmsg_hdr(msg)->nlmsg_flags & NLM_F_DUMP_INTR)
		ex->changed = true;
	if (genlmsg_parse(nlmsg_hdr(msg), 0, attrs, ATTR_MAX, NULL) < 0)
		return NL_SKIP;

	ex->replies++;
	if (!ex->on_reply(attrs, ex->arg))
		ex->status = STATUS_FAILED;
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
	if (err == EPERM && ex->denied) {
		*ex->denied = true;
		return STATUS_DONE;
	}
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
	nl_cb_set(cb, NL_CB_MSG_IN, NL_CB_CUSTOM, only_kernel, NULL);
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

static struct nl_msg *request(const struct kern *kern,
			      const struct exchange *ex)
{
	struct nl_msg *msg = nlmsg_alloc();

	if (msg && !genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, kern->family,
				0, ex->dump ? NLM_F_DUMP : NLM_F_ACK,
				ex->command, UNIX_PASSCRED_FAMILY_VERSION)) {
		nlmsg_free(msg);
		msg = NULL;
	}
	if (!msg)
		fail(STATUS_FAILED, "out of memory");

	return msg;
}

/* A request that needs no more than its command */
static enum status get(struct kern *kern, struct exchange *ex)
{
	struct nl_msg *msg = request(kern, ex);

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
		.command = UNIX_PASSCRED_CMD_POLICY_GET,
		.on_reply = take_policies,
		.arg = policies,
	};

	if (get(kern, &ex) != STATUS_DONE)
		return STATUS_FAILED;

	*policy = policies[0];
	return STATUS_DONE;
}

enum status kern_policy_set(struct kern *kern, unsigned int policy,
			    unsigned int *old)
{
	unsigned int policies[2];
	struct nl_msg *msg;
	struct exchange ex = {
		.what = "set the policy",
		.command = UNIX_PASSCRED_CMD_POLICY_SET,
		.on_reply = take_policies,
		.arg = policies,
	};

	msg = request(kern, &ex);
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
		.command = UNIX_PASSCRED_CMD_COUNTERS_GET,
		.on_reply = take_counters,
		.arg = counters,
	};

	return get(kern, &ex);
}

static void set_command(char *command, size_t size, const struct nlattr *attr)
{
	printable(command, size, nla_data(attr),
		  strnlen(nla_data(attr), nla_len(attr)));
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
		set_command(receiver->command, sizeof(receiver->command), comm);
	if (name)
		receiver_set_socket(receiver, nla_data(name), nla_len(name));
}

static bool take_receiver(struct nlattr **attrs, void *arg)
{
	struct receiver *receiver = array_add(arg, sizeof(*receiver));

	if (receiver)
		read_receiver(attrs, receiver);
	return receiver;
}

enum status kern_receivers_get(struct kern *kern, struct array *receivers,
			       bool *denied)
{
	int try;

	if (denied)
		*denied = false;
	memset(receivers, 0, sizeof(*receivers));
	for (try = 0; try < DUMP_TRIES; try++) {
		struct exchange ex = {
			.what = "get the receivers",
			.command = UNIX_PASSCRED_CMD_RECEIVERS_GET,
			.on_reply = take_receiver,
			.arg = receivers,
			.dump = true,
			.denied = denied,
		};

		receivers->count = 0;
		if (get(kern, &ex) != STATUS_DONE) {
			array_free(receivers);
			return STATUS_FAILED;
		}
		if (!ex.changed)
			break;
	}

	return STATUS_DONE;
}

struct kern_events {
	struct nl_sock *sock;
	kern_event_fn *fn;
	void *arg;
	enum status status;
};

static int on_event(struct nl_msg *msg, void *arg)
{
	struct kern_event event = {};
	struct kern_events *events = arg;
	struct nlattr *attrs[ATTR_MAX + 1];
	struct nlmsghdr *nlh = nlmsg_hdr(msg);
	struct genlmsghdr *hdr = genlmsg_hdr(nlh);

	if (genlmsg_parse(nlh, 0, attrs, ATTR_MAX, NULL) < 0)
		return NL_SKIP;

	switch (hdr->cmd) {
	case UNIX_PASSCRED_CMD_POLICY_CHANGED:
		event.type = KERN_POLICY_CHANGED;
		event.policy = get_uint(attrs[UNIX_PASSCRED_A_POLICY_POLICY]);
		event.old_policy =
			get_uint(attrs[UNIX_PASSCRED_A_POLICY_OLD_POLICY]);
		event.pid = get_uint(attrs[UNIX_PASSCRED_A_POLICY_PID]);
		event.uid = get_uint(attrs[UNIX_PASSCRED_A_POLICY_UID]);
		if (attrs[UNIX_PASSCRED_A_POLICY_COMM])
			set_command(event.command, sizeof(event.command),
				    attrs[UNIX_PASSCRED_A_POLICY_COMM]);
		break;
	case UNIX_PASSCRED_CMD_RECEIVER_ADDED:
		event.type = KERN_RECEIVER_ADDED;
		read_receiver(attrs, &event.receiver);
		break;
	default:
		return NL_SKIP;
	}

	events->status = status_worst(events->status,
				      events->fn(&event, events->arg));
	return NL_OK;
}

/* Events have no request that they could answer. */
static int any_sequence(struct nl_msg *msg __attribute__((unused)),
			void *arg __attribute__((unused)))
{
	return NL_OK;
}

enum status kern_events_open(struct kern_events **eventsp,
			     const struct netns *netns, const char *label,
			     kern_event_fn *fn, void *arg)
{
	struct kern_events *events;
	enum status status;
	int err, family;

	events = calloc(1, sizeof(*events));
	if (!events)
		return fail(STATUS_FAILED, "out of memory");
	events->fn = fn;
	events->arg = arg;

	status = open_socket(netns, label, &events->sock);
	if (status == STATUS_DONE)
		status = find_family(events->sock, &family);
	if (status != STATUS_DONE)
		goto err;

	/* Room for bursts; without, more are lost, which is told. */
	nl_socket_set_buffer_size(events->sock, EVENTS_BUFFER, 0);
	nl_socket_modify_cb(events->sock, NL_CB_MSG_IN, NL_CB_CUSTOM,
			    only_kernel, NULL);
	nl_socket_modify_cb(events->sock, NL_CB_VALID, NL_CB_CUSTOM, on_event,
			    events);
	nl_socket_modify_cb(events->sock, NL_CB_SEQ_CHECK, NL_CB_CUSTOM,
			    any_sequence, NULL);

	err = genl_ctrl_resolve_grp(events->sock, UNIX_PASSCRED_FAMILY_NAME,
				    UNIX_PASSCRED_MCGRP_EVENTS);
	if (err >= 0)
		err = nl_socket_add_memberships(events->sock, err, 0);
	if (err >= 0)
		err = nl_socket_set_nonblocking(events->sock);
	if (err < 0) {
		status = fail(STATUS_FAILED,
			      "cannot listen to events of namespace '%s': %s%s",
			      label, nl_geterror(err), err == -NLE_PERM ?
			      ": CAP_NET_ADMIN needed in the user namespace that owns the network namespace" :
			      "");
		goto err;
	}

	*eventsp = events;
	return STATUS_DONE;

err:
	kern_events_close(events);
	return status;
}

void kern_events_close(struct kern_events *events)
{
	nl_socket_free(events->sock);
	free(events);
}

int kern_events_fd(const struct kern_events *events)
{
	return nl_socket_get_fd(events->sock);
}

/*
 * That some were lost is told by the next call, but what came before them is
 * still there, and is older than anything that can be asked for then. Where
 * more comes than can be read, others have their turn.
 */
enum status kern_events_read(struct kern_events *events)
{
	const struct kern_event lost = { .type = KERN_EVENTS_LOST };
	bool any_lost = false;
	int err, left = EVENTS_AT_ONCE;

	events->status = STATUS_DONE;
	do {
		err = nl_recvmsgs_default(events->sock);
		/* What libnl makes of ENOBUFS */
		if (err == -NLE_NOMEM) {
			any_lost = true;
			err = 0;
		}
	} while (err >= 0 && events->status == STATUS_DONE && --left);

	if (err < 0 && err != -NLE_AGAIN)
		return fail(STATUS_FAILED, "cannot read events: %s",
			    nl_geterror(err));
	if (any_lost && events->status == STATUS_DONE)
		events->status = events->fn(&lost, events->arg);
	return events->status;
}
