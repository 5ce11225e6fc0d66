// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <time.h>

#include "times.h"

#define NSEC_PER_SEC	1000000000ull

const char *time_text(uint64_t ns, char text[TIME_TEXT_MAX])
{
	time_t seconds = ns / NSEC_PER_SEC;
	struct tm tm;

	if (!ns)
		return "-";
	if (!localtime_r(&seconds, &tm) ||
	    !strftime(text, TIME_TEXT_MAX, "%F %T", &tm))
		return "?";
	return text;
}

json_t *time_json(uint64_t ns)
{
	time_t seconds = ns / NSEC_PER_SEC;
	char day[TIME_TEXT_MAX], text[2 * TIME_TEXT_MAX];
	struct tm tm;

	if (!ns || !gmtime_r(&seconds, &tm) ||
	    !strftime(day, sizeof(day), "%FT%T", &tm))
		return json_null();

	snprintf(text, sizeof(text), "%s.%06uZ", day,
		 (unsigned int)(ns % NSEC_PER_SEC / 1000));
	return json_string(text);
}
