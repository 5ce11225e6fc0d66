/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UNIXCREDCTL_OPTIONS_H
#define UNIXCREDCTL_OPTIONS_H

#include "unixcredctl.h"

/**
 * struct option_info - an option
 * @name: long name
 * @letter: short name, or a number beyond characters for none
 * @arg: name of its argument, NULL for none, in brackets if it may be left out
 * @groups: commands with one of these take it
 * @help: one line
 */
struct option_info {
	const char *name;
	int letter;
	const char *arg;
	unsigned int groups;
	const char *help;
};

/* All options in the order to show them; the end has no name. */
extern const struct option_info option_infos[];

/* Whether @option has a short name */
bool option_has_letter(const struct option_info *option);

bool command_takes(const struct command *command,
		   const struct option_info *option);

/**
 * options_parse - read the command line
 * @req: filled with what the options say; @args becomes the rest
 * @argc: number of arguments
 * @argv: the arguments
 * @given: set to the options that were there, a bit for each of option_infos
 */
enum status options_parse(struct request *req, int argc, char **argv,
			  unsigned int *given);

/* Reports the first of the @given options that @command does not take. */
enum status options_check(const struct command *command, unsigned int given);

#endif
