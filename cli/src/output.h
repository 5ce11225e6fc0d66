/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UNIXCREDCTL_OUTPUT_H
#define UNIXCREDCTL_OUTPUT_H

#include <jansson.h>
#include <libsmartcols.h>

#include "unixcredctl.h"

/**
 * output_json - print an object and drop it
 * @json: object, NULL counts as out of memory
 */
enum status output_json(json_t *json);

/* A new table without columns, NULL without memory (reported). */
struct libscols_table *output_table(void);

/* Print a table and drop it. */
enum status output_table_done(struct libscols_table *table);

/* Make standard descriptors safe to use whatever the caller closed. */
void output_init(void);

/* Flush stdout; a failed write fails the run. */
enum status output_end(enum status status, bool json);

#endif
