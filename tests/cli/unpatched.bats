#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# unixcredctl on a kernel without the policy.

setup() {
	bats_require_minimum_version 1.5.0
}

@test "every command says so, in one line, with status 2" {
	local command

	for command in '' status get 'set always' stats '-N 1 get'; do
		# shellcheck disable=SC2086
		run -2 --separate-stderr unixcredctl $command
		[[ -z $output ]]
		[[ $stderr == 'unixcredctl: this kernel has no policy for AF_UNIX credentials'* ]]
		[[ $stderr != *$'\n'* ]]
	done
}

@test "in JSON" {
	run -2 --separate-stderr unixcredctl --json
	[[ $(jq -r .status <<<"$output") == 2 ]]
}

@test "as an ordinary user" {
	run -2 --separate-stderr setpriv --reuid 65534 --regid 65534 \
		--clear-groups unixcredctl
	[[ -z $output ]]
}

@test "wrong usage is wrong usage all the same" {
	run -64 --separate-stderr unixcredctl set nonsense
	run -64 --separate-stderr unixcredctl nonsense
	run -0 unixcredctl --help
}
