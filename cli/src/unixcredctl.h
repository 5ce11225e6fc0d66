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
	STATUS_LOSES	   = 3,		/* credentials are lost, or would be */
	STATUS_USAGE	   = 64,
};

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/**
 * struct request - what the user asked for
 * @args: arguments after the command's name, NULL at the end
 * @netns: namespace to act on, NULL for our own
 * @output: columns of tables, NULL for the usual ones; the file of an export
 * @seconds: how long to watch, 0 if not said
 * @interval: seconds between samples, 0 for a single one
 * @count: number of samples or events, 0 for no end
 * @color: when tables are in colour
 * @all: act on every namespace of the machine
 * @json: print JSON
 * @raw: print tables for programs: no padding, blanks in cells escaped
 * @noheadings: print tables without headings
 * @force: change the policy whatever the evidence says
 * @dry_run: only say what would be done
 * @persist: keep the policy for the next boot
 * @keep: keep a policy on trial if nothing was lost
 * @help: say how to use the command instead
 * @version: print the version instead
 */
struct request {
	char **args;
	const char *netns;
	const char *output;
	unsigned int seconds;
	unsigned int interval;
	unsigned int count;
	enum color color;
	bool all;
	bool json;
	bool raw;
	bool noheadings;
	bool force;
	bool dry_run;
	bool persist;
	bool keep;
	bool help;
	bool version;
};

/* Options that are taken together, by the commands that have them */
enum option_group {
	OPTIONS_GENERAL	= 1 << 0,	/* of every command */
	OPTIONS_NETNS	= 1 << 1,
	OPTIONS_ALL	= 1 << 2,
	OPTIONS_JSON	= 1 << 3,
	OPTIONS_TABLE	= 1 << 4,
	OPTIONS_FILE	= 1 << 5,
	OPTIONS_FOR	= 1 << 6,
	OPTIONS_CHANGE	= 1 << 7,
	OPTIONS_KEEP	= 1 << 8,
	OPTIONS_SAMPLE	= 1 << 9,
	OPTIONS_COUNT	= 1 << 10,
	OPTIONS_RAW	= 1 << 11,
};

struct column;

/**
 * struct command - a subcommand
 * @name: its name
 * @args: its arguments, as usage shows them; "" for none
 * @args_min: how many it needs
 * @args_max: how many it takes
 * @options: options it takes, enum option_group
 * @help: one line
 * @columns: those of the table it prints, NULL if it prints none
 * @run: does it; prints results on stdout, reports errors with fail()
 */
struct command {
	const char *name;
	const char *args;
	int args_min;
	int args_max;
	unsigned int options;
	const char *help;
	const struct column *columns;
	enum status (*run)(const struct request *req);
};

/* All commands. The first is what happens without one; the end has no name. */
extern const struct command commands[];

/* NULL if there is none of this name */
const struct command *command_find(const char *name);

enum status cmd_advise(const struct request *req);
enum status cmd_export(const struct request *req);
enum status cmd_get(const struct request *req);
enum status cmd_help(const struct request *req);
enum status cmd_list(const struct request *req);
enum status cmd_monitor(const struct request *req);
enum status cmd_receivers(const struct request *req);
enum status cmd_set(const struct request *req);
enum status cmd_stats(const struct request *req);
enum status cmd_status(const struct request *req);
enum status cmd_try(const struct request *req);

/* The one to end with of two: what failed comes before what was found. */
enum status status_worst(enum status one, enum status other);

#endif
