// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>

#include "fail.h"
#include "options.h"
#include "table.h"
#include "unixcredctl.h"

static void print_option(const struct option_info *option)
{
	char text[64];

	snprintf(text, sizeof(text), "--%s%s%s", option->name,
		 !option->arg ? "" : *option->arg == '[' ? "" : " ",
		 option->arg ? option->arg : "");
	if (option_has_letter(option))
		printf("  -%c, %-22s %s\n", option->letter, text, option->help);
	else
		printf("      %-22s %s\n", text, option->help);
}

static void print_all(void)
{
	const struct option_info *option;
	const struct command *command;

	printf("Usage: unixcredctl [OPTION...] [COMMAND]\n"
	       "\n"
	       "Policy for the sender credentials of AF_UNIX messages.\n"
	       "\n"
	       "Commands:\n");
	for (command = commands; command->name; command++)
		printf("  %-9s %-9s %s%s\n", command->name, command->args,
		       command->help, command == commands ? " (default)" : "");
	printf("\n"
	       "Policies: on-request, per-socket-flag, always\n"
	       "\n"
	       "Options:\n");
	for (option = option_infos; option->name; option++)
		print_option(option);
}

static void print_one(const struct command *command)
{
	const struct option_info *option;
	const struct column *column;

	printf("Usage: unixcredctl %s%s%s [OPTION...]\n"
	       "\n"
	       "%c%s.\n"
	       "\n"
	       "Options:\n", command->name, *command->args ? " " : "",
	       command->args, command->help[0] - 'a' + 'A', command->help + 1);
	for (option = option_infos; option->name; option++) {
		if (command_takes(command, option))
			print_option(option);
	}

	if (!command->columns)
		return;
	printf("\nColumns:\n");
	for (column = command->columns; column->name; column++)
		printf("  %-10s %s\n", column->name, column->help);
}

/*
 * All there is, for completion and for checks of the manual: lines of words
 * separated by tabs, "command NAME ARGS", "option COMMAND --LONG -SHORT ARG"
 * and "column COMMAND NAME", with "-" for none.
 */
static void print_raw(void)
{
	const struct option_info *option;
	const struct command *command;
	const struct column *column;

	for (command = commands; command->name; command++) {
		printf("command\t%s\t%s\t%s\n", command->name,
		       *command->args ? command->args : "-", command->help);
		for (option = option_infos; option->name; option++) {
			char letter[] = "--";

			if (!command_takes(command, option))
				continue;
			letter[1] = option->letter;
			printf("option\t%s\t--%s\t%s\t%s\t%s\n", command->name,
			       option->name,
			       option_has_letter(option) ? letter : "-",
			       option->arg ? option->arg : "-", option->help);
		}
		for (column = command->columns; column && column->name;
		     column++)
			printf("column\t%s\t%s\t%s\n", command->name,
			       column->name, column->help);
	}
}

enum status cmd_help(const struct request *req)
{
	const struct command *command = NULL;

	if (*req->args) {
		command = command_find(*req->args);
		if (!command)
			return fail(STATUS_USAGE,
				    "unknown command '%s', see unixcredctl --help",
				    *req->args);
	}

	if (req->raw)
		print_raw();
	else if (command)
		print_one(command);
	else
		print_all();
	if (!req->raw)
		printf("\nFor more details see unixcredctl(8).\n");

	return STATUS_DONE;
}
