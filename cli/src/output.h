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

/* As output_json(), but all of it in one line that is read at once */
enum status output_json_line(json_t *json);

/* Lets what was printed be read; who looks on must not wait for more. */
enum status output_flush(void);

/* Make standard descriptors safe to use whatever the caller closed. */
void output_init(void);

/* Flush stdout; a failed write fails the run. */
enum status output_end(enum status status, bool json);

#endif
