// SPDX-License-Identifier: GPL-2.0-or-later
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "times.h"

static uint64_t read_clock(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * NSEC_PER_SEC + now.tv_nsec;
}

uint64_t time_now(void)
{
	return read_clock(CLOCK_REALTIME);
}

uint64_t time_elapsed(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

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

/* The largest first */
static const struct unit {
	char letter;
	unsigned int seconds;
} units[] = {
	{ 'd', 24 * 60 * 60 },
	{ 'h', 60 * 60 },
	{ 'm', 60 },
	{ 's', 1 },
};

#define UNITS	(sizeof(units) / sizeof(units[0]))

bool seconds_parse(const char *text, unsigned int *seconds)
{
	const struct unit *unit = &units[UNITS - 1];
	unsigned long long value;
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	value = strtoull(text, &end, 10);
	if (*end) {
		for (unit = units; unit < units + UNITS; unit++) {
			if (*end == unit->letter && !end[1])
				break;
		}
		if (unit == units + UNITS)
			return false;
	}
	if (!value || value > INT_MAX / unit->seconds)
		return false;

	*seconds = value * unit->seconds;
	return true;
}

const char *seconds_text(unsigned int seconds, char text[TIME_TEXT_MAX])
{
	size_t i, used = 0;

	for (i = 0; i < UNITS; i++) {
		unsigned int value = seconds / units[i].seconds;

		if (!value && (used || i < UNITS - 1))
			continue;
		used += snprintf(text + used, TIME_TEXT_MAX - used, "%u%c",
				 value, units[i].letter);
		seconds %= units[i].seconds;
	}

	return text;
}
