#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# unixcredctl: what each command prints and does.

load cli

@test "get prints the word alone" {
	run -0 guest unixcredctl get
	[[ $output == per-socket-flag ]]
	in_netns mine "echo always >$POLICY"
	run -0 guest unixcredctl --netns mine get
	[[ $output == always ]]
	run -0 guest unixcredctl get
	[[ $output == per-socket-flag ]]
}

@test "set changes the policy and prints nothing" {
	local word

	for word in always on-request per-socket-flag per-socket-flag; do
		run -0 guest unixcredctl -N mine set "$word"
		[[ -z $output ]]
		[[ $(policy mine) == "$word" ]]
	done
	[[ $(policy) == per-socket-flag ]]
	run -0 guest unixcredctl -N mine --json stats
	[[ $(jq .counters.policy_changes <<<"$output") == 3 ]]
}

@test "set --json tells old and new" {
	run -0 guest unixcredctl -N mine --json set always
	[[ $(jq -c '[.old_policy, .policy, .netns.name]' <<<"$output") == \
		'["per-socket-flag","always","mine"]' ]]
}

@test "stats counts what happened there and nowhere else" {
	local before

	before=$(guest unixcredctl -j stats | jq -c .counters)
	send_late mine
	run -0 guest unixcredctl -N mine stats
	grep -Eq '^SentPlain +1$' <<<"$output"
	grep -Eq '^MissingPlain +1$' <<<"$output"
	grep -Eq '^DeliveredPlain +0$' <<<"$output"
	guest unixcredctl -N mine set always
	send_late mine
	run -0 guest unixcredctl -N mine stats
	grep -Eq '^DeliveredPlain +1$' <<<"$output"
	grep -Eq '^MissingPlain +1$' <<<"$output"
	[[ $(guest unixcredctl -j stats | jq -c .counters) == "$before" ]]
}

@test "stats says what /proc/net/unix_passcred_stat says" {
	send_late mine
	run -0 in_netns mine 'cat /proc/net/unix_passcred_stat'
	diff <(sed 's/^UnixPasscred\([A-Za-z]*\)[[:space:]]*/\1 /' <<<"$output") \
		<(guest unixcredctl -N mine stats | sed 1d | tr -s ' ')
}

