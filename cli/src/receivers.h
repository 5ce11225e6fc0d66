/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs that depend on the policy, as the kernel tells of them */
#ifndef UNIXCREDCTL_RECEIVERS_H
#define UNIXCREDCTL_RECEIVERS_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "array.h"

/**
 * struct receiver - a program that asked for credentials
 * @class: enum unix_passcred_class of the messages
 * @type: SOCK_STREAM, SOCK_DGRAM or SOCK_SEQPACKET
 * @command: command name of the process, made printable
 * @socket: name of the socket, made printable, "@" in front of an abstract
 *   one, "" for none
 * @sockets: sockets that reported
 * @pid: process of the last report, 0 if not visible from here
 * @uid: its real user ID
 * @delivered_ns: last report of credentials, since the epoch, 0 for none
 * @missing_ns: last report of the placeholder, since the epoch, 0 for none
 */
struct receiver {
	unsigned int class;
	unsigned int type;
	char command[16 * 4 + 1];
	char socket[1 + 108 * 4 + 1];
	uint64_t sockets;
	unsigned int pid;
	unsigned int uid;
	uint64_t delivered_ns;
	uint64_t missing_ns;
};

/* As the kernel has it: an abstract name begins with a zero byte. */
void receiver_set_socket(struct receiver *receiver, const char *bytes,
			 size_t len);

/* "dgram", "stream", "seqpacket" or "unknown" */
const char *receiver_type(const struct receiver *receiver);

/* The later of its times */
uint64_t receiver_last_ns(const struct receiver *receiver);

/* A new JSON object, NULL without memory */
json_t *receiver_json(const struct receiver *receiver);

/* A new JSON list of receivers, NULL without memory */
json_t *receivers_json(const struct array *receivers);

#endif
