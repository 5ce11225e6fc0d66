// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <stdio.h>

#include "namespace-columns.h"

const char *text_netns(const void *row, char room[CELL_MAX])
{
	const struct namespace_row *of = row;

	snprintf(room, CELL_MAX, "%ju", (uintmax_t)of->space->netns.ino);
	return room;
}

const char *text_name(const void *row,
		      char room[CELL_MAX] __attribute__((unused)))
{
	const struct namespace_row *of = row;
	const char *name = namespace_name(of->space);

	return name ? name : "-";
}
