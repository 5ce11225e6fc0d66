/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UNIXCREDCTL_PROGRESS_H
#define UNIXCREDCTL_PROGRESS_H

#include <stdbool.h>

/**
 * progress - show how long something goes on, if somebody looks
 * @what: what it is
 * @seconds: how long it goes on yet
 *
 * A line on the terminal of standard error that the next one replaces.
 */
void progress(const char *what, unsigned int seconds);

/* Takes the line away. */
void progress_end(void);

#endif
