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

@test "every command says so, in one line, with status 2" {
	local command

	for command in '' status get 'set always' stats receivers \
		'-N 1 get'; do
		# shellcheck disable=SC2086
		run -2 --separate-stderr guest unixcredctl $command
		[[ -z $output ]]
		[[ $stderr == 'unixcredctl: this kernel has no policy for AF_UNIX credentials'* ]]
		[[ $stderr != *$'\n'* ]]
	done
}

@test "in JSON" {
	run -2 --separate-stderr guest unixcredctl --json
	[[ $(jq -r .status <<<"$output") == 2 ]]
}

@test "as an ordinary user" {
	run -2 --separate-stderr guest setpriv --reuid 65534 --regid 65534 \
		--clear-groups unixcredctl
	[[ -z $output ]]
}

@test "wrong usage is wrong usage all the same" {
	run -64 --separate-stderr guest unixcredctl set nonsense
	run -64 --separate-stderr guest unixcredctl nonsense
	run -0 guest unixcredctl --help
}
