/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What all of unixcredctl shares: exit statuses, options, commands. */
#ifndef UNIXCREDCTL_H
#define UNIXCREDCTL_H

#include <stdbool.h>

/* Exit statuses; a contract with scripts, see EXIT STATUS in the man page. */
enum status {
	STATUS_DONE	   = 0,
	STATUS_FAILED	   = 1,
	STATUS_UNSUPPORTED = 2,		/* the kernel has no policy */
	STATUS_USAGE	   = 64,
};

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/**
 * struct request - what the user asked for
 * @args: arguments after the command's name, NULL at the end
 * @netns: namespace to act on, NULL for our own
 * @output: columns of tables, NULL for the usual ones
 * @color: when tables are in colour
 * @json: print JSON
 * @raw: print tables for programs: no padding, blanks in cells escaped
 * @noheadings: print tables without headings
 */
struct request {
	char **args;
	const char *netns;
	const char *output;
	enum color color;
	bool json;
	bool raw;
	bool noheadings;
};

struct column;

/**
 * struct command - a subcommand
 * @name: its name
 * @args: its arguments, as usage shows them; "" for none
 * @nargs: their number
 * @help: one line
 * @columns: those of the table it prints, NULL if it prints none
 * @run: does it; prints results on stdout, reports errors with fail()
 */
struct command {
	const char *name;
	const char *args;
	int nargs;
	const char *help;
	const struct column *columns;
	enum status (*run)(const struct request *req);
};

enum status cmd_get(const struct request *req);
enum status cmd_receivers(const struct request *req);
enum status cmd_set(const struct request *req);
enum status cmd_stats(const struct request *req);
enum status cmd_status(const struct request *req);

#endif
