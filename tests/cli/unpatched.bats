#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# unixcredctl on a kernel without the policy.

load ../guest

setup_file() {
	start_guest --stock
}

teardown_file() {
	stop_guest
}

commands=(
	'' status get 'set always' 'set -n always' 'try always --for 100s'
	advise 'advise always --for 100s' receivers stats 'stats --interval 1s'
	list monitor export 'export --output /run/unixcred/export'
	'-N 1 get' '--all get' '--all monitor'
)

# each_command FUNCTION PREFIX... : call it with PREFIX and each command
each_command() {
	local command

	for command in "${commands[@]}"; do
		# What it is not permitted to look at says nothing of the kernel.
		[[ $command != '-N 1'* || $* != *setpriv* ]] || continue
		[[ $command != export* || $* != *--json* ]] || continue
		echo "$* $command"
		# shellcheck disable=SC2086
		"$@" $command
	done
}

says_so() {
	run -2 --separate-stderr guest "$@"
	[[ -z $output ]]
	[[ $stderr == 'unixcredctl: this kernel has no policy for AF_UNIX credentials'* ]]
	[[ $stderr != *$'\n'* ]]
}

says_so_in_json() {
	run -2 --separate-stderr guest "$@"
	[[ $(jq -c '[.status, .error[:28]]' <<<"$output") == \
		'[2,"this kernel has no policy fo"]' ]]
}

@test "every command says so, in one line, with status 2" {
	each_command says_so unixcredctl
}

@test "in JSON" {
	each_command says_so_in_json unixcredctl --json
}

@test "as an ordinary user" {
	each_command says_so setpriv --reuid 65534 --regid 65534 \
		--clear-groups unixcredctl
}

@test "in a rootless container" {
	each_command says_so setpriv --reuid 65534 --regid 65534 \
		--clear-groups unshare --user --map-root-user --net unixcredctl
}

@test "wrong usage is wrong usage all the same" {
	run -64 --separate-stderr guest unixcredctl set nonsense
	run -64 --separate-stderr guest unixcredctl nonsense
	run -0 guest unixcredctl --help
}
