// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>

#include "printable.h"

void printable(char *text, size_t size, const char *bytes, size_t len)
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
