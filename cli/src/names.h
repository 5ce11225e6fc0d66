/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of network namespaces, files in certain directories */
#ifndef UNIXCREDCTL_NAMES_H
#define UNIXCREDCTL_NAMES_H

#include "namespaces.h"

/**
 * names_find - look for names of network namespaces
 * @spaces: namespaces, which get their names
 * @add: have those too that only names lead to
 */
void names_find(struct namespaces *spaces, bool add);

#endif
