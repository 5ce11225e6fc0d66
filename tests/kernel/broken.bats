#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The tests of the kernel fail on a kernel that lacks what they test: the
# unpatched one, and the patched one with one thing taken out or done wrong.

setup() {
	bats_require_minimum_version 1.5.0
	TOP=$BATS_TEST_DIRNAME/../..
	: "${SELFTESTS:?the directory of the built selftests}"
}

# on MUTATION COMMAND... : in a guest of the kernel with that mistake
on() {
	local patch=$TOP/tests/mutations/6.12-$1.patch
	shift

	"$TOP/tests/vm/run" --smp 1 --timeout 200 --patch "$patch" -- "$@"
}

@test "unpatched: always and on-request fail, per-socket-flag is the same" {
	run -0 "$TOP/tests/vm/run" --smp 1 --stock -- bash -c "
		$SELFTESTS/passcred_matrix -n
		for test in matrix netns race sysctl; do
			$SELFTESTS/passcred_\$test && echo passed || echo \"status \$?\"
		done"
	grep -q '^not ok .* always: ' <<<"$output"
	grep -q '^not ok .* on-request: ' <<<"$output"
	[[ $(grep -c '^ok .* per-socket-flag: ' <<<"$output") == 40 ]]
	local all=$output
	run ! grep -q '^not ok .* per-socket-flag: ' <<<"$all"
	# When not told otherwise, a program is skipped as a whole, or each of
	# its tests
	[[ $(grep -c '^status 4$' <<<"$all") == 3 ]]
	[[ $(grep -c '# SKIP no net.unix.passcred_policy' <<<"$all") -ge 10 ]]
}

@test "without the attach hook" {
	run -1 on attach "$SELFTESTS/passcred_matrix"
	grep -q '^not ok .* always: ' <<<"$output"
	grep -q '^not ok .* on-request: ' <<<"$output"
}

@test "without counting what is queued" {
	run -1 on queued "$SELFTESTS/passcred_matrix"
	[[ $output == *'SentPlain moved by 0, not 1'* ]]
	run ! grep -q '^ok ' <<<"$output"
}

@test "with several mistakes, each seen by the test of it" {
	run -0 on several bash -c "
		for test in matrix netns sysctl; do
			$SELFTESTS/passcred_\$test | sed s/^/\$test:/
		done"
	# MSG_PEEK: only datagrams were touched
	grep -q '^matrix:not ok .* dgram ' <<<"$output"
	grep -q '^matrix:not ok .* seqpacket ' <<<"$output"
	local all=$output
	run ! grep -q '^matrix:not ok .* stream ' <<<"$all"
	# Listener's namespace: where the two policies differ
	grep -q '^netns:not ok .* stream: server always, client on-request' <<<"$all"
	grep -q '^netns:ok .* dgram: server always, client on-request' <<<"$all"
	# The sysctl
	grep -q '^sysctl:not ok .* sysctl.refused' <<<"$all"
	grep -q '^sysctl:not ok .* sysctl.inherited' <<<"$all"
	grep -q '^sysctl:ok .* sysctl.not_root' <<<"$all"
}
