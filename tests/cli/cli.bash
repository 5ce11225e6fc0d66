# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# What the tests of unixcredctl share. The guest has the build that $CLI names,
# by default the one with checks of addresses, leaks and undefined behaviour.
# Each test has a network namespace of its own, "mine", with the policy
# per-socket-flag.

load ../guest

# shellcheck disable=SC2034
as_nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)

setup_file() {
	start_guest
	# Its inode depends on the kernel.
	FIRST_NETNS=$(guest stat -Lc %i /proc/1/ns/net)
	export FIRST_NETNS
	guest cp "$TOP/${CLI:-build/cli-sanitized}/unixcredctl" /run/unixcred/
}

teardown_file() {
	stop_guest
}

setup() {
	guest sh -c "echo per-socket-flag >$POLICY && ip netns add mine"
}

teardown() {
	guest sh -c 'ip netns pids mine | xargs -r kill; ip netns del mine' ||
		true
}

# send_late NETNS : a message whose receiver asks too late
send_late() {
	guest ip netns exec "$1" "$TOP/tests/guest/send-late"
}

# expect_failure STATUS TEXT COMMAND... : COMMAND must exit with STATUS in the
# guest, print nothing on stdout, and one line with TEXT on stderr.
expect_failure() {
	local want=$1 text=$2
	shift 2

	run --separate-stderr guest "$@"
	# shellcheck disable=SC2154
	echo "status $status, stdout '$output', stderr '$stderr'"
	[[ $status -eq $want ]] && [[ -z $output ]] &&
		[[ $stderr == "unixcredctl: "*"$text"* ]] &&
		[[ $stderr != *$'\n'* ]]
}
