/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UNIXCREDCTL_POLICY_H
#define UNIXCREDCTL_POLICY_H

#include <linux/unix_passcred.h>

#include "unixcredctl.h"

/* The word of a policy; "unknown" for one that a newer kernel may have. */
const char *policy_word(unsigned int policy);

/* The policy of a word; reports what is not one. */
enum status policy_parse(const char *word, unsigned int *policy);

#endif
