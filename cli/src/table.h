/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables for people: columns are data, rows whatever the columns can read. */
#ifndef UNIXCREDCTL_TABLE_H
#define UNIXCREDCTL_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "unixcredctl.h"

/* Room for the text of a cell that is made up */
#define CELL_MAX	64

/**
 * struct column - a column
 * @name: heading, and what --output calls it
 * @help: one line
 * @text: the cell of a row, in @room or in what outlives the row
 * @right: numbers stand to the right
 * @extra: only shown when asked for
 * @with_all: shown with --all, otherwise when asked for
 * @with_interval: shown with --interval, otherwise when asked for
 * @alert: whether the cell of a row calls for attention; NULL for never
 */
struct column {
	const char *name;
	const char *help;
	const char *(*text)(const void *row, char room[CELL_MAX]);
	bool right;
	bool extra;
	bool with_all;
	bool with_interval;
	bool (*alert)(const void *row);
};

/* The cell of a number */
const char *cell_number(uint64_t number, char room[CELL_MAX]);

/* Of the commands that print tables; the end has no name. */
extern const struct column advise_columns[];
extern const struct column get_columns[];
extern const struct column list_columns[];
extern const struct column receivers_columns[];
extern const struct column stats_columns[];
extern const struct column status_columns[];

/**
 * table_check - whether the columns that the user wants are there
 * @columns: all there are; the end has no name
 * @req: what the user wants
 *
 * For before anything is done that takes time.
 */
enum status table_check(const struct column *columns,
			const struct request *req);

/**
 * table_print - print rows as a table
 * @columns: all columns there are; the end has no name
 * @req: which of them, and how
 * @rows: array of rows
 * @size: size of a row
 * @count: number of rows
 */
enum status table_print(const struct column *columns,
			const struct request *req, const void *rows,
			size_t size, size_t count);

#endif
