#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The kernel code itself: applies exactly, is what its generator writes, has
# no warnings, and leaves no trace where the option is off.

# What the hooks touch, with what includes the headers they touch
OBJECTS=(net/unix/ net/core/scm.o net/netlink/af_netlink.o)

setup() {
	bats_require_minimum_version 1.5.0
	: "${BASE:?the base of the kernel}"
	TOP=$(realpath "$BATS_TEST_DIRNAME/../..")
	OVERLAY=$TOP/kernel/overlay
	cd "$TOP" || return 1
	export CCACHE_DIR=${UNIXCRED_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/unixcred}/ccache
	export PATH=/usr/lib/ccache:$PATH
}

# tree_of OPTION... : sets source and objects
tree_of() {
	local tree
	tree=$(kernel/tools/build --base "$BASE" --tree "$@" 2>/dev/null)
	read -r source objects <<<"$tree"
}

# With all warnings and sparse. Anew, as what is up to date does not complain;
# the compiler's cache repeats what it said.
build_objects() {
	local object
	for object in "${OBJECTS[@]}"; do
		if [[ $object == */ ]]; then
			rm -f "$objects/$object"*.o
		else
			rm -f "$objects/$object"
		fi
	done
	make -C "$source" O="$objects" -j"$(nproc)" W=1 C=1 \
		CF=-D__CHECK_ENDIAN__ "${OBJECTS[@]}" 2>&1
}

# What a compiler said, without line numbers, which the hooks move. That a
# function takes a lock and another one gives it back, as readers of the socket
# table do, is what sparse says of newer kernels as well.
complaints() {
	grep -E 'warning:|error:' | grep -v 'context imbalance' | sed -E 's/^[^ ]*source\///; s/:[0-9]+:[0-9]+:/:/' |
		sort -u || true
}

