/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file that others see as it was before or as it is after, and never else */
#ifndef UNIXCREDCTL_ATOMIC_FILE_H
#define UNIXCREDCTL_ATOMIC_FILE_H

#include <stdio.h>

#include "unixcredctl.h"

/**
 * struct atomic_file - a file being written
 * @stream: to write to
 * @path: where it will be
 * @temporary: where it is
 */
struct atomic_file {
	FILE *stream;
	char *path;
	char *temporary;
};

/* For atomic_file_end(), which may be called after a failure too */
enum status atomic_file_begin(struct atomic_file *file, const char *path);

/**
 * atomic_file_sync - get what was written onto the disk
 * @file: the file
 *
 * What is left for atomic_file_end() hardly fails then.
 */
enum status atomic_file_sync(struct atomic_file *file);

/**
 * atomic_file_end - put it in its place, or forget it
 * @file: the file
 * @status: how writing it went; it takes its place if that is STATUS_DONE
 *
 * Return: the worst of @status and that.
 */
enum status atomic_file_end(struct atomic_file *file, enum status status);

#endif
