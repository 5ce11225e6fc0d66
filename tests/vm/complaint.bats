#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Not a test by itself: runner.bats expects that this file fails, as the
# guest's kernel complains, although each test passes.

load ../guest

setup_file() {
	start_guest
}

teardown_file() {
	stop_guest
}

@test "output, error and status" {
	run -3 --separate-stderr guest sh -c 'printf "a\nb\n"; echo c >&2; exit 3'
	[[ $output == $'a\nb' && $stderr == c ]]
}

@test "a warning" {
	guest sh -c 'echo "WARNING: made up by a test" >/dev/kmsg'
}
