// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <stdio.h>

#include "counters.h"
#include "kern.h"
#include "netns.h"
#include "output.h"
#include "receivers.h"
#include "table.h"
#include "times.h"

static const char *text_class(const void *row,
			      char room[CELL_MAX] __attribute__((unused)))
{
	const struct receiver *receiver = row;

	return class_name(receiver->class);
}

static const char *text_command(const void *row,
				char room[CELL_MAX] __attribute__((unused)))
{
	const struct receiver *receiver = row;

	return receiver->command;
}

static const char *text_type(const void *row,
			     char room[CELL_MAX] __attribute__((unused)))
{
	return receiver_type(row);
}

static const char *text_socket(const void *row,
			       char room[CELL_MAX] __attribute__((unused)))
{
	const struct receiver *receiver = row;

	return receiver->socket[0] ? receiver->socket : "-";
}

static const char *text_sockets(const void *row, char room[CELL_MAX])
{
	const struct receiver *receiver = row;

	snprintf(room, CELL_MAX, "%" PRIu64, receiver->sockets);
	return room;
}

static const char *text_pid(const void *row, char room[CELL_MAX])
{
	const struct receiver *receiver = row;

	if (!receiver->pid)
		return "-";
	snprintf(room, CELL_MAX, "%u", receiver->pid);
	return room;
}

static const char *text_uid(const void *row, char room[CELL_MAX])
{
	const struct receiver *receiver = row;

	snprintf(room, CELL_MAX, "%u", receiver->uid);
	return room;
}

static const char *text_delivered(const void *row, char room[CELL_MAX])
{
	const struct receiver *receiver = row;

	return time_text(receiver->delivered_ns, room);
}

static const char *text_missing(const void *row, char room[CELL_MAX])
{
	const struct receiver *receiver = row;

	return time_text(receiver->missing_ns, room);
}

static bool misses(const void *row)
{
	const struct receiver *receiver = row;

	return receiver->missing_ns;
}

const struct column receivers_columns[] = {
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

static enum status print_json(const struct netns *netns,
			      const struct receivers *receivers)
{
	json_t *list = json_array();
	size_t i;

	for (i = 0; i < receivers->count; i++)
		json_array_append_new(list, receiver_json(&receivers->list[i]));

	return output_json(json_pack("{s:o, s:o}", "netns", netns_json(netns),
				     "receivers", list));
}

enum status cmd_receivers(const struct request *req)
{
	struct receivers receivers;
	enum status status;
	struct netns netns;
	struct kern *kern;

	status = kern_open(&kern, req->netns, &netns);
	if (status != STATUS_DONE)
		return status;

	status = kern_receivers_get(kern, &receivers);
	kern_close(kern);
	if (status != STATUS_DONE)
		return status;

	if (req->json)
		status = print_json(&netns, &receivers);
	else
		status = table_print(receivers_columns, req, receivers.list,
				     sizeof(*receivers.list), receivers.count);
	receivers_free(&receivers);
	return status;
}
