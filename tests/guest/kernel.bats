#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The kernel's interface as other tools use it, in the guest as root.

POLICY=/proc/sys/net/unix/passcred_policy

setup() {
	bats_require_minimum_version 1.5.0
	echo per-socket-flag >"$POLICY"
	cd "$BATS_TEST_TMPDIR" || return 1
}

teardown() {
	echo per-socket-flag >"$POLICY"
	echo 0 >/sys/kernel/tracing/events/unix_passcred/enable
	ip netns del mine 2>/dev/null || true
}

@test "the default is per-socket-flag" {
	[[ $(<"$POLICY") == per-socket-flag ]]
}

@test "ip netns add takes over the creator's policy" {
	local word
	for word in always on-request; do
		echo "$word" >"$POLICY"
		ip netns add mine
		[[ $(ip netns exec mine cat "$POLICY") == "$word" ]]
		echo per-socket-flag >"$POLICY"
		[[ $(ip netns exec mine cat "$POLICY") == "$word" ]]
		ip netns exec mine sh -c "echo per-socket-flag >$POLICY"
		run -0 ip netns exec mine sh -c "
			ip netns add nested && ip netns exec nested cat $POLICY &&
			ip netns del nested"
		[[ $output == per-socket-flag ]]
		ip netns del mine
	done
}

@test "procps, busybox and systemd set and refuse it" {
	local word
	for word in always on-request per-socket-flag; do
		run -0 sysctl -w "net.unix.passcred_policy=$word"
		[[ $(<"$POLICY") == "$word" ]]
	done
	run ! sysctl -w net.unix.passcred_policy=alway
	[[ $output == *'Invalid argument'* ]]

	run -0 busybox sysctl -w net.unix.passcred_policy=always
	[[ $(<"$POLICY") == always ]]
	run ! busybox sysctl -w net.unix.passcred_policy='"on-request"'
	[[ $(<"$POLICY") == always ]]

	echo 'net.unix.passcred_policy = on-request' >good.conf
	run -0 /lib/systemd/systemd-sysctl "$PWD/good.conf"
	[[ $(<"$POLICY") == on-request ]]
	run -0 sysctl -p good.conf
	echo 'net.unix.passcred_policy = sometimes' >bad.conf
	run ! /lib/systemd/systemd-sysctl "$PWD/bad.conf"
	[[ $(<"$POLICY") == on-request ]]
}

@test "max_dgram_qlen is still there" {
	[[ $(</proc/sys/net/unix/max_dgram_qlen) == 10 ]]
	ip netns add mine
	[[ $(ip netns exec mine cat /proc/sys/net/unix/max_dgram_qlen) == 10 ]]
	[[ $(ls /proc/sys/net/unix | tr '\n' ' ') == \
		'max_dgram_qlen passcred_policy ' ]]
}

