#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# unixcredctl: from evidence to a stricter policy and, if need be, back.

load cli

# in_trial COMMAND... : start a trial of the policy always in "mine", run
# COMMAND with its number as argument while it is on; prints what the trial
# does, and returns its status
in_trial() {
	# shellcheck disable=SC2016
	guest bash -c '
		# A shell lets what runs in the background ignore some.
		env --default-signal=INT,QUIT \
			unixcredctl -N mine try always --for 100s 2>&1 &
		trial=$!
		until [[ $(unixcredctl -N mine get) == always ]]; do :; done
		"$@" $trial
		wait $trial' - "$@"
}

# on_terminal SCRIPT ARGUMENT... : run the tail of a Python script with
# ARGUMENT... as the only process of a terminal; "terminal" is its other end,
# "child" its number, "policy()" the policy of "mine"
on_terminal() {
	local script

	script=$(sed 's/^\t*//' <<<"$1")
	shift
	guest_python "$@" <<-END
		import os, pty, signal, subprocess, sys
		def policy():
		    return subprocess.run(["unixcredctl", "-N", "mine", "get"],
		        stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
		def wait_for(text):
		    seen = b""
		    while text not in seen:
		        seen += os.read(terminal, 1000)
		child, terminal = pty.fork()
		if child == 0:
		    os.execvp(sys.argv[1], sys.argv[1:])
		$script
		status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
		print(status, policy())
	END
}

@test "advise judges each policy by what was asked for" {
	run -0 guest unixcredctl -N mine -r advise
	[[ ${lines[0]} == 'POLICY IN-FORCE CARRIED LOST VERDICT' ]]
	[[ ${lines[2]} == 'per-socket-flag yes 0 0 no-evidence' ]]
	guest unixcredctl -N mine set always
	send_late mine
	run -3 guest unixcredctl -N mine -r advise
	[[ ${lines[1]} == 'always yes 1 0 safe' ]]
	[[ ${lines[2]} == 'per-socket-flag no 0 1 loses' ]]
	[[ ${lines[3]} == 'on-request no 0 1 loses' ]]
	run -0 guest unixcredctl -N mine -r --noheadings advise always
	[[ $output == 'always yes 1 0 safe' ]]
	run -3 guest unixcredctl -N mine -r --noheadings advise on-request
	[[ $output == 'on-request no 0 1 loses' ]]
}

@test "advise says who it is, and since when" {
	guest unixcredctl -N mine set always
	send_late mine
	run -3 guest unixcredctl -N mine advise per-socket-flag
	[[ ${lines[0]} == 'Evidence: since the namespace was created' ]]
	[[ $output == *$'\nWho would lose:\nCLASS '*$'\nplain send-late '* ]]
	run -3 guest unixcredctl -N mine -j advise
	[[ $(jq -c '[.netns.name, .seconds, (.advice | length),
		.advice[1].policy, .advice[1].in_force, .advice[1].lost,
		.advice[1].verdict, .receivers[0].command]' <<<"$output") == \
		'["mine",null,3,"per-socket-flag",false,1,"loses","send-late"]' ]]
}

@test "advise of a time takes what happens in it alone" {
	guest unixcredctl -N mine set always
	send_late mine
	run -0 guest unixcredctl -N mine -j advise per-socket-flag --for 1s
	[[ $(jq -c '[.seconds, .advice[0].lost, .receivers]' <<<"$output") == \
		'[1,0,[]]' ]]
	# A sample of the time before goes on while the time does.
	run -3 guest bash -c '
		unixcredctl -N mine -j advise per-socket-flag --for 5s &
		ip netns exec mine "$1"
		wait $!' - "$TOP/tests/guest/send-late"
	[[ $(jq -c '[.advice[0].lost, (.receivers | length),
		.receivers[0].sockets]' <<<"$output") == '[1,1,2]' ]]
}

@test "advise says what it lacks to name programs" {
	send_late mine
	in_netns mine "setpriv --reuid 65534 --regid 65534 --clear-groups \
		unixcredctl advise per-socket-flag >/run/unixcred/said; [ \$? = 3 ]"
	run -0 guest cat /run/unixcred/said
	[[ $output == *'Who would lose: CAP_NET_ADMIN is needed to see them'* ]]
	in_netns mine "setpriv --reuid 65534 --regid 65534 --clear-groups \
		unixcredctl -j advise per-socket-flag >/run/unixcred/said; [ \$? = 3 ]"
	run -0 guest cat /run/unixcred/said
	[[ $(jq -c '[.advice[0].lost, .receivers]' <<<"$output") == '[1,null]' ]]
}

@test "set refuses what would have lost credentials, and says whose" {
	guest unixcredctl -N mine set always
	send_late mine
	expect_failure 3 'per-socket-flag would have cost 1 messages their credentials, received by send-late;' \
		unixcredctl -N mine set per-socket-flag
	[[ $(policy mine) == always ]]
	run -3 --separate-stderr guest unixcredctl -N mine -j set on-request
	[[ $(jq -c '[.old_policy, .policy, .requested, .changed, .lost,
		.receivers[0].command]' <<<"$output") == \
		'["always","always","on-request",false,1,"send-late"]' ]]
	run -0 guest unixcredctl -N mine set --force per-socket-flag
	[[ $(policy mine) == per-socket-flag ]]
}

@test "set does not refuse what loses nothing more than before" {
	send_late mine
	run -0 guest unixcredctl -N mine set on-request
	run -0 guest unixcredctl -N mine set per-socket-flag
	run -0 guest unixcredctl -N mine set always
	[[ $(policy mine) == always ]]
}

@test "set names five programs and counts the others" {
	guest unixcredctl -N mine set always
	guest ip netns exec mine "$TOP/tests/guest/send-late" 9
	run -3 --separate-stderr guest unixcredctl -N mine set per-socket-flag
	[[ $stderr == *'send-late (@receiver 0 \xff\x1b[31m\\), '*' and 4 more;'* ]]
}

@test "set --dry-run changes nothing" {
	run -0 guest unixcredctl -N mine -n set always
	[[ $output == 'per-socket-flag -> always' ]]
	run -0 guest unixcredctl -N mine -n -j set always
	[[ $(jq -c '[.old_policy, .policy, .requested, .changed]' <<<"$output") == \
		'["per-socket-flag","per-socket-flag","always",false]' ]]
	[[ $(policy mine) == per-socket-flag ]]
	guest unixcredctl -N mine set always
	send_late mine
	expect_failure 3 'received by send-late' \
		unixcredctl -N mine --dry-run set per-socket-flag
	run -0 guest unixcredctl -N mine -n --force set per-socket-flag
	[[ $output == 'always -> per-socket-flag' ]]
	[[ $(policy mine) == always ]]
}

@test "set --persist writes what sysctl reads" {
	guest unixcredctl set always --persist
	[[ $(policy) == always ]]
	run -0 guest sh -c "echo per-socket-flag >$POLICY && sysctl --system"
	[[ $(policy) == always ]]
	run -0 guest stat -c '%a %U' /etc/sysctl.d/90-unixcred.conf
	[[ $output == '644 root' ]]
	run -0 guest unixcredctl set per-socket-flag --persist --dry-run
	[[ ${lines[1]} == '/etc/sysctl.d/90-unixcred.conf = per-socket-flag' ]]
	guest unixcredctl set per-socket-flag --persist
	run -0 guest grep -v '^#' /etc/sysctl.d/90-unixcred.conf
	[[ $output == 'net.unix.passcred_policy = per-socket-flag' ]]
	run -0 guest find /etc/sysctl.d -name '.*'
	[[ -z $output ]]
}

@test "set --persist is all or nothing" {
	expect_failure 1 '--persist is for the namespace of process 1 alone' \
		unixcredctl -N mine set always --persist
	[[ $(policy mine) == per-socket-flag ]]
	guest mount -t tmpfs -o ro none /etc/sysctl.d
	expect_failure 1 'cannot write /etc/sysctl.d/90-unixcred.conf: Read-only' \
		unixcredctl set always --persist
	guest umount /etc/sysctl.d
	[[ $(policy) == per-socket-flag ]]
	guest mount -t tmpfs -o size=4k none /etc/sysctl.d
	guest sh -c 'echo old >/etc/sysctl.d/90-unixcred.conf'
	run -1 --separate-stderr guest unixcredctl set always --persist
	[[ $stderr == *'cannot write /etc/sysctl.d/90-unixcred.conf: No space'* ]]
	run -0 guest cat /etc/sysctl.d/90-unixcred.conf
	guest umount /etc/sysctl.d
	[[ $output == old && $(policy) == per-socket-flag ]]
}

@test "try goes back when the time is over" {
	run -0 guest unixcredctl -N mine try always --for 1s
	[[ $output == 'Nothing was lost under always: back to per-socket-flag' ]]
	[[ $(policy mine) == per-socket-flag ]]
	run -0 guest unixcredctl -N mine -j try always --for 1s
	[[ $(jq -c '[.netns.name, .requested, .old_policy, .policy, .outcome,
		.lost, .receivers]' <<<"$output") == \
		'["mine","always","per-socket-flag","per-socket-flag","clean",0,[]]' ]]
}

@test "try keeps the policy if that is wanted and nothing was lost" {
	run -0 guest unixcredctl -N mine try on-request --for 1s --keep-if-clean
	[[ $output == 'Nothing was lost: keeping on-request' ]]
	[[ $(policy mine) == on-request ]]
	run -0 guest unixcredctl -N mine -j try always --for 1s --keep-if-clean
	[[ $(jq -c '[.policy, .outcome]' <<<"$output") == '["always","kept"]' ]]
}

@test "try goes back at the first loss, and says whose" {
	guest unixcredctl -N mine set always
	# Known from before; it has to be named all the same.
	send_late mine
	run -3 --separate-stderr guest bash -c '
		unixcredctl -N mine -j try per-socket-flag --for 100s \
			--keep-if-clean &
		until [[ $(unixcredctl -N mine get) == per-socket-flag ]]; do
			:
		done
		ip netns exec mine "$1"
		wait $!' - "$TOP/tests/guest/send-late"
	[[ $(policy mine) == always ]]
	[[ $stderr == 'unixcredctl: back to always: per-socket-flag cost 1 messages their credentials, received by send-late' ]]
	[[ $(jq -c '[.outcome, .policy, .lost, .receivers[0].command,
		.receivers[0].missing > .receivers[0].delivered]' <<<"$output") == \
		'["lost","always",1,"send-late",true]' ]]
}

@test "try does not blame who is handed what was queued before" {
	guest unixcredctl -N mine set always
	run -3 --separate-stderr guest bash -c '
		cd /run/unixcred
		ip netns exec mine /usr/bin/python3 -ISc "
import os, socket, time
a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
a.send(b\"x\")
open(\"queued\", \"w\").close()
while not os.path.exists(\"go\"): time.sleep(0.01)
b.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
b.recvmsg(1, 64)
open(\"received\", \"w\").close()" &
		until [[ -e queued ]]; do :; done
		unixcredctl -N mine -j try per-socket-flag --for 100s &
		until [[ $(unixcredctl -N mine get) == per-socket-flag ]]; do
			:
		done
		touch go
		until [[ -e received ]]; do :; done
		ip netns exec mine "$1"
		wait $!' - "$TOP/tests/guest/send-late"
	[[ $(jq -c '[.outcome, .lost, (.receivers | map(.command))]' \
		<<<"$output") == '["lost",1,["send-late"]]' ]]
}

@test "try goes back on every signal that can be caught" {
	local signal

	for signal in INT TERM HUP QUIT USR1 PIPE ALRM XCPU ABRT SEGV 40; do
		run -1 in_trial kill -s "$signal"
		echo "$signal: $output"
		[[ $output == 'unixcredctl: back to per-socket-flag: '* ]]
		[[ $(policy mine) == per-socket-flag ]]
	done
}

@test "try tells in JSON that it was interrupted" {
	run -1 --separate-stderr guest bash -c '
		unixcredctl -N mine -j try always --for 100s &
		until [[ $(unixcredctl -N mine get) == always ]]; do :; done
		kill $!
		wait $!'
	[[ $(jq -c '[.outcome, .policy, .old_policy]' <<<"$output") == \
		'["interrupted","per-socket-flag","per-socket-flag"]' ]]
	[[ $stderr == 'unixcredctl: back to per-socket-flag: Terminated' ]]
}

@test "try is not stopped while the policy is on trial" {
	run -1 in_trial bash -c '
		kill -s TSTP "$0"
		kill -s TTIN "$0"
		kill -s TERM "$0"'
	[[ $output == *'back to per-socket-flag: Terminated' ]]
}

@test "try leaves alone what somebody else has set" {
	run -1 in_trial sh -c 'unixcredctl -N mine set on-request'
	[[ $output == 'unixcredctl: somebody else changed the policy, it is left alone' ]]
	[[ $(policy mine) == on-request ]]
}

@test "try goes back when its terminal is closed" {
	run -0 on_terminal 'wait_for(b"Enter keeps it")
		assert policy() == "always"
		os.close(terminal)' unixcredctl -N mine try always --for 100s
	[[ $output == '1 per-socket-flag' ]]
}

@test "try goes back when its terminal is closed and SIGHUP ignored" {
	run -0 on_terminal 'wait_for(b"Enter keeps it")
		os.close(terminal)' \
		env --ignore-signal=HUP unixcredctl -N mine try always --for 100s
	[[ $output == '1 per-socket-flag' ]]
}

@test "try keeps the policy when the user confirms" {
	run -0 on_terminal 'wait_for(b"Enter keeps it")
		os.write(terminal, b"\n")
		wait_for(b"Keeping always")' unixcredctl -N mine try always --for 100s
	[[ $output == '0 always' ]]
}

@test "try takes Enter alone for a confirmation" {
	run -0 on_terminal 'wait_for(b"Enter keeps it")
		os.write(terminal, b"unixcredctl status\n")
		wait_for(b"1m38s left")
		os.write(terminal, b"\x03")
		wait_for(b"back to per-socket-flag: Interrupt")' \
		unixcredctl -N mine try always --for 100s
	[[ $output == '1 per-socket-flag' ]]
}

@test "try goes back though its terminal is stopped" {
	run -0 on_terminal 'wait_for(b"Enter keeps it")
		os.write(terminal, b"\x13")
		os.kill(child, signal.SIGTERM)
		while policy() != "per-socket-flag": pass
		os.write(terminal, b"\x11")
		wait_for(b"Terminated")' unixcredctl -N mine try always --for 100s
	[[ $output == '1 per-socket-flag' ]]
}

@test "try goes back when the user interrupts it" {
	run -0 on_terminal 'wait_for(b"Enter keeps it")
		os.write(terminal, b"\x03")
		wait_for(b"back to per-socket-flag: Interrupt")' \
		unixcredctl -N mine try always --for 100s
	[[ $output == '1 per-socket-flag' ]]
}

@test "try shows how long it goes on, on a terminal alone" {
	run -0 on_terminal 'wait_for(b"1m40s left")
		wait_for(b"1m39s left")
		os.write(terminal, b"\n")
		wait_for(b"Keeping always")' unixcredctl -N mine try always --for 100s
	run -0 --separate-stderr guest unixcredctl -N mine try on-request --for 1s
	[[ -z $stderr ]]
}

@test "what is no time or count" {
	local text

	for text in 0 -1 '' 5x m 1.5h 5mm ' 5' 99999999999 30000d; do
		expect_failure 64 'needs a time' \
			unixcredctl -N mine try always --for "$text"
		expect_failure 64 'needs a time' unixcredctl stats --interval "$text"
		expect_failure 64 '--count needs a number' \
			unixcredctl monitor --count "$text"
	done
	[[ $(policy mine) == per-socket-flag ]]
}
