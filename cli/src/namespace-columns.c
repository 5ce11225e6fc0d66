// SPDX-License-Identifier: GPL-2.0-or-later
#include "namespace-columns.h"

const char *text_netns(const void *row, char room[CELL_MAX])
{
	const struct namespace_row *of = row;

	return cell_number(of->space->netns.ino, room);
}

const char *text_name(const void *row,
		      char room[CELL_MAX] __attribute__((unused)))
{
	const struct namespace_row *of = row;
	const char *name = namespace_name(of->space);

	return name ? name : "-";
}
