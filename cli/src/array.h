/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UNIXCREDCTL_ARRAY_H
#define UNIXCREDCTL_ARRAY_H

#include <stddef.h>

/**
 * struct array - what grows by one
 * @list: the elements
 * @count: their number
 * @room: how many fit
 */
struct array {
	void *list;
	size_t count;
	size_t room;
};

/* One more element of @size, all zero; NULL without memory, which is
 * reported. Those before may move.
 */
void *array_add(struct array *array, size_t size);

void array_free(struct array *array);

#endif
