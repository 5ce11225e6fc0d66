#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The socket table of a base where this project brings a lock for each bucket.
# LOAD_SECONDS and READINGS make it longer; NAMES=1 adds what takes minutes.

setup_file() {
	bats_require_minimum_version 1.5.0
	export TOP
	TOP=$(realpath "$BATS_TEST_DIRNAME/../..")
	mkdir -p "$TOP/build/tests"
	gcc -O2 -Wall -Wextra -Wno-unused-parameter -o "$TOP/build/tests/table" \
		"$TOP/tests/guest/table.c"
}

guest() {
	"$TOP/tests/vm/run" --timeout 3000 --smp 2 "$@"
}

@test "load, with checks of memory, locks and sleep" {
	run -0 guest --debug -- "$TOP/build/tests/table" load "${LOAD_SECONDS:-30}"
	echo "$output"
	[[ $(grep -c '^ok ' <<<"$output") == 7 ]]
}

@test "what does not change is read exactly once" {
	run -0 guest --mem 2048 -- "$TOP/build/tests/table" read "${READINGS:-200}"
	echo "$output"
	[[ $(grep -c '^ok ' <<<"$output") == 3 ]]
}

@test "readings that go on at the wrong place are found out" {
	run -1 guest --mem 2048 --patch "$TOP/tests/mutations/$BASE-positions.patch" \
		-- "$TOP/build/tests/table" read 20
	echo "$output"
	grep -q '^not ok .* /proc/net/unix' <<<"$output"
	grep -q '^not ok .* sock_diag' <<<"$output"
}

@test "autobind when all names are taken" {
	[[ ${NAMES:-} ]] || skip 'a million sockets: make soak'
	run -0 guest --mem 8192 --append 'sysctl.fs.file-max=3000000' -- \
		"$TOP/build/tests/table" names
	echo "$output"
	[[ $(grep -c '^ok ' <<<"$output") == 5 ]]
}
