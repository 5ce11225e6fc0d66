// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <libsmartcols.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "fail.h"
#include "table.h"

#define COLUMNS_MAX	64

const char *cell_number(uint64_t number, char room[CELL_MAX])
{
	snprintf(room, CELL_MAX, "%" PRIu64, number);
	return room;
}

struct selection {
	const struct column *columns[COLUMNS_MAX];
	size_t count;
};

static bool select_one(struct selection *selection, const struct column *column)
{
	if (selection->count == COLUMNS_MAX)
		return false;
	selection->columns[selection->count++] = column;
	return true;
}

static const struct column *find(const struct column *columns,
				 const char *name, size_t len)
{
	for (; columns->name; columns++) {
		if (strlen(columns->name) == len &&
		    !strncasecmp(columns->name, name, len))
			return columns;
	}
	return NULL;
}

static enum status unknown_column(const struct column *columns,
				  const char *name, size_t len)
{
	char known[512] = "";
	size_t used = 0;

	for (; columns->name; columns++)
		used += snprintf(known + used, sizeof(known) - used, "%s%s",
				 used ? ", " : "", columns->name);

	return fail(STATUS_USAGE, "unknown column '%.*s', known: %s", (int)len,
		    name, known);
}

static bool is_usual(const struct column *column, const struct request *req)
{
	return !column->extra && (!column->with_all || req->all) &&
	       (!column->with_interval || req->interval);
}

/* "A,B" stands for these columns, "+A,B" for the usual ones and these. */
static enum status select_columns(const struct column *columns,
				  const struct request *req,
				  struct selection *selection)
{
	const char *list = req->output;
	const struct column *column;

	selection->count = 0;
	if (!list || *list == '+') {
		for (column = columns; column->name; column++) {
			if (is_usual(column, req))
				select_one(selection, column);
		}
	}
	if (!list)
		return STATUS_DONE;

	list += *list == '+';
	while (1) {
		size_t len = strcspn(list, ",");

		column = find(columns, list, len);
		if (!column)
			return unknown_column(columns, list, len);
		if (!select_one(selection, column))
			return fail(STATUS_USAGE, "too many columns");
		list += len;
		if (!*list)
			return STATUS_DONE;
		list++;
	}
}

enum status table_check(const struct column *columns,
			const struct request *req)
{
	struct selection selection;

	return select_columns(columns, req, &selection);
}

static bool want_color(const struct request *req)
{
	const char *no_color = getenv("NO_COLOR");

	switch (req->color) {
	case COLOR_ALWAYS:
		return true;
	case COLOR_NEVER:
		return false;
	default:
		return isatty(STDOUT_FILENO) && !(no_color && *no_color);
	}
}

static bool fill(struct libscols_table *table, const struct selection *selection,
		 const void *row, bool color)
{
	struct libscols_line *line = scols_table_new_line(table, NULL);
	char room[CELL_MAX];
	size_t i;

	for (i = 0; line && i < selection->count; i++) {
		const struct column *column = selection->columns[i];
		const char *text = column->text(row, room);

		/* Whoever splits by blanks must find something. */
		if (scols_line_set_data(line, i, *text ? text : "-"))
			return false;
		if (color && column->alert && column->alert(row) &&
		    scols_cell_set_color(scols_line_get_cell(line, i), "red"))
			return false;
	}

	return line;
}

static bool build(struct libscols_table *table,
		  const struct selection *selection, const struct request *req,
		  const char *rows, size_t size, size_t count)
{
	bool color = want_color(req);
	size_t i;

	scols_table_enable_raw(table, req->raw);
	scols_table_enable_noheadings(table, req->noheadings);
	scols_table_enable_colors(table, color);

	for (i = 0; i < selection->count; i++) {
		const struct column *column = selection->columns[i];

		struct libscols_column *of;

		of = scols_table_new_column(table, column->name, 0,
					    column->right ? SCOLS_FL_RIGHT : 0);
		/* Cells are printable, by escapes that are not to be escaped. */
		if (!of || scols_column_set_safechars(of, "\\"))
			return false;
	}
	for (i = 0; i < count; i++) {
		if (!fill(table, selection, rows + i * size, color))
			return false;
	}

	return true;
}

enum status table_print(const struct column *columns,
			const struct request *req, const void *rows,
			size_t size, size_t count)
{
	struct libscols_table *table;
	struct selection selection;
	enum status status;
	int err = -ENOMEM;

	status = select_columns(columns, req, &selection);
	if (status != STATUS_DONE)
		return status;

	table = scols_new_table();
	if (table && build(table, &selection, req, rows, size, count))
		err = scols_print_table(table);
	scols_unref_table(table);

	/* Whether the output could be written is seen at the end. */
	return err == -ENOMEM ? fail(STATUS_FAILED, "out of memory") :
				STATUS_DONE;
}
