/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The credential policy for kernels that have sendpage, which is all before
 * 6.5. A page may join the last message in the queue.
 */
#ifndef _NET_UNIX_PASSCRED_SENDPAGE_H
#define _NET_UNIX_PASSCRED_SENDPAGE_H

#include <net/scm.h>

#include "passcred_socket.h"

#ifdef CONFIG_UNIX_PASSCRED_POLICY

/**
 * unix_passcred_page_attach - unix_passcred_attach_from() for sendpage
 * @scm: what the page comes with; it may begin a message or join one
 * @sock: its source
 * @other: its destination, locked and alive
 * @enabled: what the per-socket-flag policy says
 *
 * Return: whether it is to carry the sender's credentials.
 */
static inline bool unix_passcred_page_attach(struct scm_cookie *scm,
					     const struct socket *sock,
					     const struct sock *other,
					     bool enabled)
{
	u8 class = unix_passcred_class(other, unix_passcred_flag(sock, other,
								 enabled));

	scm->passcred.begun = class;
	return unix_passcred_carries(other, class);
}

/**
 * unix_passcred_page_joins - whether a page may join a message
 * @skb: last message in the queue, with the same credentials
 * @scm: what the page comes with
 */
static inline bool unix_passcred_page_joins(const struct sk_buff *skb,
					    const struct scm_cookie *scm)
{
	return UNIXCB(skb).passcred_class == scm->passcred.begun;
}

/**
 * unix_passcred_page_begin - let a page begin a message
 * @skb: the message
 * @scm: what the page comes with
 */
static inline void unix_passcred_page_begin(struct sk_buff *skb,
					    const struct scm_cookie *scm)
{
	UNIXCB(skb).passcred_class = scm->passcred.begun;
}

#else /* CONFIG_UNIX_PASSCRED_POLICY */

static inline bool unix_passcred_page_attach(struct scm_cookie *scm,
					     const struct socket *sock,
					     const struct sock *other,
					     bool enabled)
{
	return enabled;
}

static inline bool unix_passcred_page_joins(const struct sk_buff *skb,
					    const struct scm_cookie *scm)
{
	return true;
}

static inline void unix_passcred_page_begin(struct sk_buff *skb,
					    const struct scm_cookie *scm) { }

#endif /* CONFIG_UNIX_PASSCRED_POLICY */
#endif /* _NET_UNIX_PASSCRED_SENDPAGE_H */
