// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

#include "fail.h"

static char message[1024];

enum status fail(enum status status, const char *format, ...)
{
	va_list args;
	char *c;

	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);

	/* What the user typed may be in it; it stays one line. */
	for (c = message; *c; c++) {
		if (iscntrl((unsigned char)*c))
			*c = '?';
	}

	fprintf(stderr, "unixcredctl: %s\n", message);
	return status;
}

const char *fail_message(void)
{
	return message[0] ? message : NULL;
}
