// SPDX-License-Identifier: GPL-2.0-or-later
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fail.h"
#include "options.h"
#include "times.h"

/* Options without a letter */
enum {
	OPT_NOHEADINGS = UCHAR_MAX + 1, OPT_COLOR, OPT_FOR, OPT_FORCE,
	OPT_PERSIST, OPT_KEEP, OPT_INTERVAL, OPT_COUNT,
};

const struct option_info option_infos[] = {
	{ "netns", 'N', "NAME|PATH|PID", OPTIONS_NETNS,
	  "act on this network namespace" },
	{ "all", 'a', NULL, OPTIONS_ALL, "act on all of them" },
	{ "json", 'j', NULL, OPTIONS_JSON, "print JSON" },
	{ "output", 'o', "COLUMNS|FILE", OPTIONS_TABLE | OPTIONS_FILE,
	  "columns of the table, +COLUMNS for more; file of an export" },
	{ "raw", 'r', NULL, OPTIONS_TABLE | OPTIONS_RAW, "print for programs" },
	{ "noheadings", OPT_NOHEADINGS, NULL, OPTIONS_TABLE,
	  "print tables without headings" },
	{ "color", OPT_COLOR, "[=WHEN]", OPTIONS_TABLE,
	  "auto, always or never" },
	{ "for", OPT_FOR, "TIME", OPTIONS_FOR,
	  "how long to watch: 30s, 5m, 2h, 1d" },
	{ "keep-if-clean", OPT_KEEP, NULL, OPTIONS_KEEP,
	  "keep the policy if nothing was lost" },
	{ "force", OPT_FORCE, NULL, OPTIONS_CHANGE,
	  "change it whatever would be lost" },
	{ "dry-run", 'n', NULL, OPTIONS_CHANGE,
	  "say what would be done, change nothing" },
	{ "persist", OPT_PERSIST, NULL, OPTIONS_CHANGE,
	  "keep it for the next boot" },
	{ "interval", OPT_INTERVAL, "TIME", OPTIONS_SAMPLE,
	  "time between samples" },
	{ "count", OPT_COUNT, "N", OPTIONS_COUNT,
	  "end after so many samples or events" },
	{ "help", 'h', NULL, OPTIONS_GENERAL, "print help" },
	{ "version", 'V', NULL, OPTIONS_GENERAL, "print the version" },
	{}
};

#define OPTIONS_COUNT_ALL (sizeof(option_infos) / sizeof(option_infos[0]) - 1)

bool option_has_letter(const struct option_info *option)
{
	return option->letter <= UCHAR_MAX;
}

bool command_takes(const struct command *command,
		   const struct option_info *option)
{
	return (command->options | OPTIONS_GENERAL) & option->groups;
}

/* What getopt_long() wants */
struct getopt_args {
	char letters[1 + 2 * OPTIONS_COUNT_ALL + 1];
	struct option options[OPTIONS_COUNT_ALL + 1];
};

static void describe(struct getopt_args *args)
{
	char *letter = args->letters;
	unsigned int i;

	memset(args, 0, sizeof(*args));
	*letter++ = ':';
	for (i = 0; i < OPTIONS_COUNT_ALL; i++) {
		const struct option_info *info = &option_infos[i];

		args->options[i].name = info->name;
		args->options[i].val = info->letter;
		args->options[i].has_arg = !info->arg ? no_argument :
			*info->arg == '[' ? optional_argument :
					    required_argument;
		if (option_has_letter(info)) {
			*letter++ = info->letter;
			if (info->arg)
				*letter++ = ':';
		}
	}
}

static enum status parse_color(const char *when, enum color *color)
{
	static const char * const words[] = {
		[COLOR_AUTO] = "auto",
		[COLOR_ALWAYS] = "always",
		[COLOR_NEVER] = "never",
	};
	unsigned int i;

