/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Points in time, in nanoseconds since 1970, 0 for never */
#ifndef UNIXCREDCTL_TIMES_H
#define UNIXCREDCTL_TIMES_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

/* Room for what time_text() writes */
#define TIME_TEXT_MAX	32

/* In local time, to the second; "-" for never */
const char *time_text(uint64_t ns, char text[TIME_TEXT_MAX]);

/* In UTC by ISO 8601, to the microsecond; null for never */
json_t *time_json(uint64_t ns);

#endif
