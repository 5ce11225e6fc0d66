// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <unistd.h>

#include "progress.h"
#include "times.h"

/* To the left, and empty from there */
#define CLEAR	"\r\033[K"

static bool shown;

void progress(const char *what, unsigned int seconds)
{
	char text[TIME_TEXT_MAX];

	if (!isatty(STDERR_FILENO))
		return;
	fprintf(stderr, CLEAR "%s, %s left", what,
		seconds_text(seconds, text));
	shown = true;
}

void progress_end(void)
{
	if (shown)
		fputs(CLEAR, stderr);
	shown = false;
}