	*color = COLOR_ALWAYS;
	if (!when)
		return STATUS_DONE;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcmp(words[i], when)) {
			*color = i;
			return STATUS_DONE;
		}
	}

	return fail(STATUS_USAGE,
		    "unknown word '%s' for --color, known: auto, always, never",
		    when);
}

static enum status parse_seconds(const char *option, const char *text,
				 unsigned int *seconds)
{
	if (seconds_parse(text, seconds))
		return STATUS_DONE;
	return fail(STATUS_USAGE,
		    "--%s needs a time from 1s on, as 30s, 5m, 2h or 1d, not '%s'",
		    option, text);
}

static enum status parse_count(const char *text, unsigned int *count)
{
	unsigned long value;
	char *end;

	value = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || !value || value > INT_MAX)
		return fail(STATUS_USAGE,
			    "--count needs a number from 1 on, not '%s'", text);
	*count = value;
	return STATUS_DONE;
}

static enum status take(struct request *req, int letter, const char *arg)
{
	switch (letter) {
	case 'N':
		req->netns = arg;
		break;
	case 'a':
		req->all = true;
		break;
	case 'j':
		req->json = true;
		break;
	case 'o':
		req->output = arg;
		break;
	case 'r':
		req->raw = true;
		break;
	case OPT_NOHEADINGS:
		req->noheadings = true;
		break;
	case OPT_COLOR:
		return parse_color(arg, &req->color);
	case OPT_FOR:
		return parse_seconds("for", arg, &req->seconds);
	case OPT_KEEP:
		req->keep = true;
		break;
	case OPT_FORCE:
		req->force = true;
		break;
	case 'n':
		req->dry_run = true;
		break;
	case OPT_PERSIST:
		req->persist = true;
		break;
	case OPT_INTERVAL:
		return parse_seconds("interval", arg, &req->interval);
	case OPT_COUNT:
		return parse_count(arg, &req->count);
	case 'h':
		req->help = true;
		break;
	case 'V':
		req->version = true;
		break;
	}

	return STATUS_DONE;
}

static bool is_known(int letter)
{
	const struct option_info *info;

	for (info = option_infos; info->name; info++) {
		if (info->letter == letter)
			return true;
	}

	return false;
}

static unsigned int bit_of(int letter)
{
	unsigned int i;

	for (i = 0; option_infos[i].letter != letter; i++)
		;
	return 1u << i;
}

enum status options_parse(struct request *req, int argc, char **argv,
			  unsigned int *given)
{
	struct getopt_args args;
	enum status status;
	int letter;

	describe(&args);
	*given = 0;
	opterr = 0;
	while ((letter = getopt_long(argc, argv, args.letters, args.options,
				     NULL)) != -1) {
		switch (letter) {
		case ':':
			return fail(STATUS_USAGE,
				    "option '%s' needs an argument, see unixcredctl --help",
				    argv[optind - 1]);
		case '?':
			/* It is known, but has "=VALUE". */
			if (is_known(optopt))
				return fail(STATUS_USAGE,
					    "option '%s' takes no argument, see unixcredctl --help",
					    argv[optind - 1]);
			/* A letter may stand within a word of them. */
			if (optopt)
				return fail(STATUS_USAGE,
					    "unknown option '-%c', see unixcredctl --help",
					    optopt);
			return fail(STATUS_USAGE,
				    "unknown option '%s', see unixcredctl --help",
				    argv[optind - 1]);
		}

		*given |= bit_of(letter);
		status = take(req, letter, optarg);
		if (status != STATUS_DONE)
			return status;
	}

	req->args = argv + optind;
	return STATUS_DONE;
}

enum status options_check(const struct command *command, unsigned int given)
{
	unsigned int i;

	for (i = 0; option_infos[i].name; i++) {
		if (given & 1u << i && !command_takes(command, &option_infos[i]))
			return fail(STATUS_USAGE,
				    "%s takes no --%s, see unixcredctl help %s",
				    command->name, option_infos[i].name,
				    command->name);
	}

	return STATUS_DONE;
}
