// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>

#include "kern.h"
#include "netns.h"
#include "output.h"
#include "policy.h"

enum status cmd_get(const struct request *req)
{
	enum status status;
	unsigned int policy;
	struct netns netns;
	struct kern *kern;

	status = kern_open(&kern, req->netns, &netns);
	if (status != STATUS_DONE)
		return status;

	status = kern_policy_get(kern, &policy);
	kern_close(kern);
	if (status != STATUS_DONE)
		return status;

	if (req->json)
		return output_json(json_pack("{s:o, s:s}",
					     "netns", netns_json(&netns),
					     "policy", policy_word(policy)));
	puts(policy_word(policy));
	return STATUS_DONE;
}
