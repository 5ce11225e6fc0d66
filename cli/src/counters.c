// SPDX-License-Identifier: GPL-2.0-or-later
#include "counters.h"

#define COUNTER(attr, name, key) \
	{ UNIX_PASSCRED_A_COUNTERS_##attr, name, key }

const struct counter_info counter_infos[] = {
	COUNTER(SENT_EXPLICIT, "SentExplicit", "sent_explicit"),
	COUNTER(SENT_FLAG, "SentFlag", "sent_flag"),
	COUNTER(SENT_EMBRYO, "SentEmbryo", "sent_embryo"),
	COUNTER(SENT_PLAIN, "SentPlain", "sent_plain"),
	COUNTER(DELIVERED_EXPLICIT, "DeliveredExplicit", "delivered_explicit"),
	COUNTER(DELIVERED_FLAG, "DeliveredFlag", "delivered_flag"),
	COUNTER(DELIVERED_EMBRYO, "DeliveredEmbryo", "delivered_embryo"),
	COUNTER(DELIVERED_PLAIN, "DeliveredPlain", "delivered_plain"),
	COUNTER(MISSING_FLAG, "MissingFlag", "missing_flag"),
	COUNTER(MISSING_EMBRYO, "MissingEmbryo", "missing_embryo"),
	COUNTER(MISSING_PLAIN, "MissingPlain", "missing_plain"),
	COUNTER(POLICY_CHANGES, "PolicyChanges", "policy_changes"),
	COUNTER(TABLE_LOCK_CONTENDED, "TableLockContended",
		"table_lock_contended"),
	COUNTER(RECEIVERS_DROPPED, "ReceiversDropped", "receivers_dropped"),
	{}
};

#define CLASS(class, name, policy, missing)				\
	[UNIX_PASSCRED_CLASS_##class] = {				\
		name,							\
		UNIX_PASSCRED_POLICY_##policy,				\
		UNIX_PASSCRED_A_COUNTERS_SENT_##class,			\
		UNIX_PASSCRED_A_COUNTERS_DELIVERED_##class,		\
		missing							\
	}

const struct class_info class_infos[] = {
	CLASS(EXPLICIT, "explicit", ON_REQUEST, 0),
	CLASS(FLAG, "flag", PER_SOCKET_FLAG,
	      UNIX_PASSCRED_A_COUNTERS_MISSING_FLAG),
	CLASS(EMBRYO, "embryo", PER_SOCKET_FLAG,
	      UNIX_PASSCRED_A_COUNTERS_MISSING_EMBRYO),
	CLASS(PLAIN, "plain", ALWAYS, UNIX_PASSCRED_A_COUNTERS_MISSING_PLAIN),
	{}
};

const char *class_name(unsigned int class)
{
	return class <= UNIX_PASSCRED_CLASS_MAX ? class_infos[class].name :
						  "unknown";
}

void counters_subtract(struct counters *counters,
		       const struct counters *before)
{
	int i;

	for (i = 0; i <= UNIX_PASSCRED_A_COUNTERS_MAX; i++)
		counters->value[i] -= before->value[i];
}

json_t *counters_json(const struct counters *counters)
{
	const struct counter_info *info;
	json_t *json = json_object();

	for (info = counter_infos; info->attr; info++) {
		json_object_set_new(json, info->key,
				    json_integer(counters->value[info->attr]));
	}

	return json;
}
