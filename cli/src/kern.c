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

struct kern {
	struct nl_sock *sock;
	int family;
};

/* A request under way and what came back */
struct exchange {
	const char *what;		/* verb and noun for error messages */
	struct nlattr *attrs[ATTR_MAX + 1];
	struct nl_msg *reply;		/* holds attrs */
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
	struct exchange *ex = arg;

	if (ex->reply)
		return NL_SKIP;

	if (genlmsg_parse(nlmsg_hdr(msg), 0, ex->attrs, ATTR_MAX, NULL) < 0)
		return NL_SKIP;

	nlmsg_get(msg);
	ex->reply = msg;
	return NL_OK;
}

static int on_ack(struct nl_msg *msg __attribute__((unused)), void *arg)
{
	struct exchange *ex = arg;

	ex->done = true;
	return NL_STOP;
}

static int on_error(struct sockaddr_nl *from __attribute__((unused)),
		    struct nlmsgerr *err, void *arg)
{
	const char *message = extack_message(err);
	struct exchange *ex = arg;

	ex->done = true;
	if (message)
		ex->status = fail(STATUS_FAILED, "cannot %s: %s: %s", ex->what,
				  strerror(-err->error), message);
	else
		ex->status = fail(STATUS_FAILED, "cannot %s: %s", ex->what,
				  strerror(-err->error));
	return NL_STOP;
}

static void exchange_end(struct exchange *ex)
{
	if (ex->reply)
		nlmsg_free(ex->reply);
	ex->reply = NULL;
}

/* Sends @msg, takes it over, waits for the reply and its acknowledgement. */
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
	nl_cb_err(cb, NL_CB_CUSTOM, on_error, ex);

	err = nl_send_auto(kern->sock, msg);
	nlmsg_free(msg);
	while (err >= 0 && !ex->done) {
		err = nl_recvmsgs(kern->sock, cb);
		if (err == -NLE_INTR)
			err = 0;
	}
	nl_cb_put(cb);

	if (err < 0 && !ex->done)
		ex->status = fail(STATUS_FAILED, "cannot %s: %s", ex->what,
				  nl_geterror(err));
	else if (ex->status == STATUS_DONE && !ex->reply)
		ex->status = fail(STATUS_FAILED,
				  "cannot %s: the kernel's answer is empty",
				  ex->what);
	if (ex->status != STATUS_DONE)
		exchange_end(ex);

	return ex->status;
}

static struct nl_msg *request(const struct kern *kern, int command)
{
	struct nl_msg *msg = nlmsg_alloc();

	if (msg && !genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, kern->family,
				0, NLM_F_ACK, command,
				UNIX_PASSCRED_FAMILY_VERSION)) {
		nlmsg_free(msg);
		msg = NULL;
	}
	if (!msg)
		fail(STATUS_FAILED, "out of memory");

	return msg;
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

enum status kern_policy_get(struct kern *kern, unsigned int *policy)
{
	struct exchange ex = { .what = "get the policy" };
	struct nl_msg *msg = request(kern, UNIX_PASSCRED_CMD_POLICY_GET);

	if (!msg || exchange(kern, msg, &ex) != STATUS_DONE)
		return STATUS_FAILED;

	*policy = get_uint(ex.attrs[UNIX_PASSCRED_A_POLICY_POLICY]);
	exchange_end(&ex);
	return STATUS_DONE;
}

enum status kern_policy_set(struct kern *kern, unsigned int policy,
			    unsigned int *old)
{
	struct exchange ex = { .what = "set the policy" };
	struct nl_msg *msg = request(kern, UNIX_PASSCRED_CMD_POLICY_SET);

	if (!msg)
		return STATUS_FAILED;
	if (nla_put_u32(msg, UNIX_PASSCRED_A_POLICY_POLICY, policy) < 0) {
		nlmsg_free(msg);
		return fail(STATUS_FAILED, "out of memory");
	}
	if (exchange(kern, msg, &ex) != STATUS_DONE)
		return STATUS_FAILED;

	*old = get_uint(ex.attrs[UNIX_PASSCRED_A_POLICY_OLD_POLICY]);
	exchange_end(&ex);
	return STATUS_DONE;
}

enum status kern_counters_get(struct kern *kern, struct counters *counters)
{
	struct exchange ex = { .what = "get the counters" };
	struct nl_msg *msg = request(kern, UNIX_PASSCRED_CMD_COUNTERS_GET);
	int i;

	if (!msg || exchange(kern, msg, &ex) != STATUS_DONE)
		return STATUS_FAILED;

	for (i = 1; i <= UNIX_PASSCRED_A_COUNTERS_MAX; i++)
		counters->value[i] = get_uint(ex.attrs[i]);
	exchange_end(&ex);
	return STATUS_DONE;
}
