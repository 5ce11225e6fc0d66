// SPDX-License-Identifier: GPL-2.0-or-later
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "fail.h"
#include "output.h"
#include "table.h"
#include "unixcredctl.h"

/* The first is what happens without a command. */
static const struct command commands[] = {
	{ "status", "", 0, "policy, processes and counters", status_columns,
	  cmd_status },
	{ "get", "", 0, "print the policy", NULL, cmd_get },
	{ "set", "POLICY", 1, "change the policy", NULL, cmd_set },
	{ "stats", "", 0, "all counters", stats_columns, cmd_stats },
	{ "receivers", "", 0, "programs that depend on the policy",
	  receivers_columns, cmd_receivers },
	{}
};

static const char help_options[] =
	"Options:\n"
	"  -N, --netns NAME|PATH|PID  act on this network namespace\n"
	"  -j, --json                 print JSON\n"
	"  -o, --output COLUMNS       columns of the table, +COLUMNS for more\n"
	"  -r, --raw                  print tables for programs\n"
	"      --noheadings           print tables without headings\n"
	"      --color[=WHEN]         auto, always or never\n"
	"  -h, --help                 print this help\n"
	"  -V, --version              print the version\n";

/* Options without a letter */
enum { OPT_NOHEADINGS = 256, OPT_COLOR };

static const struct option options[] = {
	{ "netns", required_argument, NULL, 'N' },
	{ "json", no_argument, NULL, 'j' },
	{ "output", required_argument, NULL, 'o' },
	{ "raw", no_argument, NULL, 'r' },
	{ "noheadings", no_argument, NULL, OPT_NOHEADINGS },
	{ "color", optional_argument, NULL, OPT_COLOR },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{}
};

static enum status print_help(void)
{
	const struct command *command;

	printf("Usage: unixcredctl [OPTION...] [COMMAND]\n"
	       "\n"
	       "Policy for the sender credentials of AF_UNIX messages.\n"
	       "\n"
	       "Commands:\n");
	for (command = commands; command->name; command++)
		printf("  %-9s %-8s %s%s\n", command->name, command->args,
		       command->help, command == commands ? " (default)" : "");
	printf("\n"
	       "Policies: on-request, per-socket-flag, always\n"
	       "\n"
	       "%s"
	       "\n"
	       "For more details see unixcredctl(8).\n", help_options);

	return STATUS_DONE;
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

static enum status run(struct request *req, int argc, char **argv)
{
	const struct command *command = commands;

	if (argc) {
		if (!strcmp(argv[0], "help"))
			return print_help();
		while (command->name && strcmp(command->name, argv[0]))
			command++;
		if (!command->name)
			return fail(STATUS_USAGE,
				    "unknown command '%s', see unixcredctl --help",
				    argv[0]);
		argc--;
		argv++;
	}

	if (argc < command->nargs)
		return fail(STATUS_USAGE, "%s needs %s, see unixcredctl --help",
			    command->name, command->args);
	if (argc > command->nargs)
		return fail(STATUS_USAGE,
			    "%s: unexpected argument '%s', see unixcredctl --help",
			    command->name, argv[command->nargs]);

	if (command->columns) {
		enum status status = table_check(command->columns, req);

		if (status != STATUS_DONE)
			return status;
	}

	req->args = argv;
	return command->run(req);
}

int main(int argc, char **argv)
{
	struct request req = {};
	enum status status;
	int opt;

	output_init();
	opterr = 0;
	while ((opt = getopt_long(argc, argv, ":N:jo:rhV", options, NULL)) != -1) {
		switch (opt) {
		case 'N':
			req.netns = optarg;
			break;
		case 'j':
			req.json = true;
			break;
		case 'o':
			req.output = optarg;
			break;
		case 'r':
			req.raw = true;
			break;
		case OPT_NOHEADINGS:
			req.noheadings = true;
			break;
		case OPT_COLOR:
			status = parse_color(optarg, &req.color);
			if (status != STATUS_DONE)
				return output_end(status, req.json);
			break;
		case 'h':
			return output_end(print_help(), false);
		case 'V':
			puts("unixcredctl " VERSION);
			return output_end(STATUS_DONE, false);
		case ':':
			status = fail(STATUS_USAGE,
				      "option '%s' needs an argument, see unixcredctl --help",
				      argv[optind - 1]);
			return output_end(status, req.json);
		default:
			/* A short option may stand within a word of them. */
			if (optopt)
				status = fail(STATUS_USAGE,
					      "unknown option '-%c', see unixcredctl --help",
					      optopt);
			else
				status = fail(STATUS_USAGE,
					      "unknown option '%s', see unixcredctl --help",
					      argv[optind - 1]);
			return output_end(status, req.json);
		}
	}

	status = run(&req, argc - optind, argv + optind);
	return output_end(status, req.json);
}
