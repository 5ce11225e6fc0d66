#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The kernel's interface as other tools use it.

load ../guest

setup_file() {
	start_guest
	policy >"$BATS_FILE_TMPDIR/default"
}

teardown_file() {
	stop_guest
}

setup() {
	set_policy per-socket-flag
}

teardown() {
	guest sh -c '
		echo 0 >/sys/kernel/tracing/events/unix_passcred/enable
		ip netns del mine 2>/dev/null || true'
}

set_policy() {
	guest sh -c "echo $1 >$POLICY"
}

# under_each_policy <SCRIPT : in Python
under_each_policy() {
	guest /usr/bin/python3 -c 'if True:
		import os, sys
		for word in "always", "on-request", "per-socket-flag":
		    with open(sys.argv[1], "w") as policy:
		        policy.write(word)
		    if os.fork() == 0:
		        exec(sys.argv[2], {})
		        os._exit(0)
		    assert os.wait()[1] == 0, word' "$POLICY" "$(cat)"
}

@test "the default is per-socket-flag" {
	[[ $(<"$BATS_FILE_TMPDIR/default") == per-socket-flag ]]
}

@test "the kernel's command line sets that of the first namespace" {
	run -0 --separate-stderr "$TOP/tests/vm/run" --smp 1 \
		--append sysctl.net.unix.passcred_policy=always -- cat "$POLICY"
	[[ $output == always ]]
}

@test "ip netns add takes over the creator's policy" {
	local word
	for word in always on-request; do
		set_policy "$word"
		guest ip netns add mine
		[[ $(policy mine) == "$word" ]]
		set_policy per-socket-flag
		[[ $(policy mine) == "$word" ]]
		in_netns mine "echo per-socket-flag >$POLICY"
		run -0 in_netns mine "
			ip netns add nested && ip netns exec nested cat $POLICY &&
			ip netns del nested"
		[[ $output == per-socket-flag ]]
		guest ip netns del mine
	done
}

@test "procps, busybox and systemd set and refuse it" {
	local word
	for word in always on-request per-socket-flag; do
		run -0 guest sysctl -w "net.unix.passcred_policy=$word"
		[[ $(policy) == "$word" ]]
	done
	run ! guest sysctl -w net.unix.passcred_policy=alway
	[[ $output == *'Invalid argument'* ]]

	run -0 guest busybox sysctl -w net.unix.passcred_policy=always
	[[ $(policy) == always ]]
	run ! guest busybox sysctl -w net.unix.passcred_policy='"on-request"'
	[[ $(policy) == always ]]

	guest sh -c '
		echo net.unix.passcred_policy = on-request >/run/good.conf
		echo net.unix.passcred_policy = sometimes >/run/bad.conf'
	run -0 guest /lib/systemd/systemd-sysctl /run/good.conf
	[[ $(policy) == on-request ]]
	run -0 guest sysctl -p /run/good.conf
	run ! guest /lib/systemd/systemd-sysctl /run/bad.conf
	[[ $(policy) == on-request ]]
}

@test "max_dgram_qlen is still there" {
	run -0 guest sh -c '
		ip netns add mine
		cat /proc/sys/net/unix/max_dgram_qlen
		ip netns exec mine cat /proc/sys/net/unix/max_dgram_qlen
		ls /proc/sys/net/unix'
	[[ $output == $'10\n10\nmax_dgram_qlen\npasscred_policy' ]]
}

@test "tracepoints tell of changes and misses" {
	local events=/sys/kernel/tracing/events/unix_passcred netns
	netns=$(guest stat -Lc %i /proc/self/ns/net)
	run -0 guest sh -c "cd $events && echo */"
	[[ $output == 'unix_passcred_missing/ unix_passcred_policy_changed/' ]]
	guest sh -c "
		echo >/sys/kernel/tracing/trace
		echo 1 >$events/enable"
	guest "$TOP/tests/guest/send-late"
	set_policy always
	set_policy always
	guest "$TOP/tests/guest/send-late"
	run -0 guest cat /sys/kernel/tracing/trace
	[[ $(grep -c ' unix_passcred_missing: ' <<<"$output") == 1 ]]
	grep -Eq "send-late-.* unix_passcred_missing: netns=$netns socket=[0-9]+ type=dgram class=plain messages=1$" \
		<<<"$output"
	[[ $(grep -c ' unix_passcred_policy_changed: ' <<<"$output") == 1 ]]
	grep -Eq "unix_passcred_policy_changed: netns=$netns old=per-socket-flag policy=always$" \
		<<<"$output"
}

@test "anyone may read the policy and the counters" {
	run -0 guest stat -c %a "$POLICY" /proc/net/unix_passcred_stat
	[[ $output == $'644\n444' ]]
}

