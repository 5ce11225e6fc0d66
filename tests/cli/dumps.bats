#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# unixcredctl: tables of receivers that change while they are read.

load cli

setup_file() {
	mkdir -p "$TOP/build/tests"
	gcc -O2 -Wall -Wextra -Werror -shared -fPIC \
		-o "$TOP/build/tests/busy-table.so" \
		"$TOP/tests/guest/busy-table.c" -ldl
	start_guest
}

# busy ADDS COMMAND... : run unixcredctl while a receiver comes during each of
# so many dumps; how many it asked for goes to the file that "dumps" reads
busy() {
	local adds=$1
	shift

	guest ip netns exec mine env BUSY_ADDS="$adds" \
		BUSY_REPORT=/run/unixcred/report \
		LD_PRELOAD="$TOP/build/tests/busy-table.so" unixcredctl "$@"
}

dumps() {
	guest cut -d' ' -f1 /run/unixcred/report
}

setup() {
	guest sh -c "echo per-socket-flag >$POLICY && ip netns add mine"
	# More than a message of a dump has room for
	guest ip netns exec mine "$TOP/tests/guest/send-late" 180
}

@test "a table that does not change is read once" {
	run -0 busy 0 -j receivers
	[[ $(jq '.receivers | length' <<<"$output") == 180 ]]
	[[ $(dumps) == 1 ]]
}

@test "a table that changed is read again, and is whole" {
	run -0 busy 2 -j receivers
	[[ $(jq '.receivers | length' <<<"$output") == 182 ]]
	[[ $(jq '.receivers | map(.socket) | unique | length' <<<"$output") == 182 ]]
	[[ $(dumps) == 3 ]]
}

@test "a table that changes all the time is read five times" {
	run -0 busy 1000 -j receivers
	[[ $(jq '.receivers | length' <<<"$output") -ge 184 ]]
	[[ $(jq '.receivers | map(.socket) | unique | length' <<<"$output") == \
		$(jq '.receivers | length' <<<"$output") ]]
	[[ $(dumps) == 5 ]]
}
