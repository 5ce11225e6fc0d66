/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What policies would lose. The class of a message does not depend on the
 * policy, so the counters tell for each policy, from any policy, how many
 * messages whose receiver asked would have carried credentials.
 */
#ifndef UNIXCREDCTL_EVIDENCE_H
#define UNIXCREDCTL_EVIDENCE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "array.h"
#include "counters.h"
#include "kern.h"
#include "receivers.h"
#include "unixcredctl.h"

/**
 * struct evidence - what happened in a namespace
 * @counters: how they grew in that time
 * @since_ns: when it began, 0 for the creation of the namespace
 * @missed: what counts is who missed credentials, not who would have
 * @receivers: who asked (struct receiver), by evidence_who()
 * @denied: we may not know who
 */
struct evidence {
	struct counters counters;
	uint64_t since_ns;
	bool missed;
	struct array receivers;
	bool denied;
};

/* Messages whose receivers asked and that @policy carries credentials with */
uint64_t evidence_carried(const struct counters *counters,
			  unsigned int policy);

/* Those that carry credentials under policy @from and not under @to */
uint64_t evidence_lost(const struct counters *counters, unsigned int from,
		       unsigned int to);

/* Those among them that did not carry any */
uint64_t evidence_missed(const struct counters *counters, unsigned int from,
			 unsigned int to);

/* The strictest policy that would have lost nothing, NULL if nobody asked */
const char *evidence_safe(const struct counters *counters);

/**
 * evidence_who - find out who would lose
 * @evidence: with counters; its receivers are set to those, for array_free()
 * @kern: namespace
 * @from: policy that carries
 * @to: policy that does not
 *
 * A socket reports once, so one that did before the time looked at may be who
 * asked again. If nobody reported in it, those who did before are given.
 */
enum status evidence_who(struct evidence *evidence, struct kern *kern,
			 unsigned int from, unsigned int to);

/* Room for evidence_text() */
#define EVIDENCE_TEXT_MAX	1024

/* "NAME (SOCKET), NAME and N more"; what to do if that may not be known */
const char *evidence_text(const struct evidence *evidence,
			  char text[EVIDENCE_TEXT_MAX]);

/* A new JSON list of its receivers, or null if they may not be known */
json_t *evidence_json(const struct evidence *evidence);

#endif
