/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Receivers as rows of a table, with the columns receivers_columns */
#ifndef UNIXCREDCTL_RECEIVERS_TABLE_H
#define UNIXCREDCTL_RECEIVERS_TABLE_H

#include "array.h"
#include "namespace-columns.h"
#include "receivers.h"

struct receiver_row {
	struct namespace_row of;
	struct receiver receiver;
};

/* Adds the @receivers (struct receiver) of @space. */
enum status receiver_rows_add(struct array *rows,
			      const struct namespace *space,
			      const struct array *receivers);

#endif
