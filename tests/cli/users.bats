#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# unixcredctl: every command as an ordinary user, and as root of a rootless
# container.

load cli

# command | status as an ordinary user | its error, or "-"
as_user=(
	'status|0|-'
	'get|0|-'
	'set always|1|cannot set the policy: Operation not permitted: CAP_NET_ADMIN'
	'set -n always|0|-'
	'set --force always|1|cannot set the policy: Operation not permitted: CAP_NET_ADMIN'
	'set --persist always|1|cannot '
	'try always --for 1s|1|cannot set the policy: Operation not permitted: CAP_NET_ADMIN'
	'advise|0|-'
	'advise always --for 1s|0|-'
	'receivers|1|cannot get the receivers: Operation not permitted: CAP_NET_ADMIN'
	'stats|0|-'
	'stats --interval 1 --count 1|0|-'
	'list|0|-'
	"monitor|1|cannot listen to events of namespace 'net:[$FIRST_NETNS]': Operation not permitted: CAP_NET_ADMIN"
	'export|0|-'
	'export --output /nonesuch/x|1|cannot write /nonesuch/x: '
	'get --all|0|-'
	'help|0|-'
)

@test "every command is in the table" {
	local command

	for command in $(guest unixcredctl -r help | awk '$1 == "command" { print $2 }'); do
		printf '%s\n' "${as_user[@]}" | grep -Eq "^$command[ |]"
	done
}

@test "an ordinary user" {
	local row command status_wanted text

	guest ip netns del mine
	for row in "${as_user[@]}"; do
		IFS='|' read -r command status_wanted text <<<"$row"
		# shellcheck disable=SC2086
		run --separate-stderr guest "${as_nobody[@]}" unixcredctl $command
		echo "$command: $status '$stderr'"
		[[ $status == "$status_wanted" ]]
		if [[ $text == - ]]; then
			[[ -z $stderr ]]
			[[ $output || $command == set* ]]
		else
			[[ $stderr == "unixcredctl: $text"* && $stderr != *$'\n'* ]]
			[[ -z $output ]]
		fi
	done
	guest ip netns add mine
	[[ $(policy) == per-socket-flag ]]
}

@test "root of a rootless container" {
	local row command rest expected

	guest ip netns del mine
	for row in "${as_user[@]}"; do
		IFS='|' read -r command rest <<<"$row"
		[[ $command != monitor ]] || command='monitor --help'
		expected=0
		# The file system is the host's; others' processes are not ours.
		case $command in
		*--persist* | *nonesuch*) expected=1 ;;
		esac
		# shellcheck disable=SC2086
		run --separate-stderr guest "${as_nobody[@]}" unshare --user \
			--map-root-user --net unixcredctl $command
		echo "$command: $status '$output' '$stderr'"
		[[ $status == "$expected" ]]
		[[ $expected == 1 || -z $stderr ]]
	done
	guest ip netns add mine
	[[ $(policy) == per-socket-flag ]]
}
