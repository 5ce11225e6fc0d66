// SPDX-License-Identifier: GPL-2.0-or-later
#include <netlink/attr.h>
#include <netlink/msg.h>

#include "extack.h"

/* @skip: bytes of the message's payload in front of the attributes */
static const char *message_behind(const struct nlmsghdr *nlh, int skip)
{
	struct nlattr *tb[NLMSGERR_ATTR_MAX + 1];
	struct nla_policy policy[NLMSGERR_ATTR_MAX + 1] = {
		[NLMSGERR_ATTR_MSG] = { .type = NLA_STRING },
	};
	int len = (int)(nlh->nlmsg_len - NLMSG_HDRLEN) - skip;

	if (!(nlh->nlmsg_flags & NLM_F_ACK_TLVS) || len <= 0)
		return NULL;

	if (nla_parse(tb, NLMSGERR_ATTR_MAX,
		      (struct nlattr *)((char *)NLMSG_DATA(nlh) + skip), len,
		      policy) < 0)
		return NULL;

	return tb[NLMSGERR_ATTR_MSG] ? nla_get_string(tb[NLMSGERR_ATTR_MSG]) :
				       NULL;
}

const char *extack_of_error(const struct nlmsgerr *err)
{
	const struct nlmsghdr *nlh = (const struct nlmsghdr *)
				     ((const char *)err - NLMSG_HDRLEN);
	int skip = sizeof(*err);

	/* The request comes back in front of the attributes, unless capped. */
	if (!(nlh->nlmsg_flags & NLM_F_CAPPED)) {
		if (err->msg.nlmsg_len < NLMSG_HDRLEN)
			return NULL;
		skip += NLMSG_ALIGN(err->msg.nlmsg_len) - NLMSG_HDRLEN;
	}

	return message_behind(nlh, skip);
}

const char *extack_of_done(const struct nlmsghdr *nlh)
{
	return message_behind(nlh, NLMSG_ALIGN(sizeof(int)));
}
