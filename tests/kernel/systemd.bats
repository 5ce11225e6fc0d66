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
	[[ $(counter PolicyChanges) == 2 ]]
}

# after STEP COMMAND... : what the command printed in the story, in the step
# that begins with these words
after() {
	local step=$1
	shift

	awk -v step="== $step" -v command="# $*" '
		/^== / { on = index($0, step) == 1 }
		/^# [a-z]/ { shown = on && $0 == command; next }
		on && shown' "$BATS_FILE_TMPDIR/story"
}

@test "advise and set name the service under always" {
	run -0 after 'Under always' unixcredctl advise per-socket-flag
	grep -Eq '^per-socket-flag no +[1-9][0-9]* +4 loses$' <<<"$output"
	grep -Eq '^plain +late-service +/run/late.socket ' <<<"$output"
	grep -qx '(exit status 3)' <<<"$output"
	run -0 after 'Under always' unixcredctl set per-socket-flag
	[[ $output == *'would have cost 4 messages their credentials, received by late-service (/run/late.socket);'*$'\n(exit status 3)'* ]]
}

@test "once it is mended, advise says safe and try keeps the policy" {
	run -0 after 'The service is mended' \
		unixcredctl advise per-socket-flag --for 15s
	grep -Eq '^per-socket-flag no +[1-9][0-9]* +0 safe$' <<<"$output"
	[[ $output != *'exit status'* ]]
	run -0 after 'The service is mended' \
		unixcredctl try per-socket-flag --for 15s --keep-if-clean
	[[ $output == 'Nothing was lost: keeping per-socket-flag' ]]
	run -0 after 'The service is mended' unixcredctl get
	[[ ${lines[0]} == per-socket-flag ]]
}

@test "if it is not, try goes back at the first loss and names it" {
	run -0 after 'And if it had not' \
		unixcredctl try per-socket-flag --for 100s --keep-if-clean
	[[ ${lines[0]} == 'unixcredctl: back to always: per-socket-flag cost 1 messages their credentials, received by late-service (/run/late.socket)' ]]
	[[ ${lines[1]} == '(exit status 3)' ]]
	run -0 after 'And if it had not' unixcredctl get
	[[ ${lines[0]} == always ]]
}
