#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Manual, help and completion say what the command's own table says.

bats_require_minimum_version 1.5.0

setup_file() {
	export TOP
	TOP=$(realpath "$BATS_TEST_DIRNAME/../..")
	export PATH=$TOP/build/cli:$PATH
}

setup() {
	table=$(unixcredctl help --raw)
	man=$(<"$TOP/man/unixcredctl.8")
}

# column_of KIND N : the Nth words of the table's lines of this kind, each once
column_of() {
	awk -F'\t' -v kind="$1" -v n="$2" '$1 == kind { print $n }' \
		<<<"$table" | sort -u
}

# section NAME : of the manual
section() {
	awk -v name=".SH $1" '/^\.SH/ { on = $0 == name } on' <<<"$man"
}

# complete_bash WORD... : what bash offers for the last
complete_bash() {
	# shellcheck disable=SC2016
	bash --norc -c '
		. "$1"
		shift
		COMP_WORDS=("$@")
		COMP_CWORD=$(($# - 1))
		_unixcredctl 2>/dev/null
		printf "%s\n" "${COMPREPLY[@]}"' - \
		"$TOP/packaging/completion/unixcredctl.bash" "$@"
}

# complete_zsh LINE : what a zsh on a terminal lists for a tab after it
complete_zsh() {
	python3 - "$TOP/packaging/completion" "$1" <<-'END'
		import os, pty, sys
		os.environ.update(PS1="ready>", TERM="dumb")
		child, terminal = pty.fork()
		if child == 0:
		    os.execvp("zsh", ["zsh", "-f", "-i"])
		def say(text, answer):
		    seen = ""
		    os.write(terminal, text.encode())
		    while answer not in seen:
		        seen += os.read(terminal, 4096).decode(errors="replace")
		    return seen
		say("unsetopt automenu; fpath=(%s $fpath); autoload -U compinit; "
		    "compinit -u -D; print do''ne\n" % sys.argv[1], "done")
		# The line comes again below the list.
		print(say(sys.argv[2] + "\t", "\nready>" + sys.argv[2]))
		os.close(terminal)
	END
}

@test "help names every command and option" {
	local word help

	help=$(unixcredctl --help)
	for word in $(column_of command 2) $(column_of option 3); do
		grep -Eq -- "(^|[ ,])$word\>" <<<"$help"
	done
}

@test "help of a command has its options and no others" {
	local command

	for command in $(column_of command 2); do
		diff <(awk -F'\t' -v command="$command" '$1 == "option" &&
			$2 == command { print $3 }' <<<"$table" | sort) \
			<(unixcredctl help "$command" | grep -Eo -- \
			'^  (-.,|   ) --[a-z-]+' | grep -Eo -- '--.*' | sort)
		diff <(unixcredctl help "$command") \
			<(unixcredctl "$command" --help)
	done
}

@test "help fits on a terminal" {
	local command

	unixcredctl --help | awk 'length > 100 { exit 1 }'
	for command in $(column_of command 2); do
		unixcredctl help "$command" | awk 'length > 100 { exit 1 }'
	done
}

@test "the manual has every command, and no others" {
	diff <(column_of command 2) <(section COMMANDS | awk '
		/^\.TP/ { getline; gsub(/^\.[A-Z]+ |\\~.*/, ""); print }' | sort)
}

@test "the manual has every option, and no others" {
	diff <(column_of option 3) <(section OPTIONS | awk '/^\.TP/ { getline; print }' |
		sed 's/\\-/-/g' | grep -Eo -- '--[a-z-]+' | sort)
	diff <(column_of option 4 | grep -v '^-$') \
		<(section OPTIONS | awk '/^\.TP/ { getline; print }' |
		sed 's/\\-/-/g' | grep -Eo -- '(^| )-[A-Za-z]' | tr -d ' ' | sort)
}

@test "the manual has every exit status, metric and counter" {
	local word

	for word in $(grep -Eo 'STATUS_[A-Z]+[[:space:]]+= [0-9]+' \
		"$TOP/cli/src/unixcredctl.h" | grep -Eo '[0-9]+$'); do
		section 'EXIT STATUS' | grep -qx "\.B $word"
	done
	for word in $(grep -Eo '"unix_passcred_[a-z_]+"' \
		"$TOP/cli/src/cmd-export.c" | tr -d '"'); do
		section METRICS | grep -q "$word"
	done
	for word in $(grep -Eo '"[A-Z][a-zA-Z]+", "[a-z_]+"' \
		"$TOP/cli/src/counters.c" | grep -Eo '^"[A-Za-z]+'); do
		section COUNTERS | grep -q "${word#\"}"
	done
}

@test "the manual has every key of JSON" {
	local key

	# Those that are pinned
	for key in $(grep -Eo '[a-z_]{3,} (number|string|boolean|list|null|%s)\>' \
		"$TOP/tests/cli/json.bats" | cut -d' ' -f1 | sort -u); do
		[[ $key != @(sent_*|delivered_*|missing_*|string|null) ]] || continue
		section JSON | sed 's/\\-/-/g' | grep -Eq "\\<$key\\>" ||
			section COUNTERS | tr -d ' ' | grep -iq "${key//_/}"
	done
}

@test "the manual is well-formed" {
	local page

	for page in "$TOP"/man/*; do
		run -0 --separate-stderr groff -man -ww -z -Tutf8 "$page"
		[[ -z $stderr ]]
	done
}

@test "bash completes commands, options, columns and values" {
	diff <(complete_bash unixcredctl '' | sort) <(column_of command 2)
	[[ $(complete_bash unixcredctl re) == receivers ]]
	[[ $(complete_bash unixcredctl -N mine re) == receivers ]]
	[[ $(complete_bash unixcredctl --all set p) == per-socket-flag ]]
	[[ $(complete_bash unixcredctl help mon) == monitor ]]
	diff <(complete_bash unixcredctl set -- | sort) \
		<(awk -F'\t' '$1 == "option" && $2 == "set" { print $3 }' \
		<<<"$table" | sort)
	[[ $(complete_bash unixcredctl list -o SA) == SAFE ]]
	[[ $(complete_bash unixcredctl list --color = al) == always ]]
	diff <(complete_bash unixcredctl list --color =) \
		<(printf '%s\n' auto always never)
	[[ -z $(complete_bash unixcredctl get '') ]]
	[[ $(complete_bash unixcredctl export --output "$TOP/READ") == \
		"$TOP/README.md" ]]
}

@test "zsh completes commands, options and values" {
	local command

	run -0 complete_zsh 'unixcredctl '
	for command in $(column_of command 2); do
		grep -Eq "^$command +-- " <<<"$output"
	done
	run -0 complete_zsh 'unixcredctl set '
	[[ $output == *always* && $output == *per-socket-flag* ]]
	run -0 complete_zsh 'unixcredctl set --'
	[[ $output == *--persist* && $output != *--interval* ]]
	run -0 complete_zsh 'unixcredctl list -o '
	[[ $output == *SAFE* && $output == *DELIVERED* ]]
	run -0 complete_zsh 'unixcredctl --color='
	[[ $output == *never* ]]
}
