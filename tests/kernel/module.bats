#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# AF_UNIX as a module: loaded into namespaces that exist, unloaded while they
# do, and again. The kernel of this base has it so in all tests.

load ../guest

setup_file() {
	start_guest
}

teardown_file() {
	stop_guest
}


@test "it is a module" {
	run -0 guest cat /proc/modules
	grep -q '^unix ' <<<"$output"
	grep -q '^unix_diag ' <<<"$output"
}

@test "not unloaded while a socket is open" {
	run -0 guest python3 -c 'if True:
		import socket, subprocess
		kept = socket.socket(socket.AF_UNIX)
		subprocess.run(["rmmod", "unix_diag"], check=True)
		assert subprocess.run(["rmmod", "unix"]).returncode == 1'
	guest test -e "$POLICY"
	guest sh -c 'insmod $MODULES/unix_diag.ko'
}

@test "unloaded and loaded with namespaces and counters alive" {
	local round netns
	for round in 1 2 3; do
		guest sh -c '
			ip netns add early
			echo always >'"$POLICY"'
			ip netns add late
			ip netns exec late '"$TOP"'/tests/guest/send-late
			rmmod unix_diag && rmmod unix &&
			! test -e '"$POLICY"' &&
			insmod $MODULES/unix.ko && insmod $MODULES/unix_diag.ko'
		# All that was there begins with the default, and with nothing
		# counted: also the namespace of a modprobe that is not the first.
		for netns in early late; do
			[[ $(policy "$netns") == per-socket-flag ]]
			run -0 guest ip netns exec "$netns" \
				cat /proc/net/unix_passcred_stat
			run ! grep -vE '	0$' <<<"$output"
		done
		[[ $(policy) == per-socket-flag ]]
		guest sh -c 'ip netns del early; ip netns del late'
	done
}

@test "loaded from within a namespace: its default, not nothing's" {
	guest sh -c '
		ip netns add mine
		ip netns exec mine unixcredctl set always
		rmmod unix_diag && rmmod unix
		ip netns exec mine insmod $MODULES/unix.ko
		insmod $MODULES/unix_diag.ko'
	[[ $(policy) == per-socket-flag ]]
	[[ $(policy mine) == per-socket-flag ]]
	guest ip netns del mine
}

@test "its netlink family comes and goes with it" {
	run -0 guest sh -c 'unixcredctl get'
	[[ $output == per-socket-flag ]]
	guest sh -c 'rmmod unix_diag && rmmod unix'
	run -2 guest unixcredctl get
	guest sh -c 'insmod $MODULES/unix.ko && insmod $MODULES/unix_diag.ko'
	run -0 guest unixcredctl get
	[[ $output == per-socket-flag ]]
}
