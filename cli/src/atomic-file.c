// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "atomic-file.h"
#include "fail.h"

enum status atomic_file_begin(struct atomic_file *file, const char *path)
{
	const char *slash = strrchr(path, '/');
	int len = slash ? slash - path + 1 : 0;
	struct stat st;
	int fd;

	memset(file, 0, sizeof(*file));

	/* A link, a device or a directory is not to be replaced. */
	if (!lstat(path, &st) && !S_ISREG(st.st_mode))
		return fail(STATUS_FAILED, "%s is not a regular file", path);

	/* In the same directory, with a name that nobody takes for it */
	file->path = strdup(path);
	if (!file->path ||
	    asprintf(&file->temporary, "%.*s.%s.XXXXXX", len, path,
		     path + len) < 0) {
		file->temporary = NULL;
		return fail(STATUS_FAILED, "out of memory");
	}

	fd = mkostemp(file->temporary, O_CLOEXEC);
	if (fd >= 0)
		file->stream = fdopen(fd, "w");
	if (!file->stream) {
		if (fd < 0)
			*file->temporary = '\0';
		else
			close(fd);
		return fail(STATUS_FAILED, "cannot write %s: %m", path);
	}

	/* Readable for all, as files in such places are */
	fchmod(fd, 0644);
	return STATUS_DONE;
}

/* A rename lasts when its directory is on disk. */
static int sync_directory(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *dir = slash ? strndup(path, slash - path + 1) : strdup(".");
	int err, fd;

	if (!dir) {
		errno = ENOMEM;
		return -1;
	}
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(dir);
	if (fd < 0)
		return errno == EACCES ? 0 : -1;
	/* Not every file system can. */
	err = fsync(fd) && errno != EINVAL ? -1 : 0;
	close(fd);
	return err;
}

static enum status cannot_write(const struct atomic_file *file)
{
	return fail(STATUS_FAILED, "cannot write %s: %s", file->path,
		    errno ? strerror(errno) : "it ended early");
}

enum status atomic_file_sync(struct atomic_file *file)
{
	errno = 0;
	if (fflush(file->stream) || ferror(file->stream) ||
	    fsync(fileno(file->stream)))
		return cannot_write(file);
	return STATUS_DONE;
}

static int put_in_place(struct atomic_file *file)
{
	if (rename(file->temporary, file->path))
		return -1;
	*file->temporary = '\0';

	return sync_directory(file->path);
}

enum status atomic_file_end(struct atomic_file *file, enum status status)
{
	if (file->stream && status == STATUS_DONE)
		status = atomic_file_sync(file);
	if (file->stream && status == STATUS_DONE && put_in_place(file))
		status = cannot_write(file);
	if (file->stream)
		fclose(file->stream);
	if (file->temporary && *file->temporary)
		unlink(file->temporary);
	free(file->temporary);
	free(file->path);
	return status;
}
