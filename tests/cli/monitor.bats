#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# unixcredctl: what happens over time.

load cli

# monitored OPTIONS SCRIPT : run the SCRIPT in the guest when a monitor with
# the OPTIONS listens; prints what the monitor said
monitored() {
	# shellcheck disable=SC2016
	guest bash -c '
		mkfifo /run/unixcred/said
		unixcredctl monitor $1 >/run/unixcred/said &
		exec {said}</run/unixcred/said
		rm /run/unixcred/said
		read -r first <&"$said"
		echo "$first"
		late=$3
		eval "$2"
		cat <&"$said"
		wait $!' - "$1" "$2" "$TOP/tests/guest/send-late"
}

@test "monitor tells the policy, then what changes it and who asks" {
	run -0 monitored '-N mine --count 2' '
		unixcredctl -N mine set always
		ip netns exec mine $late'
	local time='20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9:]{8}'
	[[ ${#lines[@]} == 3 ]]
	[[ ${lines[0]} =~ ^$time\ policy\ is\ per-socket-flag$ ]]
	[[ ${lines[1]} =~ ^$time\ policy\ changed\ from\ per-socket-flag\ to\ always\ by\ unixcredctl,\ process\ [0-9]+,\ user\ 0$ ]]
	[[ ${lines[2]} =~ ^$time\ new\ receiver:\ send-late,\ process\ [0-9]+,\ user\ 0,\ dgram\ socket\ without\ a\ name,\ was\ handed\ credentials\ of\ class\ plain$ ]]
}

@test "monitor --json has an object a line" {
	run -0 monitored '-N mine -j --count 2' '
		unixcredctl -N mine set always
		ip netns exec mine $late 1'
	[[ $(jq -sc 'map(.event)' <<<"$output") == \
		'["policy","policy-changed","receiver-added"]' ]]
	[[ $(jq -c '[.netns.name, .policy]' <<<"${lines[0]}") == \
		'["mine","per-socket-flag"]' ]]
	[[ $(jq -c '[.netns.name, .old_policy, .policy, .command, .uid]' \
		<<<"${lines[1]}") == \
		'["mine","per-socket-flag","always","unixcredctl",0]' ]]
	[[ $(jq -c '.receiver | [.class, .command, .missing]' <<<"${lines[2]}") == \
		'["plain","send-late",null]' ]]
	[[ $(jq -r .time <<<"${lines[1]}") =~ ^20.*\.[0-9]{6}Z$ ]]
}

@test "monitor --all tells which namespace" {
	run -0 monitored '--all -j --count 2' '
		unixcredctl -N mine set always
		unixcredctl set always'
	guest unixcredctl set per-socket-flag
	[[ $(jq -sc 'map(select(.event == "policy-changed") | .netns.name)' \
		<<<"$output") == '["mine",null]' ]]
	[[ $(jq -sc 'map(select(.event == "policy")) | length' <<<"$output") == 2 ]]
}

@test "monitor says what it lost, and what is known" {
	# Stopped, it lets more events pass than its buffer has room for.
	run -0 guest bash -c '
		mkfifo /run/unixcred/said
		unixcredctl -N mine -j monitor --count 100000 >/run/unixcred/said &
		monitor=$!
		exec {said}</run/unixcred/said
		rm /run/unixcred/said
		read -r first <&"$said"
		kill -s STOP $monitor
		ip netns exec mine /usr/bin/python3 -ISc "
for i in range(4000):
    for word in (\"always\", \"per-socket-flag\"):
        with open(\"$2\", \"w\") as policy:
            policy.write(word)
"
		unixcredctl -N mine set always
		ip netns exec mine "$1"
		kill -s CONT $monitor
		while read -r line <&"$said"; do
			[[ $line == *policy-changed* ]] || echo "$line"
			[[ $line != *receiver-added* ]] || break
		done
		kill $monitor' - "$TOP/tests/guest/send-late" "$POLICY"
	[[ $(jq -sc 'map(.event)' <<<"$output") == \
		'["lost","policy","receiver-added"]' ]]
	[[ $(jq -c .policy <<<"${lines[1]}") == '"always"' ]]
	[[ $(jq -c .receiver.command <<<"${lines[2]}") == '"send-late"' ]]
}

@test "monitor ends when nobody reads" {
	run -1 --separate-stderr guest_python <<-'END'
		import os, subprocess, sys
		monitor = subprocess.Popen(["unixcredctl", "-N", "mine", "monitor"],
		    stdout=subprocess.PIPE, restore_signals=False)
		monitor.stdout.readline()
		monitor.stdout.close()
		subprocess.run(["unixcredctl", "-N", "mine", "set", "always"],
		    check=True)
		sys.exit(monitor.wait())
	END
	[[ $stderr == 'unixcredctl: cannot write the output: Broken pipe' ]]
}

@test "monitor needs the privilege, and says so" {
	expect_failure 1 "cannot listen to events of namespace 'net:[$FIRST_NETNS]': Operation not permitted: CAP_NET_ADMIN" \
		"${as_nobody[@]}" unixcredctl monitor
	run -0 guest "${as_nobody[@]}" unshare --user --map-root-user --net bash -c '
		unixcredctl monitor --count 1 | {
			read -r first
			unixcredctl set always
			cat
		}'
	[[ $output == *'policy changed from per-socket-flag to always by unixcredctl,'* ]]
}

@test "stats --interval tells how counters grow" {
	send_late mine
	run -0 guest unixcredctl -N mine stats --interval 1 --count 2
	[[ $(grep -Ec '^COUNTER +VALUE DELTA +RATE$' <<<"$output") == 2 ]]
	[[ $(grep -Ec '^SentPlain +1 +0 +0\.0$' <<<"$output") == 2 ]]
	run -0 guest bash -c '
		unixcredctl -N mine -j stats --interval 5s --count 1 &
		ip netns exec mine "$1"
		wait $!' - "$TOP/tests/guest/send-late"
	[[ ${#lines[@]} == 1 ]]
	[[ $(jq -c '[.netns.name, .counters.sent_plain, .delta.sent_plain,
		.delta.missing_plain, .seconds >= 5 and .seconds < 60]' \
		<<<"$output") == '["mine",2,1,1,true]' ]]
}

@test "stats --count needs --interval" {
	expect_failure 64 'stats --count needs --interval' \
		unixcredctl stats --count 1
}
