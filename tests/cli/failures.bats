#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# unixcredctl: whatever goes wrong is one line on stderr and the right exit
# status, and changes nothing.

load cli

@test "unknown policy words" {
	local word

	for word in '' alway Always ALWAYS 0 2 'always ' $'always\n' on \
		per-socket-flag2 "$(printf 'x%.0s' {1..5000})"; do
		expect_failure 64 'unknown policy' unixcredctl -N mine set "$word"
		[[ $(policy mine) == per-socket-flag ]]
	done
	[[ $stderr == *'on-request, per-socket-flag, always'* || \
		${#stderr} -gt 1000 ]]
}

@test "the known policy words are in the message" {
	expect_failure 64 'known: on-request, per-socket-flag, always' \
		unixcredctl set nonsense
}

@test "usage" {
	expect_failure 64 "unknown command 'stat'" unixcredctl stat
	expect_failure 64 "unknown option '--nonsense'" unixcredctl --nonsense
	expect_failure 64 "unknown option '-x'" unixcredctl -x
	expect_failure 64 "unknown option '-x'" unixcredctl get -Nmine -x
	expect_failure 64 'needs an argument' unixcredctl get --netns
	expect_failure 64 'needs an argument' unixcredctl get -N
	expect_failure 64 'set needs POLICY' unixcredctl set
	expect_failure 64 "unexpected argument 'always'" unixcredctl get always
	expect_failure 64 "unexpected argument 'y'" unixcredctl set always y
	expect_failure 64 "option '--json=x' takes no argument" \
		unixcredctl --json=x get
	expect_failure 64 'get takes no --force, see unixcredctl help get' \
		unixcredctl get --force
	expect_failure 64 'empty name' unixcredctl -N '' get
	expect_failure 64 "unknown column 'NO', known: NETNS, NAME, COUNTER, VALUE, DELTA, RATE" \
		unixcredctl -o VALUE,NO stats
	expect_failure 64 "unknown column ''" unixcredctl -o '' receivers
	expect_failure 64 "unknown column ''" unixcredctl -o CLASS, status
	expect_failure 64 'too many columns' unixcredctl stats \
		-o "VALUE$(printf ',VALUE%.0s' {1..64})"
	expect_failure 64 "unknown word 'red' for --color" \
		unixcredctl --color=red stats
}

@test "unknown namespaces" {
	expect_failure 1 "no namespace 'nonesuch'" unixcredctl -N nonesuch get
	expect_failure 1 'no such process' unixcredctl -N 99999999 get
	expect_failure 1 'does not exist' unixcredctl -N /nonesuch/net get
	expect_failure 1 'not a network namespace' \
		unixcredctl -N /proc/self/ns/uts get
	expect_failure 1 'not a network namespace' unixcredctl -N /etc/passwd get
	expect_failure 1 'not a network namespace' unixcredctl -N /tmp get
	expect_failure 64 'too long' \
		unixcredctl -N "$(printf 'x%.0s' {1..5000})" get
	expect_failure 1 "no namespace '-1'" unixcredctl -N -1 get
}

@test "a namespace deleted, its name left behind" {
	guest touch /run/netns/left
	expect_failure 1 'not a network namespace' unixcredctl -N left set always
	guest rm /run/netns/left
	[[ $(policy) == per-socket-flag ]]
}

@test "a namespace deleted under the tool" {
	# All it needs is open by then: the answer is still the namespace's.
	guest unixcredctl -N mine set always
	run -0 guest bash -c '
		exec {fd}</run/netns/mine
		ip netns del mine
		unixcredctl -N "/proc/$$/fd/$fd" get'
	[[ $output == always ]]
	expect_failure 1 "no namespace 'mine'" unixcredctl -N mine get
}

@test "no privileges to set, but to read" {
	expect_failure 1 'cannot set the policy: Operation not permitted: CAP_NET_ADMIN' \
		"${as_nobody[@]}" unixcredctl set always
	[[ $(policy) == per-socket-flag ]]
	run -0 guest "${as_nobody[@]}" unixcredctl get
	[[ $output == per-socket-flag ]]
	run -0 guest "${as_nobody[@]}" unixcredctl stats
	run -0 guest "${as_nobody[@]}" unixcredctl status
}

@test "no privileges to see receivers" {
	# The kernel says so at the end of a dump, where libnl does not look.
	expect_failure 1 'cannot get the receivers: Operation not permitted: CAP_NET_ADMIN' \
		"${as_nobody[@]}" unixcredctl receivers
	run -1 --separate-stderr guest "${as_nobody[@]}" unixcredctl -j receivers
	[[ $(jq -r .status <<<"$output") == 1 ]]
}

@test "no privileges to enter a namespace" {
	guest unixcredctl -N mine set always
	expect_failure 1 "cannot enter namespace 'mine': Operation not permitted" \
		"${as_nobody[@]}" unixcredctl -N mine get
	expect_failure 1 "cannot open namespace '1'" \
		"${as_nobody[@]}" unixcredctl -N 1 get
}

@test "capabilities of another user namespace do not help" {
	expect_failure 1 'cannot set the policy: Operation not permitted' \
		unshare --user --map-root-user unixcredctl set always
	[[ $(policy) == per-socket-flag ]]
}

@test "read-only /proc/sys takes nothing away" {
	# The tool talks netlink, so what counts is CAP_NET_ADMIN.
	run -0 guest ip netns exec mine unshare --mount bash -c '
		mount --bind /proc/sys /proc/sys &&
		mount -o remount,ro,bind /proc/sys &&
		! echo always 2>/dev/null >/proc/sys/net/unix/passcred_policy &&
		unixcredctl stats >/dev/null && unixcredctl set always'
	[[ $(policy mine) == always ]]
}

@test "full stdout" {
	local command

	for command in get stats status '-j get' '-j set always' --help --version
	do
		run -1 --separate-stderr guest bash -c \
			"unixcredctl -N mine $command >/dev/full"
		[[ $stderr == 'unixcredctl: cannot write the output: No space left on device' ]]
	done
}

@test "full stdout counts more than what was found" {
	send_late mine
	run -1 --separate-stderr guest bash -c \
		'unixcredctl -N mine advise >/dev/full'
	[[ $stderr == *'cannot write the output: No space left on device' ]]
}

@test "text that is not UTF-8 is no reason to keep silent in JSON" {
	run -1 --separate-stderr guest unixcredctl -j -N $'\xff\e' get
	[[ $(jq -r .error <<<"$output") == "no namespace '??': /run/netns/?? does not exist" ]]
}

@test "closed stdout" {
	local command

	for command in get stats status '-j get' --help --version; do
		run -1 --separate-stderr guest bash -c "unixcredctl $command >&-"
		[[ $stderr == 'unixcredctl: cannot write the output: '* ]]
	done
}

@test "closed stdin and stderr" {
	run -0 guest bash -c 'unixcredctl get <&-'
	[[ $output == per-socket-flag ]]
	run -0 guest bash -c 'unixcredctl get 2>&-'
	[[ $output == per-socket-flag ]]
	run -0 guest bash -c 'unixcredctl get <&- 2>&-'
	[[ $output == per-socket-flag ]]
	run -64 guest bash -c 'unixcredctl nonsense 2>&-'
	[[ -z $output ]]
	run -64 guest bash -c 'unixcredctl nonsense 2>/dev/full'
	[[ -z $output ]]
}

@test "a pipe that nobody reads" {
	run -1 --separate-stderr guest_python <<-'END'
		import os
		read_end, write_end = os.pipe()
		os.close(read_end)
		os.dup2(write_end, 1)
		os.execvp("unixcredctl", ["unixcredctl", "stats"])
	END
	[[ $stderr == *'cannot write the output: Broken pipe' ]]
}

@test "failures in JSON" {
	run -64 --separate-stderr guest unixcredctl --json set nonsense
	[[ $(jq -r '[.status, .error] | @tsv' <<<"$output") == \
		$'64\tunknown policy '* ]]
	run -1 --separate-stderr guest unixcredctl --json -N nonesuch get
	[[ $(jq -r .status <<<"$output") == 1 ]]
	[[ $stderr == "unixcredctl: $(jq -r .error <<<"$output")" ]]
}
