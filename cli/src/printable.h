/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UNIXCREDCTL_PRINTABLE_H
#define UNIXCREDCTL_PRINTABLE_H

#include <stddef.h>

/**
 * printable - make one printable line of whatever the bytes are
 * @text: set to it; what is no printable ASCII as \xNN, and \ as \\
 * @size: room in @text, 4 for each byte and 1
 * @bytes: the bytes
 * @len: their number
 */
void printable(char *text, size_t size, const char *bytes, size_t len);

#endif
