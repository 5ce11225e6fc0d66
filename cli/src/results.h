/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a command found out about one namespace or several, to be printed */
#ifndef UNIXCREDCTL_RESULTS_H
#define UNIXCREDCTL_RESULTS_H

#include <jansson.h>

#include "array.h"
#include "namespaces.h"
#include "table.h"
#include "unixcredctl.h"

/**
 * struct results - what is there to print
 * @req: how
 * @rows: rows of the table, if it is to be one
 * @json: an object for each namespace, if it is to be JSON
 */
struct results {
	const struct request *req;
	struct array rows;
	json_t *json;
};

/* For results_print(), whatever happens in between */
void results_init(struct results *results, const struct request *req);

/* Takes over an object; NULL counts as out of memory. */
enum status results_add(struct results *results, json_t *object);

/**
 * results_print - print and drop them
 * @results: the results
 * @columns: of the table, NULL for no table
 * @size: size of a row
 * @status: how finding them went
 *
 * If the one namespace asked for failed there is nothing to print; if one of
 * several did, what is known of the others is.
 *
 * Return: the worst of @status and printing.
 */
enum status results_print(struct results *results,
			  const struct column *columns, size_t size,
			  enum status status);

/**
 * results_run - do something with the namespaces asked for, and print it
 * @results: from results_init(), of a request that says which
 * @fn: what; adds to @results
 * @arg: passed to @fn
 * @columns: of the table, NULL for no table
 * @size: size of a row
 */
enum status results_run(struct results *results, namespace_fn *fn, void *arg,
			const struct column *columns, size_t size);

#endif
