/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UNIXCREDCTL_OUTPUT_H
#define UNIXCREDCTL_OUTPUT_H

#include <jansson.h>

#include "unixcredctl.h"

/**
 * output_json - print an object and drop it
 * @json: object, NULL counts as out of memory
 */
enum status output_json(json_t *json);

/* Make standard descriptors safe to use whatever the caller closed. */
void output_init(void);

/* Flush stdout; a failed write fails the run. */
enum status output_end(enum status status, bool json);

#endif
