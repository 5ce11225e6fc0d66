# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# What the scripts that handle kernel trees share. To be sourced.

. "$(dirname "${BASH_SOURCE[0]}")/../../tools/lib.sh"
UNIXCRED_KERNEL=$UNIXCRED_TOP/kernel

# bases : their names, the newest last
bases() {
	awk '!/^#/ { print $1 }' "$UNIXCRED_KERNEL/bases.conf"
}

# copy_touched PRISTINE TREE <PATCHES : the files that patches touch, as they
# are before; no other can differ after
copy_touched() {
	local pristine=$1 tree=$2 file

	sed -n 's/^+++ b\///p' | sort -u | while read -r file; do
		[[ -f $pristine/$file ]] || continue
		mkdir -p "$tree/$(dirname "$file")"
		cp "$pristine/$file" "$tree/$file"
	done
}

# base_field BASE N : field N of the base's line in bases.conf
base_field() {
	awk -v base="$1" -v n="$2" '$1 == base { print $n; found = 1 }
		END { exit !found }' "$UNIXCRED_KERNEL/bases.conf" ||
		die "unknown base '$1', known: $(bases | tr '\n' ' ')"
}
