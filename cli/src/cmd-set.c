// SPDX-License-Identifier: GPL-2.0-or-later
#include "kern.h"
#include "netns.h"
#include "output.h"
#include "policy.h"

enum status cmd_set(const struct request *req)
{
	unsigned int policy, old;
	enum status status;
	struct netns netns;
	struct kern *kern;

	status = policy_parse(req->args[0], &policy);
	if (status != STATUS_DONE)
		return status;
	status = kern_open(&kern, req->netns, &netns);
	if (status != STATUS_DONE)
		return status;

	status = kern_policy_set(kern, policy, &old);
	kern_close(kern);
	if (status != STATUS_DONE || !req->json)
		return status;

	return output_json(json_pack("{s:o, s:s, s:s}",
				     "netns", netns_json(&netns),
				     "old_policy", policy_word(old),
				     "policy", policy_word(policy)));
}