@test "tracepoints tell of changes and misses" {
	local events=/sys/kernel/tracing/events/unix_passcred netns
	netns=$(stat -Lc %i /proc/self/ns/net)
	[[ $(ls -d "$events"/*/ | xargs -n1 basename | tr '\n' ' ') == \
		'unix_passcred_missing unix_passcred_policy_changed ' ]]
	echo >/sys/kernel/tracing/trace
	echo 1 >"$events/enable"
	"$BATS_TEST_DIRNAME/send-late"
	echo always >"$POLICY"
	echo always >"$POLICY"
	"$BATS_TEST_DIRNAME/send-late"
	run -0 cat /sys/kernel/tracing/trace
	[[ $(grep -c ' unix_passcred_missing: ' <<<"$output") == 1 ]]
	grep -Eq "send-late-.* unix_passcred_missing: netns=$netns socket=[0-9]+ type=dgram class=plain messages=1$" \
		<<<"$output"
	[[ $(grep -c ' unix_passcred_policy_changed: ' <<<"$output") == 1 ]]
	grep -Eq "unix_passcred_policy_changed: netns=$netns old=per-socket-flag policy=always$" \
		<<<"$output"
}

@test "anyone may read the policy and the counters" {
	[[ $(stat -c %a "$POLICY") == 644 ]]
	[[ $(stat -c %a /proc/net/unix_passcred_stat) == 444 ]]
}

@test "an accepted socket has the listener's options under every policy" {
	local word
	for word in always on-request per-socket-flag; do
		echo "$word" >"$POLICY"
		run -0 python3 - <<-'END'
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
	done
}

@test "without the flag nothing shows under any policy" {
	local word
	for word in always on-request per-socket-flag; do
		echo "$word" >"$POLICY"
		run -0 python3 - <<-'END'
			import array, os, socket
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
	done
}

@test "what a sender may claim does not depend on the policy" {
	local word
	for word in always on-request per-socket-flag; do
		echo "$word" >"$POLICY"
		run -0 python3 - <<-'END'
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
	done
}

@test "a sender outside of the receiver's PID namespace is not missing" {
	run -0 unshare --net --pid --fork --mount-proc python3 - <<-'END'
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
	run ! setpriv --bounding-set -net_admin --inh-caps -net_admin \
		bash -c "echo always >$POLICY"
	[[ $output == *'Operation not permitted'* ]]
	[[ $(<"$POLICY") == per-socket-flag ]]
}

@test "a client does not keep the namespace of a server that is gone" {
	local client
	ip netns add mine
	# Its end here goes when the namespace does.
	ip link add veth-here type veth peer name veth-there netns mine
	mkfifo started
	# The server accepts one connection of two, and is gone. The clients stay.
	python3 - <<-'END' &
		import signal, socket, subprocess, sys
		server = subprocess.Popen(
		    ["ip", "netns", "exec", "mine", sys.executable, "-c", """if True:
		    import socket
		    listener = socket.socket(socket.AF_UNIX)
		    listener.bind("server")
		    listener.listen()
		    print("listening", flush=True)
		    server, _ = listener.accept()
		    server.send(b"never read")
		    input()
		    """], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
		server.stdout.readline()
		clients = [socket.socket(socket.AF_UNIX) for _ in range(2)]
		for client in clients:
		    client.connect("server")
		clients[0].recv(1)
		server.communicate(b"\n")
		with open("started", "w") as started:
		    started.write("\n")
		signal.pause()
	END
	client=$!
	read -r <started || true
	ip netns del mine
	# Namespaces are taken down by a worker.
	local deadline=$((SECONDS + 60))
	while [[ -e /sys/class/net/veth-here ]] && ((SECONDS < deadline)); do
		:
	done
	kill "$client"
	[[ ! -e /sys/class/net/veth-here ]]
}

@test "lock contention is counted" {
	run -0 unshare --net python3 - <<-'END'
		import multiprocessing, os, socket
		def counter():
		    for line in open("/proc/thread-self/net/unix_passcred_stat"):
		        if line.startswith("UnixPasscredTableLockContended"):
		            return int(line.split()[1])
		# All to one bucket: the lookup of one abstract name
		listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
		listener.bind("\0contended")
		stop = multiprocessing.Event()
		def look_up():
		    while not stop.is_set():
		        for _ in range(200):
		            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
		            s.connect("\0contended")
		            s.close()
		workers = [multiprocessing.Process(target=look_up) for _ in range(2)]
		for worker in workers: worker.start()
		while counter() == 0:
		    os.sched_yield()
		stop.set()
		for worker in workers: worker.join()
	END
}

@test "nstat reads the counters' format" {
	if ! command -v nstat >/dev/null; then
		skip 'no nstat here'
	fi
	"$BATS_TEST_DIRNAME/send-late"
	run -0 env PROC_NET_SCTP_SNMP=/proc/net/unix_passcred_stat \
		nstat -asz 'UnixPasscredMissingPlain'
	grep -Eq '^UnixPasscredMissingPlain +[1-9]' <<<"$output"
}