@test "an accepted socket has the listener's options under every policy" {
	run -0 under_each_policy <<-'END'
		import socket
		listener = socket.socket(socket.AF_UNIX)
		listener.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
		listener.bind("\0options")
		listener.listen()
		client = socket.socket(socket.AF_UNIX)
		client.connect("\0options")
		server, _ = listener.accept()
		assert server.getsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED) == 1
		assert client.getsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED) == 0
		client.send(b"x")
		# Under no policy is an unnamed client given a name
		assert client.getsockname() == ""
	END
}

@test "without the flag nothing shows under any policy" {
	run -0 under_each_policy <<-'END'
		import socket
		a, b = socket.socketpair()
		# Room for one descriptor and nothing else
		socket.send_fds(a, [b"x"], [0])
		data, control, flags, _ = b.recvmsg(1, socket.CMSG_LEN(4))
		assert len(control) == 1 and control[0][1] == socket.SCM_RIGHTS
		assert not flags & socket.MSG_CTRUNC
		a.send(b"x")
		_, control, flags, _ = b.recvmsg(1)
		assert not control and not flags & socket.MSG_CTRUNC
	END
}

@test "what a sender may claim does not depend on the policy" {
	run -0 under_each_policy <<-'END'
		import errno, os, socket, struct
		a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
		b.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
		def claim(pid, uid, gid):
		    cred = struct.pack("iII", pid, uid, gid)
		    try:
		        a.sendmsg([b"x"], [(socket.SOL_SOCKET,
		                            socket.SCM_CREDENTIALS, cred)])
		    except OSError as error:
		        return error.errno
		    got = b.recvmsg(1, 64)[1][0][2]
		    assert got == cred, got
		    return 0
		before = open("/proc/net/unix_passcred_stat").read()
		assert claim(0, 0, 0) == errno.ESRCH
		after = open("/proc/net/unix_passcred_stat").read()
		assert before == after
		assert claim(1, 0, 0) == 0
		assert claim(os.getpid(), 12345, 54321) == 0
		os.setgid(65534)
		os.setuid(65534)
		assert claim(os.getpid(), 0, 0) == errno.EPERM
		assert claim(1, 65534, 65534) == errno.EPERM
		assert claim(os.getpid(), 65534, 65534) == 0
	END
}

@test "a sender outside of the receiver's PID namespace is not missing" {
	run -0 guest unshare --net --pid --fork --mount-proc \
		/usr/bin/python3 -c "$(cat)" <<-'END'
		import ctypes, os, socket, struct
		CLONE_NEWPID = 0x20000000
		def counter(name):
		    for line in open("/proc/thread-self/net/unix_passcred_stat"):
		        if line.startswith("UnixPasscred" + name):
		            return int(line.split()[1])
		a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
		b.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
		a.send(b"x")
		assert ctypes.CDLL(None).unshare(CLONE_NEWPID) == 0
		child = os.fork()
		if child == 0:
		    pid = struct.unpack("iII", b.recvmsg(1, 64)[1][0][2])[0]
		    os._exit(pid != 0)
		assert os.waitpid(child, 0)[1] == 0
		assert counter("DeliveredFlag") == 1
		assert counter("MissingFlag") == 0
	END
}

@test "writing needs the capability, not only root" {
	run ! guest setpriv --bounding-set -net_admin --inh-caps -net_admin \
		bash -c "echo always >$POLICY"
	[[ $output == *'Operation not permitted'* ]]
	[[ $(policy) == per-socket-flag ]]
}

@test "a client does not keep the namespace of a server that is gone" {
	guest ip netns add mine
	# Its end here goes when the namespace does, by a worker.
	guest ip link add veth-here type veth peer name veth-there netns mine
	# The server accepts one connection of two, and is gone. The clients stay.
	run -0 guest_python <<-'END'
		import os, socket, subprocess, sys
		server = subprocess.Popen(
		    ["ip", "netns", "exec", "mine", sys.executable, "-c", """if True:
		    import socket
		    listener = socket.socket(socket.AF_UNIX)
		    listener.bind("/run/server")
		    listener.listen()
		    print("listening", flush=True)
		    server, _ = listener.accept()
		    server.send(b"never read")
		    input()
		    """], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
		server.stdout.readline()
		clients = [socket.socket(socket.AF_UNIX) for _ in range(2)]
		for client in clients:
		    client.connect("/run/server")
		clients[0].recv(1)
		server.communicate(b"\n")
		subprocess.run(["ip", "netns", "del", "mine"], check=True)
		while os.path.exists("/sys/class/net/veth-here"):
		    os.sched_yield()
	END
}

@test "nstat reads the counters' format" {
	guest "$TOP/tests/guest/send-late"
	run -0 guest env PROC_NET_SCTP_SNMP=/proc/net/unix_passcred_stat \
		nstat -asz 'UnixPasscredMissingPlain'
	grep -Eq '^UnixPasscredMissingPlain +[1-9]' <<<"$output"
}
