// SPDX-License-Identifier: GPL-2.0-or-later
#include "counters.h"
#include "receivers-table.h"
#include "times.h"

static const struct receiver *receiver_of(const void *row)
{
	return &((const struct receiver_row *)row)->receiver;
}

static const char *text_class(const void *row,
			      char room[CELL_MAX] __attribute__((unused)))
{
	const struct receiver *receiver = receiver_of(row);

	return class_name(receiver->class);
}

static const char *text_command(const void *row,
				char room[CELL_MAX] __attribute__((unused)))
{
	const struct receiver *receiver = receiver_of(row);

	return receiver->command;
}

static const char *text_type(const void *row,
			     char room[CELL_MAX] __attribute__((unused)))
{
	return receiver_type(receiver_of(row));
}

static const char *text_socket(const void *row,
			       char room[CELL_MAX] __attribute__((unused)))
{
	const struct receiver *receiver = receiver_of(row);

	return receiver->socket[0] ? receiver->socket : "-";
}

static const char *text_sockets(const void *row, char room[CELL_MAX])
{
	const struct receiver *receiver = receiver_of(row);

	return cell_number(receiver->sockets, room);
}

static const char *text_pid(const void *row, char room[CELL_MAX])
{
	const struct receiver *receiver = receiver_of(row);

	return receiver->pid ? cell_number(receiver->pid, room) : "-";
}

static const char *text_uid(const void *row, char room[CELL_MAX])
{
	const struct receiver *receiver = receiver_of(row);

	return cell_number(receiver->uid, room);
}

static const char *text_delivered(const void *row, char room[CELL_MAX])
{
	const struct receiver *receiver = receiver_of(row);

	return time_text(receiver->delivered_ns, room);
}

static const char *text_missing(const void *row, char room[CELL_MAX])
{
	const struct receiver *receiver = receiver_of(row);

	return time_text(receiver->missing_ns, room);
}

static bool misses(const void *row)
{
	const struct receiver *receiver = receiver_of(row);

	return receiver->missing_ns;
}

const struct column receivers_columns[] = {
	NAMESPACE_COLUMNS(.with_all = true),
	{ "CLASS", .help = "class of the messages", .text = text_class },
	{ "COMMAND", .help = "command name of the process",
	  .text = text_command },
	{ "TYPE", .help = "type of the socket", .text = text_type,
	  .extra = true },
	{ "SOCKET", .help = "name of the socket", .text = text_socket },
	{ "SOCKETS", .help = "sockets that reported", .text = text_sockets,
	  .right = true },
	{ "PID", .help = "last process", .text = text_pid, .right = true },
	{ "UID", .help = "its user", .text = text_uid, .right = true,
	  .extra = true },
	{ "DELIVERED", .help = "last report of credentials",
	  .text = text_delivered },
	{ "MISSING", .help = "last report of the placeholder",
	  .text = text_missing, .alert = misses },
	{}
};

enum status receiver_rows_add(struct array *rows,
			      const struct namespace *space,
			      const struct array *receivers)
{
	const struct receiver *receiver = receivers->list;
	size_t i;

	for (i = 0; i < receivers->count; i++) {
		struct receiver_row *row = array_add(rows, sizeof(*row));

		if (!row)
			return STATUS_FAILED;
		row->of.space = space;
		row->receiver = receiver[i];
	}

	return STATUS_DONE;
}
