#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The Debian package on a machine with systemd: it is installed, exports, and
# is removed without a trace.

load ../guest

EXPORT=/var/lib/prometheus/node-exporter/unixcred.prom

setup_file() {
	# Fails for anything that lintian has to say.
	"$TOP/packaging/deb" >"$BATS_FILE_TMPDIR/deb" 2>"$BATS_FILE_TMPDIR/deb.err" || {
		cat "$BATS_FILE_TMPDIR/deb.err"
		return 1
	}
	start_guest --systemd
	guest rm -f /run/unixcred/unixcredctl
	guest dpkg -i "$TOP"/build/deb/unixcredctl_*.deb
}

teardown_file() {
	stop_guest
}

@test "what is installed works" {
	run -0 guest unixcredctl get
	[[ $output == per-socket-flag ]]
	run -0 guest sh -c 'man -P cat unixcredctl | col -b | head -n 1 &&
		man -P cat unix_passcred | col -b | head -n 1'
	[[ ${lines[0]} == UNIXCREDCTL\(8\)* && ${lines[1]} == UNIX_PASSCRED\(7\)* ]]
	run -0 guest bash -c '
		. /usr/share/bash-completion/completions/unixcredctl
		COMP_WORDS=(unixcredctl mon) COMP_CWORD=1
		_unixcredctl && echo "$COMPREPLY"'
	[[ $output == monitor ]]
}

@test "the example for sysctl is what sysctl reads" {
	guest cp /usr/share/doc/unixcredctl/examples/unixcred.conf.example \
		/etc/sysctl.d/unixcred.conf
	run -0 --separate-stderr guest sysctl --load /etc/sysctl.d/unixcred.conf
	guest rm /etc/sysctl.d/unixcred.conf
	[[ $output == 'net.unix.passcred_policy = per-socket-flag' ]]
}

@test "the units are valid" {
	run -0 guest systemd-analyze verify unixcredctl-export.service \
		unixcredctl-export.timer
	[[ -z $output ]]
}

@test "the timer is not enabled, as not everybody exports" {
	run guest systemctl is-enabled unixcredctl-export.timer
	[[ $output == disabled ]]
}

@test "the service exports every namespace, with few rights" {
	guest mkdir -p "${EXPORT%/*}"
	guest sh -c 'ip netns add web && unixcredctl -N web set always'
	guest sh -c 'unshare --net sleep 1000 >/dev/null 2>&1 &'
	guest systemctl start unixcredctl-export.service
	run -0 guest cat "$EXPORT"
	[[ $output == *'netns="web",policy="always"} 1'* ]]
	[[ $(grep -c '^unix_passcred_processes{' <<<"$output") == 3 ]]
	[[ ${lines[-1]} == '# EOF' ]]
	run -0 guest systemctl show -P CapabilityBoundingSet unixcredctl-export
	[[ $output == 'cap_dac_read_search cap_sys_ptrace cap_sys_admin' ]]
	guest rm "$EXPORT"
}

@test "the timer starts the service" {
	# An hour later would be like a second later.
	guest sh -c 'mkdir -p /run/systemd/system/unixcredctl-export.timer.d
		printf "[Timer]\nOnActiveSec=1s\n" \
			>/run/systemd/system/unixcredctl-export.timer.d/soon.conf
		systemctl daemon-reload'
	guest systemctl enable --now unixcredctl-export.timer
	guest timeout 100 sh -c "until [ -e $EXPORT ]; do sleep 0.1; done"
	guest systemctl disable --now unixcredctl-export.timer
	guest rm -r /run/systemd/system/unixcredctl-export.timer.d "$EXPORT"
}

@test "where nobody reads it, nothing is exported" {
	guest mv "${EXPORT%/*}" /var/lib/prometheus/elsewhere
	guest systemctl start unixcredctl-export.service
	run -0 guest systemctl show -P ConditionResult unixcredctl-export
	guest mv /var/lib/prometheus/elsewhere "${EXPORT%/*}"
	[[ $output == no ]]
}

@test "removed, it leaves nothing behind" {
	run -0 guest dpkg -L unixcredctl
	local files=("${lines[@]}") file
	guest dpkg --purge unixcredctl
	run -0 guest sh -c 'for file; do [ -d "$file" ] || ! [ -e "$file" ] ||
		echo "$file"; done' - "${files[@]}"
	[[ -z $output ]]
	run -0 guest find /etc/systemd /var/lib/systemd /var/lib/dpkg/info \
		/usr/share/doc -maxdepth 3 -name '*unixcred*'
	[[ -z $output ]]
}
