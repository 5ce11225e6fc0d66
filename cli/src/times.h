/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Points in time, in nanoseconds since 1970, 0 for never; and spans of it */
#ifndef UNIXCREDCTL_TIMES_H
#define UNIXCREDCTL_TIMES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NSEC_PER_SEC	1000000000ull

/* Room for what time_text() and seconds_text() write */
#define TIME_TEXT_MAX	32

uint64_t time_now(void);

/* Nanoseconds of a clock that nobody sets */
uint64_t time_elapsed(void);

/* In local time, to the second; "-" for never */
const char *time_text(uint64_t ns, char text[TIME_TEXT_MAX]);

/* In UTC by ISO 8601, to the microsecond; null for never */
json_t *time_json(uint64_t ns);

/* "90", "90s", "5m", "2h", "1d": a span from a second to some decades */
bool seconds_parse(const char *text, unsigned int *seconds);

/* As "1m30s" */
const char *seconds_text(unsigned int seconds, char text[TIME_TEXT_MAX]);

#endif
