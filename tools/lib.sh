# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# What the scripts share: the cache, progress, errors. To be sourced.

export UNIXCRED_TOP
UNIXCRED_TOP=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
UNIXCRED_CACHE=${UNIXCRED_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/unixcred}
mkdir -p "$UNIXCRED_CACHE/logs"

die() {
	echo "${0##*/}: $*" >&2
	exit 1
}

say() {
	echo "==> $*" >&2
}

# with_progress LABEL LOG COMMAND... : run COMMAND, its output to LOG; say
# every now and then how far it is by the last line and number of lines.
with_progress() {
	local label=$1 log=$2 start=$SECONDS pid rc=0 next=10
	shift 2

	say "$label (log: $log)"
	"$@" >"$log" 2>&1 </dev/null &
	pid=$!
	while kill -0 "$pid" 2>/dev/null; do
		sleep 0.2
		if ((SECONDS - start >= next)); then
			next=$((next + 15))
			printf '    %3d s, %5d lines, %s\n' \
				$((SECONDS - start)) "$(wc -l <"$log")" \
				"$(tail -n 1 "$log" | tr -d '\r' | cut -c1-60)" >&2
		fi
	done
	wait "$pid" || rc=$?
	if ((rc)); then
		tail -n 20 "$log" >&2
		echo "${0##*/}: $label failed, whole log: $log" >&2
	else
		say "$label: done in $((SECONDS - start)) s"
	fi
	return $rc
}

# locked NAME COMMAND... : run COMMAND, one at a time for each NAME.
locked() {
	local lock=$UNIXCRED_CACHE/$1.lock
	shift

	(
		flock 9
		"$@"
	) 9>"$lock"
}
