/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UNIXCREDCTL_FAIL_H
#define UNIXCREDCTL_FAIL_H

#include <jansson.h>

#include "unixcredctl.h"

/**
 * fail - report an error, one line on stderr
 * @status: exit status it leads to
 * @format: the message, without newline or full stop
 *
 * Return: @status.
 */
enum status fail(enum status status, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* What the messages from now on are about, put in front of them; or NULL. */
void fail_about(const char *subject);

/* The last message of fail(), or NULL; the JSON of a failure shows it. */
const char *fail_message(void);

/* A new JSON list of all messages so far */
json_t *fail_json(void);

#endif
