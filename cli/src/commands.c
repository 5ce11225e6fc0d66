// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "table.h"
#include "unixcredctl.h"

#define ONE		(OPTIONS_NETNS | OPTIONS_JSON)
#define ONE_OR_ALL	(ONE | OPTIONS_ALL)

const struct command commands[] = {
	{ "status", "", 0, 0, ONE | OPTIONS_TABLE,
	  "policy, processes, counters and receivers",
	  status_columns, cmd_status },
	{ "get", "", 0, 0, ONE_OR_ALL | OPTIONS_TABLE,
	  "print the policy",
	  get_columns, cmd_get },
	{ "set", "POLICY", 1, 1, ONE_OR_ALL | OPTIONS_CHANGE,
	  "change the policy, unless programs would lose credentials",
	  NULL, cmd_set },
	{ "try", "POLICY", 1, 1, ONE | OPTIONS_FOR | OPTIONS_KEEP,
	  "change the policy for a while, and go back at the first loss",
	  NULL, cmd_try },
	{ "advise", "[POLICY]", 0, 1, ONE_OR_ALL | OPTIONS_TABLE | OPTIONS_FOR,
	  "what each policy carries and loses, and whose",
	  advise_columns, cmd_advise },
	{ "receivers", "", 0, 0, ONE_OR_ALL | OPTIONS_TABLE,
	  "programs that depend on the policy",
	  receivers_columns, cmd_receivers },
	{ "stats", "", 0, 0,
	  ONE_OR_ALL | OPTIONS_TABLE | OPTIONS_SAMPLE | OPTIONS_COUNT,
	  "all counters, or how they grow",
	  stats_columns, cmd_stats },
	{ "list", "", 0, 0, OPTIONS_JSON | OPTIONS_TABLE,
	  "all network namespaces of the machine",
	  list_columns, cmd_list },
	{ "monitor", "", 0, 0, ONE_OR_ALL | OPTIONS_COUNT,
	  "changes of the policy and new receivers as they come",
	  NULL, cmd_monitor },
	{ "export", "", 0, 0, OPTIONS_NETNS | OPTIONS_FILE,
	  "all namespaces as OpenMetrics",
	  NULL, cmd_export },
	{ "help", "[COMMAND]", 0, 1, OPTIONS_RAW,
	  "how to use a command",
	  NULL, cmd_help },
	{}
};

const struct command *command_find(const char *name)
{
	const struct command *command;

	for (command = commands; command->name; command++) {
		if (!strcmp(command->name, name))
			return command;
	}

	return NULL;
}

enum status status_worst(enum status one, enum status other)
{
	static const enum status order[] = {
		STATUS_USAGE, STATUS_UNSUPPORTED, STATUS_FAILED, STATUS_LOSES,
	};
	unsigned int i;

	for (i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (one == order[i] || other == order[i])
			return order[i];
	}

	return STATUS_DONE;
}
