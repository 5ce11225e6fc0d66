/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UNIXCREDCTL_FIND_H
#define UNIXCREDCTL_FIND_H

#include "namespaces.h"
#include "unixcredctl.h"

/**
 * find_namespaces - open the namespace that the user wants, or all
 * @req: which
 * @spaces: set to them, for namespaces_close() also on failure
 *
 * With --all they come with their processes.
 */
enum status find_namespaces(const struct request *req,
			    struct namespaces *spaces);

#endif