@test "hooks apply where they say, without fuzz and offset" {
	local pristine hook
	pristine=$(kernel/tools/source "$BASE" 2>/dev/null)
	for hook in kernel/hooks/"$BASE"/*.patch; do
		sed -n 's/^+++ b\///p' "$hook" | while read -r file; do
			mkdir -p "$BATS_TEST_TMPDIR/$(dirname "$file")"
			cp -n "$pristine/$file" "$BATS_TEST_TMPDIR/$file"
		done
	done
	for hook in kernel/hooks/"$BASE"/*.patch; do
		run -0 patch -p1 --fuzz=0 -d "$BATS_TEST_TMPDIR" -i "$TOP/$hook"
		[[ $output != *offset* && $output != *fuzz* ]]
	done
}

@test "the netlink code is what the specification generates" {
	local pristine file
	# With the generator of the newest base, for all of them
	pristine=$(kernel/tools/source "$(awk '!/^#/ { base = $1 } END { print base }' \
		kernel/bases.conf)" 2>/dev/null)
	run -0 kernel/tools/generate "$pristine" "$BATS_TEST_TMPDIR"
	(cd "$BATS_TEST_TMPDIR" && find . -type f) >"$BATS_TEST_TMPDIR/list"
	[[ $(wc -l <"$BATS_TEST_TMPDIR/list") -ge 3 ]]
	for file in include/uapi/linux/unix_passcred.h \
		net/unix/passcred_nl_gen.h net/unix/passcred_nl_gen.c; do
		diff "$BATS_TEST_TMPDIR/$file" "$OVERLAY/$file"
	done
}

@test "no warnings with W=1, nor of sparse" {
	tree_of --stock
	build_objects >"$BATS_TEST_TMPDIR/stock.log"
	tree_of
	build_objects >"$BATS_TEST_TMPDIR/log"
	[[ $(grep -c 'CC .*passcred' "$BATS_TEST_TMPDIR/log") -ge 6 ]]
	[[ $(grep -c 'CHECK .*passcred' "$BATS_TEST_TMPDIR/log") -ge 6 ]]
	diff <(complaints <"$BATS_TEST_TMPDIR/stock.log") \
		<(complaints <"$BATS_TEST_TMPDIR/log")
	# The comparison can fail.
	echo "$source/net/unix/passcred.c:1:2: warning: unused" \
		>>"$BATS_TEST_TMPDIR/log"
	run ! diff -q <(complaints <"$BATS_TEST_TMPDIR/stock.log") \
		<(complaints <"$BATS_TEST_TMPDIR/log")
}

# build_variant ARCH OPTION... : what the policy touches, in a configuration of
# its own with nothing but these options; sets variant
build_variant() {
	local arch=$1 option
	shift
	tree_of
	variant=${objects%/objects}-$arch
	mkdir -p "$variant"

	make -s -C "$source" ARCH="$arch" O="$variant" tinyconfig
	for option in NET UNIX UNIX_PASSCRED_POLICY "$@"; do
		echo "CONFIG_$option=y"
	done >>"$variant/.config"
	make -s -C "$source" ARCH="$arch" O="$variant" olddefconfig 2>/dev/null
	for option in UNIX_PASSCRED_POLICY "$@"; do
		grep -qx "CONFIG_$option=y" "$variant/.config" ||
			{ echo "no $option"; return 1; }
	done
	# What is up to date does not complain.
	rm -f "$variant"/net/{unix,core,netlink}/*.o
	make -s -C "$source" ARCH="$arch" O="$variant" -j"$(nproc)" W=1 \
		prepare "${OBJECTS[@]}" >"$BATS_TEST_TMPDIR/log" 2>&1 ||
		{ cat "$BATS_TEST_TMPDIR/log"; return 1; }
	[[ -f $variant/net/unix/passcred.o ]]
	run ! grep -E 'passcred.*(warning|error):' "$BATS_TEST_TMPDIR/log"
}

@test "32 bits" {
	build_variant i386 SMP MULTIUSER NAMESPACES NET_NS USER_NS INET PROC_FS \
		SYSCTL UNIX_DIAG FTRACE ENABLE_DEFAULT_TRACERS BPF_SYSCALL \
		CGROUPS MEMCG
}

@test "without /proc, sysctl, namespaces, tracing and a second processor" {
	build_variant x86_64
	run ! grep -Eqx 'CONFIG_(PROC_FS|SYSCTL|NET_NS|TRACEPOINTS|SMP)=y' \
		"$variant/.config"
}

@test "kernel-doc" {
	tree_of
	run -0 "$source/scripts/kernel-doc" -none -Werror \
		"$OVERLAY"/net/unix/passcred*.[ch] \
		"$OVERLAY/include/net/unix_passcred.h"
	[[ -z $output ]]
}

@test "checkpatch --strict" {
	local file ignore
	tree_of
	checkpatch() {
		"$source/scripts/checkpatch.pl" --strict --no-summary --terse \
			--no-tree --no-signoff "$@"
	}
	find "$OVERLAY" -type f \( -name '*.[ch]' -o -name '*.rst' -o \
		-name '*.yaml' \) ! -name passcred_nl_gen.c \
		>"$BATS_TEST_TMPDIR/files"
	[[ $(wc -l <"$BATS_TEST_TMPDIR/files") -ge 18 ]]
	while read -r file; do
		# Its rule on spin_is_locked() is about assertions, and trace
		# headers are not aligned as function calls are.
		ignore=USE_LOCKDEP
		[[ $file != */trace/events/* ]] || ignore=PARENTHESIS_ALIGNMENT
		run -0 checkpatch --ignore="$ignore" --file "$file"
		[[ -z $output ]]
	done <"$BATS_TEST_TMPDIR/files"
	for file in kernel/hooks/"$BASE"/*.patch; do
		run -0 checkpatch --ignore=COMMIT_MESSAGE - <"$file"
		[[ -z $output ]]
	done
}

# The instructions of an object, function by function: the compiler lays out
# functions and strings in an order of its own.
code_of() {
	objdump -dr --no-addresses --no-show-raw-insn "$1" | awk '
		/^<.*>:$/ { name = $0 }
		name && NF { sub(/\.rodata\.str1\.[18]\+.*/, "string"); print name, $0 }' |
		sort -s -k1,1
}

@test "with the option off the code is the unpatched kernel's" {
	local object compared=(
		net/unix/{af_unix,diag,garbage,sysctl_net_unix}.o
		net/core/scm.o net/netlink/af_netlink.o
	)
	# Not in 5.10
	[[ $BASE == 5.10 ]] || compared+=(net/unix/unix_bpf.o)
	# What a base gets besides does not depend on the option.
	find "kernel/hooks/$BASE" -name '1*.patch' | sort | xargs -r cat \
		>"$BATS_TEST_TMPDIR/besides"
	tree_of --stock --patch "$BATS_TEST_TMPDIR/besides"
	build_objects
	for object in "${compared[@]}"; do
		mkdir -p "$BATS_TEST_TMPDIR/$(dirname "$object")"
		code_of "$objects/$object" >"$BATS_TEST_TMPDIR/$object"
		[[ $(wc -l <"$BATS_TEST_TMPDIR/$object") -gt 50 ]]
	done
	tree_of --off
	build_objects
	for object in "${compared[@]}"; do
		diff "$BATS_TEST_TMPDIR/$object" <(code_of "$objects/$object")
	done
	[[ ! -e $objects/net/unix/passcred.o ]]
	# The comparison can fail: it does with the option on.
	tree_of
	run ! diff -q "$BATS_TEST_TMPDIR/net/unix/af_unix.o" \
		<(code_of "$objects/net/unix/af_unix.o")
}
