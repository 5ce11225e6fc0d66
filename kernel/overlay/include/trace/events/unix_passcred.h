/* SPDX-License-Identifier: GPL-2.0-only */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM unix_passcred

#if !defined(_TRACE_UNIX_PASSCRED_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_UNIX_PASSCRED_H

#include <linux/net.h>
#include <linux/tracepoint.h>
#include <net/net_namespace.h>
#include <net/sock.h>
#include <net/unix_passcred.h>
#include <uapi/linux/unix_passcred.h>

TRACE_DEFINE_ENUM(UNIX_PASSCRED_POLICY_ON_REQUEST);
TRACE_DEFINE_ENUM(UNIX_PASSCRED_POLICY_PER_SOCKET_FLAG);
TRACE_DEFINE_ENUM(UNIX_PASSCRED_POLICY_ALWAYS);

#define show_unix_passcred_policy(policy)				\
	__print_symbolic(policy,					\
		{ UNIX_PASSCRED_POLICY_ON_REQUEST, "on-request" },	\
		{ UNIX_PASSCRED_POLICY_PER_SOCKET_FLAG, "per-socket-flag" }, \
		{ UNIX_PASSCRED_POLICY_ALWAYS, "always" })

TRACE_DEFINE_ENUM(UNIX_PASSCRED_CLASS_FLAG);
TRACE_DEFINE_ENUM(UNIX_PASSCRED_CLASS_EMBRYO);
TRACE_DEFINE_ENUM(UNIX_PASSCRED_CLASS_PLAIN);

#define show_unix_passcred_class(class)					\
	__print_symbolic(class,						\
		{ UNIX_PASSCRED_CLASS_FLAG, "flag" },				\
		{ UNIX_PASSCRED_CLASS_EMBRYO, "embryo" },			\
		{ UNIX_PASSCRED_CLASS_PLAIN, "plain" })

TRACE_DEFINE_ENUM(SOCK_STREAM);
TRACE_DEFINE_ENUM(SOCK_DGRAM);
TRACE_DEFINE_ENUM(SOCK_SEQPACKET);

#define show_unix_passcred_type(type)					\
	__print_symbolic(type,						\
		{ SOCK_STREAM, "stream" },				\
		{ SOCK_DGRAM, "dgram" },				\
		{ SOCK_SEQPACKET, "seqpacket" })

/* The policy of a network namespace was changed by the current process. */
TRACE_EVENT(unix_passcred_policy_changed,

	TP_PROTO(const struct net *net, unsigned int old, unsigned int policy),

	TP_ARGS(net, old, policy),

	TP_STRUCT__entry(__field(unsigned int, netns_ino)
			 __field(unsigned int, old)
			 __field(unsigned int, policy)
	),

	TP_fast_assign(__entry->netns_ino = net->ns.inum;
		       __entry->old = old;
		       __entry->policy = policy;
	),

	TP_printk("netns=%u old=%s policy=%s", __entry->netns_ino,
		  show_unix_passcred_policy(__entry->old),
		  show_unix_passcred_policy(__entry->policy))
);

/* The current process asked for credentials and got the placeholder. */
TRACE_EVENT(unix_passcred_missing,

	TP_PROTO(const struct net *net, const struct sock *sk, int class,
		 unsigned int messages),

	TP_ARGS(net, sk, class, messages),

	TP_STRUCT__entry(__field(unsigned int, netns_ino)
			 __field(u64, sock_ino)
			 __field(int, type)
			 __field(int, class)
			 __field(unsigned int, messages)
	),

	TP_fast_assign(__entry->netns_ino = net->ns.inum;
		       __entry->sock_ino = sk->sk_socket ?
				SOCK_INODE(sk->sk_socket)->i_ino : 0;
		       __entry->type = sk->sk_type;
		       __entry->class = class;
		       __entry->messages = messages;
	),

	TP_printk("netns=%u socket=%llu type=%s class=%s messages=%u",
		  __entry->netns_ino, __entry->sock_ino,
		  show_unix_passcred_type(__entry->type),
		  show_unix_passcred_class(__entry->class),
		  __entry->messages)
);

#endif /* _TRACE_UNIX_PASSCRED_H */

#include <trace/define_trace.h>
