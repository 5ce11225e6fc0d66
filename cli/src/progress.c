// SPDX-License-Identifier: GPL-2.0-or-later
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "progress.h"
#include "times.h"

/* To the left, and empty from there */
#define CLEAR	"\r\033[K"

static bool shown;

void progress(const char *what, unsigned int seconds)
{
	struct pollfd terminal = { .fd = STDERR_FILENO, .events = POLLOUT };
	static unsigned int last;
	char text[TIME_TEXT_MAX];

	if ((shown && seconds == last) || !isatty(STDERR_FILENO))
		return;
	/* Nobody waits for one that was stopped. */
	if (poll(&terminal, 1, 0) != 1 || terminal.revents != POLLOUT)
		return;

	last = seconds;
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
