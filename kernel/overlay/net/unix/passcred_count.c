// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counting of AF_UNIX messages whose receiver asked for credentials
 */

#include <linux/limits.h>
#include <trace/events/unix_passcred.h>

#include "passcred_count.h"

/**
 * unix_passcred_received - tell who asked for the credentials of messages
 * @sk: its socket
 * @field: their counter
 * @messages: their number
 *
 * For receivers that got the placeholder, or have something to report.
 *
 * Context: process, the receiver, may sleep.
 */
void unix_passcred_received(struct sock *sk, unsigned int field,
			    unsigned int messages)
{
	bool carried = field < UNIX_PASSCRED_MIB_MISSINGFLAG;
	int class;

	if (carried) {
		class = field - UNIX_PASSCRED_MIB_DELIVEREDEXPLICIT;
	} else {
		class = field - UNIX_PASSCRED_MIB_MISSINGFLAG +
			UNIX_PASSCRED_CLASS_FLAG;
		trace_unix_passcred_missing(unix_sk(sk)->passcred_net, sk,
					    class, messages);
	}

	unix_passcred_report(sk, class, carried);
}

/**
 * unix_passcred_stream_next - note another message that a call begins
 * @sk: its receiver
 * @msg: where it wants the bytes, NULL if it splices
 * @recv: those that the call has begun so far
 * @one: what it would be for this one alone
 *
 * Those that are counted here are taken to be handed out with the rest, which
 * they are unless a signal ends the call while it waits for more.
 *
 * Context: process, the receiver, may sleep.
 */
void unix_passcred_stream_next(struct sock *sk, const struct msghdr *msg,
			       struct unix_passcred_scm *recv, u32 one)
{
	u32 begun = recv->begun;

	if (unix_passcred_scm_field(begun) == unix_passcred_scm_field(one) &&
	    unix_passcred_scm_messages(begun) < U16_MAX) {
		recv->begun++;
		return;
	}

	if (msg && msg->msg_control)
		unix_passcred_count(sk, unix_passcred_scm_field(begun),
				    unix_passcred_scm_messages(begun));
	recv->begun = one;
}
