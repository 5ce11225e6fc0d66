# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# bash completion for unixcredctl(8). What there is to complete is the
# command's own table, "unixcredctl help --raw".

# _unixcredctl_field KIND COMMAND COLUMN : of the lines of this kind
_unixcredctl_field() {
	awk -F'\t' -v kind="$1" -v command="$2" -v column="$3" \
		'$1 == kind && (kind == "command" || $2 == command) {
			print $column }' <<<"$table"
}

# The argument that an option takes, "-" for none
_unixcredctl_arg() {
	awk -F'\t' -v command="$1" -v option="$2" \
		'$1 == "option" && (command == "" || $2 == command) &&
			($3 == option || $4 == option) { print $5; exit }' \
		<<<"$table"
}

_unixcredctl_words() {
	mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
}

# Values of the argument that usage calls $1
_unixcredctl_values() {
	local columns

	case $1 in
	*NAME*)
		_unixcredctl_words "$(ls /run/netns 2>/dev/null)"
		mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY \
			< <(compgen -f -- "$cur")
		compopt -o filenames 2>/dev/null
		;;
	*COLUMNS*)
		columns=$(_unixcredctl_field column "$command" 3)
		if [[ $columns ]]; then
			_unixcredctl_words "$columns"
		else
			mapfile -t COMPREPLY < <(compgen -f -- "$cur")
			compopt -o filenames 2>/dev/null
		fi
		;;
	*POLICY*) _unixcredctl_words 'always on-request per-socket-flag' ;;
	*COMMAND*) _unixcredctl_words "$(_unixcredctl_field command '' 2)" ;;
	*WHEN*) _unixcredctl_words 'auto always never' ;;
	*TIME*) _unixcredctl_words '30s 5m 1h 1d' ;;
	esac
}

_unixcredctl() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
	local table command='' word arg i skip=''

	COMPREPLY=()
	table=$("${COMP_WORDS[0]}" help --raw 2>/dev/null) || return 0

	# --color=WORD comes as three words.
	[[ $cur != '=' ]] || cur=''
	[[ $prev != '=' ]] || prev=${COMP_WORDS[COMP_CWORD - 2]}

	for ((i = 1; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		if [[ $skip || $word == '=' ]]; then
			skip=''
		elif [[ $word == -* ]]; then
			arg=$(_unixcredctl_arg '' "$word")
			[[ $arg != [A-Z]* ]] || skip=1
		elif [[ ! $command ]]; then
			command=$word
		fi
	done

	if [[ $prev == -* ]]; then
		arg=$(_unixcredctl_arg "$command" "$prev")
		if [[ $arg == [A-Z]* ||
			($arg == '['* && ${COMP_WORDS[COMP_CWORD - 1]} == '=') ||
			($arg == '['* && ${COMP_WORDS[COMP_CWORD]} == '=') ]]; then
			_unixcredctl_values "$arg"
			return 0
		fi
	fi

	if [[ $cur == -* ]]; then
		_unixcredctl_words "$(_unixcredctl_field option \
			"${command:-status}" 3)"
	elif [[ ! $command ]]; then
		_unixcredctl_words "$(_unixcredctl_field command '' 2)"
	else
		_unixcredctl_values "$(awk -F'\t' -v command="$command" \
			'$1 == "command" && $2 == command { print $3 }' \
			<<<"$table")"
	fi
}

complete -F _unixcredctl unixcredctl
