// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "fail.h"

void *array_add(struct array *array, size_t size)
{
	char *element;

	if (array->count == array->room) {
		size_t room = array->room ? 2 * array->room : 16;
		void *list = reallocarray(array->list, room, size);

		if (!list) {
			fail(STATUS_FAILED, "out of memory");
			return NULL;
		}
		array->list = list;
		array->room = room;
	}

	element = (char *)array->list + size * array->count++;
	return memset(element, 0, size);
}

void array_free(struct array *array)
{
	free(array->list);
	memset(array, 0, sizeof(*array));
}
