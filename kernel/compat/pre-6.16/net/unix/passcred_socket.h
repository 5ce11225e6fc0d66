/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The credential policy for kernels that keep SO_PASSCRED in struct socket,
 * which is all before 6.16.
 */
#ifndef _NET_UNIX_PASSCRED_SOCKET_H
#define _NET_UNIX_PASSCRED_SOCKET_H

#include <linux/net.h>

#include "passcred.h"

#ifdef CONFIG_UNIX_PASSCRED_POLICY

/*
 * One of the sockets asks for credentials, where @enabled says that, or that
 * the destination was not accepted yet.
 */
static inline bool unix_passcred_flag(const struct socket *sock,
				      const struct sock *other, bool enabled)
{
	if (likely(!enabled))
		return false;

#ifdef SOCK_PASSPIDFD
	if (test_bit(SOCK_PASSPIDFD, &sock->flags))
		return true;
#endif
	return other->sk_socket || test_bit(SOCK_PASSCRED, &sock->flags);
}

/**
 * unix_passcred_attach_from - unix_passcred_attach() of these kernels
 * @skb: message without credentials so far
 * @sock: its source
 * @other: its destination, locked and alive
 * @enabled: what the per-socket-flag policy says
 *
 * Return: whether the message is to carry the sender's credentials.
 */
static inline bool unix_passcred_attach_from(struct sk_buff *skb,
					     const struct socket *sock,
					     const struct sock *other,
					     bool enabled)
{
	return unix_passcred_attach(skb, other,
				    unix_passcred_flag(sock, other, enabled));
}

#else /* CONFIG_UNIX_PASSCRED_POLICY */

static inline bool unix_passcred_attach_from(struct sk_buff *skb,
					     const struct socket *sock,
					     const struct sock *other,
					     bool enabled)
{
	return enabled;
}

#endif /* CONFIG_UNIX_PASSCRED_POLICY */
#endif /* _NET_UNIX_PASSCRED_SOCKET_H */
