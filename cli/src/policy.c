// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "fail.h"
#include "policy.h"

static const char * const words[] = {
	[UNIX_PASSCRED_POLICY_ON_REQUEST]	= "on-request",
	[UNIX_PASSCRED_POLICY_PER_SOCKET_FLAG]	= "per-socket-flag",
	[UNIX_PASSCRED_POLICY_ALWAYS]		= "always",
};

const char *policy_word(unsigned int policy)
{
	return policy <= UNIX_PASSCRED_POLICY_MAX ? words[policy] : "unknown";
}

enum status policy_parse(const char *word, unsigned int *policy)
{
	unsigned int i;

	for (i = 0; i <= UNIX_PASSCRED_POLICY_MAX; i++) {
		if (!strcmp(words[i], word)) {
			*policy = i;
			return STATUS_DONE;
		}
	}

	return fail(STATUS_USAGE,
		    "unknown policy '%s', known: on-request, per-socket-flag, always",
		    word);
}
