// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <sys/stat.h>

#include "fail.h"
#include "persist.h"
#include "policy.h"

enum status persist_check(const struct netns *netns)
{
	struct stat st;

	if (stat("/proc/1/ns/net", &st))
		return fail(STATUS_FAILED,
			    "cannot tell the namespace that %s is for: /proc/1/ns/net: %m",
			    PERSIST_PATH);
	if (st.st_dev != netns->dev || st.st_ino != netns->ino)
		return fail(STATUS_FAILED,
			    "--persist is for the namespace of process 1 alone, to which %s is applied",
			    PERSIST_PATH);
	return STATUS_DONE;
}

enum status persist_begin(struct atomic_file *file, unsigned int policy)
{
	enum status status = atomic_file_begin(file, PERSIST_PATH);

	/* A failed write is seen at the end. */
	if (status == STATUS_DONE)
		fprintf(file->stream,
			"# Written by unixcredctl set --persist\n"
			"net.unix.passcred_policy = %s\n",
			policy_word(policy));
	return status;
}
