/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UNIXCREDCTL_COUNTERS_H
#define UNIXCREDCTL_COUNTERS_H

#include <jansson.h>
#include <stdint.h>

#include <linux/unix_passcred.h>

/* Values by attribute number; those the kernel did not send are 0. */
struct counters {
	uint64_t value[UNIX_PASSCRED_A_COUNTERS_MAX + 1];
};

/**
 * struct counter_info - a counter
 * @attr: its netlink attribute
 * @name: as the documentation and tables call it
 * @key: as JSON calls it
 */
struct counter_info {
	int attr;
	const char *name;
	const char *key;
};

/* All counters in the order to show them; the end has attribute 0. */
extern const struct counter_info counter_infos[];

/**
 * struct class_info - a class of messages
 * @name: as the documentation calls it
 * @policy: the strictest under which they carry credentials
 * @sent: attribute of its messages queued
 * @delivered: attribute of those handed out with credentials
 * @missing: attribute of those without, 0 where that cannot be
 */
struct class_info {
	const char *name;
	unsigned int policy;
	int sent;
	int delivered;
	int missing;
};

/* All classes by enum unix_passcred_class; the end has no name. */
extern const struct class_info class_infos[];

/* "unknown" for one that a newer kernel may have */
const char *class_name(unsigned int class);

/* How much each grew since @before */
void counters_subtract(struct counters *counters,
		       const struct counters *before);

/* A new JSON object of all counters, NULL without memory */
json_t *counters_json(const struct counters *counters);

#endif
