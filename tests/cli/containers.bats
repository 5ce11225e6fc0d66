#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Containers of podman and systemd-nspawn with policies of their own.

load cli

ROOT=/run/unixcred/root

setup_file() {
	start_guest
	guest cp "$TOP/build/cli-sanitized/unixcredctl" /run/unixcred/
	# A container of busybox and nothing else
	guest sh -c 'mkdir -p "$1/bin" "$1/proc" "$1/sys" "$1/dev" "$1/etc" \
			"$1/tmp" "$1/usr"
		touch "$1/etc/os-release"
		cp "$(command -v busybox)" "$1/bin/busybox"
		for name in cat sh sleep true; do
			ln -s busybox "$1/bin/$name"
		done' - "$ROOT"
}

# podman without what the little kernel of the guest lacks
podman_run() {
	guest podman --cgroup-manager=cgroupfs --storage-driver vfs \
		--root /run/unixcred/podman --runroot /run/unixcred/podman-run \
		run --cgroups=disabled "$@"
}

nspawn=(systemd-nspawn --quiet --pipe --register=no --keep-unit --private-network
	-D "$ROOT")

# number_of COMMAND : the process, once it is there
number_of() {
	guest timeout 60 sh -c 'until pgrep -f "^$1"; do sleep 0.1; done' - "$1"
}

@test "podman --sysctl gives a container a policy of its own" {
	run -0 podman_run --rm --network none \
		--sysctl net.unix.passcred_policy=always --rootfs "$ROOT" \
		cat "$POLICY"
	[[ $output == always ]]
	[[ $(policy) == per-socket-flag ]]
}

@test "podman: without it, the container starts with the host's" {
	guest unixcredctl set always
	run -0 podman_run --rm --network none --rootfs "$ROOT" cat "$POLICY"
	guest unixcredctl set per-socket-flag
	[[ $output == always ]]
}

@test "podman: a container with the host's network has no policy to set" {
	run -125 podman_run --rm --network host \
		--sysctl net.unix.passcred_policy=always --rootfs "$ROOT" true
	[[ $output == *"can't be set since Network Namespace set to host"* ]]
	run -0 podman_run --rm --network host --rootfs "$ROOT" cat "$POLICY"
	[[ $output == per-socket-flag ]]
}

@test "podman: the policy is seen and set from outside" {
	local pid

	podman_run --detach --network none --rootfs "$ROOT" \
		sleep 1001 >/dev/null
	pid=$(number_of 'sleep 1001')
	guest unixcredctl -N "$pid" set always
	run -0 guest unixcredctl -r -o processes,command,policy list
	guest kill -s KILL "$pid"
	grep -qx '1 sleep always' <<<"$output"
	[[ $(policy) == per-socket-flag ]]
}

@test "systemd-nspawn: a container starts with the host's policy" {
	guest unixcredctl set always
	run -0 guest "${nspawn[@]}" /bin/cat "$POLICY"
	guest unixcredctl set per-socket-flag
	[[ $output == always ]]
}

@test "systemd-nspawn: it is set from within and from outside" {
	local pid

	guest sh -c '"$@" >/dev/null 2>&1 &' - "${nspawn[@]}" \
		/bin/sh -c "echo always >$POLICY; exec sleep 1002"
	pid=$(number_of 'sleep 1002')
	run -0 guest unixcredctl -N "$pid" get
	[[ $output == always ]]
	guest unixcredctl -N "$pid" set on-request
	run -0 guest nsenter -t "$pid" --net --mount --root /bin/cat "$POLICY"
	guest kill -s KILL "$pid"
	[[ $output == on-request ]]
	[[ $(policy) == per-socket-flag ]]
}

@test "systemd-nspawn: with the host's network, the policy is read-only" {
	run -1 guest systemd-nspawn --quiet --pipe --register=no --keep-unit \
		-D "$ROOT" /bin/sh -c "echo always >$POLICY"
	[[ $output == *'Read-only file system'* ]]
	[[ $(policy) == per-socket-flag ]]
}
