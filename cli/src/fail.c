// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdarg.h>
#include <stdio.h>

#include "fail.h"

static char message[1024];
static const char *about;
static json_t *messages;

enum status fail(enum status status, const char *format, ...)
{
	size_t used = 0;
	va_list args;
	char *c;

	if (about)
		used = snprintf(message, sizeof(message), "%.300s: ", about);
	va_start(args, format);
	vsnprintf(message + used, sizeof(message) - used, format, args);
	va_end(args);

	/* Whatever was typed or found may be in it; it stays a line of ASCII. */
	for (c = message; *c; c++) {
		if (*c < ' ' || *c > '~')
			*c = '?';
	}

	fprintf(stderr, "unixcredctl: %s\n", message);
	if (!messages)
		messages = json_array();
	json_array_append_new(messages, json_string(message));
	return status;
}

void fail_about(const char *subject)
{
	about = subject;
}

const char *fail_message(void)
{
	return message[0] ? message : NULL;
}

json_t *fail_json(void)
{
	return messages ? json_deep_copy(messages) : json_array();
}
