# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# What the tests of unixcredctl share. They run in the guest as root, each in
# a network namespace of its own, "mine", with the policy per-socket-flag.

POLICY=/proc/sys/net/unix/passcred_policy

setup() {
	bats_require_minimum_version 1.5.0
	echo per-socket-flag >"$POLICY"
	ip netns add mine
	cd "$BATS_TEST_TMPDIR" || return 1
}

teardown() {
	ip netns del mine 2>/dev/null || true
	if [[ -n ${sleeper:-} ]]; then
		kill "$sleeper" 2>/dev/null || true
	fi
}

# The policy of namespace mine, as the kernel's file says
policy_of_mine() {
	ip netns exec mine cat "$POLICY"
}

# expect_failure STATUS TEXT COMMAND... : COMMAND must exit with STATUS, print
# nothing on stdout, and one line with TEXT on stderr.
expect_failure() {
	local want=$1 text=$2
	shift 2

	run --separate-stderr "$@"
	# shellcheck disable=SC2154
	echo "status $status, stdout '$output', stderr '$stderr'"
	[[ $status -eq $want ]] && [[ -z $output ]] &&
		[[ $stderr == "unixcredctl: "*"$text"* ]] &&
		[[ $stderr != *$'\n'* ]]
}
