// SPDX-License-Identifier: GPL-2.0-or-later
#include <netlink/attr.h>
#include <netlink/msg.h>

#include "extack.h"

const char *extack_message(const struct nlmsgerr *err)
{
	const struct nlmsghdr *nlh = (const struct nlmsghdr *)
				     ((const char *)err - NLMSG_HDRLEN);
	struct nlattr *tb[NLMSGERR_ATTR_MAX + 1];
	struct nla_policy policy[NLMSGERR_ATTR_MAX + 1] = {
		[NLMSGERR_ATTR_MSG] = { .type = NLA_STRING },
	};
	int skip = sizeof(*err);
	int len;

	if (!(nlh->nlmsg_flags & NLM_F_ACK_TLVS))
		return NULL;

	/* The request comes back in front of the attributes, unless capped. */
	if (!(nlh->nlmsg_flags & NLM_F_CAPPED)) {
		if (err->msg.nlmsg_len < NLMSG_HDRLEN)
			return NULL;
		skip += NLMSG_ALIGN(err->msg.nlmsg_len) - NLMSG_HDRLEN;
	}

	len = (int)(nlh->nlmsg_len - NLMSG_HDRLEN) - skip;
	if (len <= 0)
		return NULL;

	if (nla_parse(tb, NLMSGERR_ATTR_MAX,
		      (struct nlattr *)((char *)err + skip), len, policy) < 0)
		return NULL;

	return tb[NLMSGERR_ATTR_MSG] ? nla_get_string(tb[NLMSGERR_ATTR_MSG]) :
				       NULL;
}
