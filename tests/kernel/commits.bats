#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What a patch series touches builds after each of its patches.

setup_file() {
	bats_require_minimum_version 1.5.0
	: "${BASE:?the base of the kernel}"
}

@test "each commit builds" {
	local top series=$BATS_TEST_TMPDIR/series
	top=$(realpath "$BATS_TEST_DIRNAME/../..")
	"$top/kernel/tools/series" "$BASE" "$series"
	"$BATS_TEST_DIRNAME/each-commit" "$BASE" "$series"
}
