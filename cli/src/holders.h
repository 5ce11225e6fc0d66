/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Network namespaces without a process or a name that something else holds */
#ifndef UNIXCREDCTL_HOLDERS_H
#define UNIXCREDCTL_HOLDERS_H

#include "namespaces.h"

/**
 * holders_find - add those that mounts and open descriptors keep alive
 * @spaces: where; has all that names and processes lead to
 *
 * They get the path of what holds them as name. Sockets are not asked for
 * their namespace: that takes pidfd_getfd(2), which gives the socket the net_cls
 * and net_prio of who calls it.
 */
enum status holders_find(struct namespaces *spaces);

#endif
