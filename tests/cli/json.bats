#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# unixcredctl: the JSON of every command, key by key. What stands here is a
# promise to programs; the manual makes it.

load cli

netns='netns.inode number,netns.name'
counters="$(printf 'counters.%s number,' sent_explicit sent_flag sent_embryo \
	sent_plain delivered_explicit delivered_flag delivered_embryo \
	delivered_plain missing_flag missing_embryo missing_plain \
	policy_changes table_lock_contended receivers_dropped)"
receiver='class string,command string,delivered %s,missing %s,pid number,
	socket %s,sockets number,type string,uid number'

# shape : of one JSON text, or one a line, that keeps to the letter of JSON
# and has no key twice: its paths and types, each once
shape() {
	python3 -c '
import json, sys
def once(pairs):
    keys = [key for key, value in pairs]
    assert len(keys) == len(set(keys)), keys
    return dict(pairs)
def refuse(word):
    raise ValueError(word)
def walk(value, path):
    if isinstance(value, dict):
        for key in value:
            yield from walk(value[key], path + "." + key)
        if not value:
            yield path, "object"
    elif isinstance(value, list):
        for item in value:
            yield from walk(item, path + "[]")
        if not value:
            yield path, "list"
    else:
        yield path, {str: "string", bool: "boolean", int: "number",
            float: "number", type(None): "null"}[type(value)]
text = sys.stdin.read()
texts = text.splitlines() if sys.argv[1] == "lines" else [text]
for path, kind in sorted({pair for text in texts for pair in walk(
        json.loads(text, object_pairs_hook=once, parse_constant=refuse), "")}):
    print(path[1:], kind)' "${1:-one}"
}

# expect SHAPE : the standard input has this shape, "PATH TYPE,..."
expect() {
	diff <(tr -d '\n\t' <<<"$1" | tr ',' '\n' | grep . | LC_ALL=C sort -u) \
		<(shape "${2:-one}" | LC_ALL=C sort -u)
}

# receivers PREFIX DELIVERED MISSING SOCKET : shape of a list of them
receivers() {
	local member shape

	# shellcheck disable=SC2059
	printf -v shape "$receiver" "$2" "$3" "$4"
	while IFS= read -r -d, member; do
		printf '%sreceivers[].%s,' "$1" "${member#"${member%%[![:space:]]*}"}"
	done <<<"$shape,"
}

# all SHAPE : of several namespaces, the first without a name
all() {
	local member

	while IFS= read -r -d, member; do
		member=${member//[$'\n\t']/}
		[[ ! $member ]] || printf 'namespaces[].%s,' "$member"
	done <<<"$1,"
	printf 'namespaces[].netns.name null,errors list'
}

@test "get" {
	guest unixcredctl -N mine -j get | expect "$netns string,policy string"
	guest unixcredctl -j get | expect "$netns null,policy string"
	guest unixcredctl -a -j get |
		expect "$(all "$netns string,policy string")"
}

@test "set" {
	local members='changed boolean,lost number,old_policy string,
		policy string,requested string'

	guest unixcredctl -N mine -j set always |
		expect "$netns string,$members,receivers list"
	guest unixcredctl -N mine -j -n set on-request |
		expect "$netns string,$members,receivers list"
	send_late mine
	run -3 --separate-stderr guest unixcredctl -N mine -j set on-request
	expect "$netns string,$members,$(receivers '' string null null)" <<<"$output"
	run -3 --separate-stderr guest unixcredctl -a -j set on-request
	expect "$(all "$netns string,$members,receivers list,$(receivers '' \
		string null null)" | sed 's/errors list/errors[] string/')" <<<"$output"
	guest unixcredctl set per-socket-flag
}

@test "try" {
	local members='lost number,old_policy string,outcome string,policy string,
		requested string'

	guest unixcredctl -N mine -j try always --for 1s |
		expect "$netns string,$members,receivers list"
}

@test "advise" {
	local members='advice[].carried number,advice[].in_force boolean,
		advice[].lost number,advice[].policy string,
		advice[].verdict string'

	guest unixcredctl -N mine -j advise |
		expect "$netns string,$members,seconds null,receivers list"
	guest unixcredctl -N mine -j advise on-request --for 1s |
		expect "$netns string,$members,seconds number,receivers list"
	send_late mine
	run -3 guest unixcredctl -N mine -j advise
	expect "$netns string,$members,seconds null,$(receivers '' null string \
		null)" <<<"$output"
}

@test "receivers" {
	guest unixcredctl -N mine -j receivers |
		expect "$netns string,receivers list"
	send_late mine
	guest unixcredctl -N mine -j receivers |
		expect "$netns string,$(receivers '' null string null)"
	guest ip netns exec mine "$TOP/tests/guest/send-late" 1
	guest unixcredctl -N mine -j receivers | expect "$netns string,$(receivers \
		'' null string null),receivers[].socket string"
	guest unixcredctl -a -j receivers | expect "$(all "$netns string,$(receivers \
		'' null string null),receivers[].socket string,receivers list")"
}

@test "status" {
	local members="policy string,processes number,$counters"

	guest unixcredctl -N mine -j |
		expect "$netns string,$members,first_process null,receivers list"
	sleep_in mine
	send_late mine
	guest unixcredctl -N mine -j | expect "$netns string,$members,
		first_process.command string,first_process.pid number,
		$(receivers '' null string null)"
	run -0 guest ip netns exec mine "${as_nobody[@]}" unixcredctl -j
	expect "$netns string,$members,first_process null,receivers null" <<<"$output"
}

@test "stats" {
	guest unixcredctl -N mine -j stats | expect "$netns string,$counters"
	guest unixcredctl -a -j stats | expect "$(all "$netns string,$counters")"
	guest unixcredctl -N mine -j stats --interval 1 --count 2 |
		expect "$netns string,$counters${counters//counters./delta.},
			seconds number,time string" lines
}

@test "list" {
	sleep_in mine
	guest ip netns add other
	send_late mine
	run -0 guest unixcredctl -j list
	guest ip netns del other
	expect "$(all "$netns string,$counters,policy string,processes number,
		first_process null,first_process.command string,
		first_process.pid number,names list,names[] string,safe null,
		safe string")" <<<"$output"
}

@test "monitor" {
	run -0 guest bash -c '
		unixcredctl -N mine -j monitor --count 2 | {
			read -r first
			echo "$first"
			unixcredctl -N mine set always
			ip netns exec mine "$1"
			cat
		}' - "$TOP/tests/guest/send-late"
	expect "$netns string,event string,policy string,time string" <<<"${lines[0]}"
	expect "$netns string,event string,policy string,old_policy string,
		command string,pid number,uid number,time string" <<<"${lines[1]}"
	expect "$netns string,event string,time string,$(receivers '' string null \
		null | sed 's/receivers\[\]/receiver/g')" <<<"${lines[2]}"
}

@test "failures of every command" {
	local command

	for command in status get 'set always' 'try always' advise receivers \
		stats monitor 'stats --interval 1'; do
		# shellcheck disable=SC2086
		run -1 --separate-stderr guest unixcredctl -N nonesuch -j $command
		expect 'error string,status number' <<<"$output"
		# shellcheck disable=SC2086
		run -64 --separate-stderr guest unixcredctl -j $command --nonsense
		expect 'error string,status number' <<<"$output"
	done
	run -64 --separate-stderr guest unixcredctl -j list --netns mine
	expect 'error string,status number' <<<"$output"
}
