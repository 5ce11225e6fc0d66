// SPDX-License-Identifier: GPL-2.0-only
/*
 * net.unix.passcred_policy
 */

#include <linux/capability.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysctl.h>
#include <net/net_namespace.h>

#include "passcred_policy.h"

/* Longest word, a newline and room to see that more follows. */
#define UNIX_PASSCRED_VALUE_MAX	32

/*
 * What the file would hold after the write has to be exactly one word, so
 * that a word and its newline may come in two writes, and nothing that is
 * cut off or left over passes as a word.
 */
static int unix_passcred_parse(unsigned int policy, const char *buffer,
			       size_t len, loff_t pos)
{
	char value[UNIX_PASSCRED_VALUE_MAX];
	size_t end;

	strscpy(value, unix_passcred_words[policy], sizeof(value));
	if (pos < 0 || pos > strlen(value))
		return -EINVAL;

	if (len >= sizeof(value) - pos)
		return -EINVAL;

	memcpy(value + pos, buffer, len);
	end = pos + len;
	if (end && value[end - 1] == '\n')
		end--;
	value[end] = '\0';
	if (strlen(value) != end)
		return -EINVAL;

	return match_string(unix_passcred_words, UNIX_PASSCRED_POLICIES, value);
}

static int unix_passcred_policy_handler(const struct ctl_table *table,
					int write, void *buffer, size_t *lenp,
					loff_t *ppos)
{
	struct net *net = container_of(table->data, struct net,
				       unx.passcred.policy);
	unsigned int policy = READ_ONCE(net->unx.passcred.policy);
	struct ctl_table word = {
		.data	= (void *)unix_passcred_words[policy],
		.maxlen	= UNIX_PASSCRED_VALUE_MAX,
	};
	int new;

	if (!write)
		return proc_dostring(&word, write, buffer, lenp, ppos);

	/* The file's mode lets in root without the capability as well. */
	if (!ns_capable(net->user_ns, CAP_NET_ADMIN))
		return -EPERM;

	new = unix_passcred_parse(policy, buffer, *lenp, *ppos);
	if (new < 0)
		return new;

	/* A newline that comes late must not undo another's change. */
	if (new != policy)
		unix_passcred_policy_set(net, new);
	*ppos += *lenp;
	return 0;
}

static const struct ctl_table unix_passcred_table[] = {
	{
		.procname	= "passcred_policy",
		.data		= &init_net.unx.passcred.policy,
		.maxlen		= sizeof(init_net.unx.passcred.policy),
		.mode		= 0644,
		.proc_handler	= unix_passcred_policy_handler,
	},
};

int __net_init unix_passcred_sysctl_init(struct net *net)
{
	struct ctl_table *table;

	table = kmemdup(unix_passcred_table, sizeof(unix_passcred_table),
			GFP_KERNEL_ACCOUNT);
	if (!table)
		return -ENOMEM;

	table->data = &net->unx.passcred.policy;
	net->unx.passcred.ctl =
		register_net_sysctl_sz(net, "net/unix", table,
				       ARRAY_SIZE(unix_passcred_table));
	if (!net->unx.passcred.ctl) {
		kfree(table);
		return -ENOMEM;
	}

	return 0;
}

void __net_exit unix_passcred_sysctl_exit(struct net *net)
{
	const struct ctl_table *table = net->unx.passcred.ctl->ctl_table_arg;

	unregister_net_sysctl_table(net->unx.passcred.ctl);
	kfree(table);
}
