# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# What the scripts that handle kernel trees share. To be sourced.

. "$(dirname "${BASH_SOURCE[0]}")/../../tools/lib.sh"
UNIXCRED_KERNEL=$UNIXCRED_TOP/kernel

# base_field BASE N : field N of the base's line in bases.conf
base_field() {
	awk -v base="$1" -v n="$2" '$1 == base { print $n; found = 1 }
		END { exit !found }' "$UNIXCRED_KERNEL/bases.conf" ||
		die "unknown base '$1', known: $(awk '!/^#/ { printf "%s ", $1 }' \
			"$UNIXCRED_KERNEL/bases.conf")"
}
