#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# unixcredctl: all network namespaces of the machine.

load cli

# listed FILTER : what jq makes of the list of those that are not the first
listed() {
	guest unixcredctl -j list |
		jq -c "[.namespaces[] | select(.netns.inode != $FIRST_NETNS)] | $1"
}

@test "list shows every namespace once, with names, processes and policy" {
	local sleeper

	sleeper=$(sleep_in mine)
	sleep_in mine
	guest sh -c 'touch /run/netns/alias /run/keep
		mount --bind /run/netns/mine /run/netns/alias
		mount --bind /run/netns/mine /run/keep'
	guest unixcredctl -N mine set always
	send_late mine
	run -0 guest unixcredctl list
	[[ ${lines[0]} =~ ^\ +NETNS\ NAME\ +PROCESSES\ COMMAND\ +POLICY\ +SAFE\ +SENT\ DELIVERED\ MISSING$ ]]
	[[ ${#lines[@]} == 3 ]]
	grep -Eq "^$(guest stat -Lc %i /run/netns/mine) alias +2 sleep +always +always +1 +1 +0$" \
		<<<"$output"
	run -0 listed '.[0] | [.netns.name, .names, .policy, .safe, .processes,
		.first_process.pid, .counters.sent_plain]'
	guest umount /run/keep /run/netns/alias
	guest rm /run/netns/alias
	[[ $output == "[\"alias\",[\"alias\",\"mine\"],\"always\",\"always\",2,$sleeper,1]" ]]
}

@test "list shows the first namespace, and its own" {
	run -0 guest unshare --net unixcredctl -j list
	[[ $(jq '.namespaces | any(.netns.inode == '"$FIRST_NETNS"')' \
		<<<"$output") == true ]]
	[[ $(jq '.namespaces | any(.netns.name == null and .processes == 0)' \
		<<<"$output") == true ]]
}

@test "list finds what only processes lead to" {
	run -0 guest bash -c '
		unshare --net sleep 1000 >/dev/null 2>&1 &
		until [[ $(<"/proc/$!/comm") == sleep ]]; do :; done
		echo $!'
	local sleeper=$output
	run -0 listed '[.[] | select(.processes == 1)][0] |
		[.netns.name, .first_process.command, .first_process.pid]'
	guest kill "$sleeper"
	[[ $output == "[null,\"sleep\",$sleeper]" ]]
}

@test "list finds what only a descriptor keeps alive" {
	run -0 guest bash -c '
		ip netns add held
		unixcredctl -N held set always
		exec {fd}</run/netns/held
		ip netns del held
		unixcredctl -j list
		unixcredctl -N "/proc/$$/fd/$fd" get
		echo "/proc/$$/fd/$fd"'
	[[ ${lines[-2]} == always ]]
	[[ $(head -n -2 <<<"$output" | jq -r '.namespaces[] |
		select(.policy == "always") | .netns.name') == "${lines[-1]}" ]]
}

@test "list finds what only a mount keeps alive" {
	guest sh -c 'ip netns add held && unixcredctl -N held set always
		touch "/run/a b" && mount --bind /run/netns/held "/run/a b"
		ip netns del held'
	run -0 listed '.[] | select(.policy == "always") | .netns.name'
	local name=$output
	run -0 guest unixcredctl -N '/run/a b' get
	guest umount '/run/a b'
	[[ $name == '"/run/a b"' && $output == always ]]
}

@test "list finds what only a mount of another mount namespace keeps alive" {
	run -0 guest bash -c '
		ip netns add held && unixcredctl -N held set always
		unshare --mount bash -c "touch /run/far
			mount --bind /run/netns/held /run/far
			umount /run/netns/held
			exec sleep 1000" >/dev/null 2>&1 &
		until [[ $(<"/proc/$!/comm") == sleep ]]; do :; done
		ip netns del held
		unixcredctl -j list
		unixcredctl -N "/proc/$!/root/run/far" get
		echo "/proc/$!/root/run/far"
		kill $!'
	[[ ${lines[-2]} == always ]]
	[[ $(head -n -2 <<<"$output" | jq -r '.namespaces[] |
		select(.policy == "always") | .netns.name') == "${lines[-1]}" ]]
}

@test "list knows where containers keep their names" {
	guest sh -c 'mkdir -p /run/docker/netns /run/user/1000/netns
		touch /run/docker/netns/1234 /run/user/1000/netns/mine \
			/run/user/1000/netns/elsewhere
		mount --bind /run/netns/mine /run/docker/netns/1234
		mount --bind /run/netns/mine /run/user/1000/netns/mine'
	run -0 listed '.[0].names'
	guest sh -c 'umount /run/docker/netns/1234 /run/user/1000/netns/mine
		rm -r /run/docker /run/user/1000'
	[[ $output == '["mine","/run/docker/netns/1234","/run/user/1000/netns/mine"]' ]]
}

@test "names that somebody else chose do no harm" {
	# A link would lead to whatever its owner likes, with root's rights.
	guest sh -c 'mkdir -p /run/user/1000/netns && cd /run/user/1000/netns
		ln -s /run/netns/mine link
		name=$(printf "\377\033[31m x\n")
		touch "$name" && mount --bind /run/netns/mine "$name"
		mkdir /run/user/1001 && ln -s /run/netns /run/user/1001/netns'
	run -0 listed '.[0].names'
	local names=$output
	run -0 guest unixcredctl -r --noheadings -o name list
	local raw=$output
	run -0 guest unixcredctl -N mine export
	guest sh -c 'umount /run/user/1000/netns/*x* && rm -r /run/user/1000 \
		/run/user/1001'
	[[ $names == '["mine","/run/user/1000/netns/\\xff\\x1b[31m x"]' ]]
	[[ $raw != *$'\e'* && $output == *'netns="mine"'* ]]
}

@test "a process without a name leaves no hole in a table" {
	guest bash -c 'unshare --net /usr/bin/python3 -c "
import ctypes, time
ctypes.CDLL(None).prctl(15, b\"\", 0, 0, 0)
open(\"/run/unixcred/unnamed\", \"w\").close()
time.sleep(1000)" >/dev/null 2>&1 &
		echo $! >/run/unixcred/pid
		until [[ -e /run/unixcred/unnamed ]]; do :; done'
	run -0 guest unixcredctl -r --noheadings -o processes,command,policy list
	guest sh -c 'kill $(cat /run/unixcred/pid)'
	grep -qx '1 - per-socket-flag' <<<"$output"
}

@test "what is no namespace is a warning, and costs nothing else" {
	guest sh -c 'touch /run/netns/left && mkfifo /run/netns/pipe
		ln -s /nonesuch /run/netns/broken
		touch /run/netns/uts && mount --bind /proc/self/ns/uts /run/netns/uts'
	run -1 --separate-stderr guest unixcredctl -r -o name --noheadings list
	local names=$output warnings=$stderr
	run -1 --separate-stderr guest unixcredctl -j list
	guest umount /run/netns/uts
	guest rm /run/netns/left /run/netns/pipe /run/netns/broken /run/netns/uts
	[[ $names == *mine* ]]
	[[ $(sort <<<"$warnings") == 'unixcredctl: /run/netns/left is not a network namespace
unixcredctl: /run/netns/pipe is not a network namespace
unixcredctl: /run/netns/uts is not a network namespace' ]]
	[[ $(jq -c '[(.namespaces | length), .errors[0]]' <<<"$output") == \
		'[2,"/run/netns/left is not a network namespace"]' ]]
}

@test "an ordinary user sees what is its own, and why not more" {
	run -1 --separate-stderr guest "${as_nobody[@]}" unixcredctl list
	[[ ${#lines[@]} == 2 && ${lines[1]} == $FIRST_NETNS* ]]
	[[ $stderr == "unixcredctl: cannot enter namespace 'mine': Operation not permitted" ]]
}

@test "the owner of rootless containers sees and sets all of them" {
	run -0 guest bash -c '
		for i in 1 2; do
			setpriv --reuid 65534 --regid 65534 --clear-groups unshare \
				--user --map-root-user --net sleep 1000 >/dev/null 2>&1 &
			until [[ $(<"/proc/$!/comm") == sleep ]]; do :; done
			echo $!
		done'
	local sleepers=("${lines[@]}")
	guest ip netns del mine
	run -0 guest "${as_nobody[@]}" unixcredctl -r --noheadings \
		-o processes,command,policy list
	[[ $(grep -c '^1 sleep per-socket-flag$' <<<"$output") == 2 ]]
	run -1 --separate-stderr guest "${as_nobody[@]}" unixcredctl -j --all set always
	[[ $(jq -c '[.namespaces[].policy]' <<<"$output") == '["always","always"]' ]]
	[[ $stderr == *'cannot set the policy: Operation not permitted: CAP_NET_ADMIN'* ]]
	run -0 guest unixcredctl -r --noheadings -o processes,policy list
	guest kill "${sleepers[@]}"
	guest ip netns add mine
	[[ $(grep -c '^1 always$' <<<"$output") == 2 ]]
	[[ $(policy) == per-socket-flag ]]
}

@test "--all acts on all, and says which" {
	guest ip netns add other
	send_late mine
	guest unixcredctl --all set always
	run -0 guest unixcredctl -a -r get
	local all=$output
	run -0 guest unixcredctl -a -j get
	[[ $(jq -c '[.namespaces[] | [.netns.name, .policy]] | sort' <<<"$output") == \
		'[[null,"always"],["mine","always"],["other","always"]]' ]]
	[[ $(jq -c .errors <<<"$output") == '[]' ]]
	[[ $all == *' mine always'* && $all == *' other always'* ]]
	run -0 guest unixcredctl -a -r stats
	grep -q ' mine SentPlain 1$' <<<"$output"
	grep -q ' other SentPlain 0$' <<<"$output"
	run -0 guest unixcredctl -a -r receivers
	grep -q ' mine plain send-late ' <<<"$output"
	run -0 guest unixcredctl -a -j receivers
	[[ $(jq -c '[.namespaces[] | [.netns.name, (.receivers | length)]] | sort' \
		<<<"$output") == '[[null,0],["mine",1],["other",0]]' ]]
	run -3 guest unixcredctl -a -r advise
	grep -q ' mine per-socket-flag no 0 1 loses$' <<<"$output"
	grep -q ' other per-socket-flag no 0 0 no-evidence$' <<<"$output"
	# One of them has reason to refuse; the others are done.
	run -3 --separate-stderr guest unixcredctl -a set per-socket-flag
	[[ $stderr == 'unixcredctl: mine: per-socket-flag would have cost 1 '* ]]
	[[ $(policy mine) == always && $(policy other) == per-socket-flag ]]
	guest ip netns del other
}

@test "advise --all of a time judges the others, if one is none" {
	guest touch /run/netns/left
	send_late mine
	run -1 --separate-stderr guest unixcredctl -a -r advise --for 1s
	guest rm /run/netns/left
	[[ $output == *' mine per-socket-flag yes 0 0 no-evidence'* ]]
	[[ $stderr == 'unixcredctl: /run/netns/left is not a network namespace' ]]
}

@test "--all does not go together with --netns, --persist and --interval" {
	expect_failure 64 '--all and --netns do not go together' \
		unixcredctl -a -N mine get
	expect_failure 64 '--persist and --all do not go together' \
		unixcredctl -a set --persist always
	expect_failure 64 'stats --all and --interval do not go together' \
		unixcredctl -a stats --interval 1
	[[ $(policy mine) == per-socket-flag ]]
}

@test "from a user namespace, the host's namespace is still ours" {
	# setns(2) to it would not be permitted, so there is no way back.
	run -0 guest "${as_nobody[@]}" unshare --user --map-root-user bash -c '
		unshare --net sleep 1000 >/dev/null 2>&1 &
		until [[ $(<"/proc/$!/comm") == sleep ]]; do :; done
		unixcredctl -N $! set always
		unixcredctl -N $! get
		unixcredctl get
		kill $!'
	[[ ${lines[0]} == always && ${lines[1]} == per-socket-flag ]]
}

@test "export writes what a strict parser of OpenMetrics reads" {
	guest sh -c 'touch "/run/a\"b\\c" &&
		ip netns add held && mount --bind /run/netns/held "/run/a\"b\\c" &&
		ip netns del held'
	guest unixcredctl -N mine set always
	send_late mine
	run -0 guest_python <<-'END'
		import subprocess
		from prometheus_client.openmetrics.parser import text_string_to_metric_families
		text = subprocess.run(["unixcredctl", "export"], check=True,
		    stdout=subprocess.PIPE, text=True).stdout
		for family in text_string_to_metric_families(text):
		    for sample in family.samples:
		        print(sample.name, sample.labels["netns"],
		            sample.labels.get("class") or sample.labels.get("policy"),
		            int(sample.value))
	END
	guest umount '/run/a"b\c'
	grep -qx 'unix_passcred_policy mine always 1' <<<"$output"
	grep -qx 'unix_passcred_policy mine on-request 0' <<<"$output"
	grep -qx 'unix_passcred_delivered_total mine plain 1' <<<"$output"
	grep -qx 'unix_passcred_would_lose_total mine per-socket-flag 1' <<<"$output"
	grep -qx 'unix_passcred_policy_changes_total mine None 1' <<<"$output"
	grep -qxF 'unix_passcred_sent_total /run/a"b\\c plain 0' <<<"$output"
	[[ $(grep -c '^unix_passcred_policy ' <<<"$output") == 9 ]]
}

@test "export of one namespace" {
	sleep_in mine
	run -0 guest unixcredctl -N mine export
	[[ $output == *'unix_passcred_processes{netns_inode="'*'",netns="mine"} 1'* ]]
	[[ $(grep -c '^unix_passcred_policy{' <<<"$output") == 3 ]]
	[[ ${lines[-1]} == '# EOF' ]]
}

@test "export to a file is all or nothing" {
	guest unixcredctl export --output /run/unixcred/file
	run -0 guest sh -c 'cd /run/unixcred && tail -n 1 file && stat -c %a file &&
		unixcredctl export -o here && tail -n 1 here && ! ls -A | grep "^\\."'
	[[ $output == $'# EOF\n644\n# EOF' ]]
	guest mount -t tmpfs -o size=4k none /mnt
	guest sh -c 'echo old >/mnt/file'
	run -1 --separate-stderr guest unixcredctl export -o /mnt/file
	[[ $stderr == 'unixcredctl: cannot write /mnt/file: No space left on device' ]]
	run -0 guest sh -c 'cat /mnt/file && ls -A /mnt'
	guest umount /mnt
	[[ $output == $'old\nfile' ]]
	expect_failure 1 'cannot write /nonesuch/file: No such file' \
		unixcredctl export -o /nonesuch/file
	expect_failure 1 '/dev/null is not a regular file' \
		unixcredctl export -o /dev/null
}

@test "export has what could be read, and fails for what could not" {
	guest touch /run/netns/left
	run -1 --separate-stderr guest unixcredctl export
	guest rm /run/netns/left
	[[ $stderr == 'unixcredctl: /run/netns/left is not a network namespace' ]]
	[[ ${lines[-1]} == '# EOF' && $output == *'netns="mine"'* ]]
}
