#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The patch series of the newest base is the one for upstream.

setup_file() {
	bats_require_minimum_version 1.5.0
	: "${BASE:?the newest base}"
	export TOP PRISTINE SERIES=$BATS_FILE_TMPDIR/series
	TOP=$(realpath "$BATS_TEST_DIRNAME/../..")
	PRISTINE=$("$TOP/kernel/tools/source" "$BASE" 2>/dev/null)
	"$TOP/kernel/tools/series" "$BASE" "$SERIES" 2>/dev/null
}

@test "it is that of the newest base" {
	[[ $BASE == "$(awk '!/^#/ { base = $1 } END { print base }' \
		"$TOP/kernel/bases.conf")" ]]
	grep -q '^Subject: \[PATCH net-next 00*/' "$SERIES/0000-cover-letter.txt"
}

@test "the series has no code for other kernels" {
	run ! grep -E '^\+.*(_compat|LINUX_VERSION_CODE|KERNEL_VERSION)' \
		"$SERIES"/*.patch
	run ! grep -E '^\+\+\+ .*compat' "$SERIES"/*.patch
	[[ $(grep -c '^+F:' <(cat "$SERIES"/*.patch)) -ge 5 ]]
}

@test "the series passes checkpatch --strict" {
	local patch ignore
	# It leaves a file behind where it runs.
	cd "$BATS_TEST_TMPDIR"
	for patch in "$SERIES"/*.patch; do
		# New files have a maintainer, by name or directory.
		ignore=FILE_PATH_CHANGES
		case $patch in
		# The rule is about assertions.
		*-Count-*) ignore+=,USE_LOCKDEP ;;
		# Each namespace registers a copy that was written to.
		*passcred_policy*) ignore+=,CONST_STRUCT ;;
		# Trace headers are not aligned as function calls are.
		*-Trace-*) ignore+=,PARENTHESIS_ALIGNMENT ;;
		# What is generated is as it is.
		*-netlink-family-*) ignore+=,LONG_LINE ;;
		esac
		run -0 "$PRISTINE/scripts/checkpatch.pl" --strict --terse \
			--no-summary --no-tree --ignore="$ignore" "$patch"
		[[ -z $output ]]
	done
}
