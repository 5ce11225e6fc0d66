/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UNIXCREDCTL_EXTACK_H
#define UNIXCREDCTL_EXTACK_H

#include <linux/netlink.h>

/**
 * extack_message - find the kernel's own words in an error reply
 * @err: payload of an NLMSG_ERROR message, right behind its header
 *
 * libnl does not know extended acknowledgements.
 *
 * Return: text that lives as long as the message, or NULL.
 */
const char *extack_message(const struct nlmsgerr *err);

#endif
