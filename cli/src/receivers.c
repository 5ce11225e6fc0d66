// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "counters.h"
#include "receivers.h"
#include "times.h"

void receivers_init(struct receivers *receivers)
{
	memset(receivers, 0, sizeof(*receivers));
}

void receivers_free(struct receivers *receivers)
{
	free(receivers->list);
	receivers_init(receivers);
}

struct receiver *receivers_add(struct receivers *receivers)
{
	struct receiver *receiver;

	if (receivers->count == receivers->room) {
		size_t room = receivers->room ? 2 * receivers->room : 64;
		struct receiver *list = reallocarray(receivers->list, room,
						     sizeof(*list));

		if (!list)
			return NULL;
		receivers->list = list;
		receivers->room = room;
	}

	receiver = &receivers->list[receivers->count++];
	memset(receiver, 0, sizeof(*receiver));
	return receiver;
}

/* Whatever the bytes are, what comes out is one printable line. */
static void escape(char *text, size_t size, const char *bytes, size_t len)
{
	size_t i;

	for (i = 0; i < len && size > 4; i++) {
		unsigned char byte = bytes[i];
		int n;

		if (byte == '\\')
			n = snprintf(text, size, "\\\\");
		else if (byte < ' ' || byte > '~')
			n = snprintf(text, size, "\\x%02x", byte);
		else
			n = snprintf(text, size, "%c", byte);
		text += n;
		size -= n;
	}
	*text = '\0';
}

void receiver_set_command(struct receiver *receiver, const char *bytes,
			  size_t len)
{
	escape(receiver->command, sizeof(receiver->command), bytes,
	       strnlen(bytes, len));
}

void receiver_set_socket(struct receiver *receiver, const char *bytes,
			 size_t len)
{
	bool abstract = len && !bytes[0];
	char *text = receiver->socket;

	if (abstract)
		*text++ = '@';
	escape(text, sizeof(receiver->socket) - abstract, bytes + abstract,
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
