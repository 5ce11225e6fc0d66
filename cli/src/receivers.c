// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdbool.h>
#include <sys/socket.h>

#include "counters.h"
#include "printable.h"
#include "receivers.h"
#include "times.h"

void receiver_set_socket(struct receiver *receiver, const char *bytes,
			 size_t len)
{
	bool abstract = len && !bytes[0];
	char *text = receiver->socket;

	if (abstract)
		*text++ = '@';
	printable(text, sizeof(receiver->socket) - abstract, bytes + abstract,
		  len - abstract);
}

const char *receiver_type(const struct receiver *receiver)
{
	switch (receiver->type) {
	case SOCK_STREAM:
		return "stream";
	case SOCK_DGRAM:
		return "dgram";
	case SOCK_SEQPACKET:
		return "seqpacket";
	default:
		return "unknown";
	}
}

uint64_t receiver_last_ns(const struct receiver *receiver)
{
	return receiver->delivered_ns > receiver->missing_ns ?
		receiver->delivered_ns : receiver->missing_ns;
}

json_t *receiver_json(const struct receiver *receiver)
{
	const char *socket = receiver->socket[0] ? receiver->socket : NULL;

	return json_pack("{s:s, s:s, s:s, s:s?, s:I, s:i, s:I, s:o, s:o}",
			 "class", class_name(receiver->class),
			 "command", receiver->command,
			 "type", receiver_type(receiver),
			 "socket", socket,
			 "sockets", (json_int_t)receiver->sockets,
			 "pid", (int)receiver->pid,
			 "uid", (json_int_t)receiver->uid,
			 "delivered", time_json(receiver->delivered_ns),
			 "missing", time_json(receiver->missing_ns));
}

json_t *receivers_json(const struct array *receivers)
{
	const struct receiver *receiver = receivers->list;
	json_t *list = json_array();
	size_t i;

	for (i = 0; i < receivers->count; i++)
		json_array_append_new(list, receiver_json(&receiver[i]));

	return list;
}
