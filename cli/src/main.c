// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>

#include "fail.h"
#include "options.h"
#include "output.h"
#include "table.h"
#include "unixcredctl.h"

static enum status check_args(const struct command *command, char **args)
{
	int count = 0;

	while (args[count])
		count++;
	if (count < command->args_min)
		return fail(STATUS_USAGE, "%s needs %s, see unixcredctl --help",
			    command->name, command->args);
	if (count > command->args_max)
		return fail(STATUS_USAGE,
			    "%s: unexpected argument '%s', see unixcredctl --help",
			    command->name, args[command->args_max]);
	return STATUS_DONE;
}

static enum status run(struct request *req, unsigned int given)
{
	const struct command *command = &commands[0];
	enum status status;

	if (req->version) {
		puts("unixcredctl " VERSION);
		return STATUS_DONE;
	}
	if (req->help)
		return cmd_help(req);

	if (*req->args) {
		command = command_find(*req->args);
		if (!command)
			return fail(STATUS_USAGE,
				    "unknown command '%s', see unixcredctl --help",
				    *req->args);
		req->args++;
	}

	status = check_args(command, req->args);
	if (status != STATUS_DONE)
		return status;
	status = options_check(command, given);
	if (status != STATUS_DONE)
		return status;
	if (req->all && req->netns)
		return fail(STATUS_USAGE, "--all and --netns do not go together");
	if (command->columns) {
		status = table_check(command->columns, req);
		if (status != STATUS_DONE)
			return status;
	}

	return command->run(req);
}

int main(int argc, char **argv)
{
	struct request req = {};
	unsigned int given;
	enum status status;

	output_init();
	status = options_parse(&req, argc, argv, &given);
	if (status == STATUS_DONE)
		status = run(&req, given);
	return output_end(status, req.json);
}
