/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's own words in a refusal: libnl does not know extended
 * acknowledgements. What is returned lives as long as the message, or is NULL.
 */
#ifndef UNIXCREDCTL_EXTACK_H
#define UNIXCREDCTL_EXTACK_H

#include <linux/netlink.h>

/**
 * extack_of_error - find them in an error reply
 * @err: payload of an NLMSG_ERROR message, right behind its header
 */
const char *extack_of_error(const struct nlmsgerr *err);

/**
 * extack_of_done - find them at the end of a dump
 * @nlh: NLMSG_DONE message
 */
const char *extack_of_done(const struct nlmsghdr *nlh);

#endif
