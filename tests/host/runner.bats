#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/vm/run: what it passes through and what it finds wrong.

setup() {
	bats_require_minimum_version 1.5.0
	VM=$BATS_TEST_DIRNAME/../vm/run
}

@test "output, exit status, working directory, PATH" {
	cd "$BATS_TEST_TMPDIR"
	run -7 --separate-stderr "$VM" -- bash -c '
		echo "out $PWD $(id -u) $(nproc)"
		echo err >&2
		command -v unixcredctl
		exit 7'
	[[ ${lines[0]} == "out $BATS_TEST_TMPDIR 0 2" ]]
	[[ ${lines[1]} == */build/cli/unixcredctl ]]
	[[ $stderr == err ]]
}

@test "arguments arrive as they are" {
	run -0 --separate-stderr "$VM" -- printf '<%s>' 'a  b' "c'd" '' $'e\nf' '*'
	[[ $output == $'<a  b><c\'d><><e\nf><*>' ]]
}

@test "the host's files are not written to" {
	run -0 "$VM" -- bash -c "echo changed >'$BATS_TEST_FILENAME'.new"
	[[ ! -e $BATS_TEST_FILENAME.new ]]
}

@test "a hang is a failure" {
	run -124 "$VM" --timeout 15 -- sleep 1000
	[[ $output == *'no answer within 15 s'* ]]
}

@test "a kernel warning is a failure although the command succeeds" {
	run -125 "$VM" -- bash -c '
		echo "WARNING: made up by a test" >/dev/kmsg'
	[[ $output == *'kernel complained'* ]]
}

@test "a crash is a failure" {
	run -125 "$VM" -- bash -c 'kill -SEGV 1; sleep 1000'
	[[ $output == *"guest's log"* ]]
}

@test "a guest that goes away without an answer is a failure" {
	run -125 "$VM" -- busybox poweroff -f
	[[ $output == *'without an answer'* ]]
}

@test "one processor, counting instructions" {
	run -0 --separate-stderr "$VM" --icount -- nproc
	[[ $output == 1 ]]
}

@test "the unpatched kernel" {
	run -1 "$VM" --stock -- test -e /proc/sys/net/unix/passcred_policy
	run -0 "$VM" -- test -e /proc/sys/net/unix/passcred_policy
}

@test "wrong usage" {
	run -64 "$VM"
	run -64 "$VM" --nonsense -- true
	run -64 "$VM" --smp none -- true
}
