#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The story of the demo comes out as it is told.

load ../guest

setup_file() {
	"$TOP/tests/vm/run" --smp 1 --systemd -- "$TOP/tests/guest/story" \
		>"$BATS_FILE_TMPDIR/story"
}

# answers N : the two lines of the Nth message, as "PID UID PID UID"
answers() {
	grep -E '^(sent by|received from) ' "$BATS_FILE_TMPDIR/story" |
		sed -n "$((2 * $1 - 1)),$((2 * $1))p" |
		sed -E 's/.*pid ([0-9]+) uid ([0-9]+).*/\1 \2/' | tr '\n' ' '
}

counter() {
	awk -v name="$1" '$1 == name { print $2 }' "$BATS_FILE_TMPDIR/story"
}

@test "systemd is PID 1" {
	grep -q '^== PID 1 is systemd, policy: per-socket-flag$' \
		"$BATS_FILE_TMPDIR/story"
}

@test "per-socket-flag: the late service reads the placeholder" {
	[[ $(answers 1) =~ ^[1-9][0-9]*\ 0\ 0\ 65534\ $ ]]
}

@test "always: it reads the true sender" {
	[[ $(answers 2) =~ ^([1-9][0-9]*)\ 0\ ([1-9][0-9]*)\ 0\ $ ]]
	[[ ${BASH_REMATCH[1]} == "${BASH_REMATCH[2]}" ]]
}

@test "on-request: it reads the placeholder" {
	[[ $(answers 3) =~ ^[1-9][0-9]*\ 0\ 0\ 65534\ $ ]]
}

@test "the counters prove it" {
	[[ $(counter DeliveredPlain) == 1 ]]
	[[ $(counter MissingPlain) == 2 ]]
	[[ $(counter PolicyChanges) == 3 ]]
}
