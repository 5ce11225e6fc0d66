/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The columns that say which namespace a row is about */
#ifndef UNIXCREDCTL_NAMESPACE_COLUMNS_H
#define UNIXCREDCTL_NAMESPACE_COLUMNS_H

#include "namespaces.h"
#include "table.h"

/* What rows with these columns begin with */
struct namespace_row {
	const struct namespace *space;
};

const char *text_netns(const void *row, char room[CELL_MAX]);
const char *text_name(const void *row, char room[CELL_MAX]);

/* @...: more initializers, such as when they are shown */
#define NAMESPACE_COLUMNS(...)						\
	{ "NETNS", .help = "inode number of the namespace",		\
	  .text = text_netns, .right = true, ##__VA_ARGS__ },		\
	{ "NAME", .help = "its name, or the path of what holds it",	\
	  .text = text_name, ##__VA_ARGS__ }

#endif
