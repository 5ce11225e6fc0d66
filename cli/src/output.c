// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fail.h"
#include "output.h"

static bool printed_json;
static int flush_errno;

void output_init(void)
{
	int fd;

	/*
	 * A socket must not become standard output. What is closed is opened
	 * the wrong way round, so that using it fails as it should.
	 */
	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) >= 0)
			continue;
		if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY :
							   O_RDONLY) != fd)
			exit(STATUS_FAILED);
	}
}

static enum status print(json_t *json, size_t flags)
{
	enum status status = STATUS_DONE;

	if (!json)
		return fail(STATUS_FAILED, "out of memory");

	if (json_dumpf(json, stdout, flags) || putchar('\n') == EOF)
		status = STATUS_FAILED;		/* output_end() says why */
	json_decref(json);
	printed_json = true;

	return status;
}

enum status output_json(json_t *json)
{
	return print(json, JSON_INDENT(3));
}

enum status output_flush(void)
{
	if (!fflush(stdout))
		return STATUS_DONE;

	/* output_end() says so. */
	flush_errno = errno;
	return STATUS_FAILED;
}

enum status output_json_line(json_t *json)
{
	enum status status = print(json, JSON_COMPACT);

	return status == STATUS_DONE ? output_flush() : status;
}

enum status output_end(enum status status, bool json)
{
	bool failed;

	/* A failure is an answer too. */
	if (json && status != STATUS_DONE && !printed_json)
		output_json(json_pack("{s:s?, s:i}", "error", fail_message(),
				      "status", (int)status));

	failed = ferror(stdout);
	errno = 0;
	if (fclose(stdout) || failed) {
		errno = errno ? errno : flush_errno;
		if (errno)
			fail(STATUS_FAILED, "cannot write the output: %m");
		else
			fail(STATUS_FAILED, "cannot write the output");
		status = status_worst(status, STATUS_FAILED);
	}

	return status;
}
