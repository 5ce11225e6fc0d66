// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>
#include <sys/resource.h>

#include "find.h"
#include "holders.h"
#include "names.h"
#include "netns.h"
#include "processes.h"

/* Each namespace is held open. */
static void allow_many_files(void)
{
	struct rlimit limit;

	if (!getrlimit(RLIMIT_NOFILE, &limit)) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

static enum status find_all(struct namespaces *spaces)
{
	enum status status;
	struct netns own;

	memset(spaces, 0, sizeof(*spaces));
	allow_many_files();

	status = netns_open(NULL, &own);
	if (status != STATUS_DONE)
		return status;
	if (!namespaces_have(spaces, &own, NULL))
		return STATUS_FAILED;
	names_find(spaces, true);
	status = processes_find(spaces, true);
	if (status == STATUS_DONE)
		status = holders_find(spaces);

	return status;
}

enum status find_namespaces(const struct request *req,
			    struct namespaces *spaces)
{
	enum status status;
	struct netns netns;

	if (req->all)
		return find_all(spaces);

	memset(spaces, 0, sizeof(*spaces));
	status = netns_open(req->netns, &netns);
	if (status != STATUS_DONE)
		return status;
	if (!namespaces_have(spaces, &netns, NULL))
		return STATUS_FAILED;

	names_find(spaces, false);
	return STATUS_DONE;
}