@test "receivers says who depends on the policy" {
	send_late mine
	run -0 guest unixcredctl -N mine receivers
	[[ ${#lines[@]} == 2 ]]
	[[ ${lines[0]} =~ ^CLASS\ +COMMAND\ +SOCKET\ +SOCKETS\ +PID\ +DELIVERED\ +MISSING$ ]]
	[[ ${lines[1]} =~ ^plain\ +send-late\ +-\ +1\ +[1-9][0-9]*\ +-\ +20[0-9-]+\ [0-9:]+$ ]]
	guest unixcredctl -N mine set always
	send_late mine
	run -0 guest unixcredctl -N mine --json receivers
	[[ $(jq -c '[.netns.name, (.receivers | length)]' <<<"$output") == '["mine",1]' ]]
	[[ $(jq -c '.receivers[0] | [.class, .command, .type, .socket, .sockets,
		.uid, .missing < .delivered]' <<<"$output") == \
		'["plain","send-late","dgram",null,2,0,true]' ]]
	[[ $(jq -r '.receivers[0].missing' <<<"$output") =~ \
		^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{6}Z$ ]]
}

@test "receivers of a namespace without any" {
	run -0 guest unixcredctl -N mine receivers --noheadings
	[[ -z $output ]]
	run -0 guest unixcredctl -N mine -j receivers
	[[ $(jq -c .receivers <<<"$output") == '[]' ]]
}

@test "all receivers are shown, whatever their sockets are called" {
	run -0 guest ip netns exec mine "$TOP/tests/guest/send-late" 300
	run -0 guest unixcredctl -N mine -j receivers
	[[ $(jq '.receivers | length' <<<"$output") == 256 ]]
	[[ $(jq -r '.receivers[255].socket' <<<"$output") == \
		'@receiver 255 \xff\x1b[31m\\' ]]
	run -0 guest unixcredctl -N mine -r -o socket --noheadings receivers
	[[ ${#lines[@]} == 256 && $output != *$'\e'* ]]
	run -0 guest unixcredctl -N mine -j stats
	[[ $(jq .counters.receivers_dropped <<<"$output") == 44 ]]
}

@test "columns, raw, headings and colour of tables" {
	send_late mine
	run -0 guest unixcredctl -N mine -o type,COMMAND receivers
	[[ ${lines[0]} =~ ^TYPE\ +COMMAND$ && ${lines[1]} =~ ^dgram\ +send-late$ ]]
	run -0 guest unixcredctl -N mine -o +uid --noheadings receivers
	[[ ${#lines[@]} == 1 && $output =~ :[0-9]{2}\ +0$ ]]
	run -0 guest unixcredctl -N mine -r -o class,missing receivers
	[[ ${lines[1]} =~ ^plain\ 20[0-9-]+\\x20[0-9:]+$ ]]
	run -0 guest unixcredctl -N mine -o counter --noheadings stats
	[[ ${#lines[@]} == 14 && ${lines[0]} == SentExplicit ]]
	local colour command
	for command in status receivers; do
		for colour in --color --color=always; do
			run -0 guest unixcredctl -N mine $colour "$command"
			[[ $output == *$'\e['* ]]
		done
		for colour in '' --color=auto --color=never; do
			run -0 guest unixcredctl -N mine $colour "$command"
			[[ $output != *$'\e'* ]]
		done
		run -0 guest script -qec "unixcredctl -N mine $command" /dev/null
		[[ $output == *$'\e['* ]]
		run -0 guest env NO_COLOR=1 script -qec \
			"unixcredctl -N mine $command" /dev/null
		[[ $output != *$'\e'* ]]
	done
}

@test "status shows namespace, policy, processes and classes" {
	local sleeper

	sleeper=$(sleep_in mine)
	send_late mine
	run -0 guest unixcredctl -N mine status
	[[ ${lines[0]} == "Namespace: net:[$(guest stat -Lc %i /run/netns/mine)] mine" ]]
	[[ ${lines[1]} == 'Policy:    per-socket-flag' ]]
	[[ ${lines[2]} == "Processes: 1, first $sleeper sleep" ]]
	grep -Eq '^explicit +0 +0 +-$' <<<"$output"
	grep -Eq '^plain +1 +0 +1$' <<<"$output"
}

@test "status is what happens without a command" {
	run -0 guest unixcredctl -N mine
	local without=$output
	run -0 guest unixcredctl -N mine status
	[[ $output == "$without" ]]
}

@test "status --json" {
	sleep_in mine
	run -0 guest unixcredctl -N mine -j
	[[ $(jq -c '[.netns.name, .policy, .processes, .first_process.command]' \
		<<<"$output") == '["mine","per-socket-flag",1,"sleep"]' ]]
	[[ $(jq .netns.inode <<<"$output") == \
		$(guest stat -Lc %i /run/netns/mine) ]]
	[[ $(jq '.counters | length' <<<"$output") == 14 ]]
	[[ $(jq -c '[.counters[] | numbers] | length' <<<"$output") == 14 ]]
}

@test "status --json of a namespace without processes" {
	run -0 guest unixcredctl -N mine -j
	[[ $(jq -c '[.processes, .first_process]' <<<"$output") == '[0,null]' ]]
}

@test "netns by name, path and process" {
	local netns sleeper

	sleeper=$(sleep_in mine)
	guest unixcredctl -N mine set always
	for netns in mine /run/netns/mine "$sleeper" "/proc/$sleeper/ns/net"; do
		run -0 guest unixcredctl --netns "$netns" get
		[[ $output == always ]]
	done
}

@test "a name of digits is a name first" {
	guest ip netns add 1
	guest unixcredctl -N 1 set always
	run -0 guest unixcredctl -N 1 get
	guest ip netns del 1
	[[ $output == always ]]
	run -0 guest unixcredctl -N 1 get
	[[ $output == per-socket-flag ]]
}

@test "two namespaces are never swapped" {
	local mine other

	guest ip netns add other
	send_late other
	send_late other
	send_late mine
	mine=$(guest unixcredctl -N mine -j stats)
	other=$(guest unixcredctl -N other -j stats)
	guest ip netns del other
	[[ $(jq -c '[.netns.name, .counters.sent_plain]' <<<"$mine") == \
		'["mine",1]' ]]
	[[ $(jq -c '[.netns.name, .counters.sent_plain]' <<<"$other") == \
		'["other",2]' ]]
}

@test "options may come after the command" {
	run -0 guest unixcredctl get -N mine --json
	[[ $(jq -r .policy <<<"$output") == per-socket-flag ]]
}

@test "help goes to stdout" {
	local help

	for help in --help -h help; do
		run -0 --separate-stderr guest unixcredctl $help
		[[ $output == 'Usage: unixcredctl '* && -z $stderr ]]
	done
}

@test "version" {
	run -0 guest unixcredctl --version
	[[ $output =~ ^unixcredctl\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
}

@test "the owner of a rootless container sees and sets its policy" {
	run -0 guest "${as_nobody[@]}" unshare --user --map-root-user --net \
		bash -c 'sleep 1000 >/dev/null 2>&1 & echo $!'
	local sleeper=$output
	run -0 guest "${as_nobody[@]}" unixcredctl -N "$sleeper" set always
	run -0 guest "${as_nobody[@]}" unixcredctl -N "$sleeper" get
	guest kill "$sleeper"
	[[ $output == always ]]
	[[ $(policy) == per-socket-flag ]]
}

@test "root of a container sets the policy of its own namespace" {
	run -0 guest "${as_nobody[@]}" unshare --user --map-root-user --net \
		bash -c 'unixcredctl set always && unixcredctl get'
	[[ $output == always ]]
}
