// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <string.h>

#include "evidence.h"
#include "policy.h"

/* Programs that evidence_text() names; all of them fit. */
#define NAMED_MAX	5

static bool policy_carries(unsigned int policy, unsigned int class)
{
	return class > UNIX_PASSCRED_CLASS_MAX ||
	       policy >= class_infos[class].policy;
}

static uint64_t missed(const struct counters *counters, unsigned int class)
{
	const struct class_info *info = &class_infos[class];

	return info->missing ? counters->value[info->missing] : 0;
}

/* Messages of a class whose receivers asked */
static uint64_t asked(const struct counters *counters, unsigned int class)
{
	return counters->value[class_infos[class].delivered] +
	       missed(counters, class);
}

uint64_t evidence_carried(const struct counters *counters, unsigned int policy)
{
	uint64_t sum = 0;
	unsigned int class;

	for (class = 0; class <= UNIX_PASSCRED_CLASS_MAX; class++) {
		if (policy_carries(policy, class))
			sum += asked(counters, class);
	}

	return sum;
}

static bool loses(unsigned int class, unsigned int from, unsigned int to)
{
	return policy_carries(from, class) && !policy_carries(to, class);
}

/* Of the classes that carry credentials under @from and not under @to */
static uint64_t sum_lost(const struct counters *counters, unsigned int from,
			 unsigned int to,
			 uint64_t (*of)(const struct counters *counters,
					unsigned int class))
{
	uint64_t sum = 0;
	unsigned int class;

	for (class = 0; class <= UNIX_PASSCRED_CLASS_MAX; class++) {
		if (loses(class, from, to))
			sum += of(counters, class);
	}

	return sum;
}

uint64_t evidence_lost(const struct counters *counters, unsigned int from,
		       unsigned int to)
{
	return sum_lost(counters, from, to, asked);
}

uint64_t evidence_missed(const struct counters *counters, unsigned int from,
			 unsigned int to)
{
	return sum_lost(counters, from, to, missed);
}

const char *evidence_safe(const struct counters *counters)
{
	unsigned int policy = 0;

	if (!evidence_carried(counters, UNIX_PASSCRED_POLICY_MAX))
		return NULL;
	while (policy < UNIX_PASSCRED_POLICY_MAX &&
	       evidence_lost(counters, UNIX_PASSCRED_POLICY_MAX, policy))
		policy++;
	return policy_word(policy);
}

/* Who would lose, of those that reported since then */
static bool would_lose(const struct evidence *evidence,
		       const struct receiver *receiver, unsigned int from,
		       unsigned int to, uint64_t since_ns)
{
	uint64_t last_ns = evidence->missed ? receiver->missing_ns :
					      receiver_last_ns(receiver);

	return loses(receiver->class, from, to) &&
	       asked(&evidence->counters, receiver->class) &&
	       last_ns >= since_ns;
}

enum status evidence_who(struct evidence *evidence, struct kern *kern,
			 unsigned int from, unsigned int to)
{
	struct array *receivers = &evidence->receivers;
	uint64_t since_ns = 0;
	struct receiver *list;
	enum status status;
	size_t i, kept = 0;

	status = kern_receivers_get(kern, receivers, &evidence->denied);
	if (status != STATUS_DONE)
		return status;

	list = receivers->list;
	for (i = 0; i < receivers->count; i++) {
		if (would_lose(evidence, &list[i], from, to,
			       evidence->since_ns))
			since_ns = evidence->since_ns;
	}
	for (i = 0; i < receivers->count; i++) {
		if (would_lose(evidence, &list[i], from, to, since_ns))
			list[kept++] = list[i];
	}
	receivers->count = kept;

	return STATUS_DONE;
}

const char *evidence_text(const struct evidence *evidence,
			  char text[EVIDENCE_TEXT_MAX])
{
	const struct array *receivers = &evidence->receivers;
	const struct receiver *list = receivers->list;
	size_t i, used = 0;

	if (evidence->denied)
		return "programs that CAP_NET_ADMIN is needed to see";
	if (!receivers->count)
		return "programs that the kernel had no room to note";

	for (i = 0; i < receivers->count; i++) {
		if (i == NAMED_MAX) {
			snprintf(text + used, EVIDENCE_TEXT_MAX - used,
				 " and %zu more", receivers->count - i);
			break;
		}
		used += snprintf(text + used, EVIDENCE_TEXT_MAX - used,
				 "%s%s", i ? ", " : "", list[i].command);
		if (list[i].socket[0])
			used += snprintf(text + used, EVIDENCE_TEXT_MAX - used,
					 " (%.100s)", list[i].socket);
	}

	return text;
}

json_t *evidence_json(const struct evidence *evidence)
{
	return evidence->denied ? json_null() :
				  receivers_json(&evidence->receivers);
}
