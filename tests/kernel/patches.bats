#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The patch series that "make patches" writes: it gives the tree that the hooks
# and the overlay give, and taking it away gives the one before.

setup_file() {
	bats_require_minimum_version 1.5.0
	export BASE=${BASE:-6.12}
	export TOP PRISTINE SERIES=$BATS_FILE_TMPDIR/series
	TOP=$(realpath "$BATS_TEST_DIRNAME/../..")
	PRISTINE=$("$TOP/kernel/tools/source" "$BASE" 2>/dev/null)
	"$TOP/kernel/tools/series" "$BASE" "$SERIES" 2>/dev/null
	# What the hooks and the overlay make of it
	files_of "$BATS_FILE_TMPDIR/before"
	cp -r "$BATS_FILE_TMPDIR/before" "$BATS_FILE_TMPDIR/after"
	"$TOP/kernel/tools/apply" "$BASE" "$BATS_FILE_TMPDIR/after"
}

# files_of DIRECTORY : the files of the pristine tree that some patch touches;
# all others stay as they are
files_of() {
	(
		. "$TOP/kernel/tools/lib.sh"
		cat "$SERIES"/*.patch | copy_touched "$PRISTINE" "$1"
	)
	[[ -f $1/net/unix/af_unix.c ]]
}

git() {
	command git -c user.name=unixcred -c user.email=unixcred@unixcred.invalid \
		-C "$BATS_TEST_TMPDIR/tree" "$@"
}

@test "git am gives the same tree, and going back the one before" {
	files_of "$BATS_TEST_TMPDIR/tree"
	git init --quiet
	git add --all
	git commit --quiet --message before
	git tag before
	git am --quiet "$SERIES"/*.patch
	diff -r --exclude=.git "$BATS_TEST_TMPDIR/tree" "$BATS_FILE_TMPDIR/after"
	[[ $(git rev-list --count before..) == $(ls "$SERIES"/*.patch | wc -l) ]]
	git revert --no-edit before.. >/dev/null
	diff -r --exclude=.git "$BATS_TEST_TMPDIR/tree" "$BATS_FILE_TMPDIR/before"
	# The comparison can fail.
	run -1 diff -rq --exclude=.git "$BATS_TEST_TMPDIR/tree" \
		"$BATS_FILE_TMPDIR/after"
}

@test "so do the patches for quilt" {
	files_of "$BATS_TEST_TMPDIR/tree"
	cd "$BATS_TEST_TMPDIR/tree"
	export QUILT_PATCHES=$SERIES/quilt QUILT_PC=$BATS_TEST_TMPDIR/pc
	quilt --quiltrc - push -aq --fuzz=0 >/dev/null
	diff -r "$BATS_TEST_TMPDIR/tree" "$BATS_FILE_TMPDIR/after"
	quilt --quiltrc - pop -aq >/dev/null
	find . -depth -type d -empty -delete
	diff -r "$BATS_TEST_TMPDIR/tree" "$BATS_FILE_TMPDIR/before"
}

@test "headers of DEP-3" {
	local patch field
	for patch in "$SERIES"/quilt/*.patch; do
		for field in Description Author Forwarded Last-Update; do
			grep -q "^$field: ." "$patch"
		done
		# Each line of the description, up to the next field
		run ! grep -vE '^( |Author:)' <(sed -n '2,/^Author:/p' "$patch")
	done
	diff <(cd "$SERIES/quilt" && ls -- *.patch) "$SERIES/quilt/series"
}

@test "checksums, and the same patches each time" {
	(cd "$SERIES" && sha256sum --quiet --check SHA256SUMS)
	"$TOP/kernel/tools/series" "$BASE" "$BATS_TEST_TMPDIR/again" 2>/dev/null
	diff -r "$SERIES" "$BATS_TEST_TMPDIR/again"
}

@test "the author is who sends them" {
	AUTHOR='A Name <name@example.org>' "$TOP/kernel/tools/series" "$BASE" \
		"$BATS_TEST_TMPDIR/mine" 2>/dev/null
	for patch in "$BATS_TEST_TMPDIR"/mine/*.patch; do
		grep -qx 'From: A Name <name@example.org>' "$patch"
		grep -qx 'Signed-off-by: A Name <name@example.org>' "$patch"
	done
}

@test "a message for each: what for, and lines that fit" {
	local patch
	for patch in "$SERIES"/*.patch; do
		sed -n '/^Subject:/,/^---$/p' "$patch" >"$BATS_TEST_TMPDIR/message"
		[[ $(wc -w <"$BATS_TEST_TMPDIR/message") -gt 40 ]]
		run ! grep -nE '^.{76}' <(sed '1,/^$/d' "$BATS_TEST_TMPDIR/message")
		run ! grep -n '@@' "$BATS_TEST_TMPDIR/message"
	done
	grep -q '^Subject: .* 00*/' "$SERIES/0000-cover-letter.txt"
	run ! grep -q '\*\*\*' "$SERIES/0000-cover-letter.txt"
}
