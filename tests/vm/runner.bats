#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/vm/run: what it passes through and what it finds wrong.

setup() {
	bats_require_minimum_version 1.5.0
	VM=$BATS_TEST_DIRNAME/run
}

@test "passes through what it should, and writes nothing to the host" {
	cd "$BATS_TEST_TMPDIR"
	run -7 --separate-stderr "$VM" -- bash -c '
		echo "$PWD $(id -u) $(nproc)"
		echo err >&2
		command -v unixcredctl
		printf "<%s>" "$@"
		touch new
		exit 7' - 'a  b' "c'd" '' $'e\nf' '*'
	[[ ${lines[0]} == "$BATS_TEST_TMPDIR 0 2" ]]
	[[ ${lines[1]} == */unixcredctl ]]
	[[ $output == *$'<a  b><c\'d><><e\nf><*>' ]]
	[[ $stderr == err ]]
	[[ ! -e new ]]
}

@test "a hang is a failure" {
	run -124 "$VM" --smp 1 --timeout 15 -- sleep 1000
	[[ $output == *'no answer within 15 s'* ]]
}

@test "a kernel warning is a failure although the command succeeds" {
	run -125 "$VM" --smp 1 -- bash -c '
		echo "WARNING: made up by a test" >/dev/kmsg'
	[[ $output == *'kernel complained'* ]]
}

@test "a crash is a failure" {
	run -125 "$VM" --smp 1 --mem 256 --timeout 120 -- bash -c '
		echo 2 >/proc/sys/vm/panic_on_oom
		tail /dev/zero'
	[[ $output == *'Kernel panic'*"guest's log"* ]]
}

@test "a guest that goes away without an answer is a failure" {
	run -125 "$VM" --smp 1 -- busybox poweroff -f
	[[ $output == *'without an answer'* ]]
}

@test "the unpatched kernel, one processor, counting instructions" {
	run -1 --separate-stderr "$VM" --stock --icount -- bash -c '
		nproc
		test -e /proc/sys/net/unix/passcred_policy'
	[[ $output == 1 ]]
}

@test "standard input reaches the command on request" {
	run -0 "$VM" --smp 1 --stdin -- sh -c 'read -r line; echo "got $line"' \
		<<<'a line'
	[[ $output == 'got a line' ]]
	run -1 "$VM" --smp 1 -- sh -c 'read -r line' <<<'a line'
}

@test "tests in a guest whose kernel complains fail, though each passes" {
	run -1 bats --tap "$BATS_TEST_DIRNAME/complaint.bats"
	[[ ${lines[1]} == 'ok 1 '* && ${lines[2]} == 'ok 2 '* ]]
	[[ $output == *'not ok 3 teardown_file failed'*'kernel complained'* ]]
}

@test "wrong usage" {
	run -64 "$VM"
	run -64 "$VM" --nonsense -- true
	run -64 "$VM" --smp none -- true
}
