# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# A guest for the tests of one file. bats itself runs on the host, as it
# starts so many processes that it is slow where the processor is emulated;
# only what is tested runs in the guest.

bats_require_minimum_version 1.5.0
# shellcheck disable=SC2034
TOP=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
POLICY=/proc/sys/net/unix/passcred_policy

# start_guest [OPTION...] : for setup_file; options are those of tests/vm/run.
start_guest() {
	local dir=$BATS_FILE_TMPDIR

	mkfifo "$dir/requests" "$dir/answers"
	# Held open for as long as the tests of this file last, so that nobody
	# sees an end of it and nothing in it is lost
	exec {answers}<>"$dir/answers"
	(
		rc=0
		"$TOP/tests/vm/run" --smp 1 --stdin "$@" -- \
			env ASAN_OPTIONS=detect_leaks=1:exitcode=99 \
			UBSAN_OPTIONS=halt_on_error=1:exitcode=99 \
			"$TOP/tests/guest/shell" \
			<>"$dir/requests" >&"$answers" 2>"$dir/log" || rc=$?
		echo "$rc" >"$dir/gone"
		echo gone >&"$answers"
	) 3>&- &
	guest true
}

# stop_guest : for teardown_file; fails when the guest's kernel complained.
stop_guest() {
	[[ -e $BATS_FILE_TMPDIR/gone ]] || echo >"$BATS_FILE_TMPDIR/requests"
	read -r -t 60 <"$BATS_FILE_TMPDIR/answers" || true
	cat "$BATS_FILE_TMPDIR/log"
	[[ $(<"$BATS_FILE_TMPDIR/gone") == 0 ]]
}

# guest COMMAND... : run it in the guest, without standard input. Output and
# exit status are COMMAND's.
guest() {
	local LC_ALL=C status=gone out_size err_size out='' err='' dir=$BATS_FILE_TMPDIR

	if [[ ! -e $dir/gone ]]; then
		printf '%s\n' "$(printf '%q ' "$@")" >"$dir/requests"
		{
			read -r -t 120 status out_size err_size || status=silent
			[[ $status == *[!0-9]* ]] || {
				IFS= read -r -N "$out_size" out
				IFS= read -r -N "$err_size" err
			}
		} <"$dir/answers"
	fi
	if [[ $status == *[!0-9]* ]]; then
		echo "the guest is $status" >&2
		return 125
	fi
	printf %s "$out"
	printf %s "$err" >&2
	return "$status"
}

# guest_python [ARGUMENT...] <SCRIPT
guest_python() {
	guest /usr/bin/python3 -c "$(cat)" "$@"
}

# in_netns NETNS SCRIPT : sh -c SCRIPT there
in_netns() {
	guest ip netns exec "$1" sh -c "$2"
}

# policy [NETNS] : as the kernel's file says
policy() {
	if (($#)); then
		guest ip netns exec "$1" cat "$POLICY"
	else
		guest cat "$POLICY"
	fi
}

# sleep_in NETNS : start a process there, in the background; its number
sleep_in() {
	guest bash -c 'ip netns exec "$1" sleep 1000 >/dev/null 2>&1 &
		until [[ $(<"/proc/$!/comm") == sleep ]]; do :; done
		echo $!' - "$1"
}
