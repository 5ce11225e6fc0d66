#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Where the source of a base comes from: Debian's archive, by apt and its
# signatures, or a tree or tarball of the user's. Here from a little archive
# on disk, as the machine's own has what it has.

setup() {
	bats_require_minimum_version 1.5.0
	TOP=$(realpath "$BATS_TEST_DIRNAME/../..")
	export UNIXCRED_CACHE=$BATS_TEST_TMPDIR/cache
	ARCHIVE=$BATS_TEST_TMPDIR/archive
}

# small_tree DIRECTORY VERSION : what passes for a kernel tree
small_tree() {
	local version
	IFS=. read -ra version <<<"$2"
	mkdir -p "$1/net/unix"
	touch "$1/Kbuild" "$1/net/unix/af_unix.c"
	printf 'kernelversion:\n\t@echo %s\n' "$2" >"$1/Makefile"
}

# archive SUITE PACKAGE VERSION : that this machine seems to take its packages
# from, with one package
archive() {
	local suite=$1 index=$ARCHIVE/dists/$1/main/binary-amd64
	local deb=$BATS_TEST_TMPDIR/deb
	mkdir -p "$index" "$ARCHIVE/pool" "$deb/DEBIAN" "$deb/usr/src"
	small_tree "$BATS_TEST_TMPDIR/linux" "$3"
	tar -cJf "$deb/usr/src/$2.tar.xz" -C "$BATS_TEST_TMPDIR" linux
	printf '%s\n' "Package: $2" "Version: $3-1" 'Architecture: all' \
		'Maintainer: nobody <nobody@example.org>' \
		'Description: a kernel' >"$deb/DEBIAN/control"
	dpkg-deb --build "$deb" "$ARCHIVE/pool/$2.deb" >/dev/null
	(cd "$ARCHIVE" && dpkg-scanpackages -m pool 2>/dev/null) >"$index/Packages"
	(
		cd "$ARCHIVE/dists/$suite"
		printf '%s\n' 'Origin: Debian' "Suite: $suite" \
			"Codename: $suite" 'Architectures: amd64' \
			'Components: main' 'Date: Tue, 01 Dec 2026 00:00:00 UTC' \
			'SHA256:'
		find main -type f | while read -r file; do
			printf ' %s %s %s\n' "$(sha256sum <"$file" | cut -d' ' -f1)" \
				"$(stat -c %s "$file")" "$file"
		done
	) >"$BATS_TEST_TMPDIR/Release"
	mv "$BATS_TEST_TMPDIR/Release" "$ARCHIVE/dists/$suite/Release"
}

# sign SUITE : with a key of our own, which takes the place of Debian's
sign() {
	export GNUPGHOME=$BATS_TEST_TMPDIR/gnupg
	mkdir -m 700 "$GNUPGHOME"
	gpg --quiet --batch --passphrase '' --quick-generate-key \
		tests@example.org default default never 2>/dev/null
	gpg --export >"$BATS_TEST_TMPDIR/key.gpg"
	gpg --quiet --batch --clear-sign --output "$ARCHIVE/dists/$1/InRelease" \
		"$ARCHIVE/dists/$1/Release"
	gpgconf --kill all
}

# use_archive KEYRING : apt of this test knows no other
use_archive() {
	mkdir -p "$BATS_TEST_TMPDIR/etc"/{parts,preferences,conf}
	echo "deb [signed-by=$1] file:$ARCHIVE bullseye main" \
		>"$BATS_TEST_TMPDIR/etc/sources.list"
	cat >"$BATS_TEST_TMPDIR/apt.conf" <<-END
		Dir::Etc::SourceList "$BATS_TEST_TMPDIR/etc/sources.list";
		Dir::Etc::SourceParts "$BATS_TEST_TMPDIR/etc/parts";
		Dir::State::Lists "$BATS_TEST_TMPDIR/lists";
		Acquire::Languages "none";
		END
	export APT_CONFIG=$BATS_TEST_TMPDIR/apt.conf
	export UNIXCRED_ARCHIVE_KEYRING=$1
	mkdir -p "$BATS_TEST_TMPDIR/lists/partial"
	apt-get -o Debug::NoLocking=1 update >/dev/null 2>&1 || true
}

source_of() {
	"$TOP/kernel/tools/source" "$@"
}

@test "from a suite that the machine does not use, checked by its signature" {
	archive bullseye linux-source-5.10 5.10.223
	sign bullseye
	use_archive "$BATS_TEST_TMPDIR/key.gpg"
	run -0 --separate-stderr source_of 5.10
	[[ -f $output/net/unix/af_unix.c ]]
	[[ $output == "$UNIXCRED_CACHE"/source/5.10-* ]]
	# Then it is there, whatever becomes of the archive.
	rm -rf "$ARCHIVE"
	run -0 --separate-stderr source_of 5.10
	[[ -z $stderr ]]
}

@test "not without a signature, nor with another's" {
	archive bullseye linux-source-5.10 5.10.223
	sign bullseye
	use_archive "$BATS_TEST_TMPDIR/key.gpg"
	mv "$ARCHIVE/dists/bullseye/InRelease" "$BATS_TEST_TMPDIR/"
	run -1 --separate-stderr source_of 5.10
	[[ -z $output && $stderr == *"cannot read Debian's suite bullseye"* ]]
	[[ ! -e $UNIXCRED_CACHE/source ]]
	mv "$BATS_TEST_TMPDIR/InRelease" "$ARCHIVE/dists/bullseye/"
	export UNIXCRED_ARCHIVE_KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg
	run -1 --separate-stderr source_of 5.10
	[[ -z $output && $stderr == *"cannot read Debian's suite bullseye"* ]]
}

@test "not if the package is another than the signed one" {
	archive bullseye linux-source-5.10 5.10.223
	sign bullseye
	use_archive "$BATS_TEST_TMPDIR/key.gpg"
	echo >>"$ARCHIVE/pool/linux-source-5.10.deb"
	run -1 --separate-stderr source_of 5.10
	[[ -z $output && ${stderr##*$'\n'} == *'cannot get linux-source-5.10'* ]]
}

@test "a suite that has the base no more: one line, and what to do" {
	archive bullseye linux-source-5.4 5.4.1
	sign bullseye
	use_archive "$BATS_TEST_TMPDIR/key.gpg"
	run -1 --separate-stderr source_of 5.10
	echo "$stderr"
	[[ -z $output ]]
	[[ ${stderr##*$'\n'} == "source: base 5.10: Debian's suite bullseye has no linux-source-5.10 any more; name a tree or tarball of it with KERNEL_SOURCE=" ]]
}

@test "a newer point release is taken, and told of" {
	archive bullseye linux-source-5.10 5.10.999
	sign bullseye
	use_archive "$BATS_TEST_TMPDIR/key.gpg"
	run -0 --separate-stderr source_of 5.10
	[[ $stderr == *'Linux 5.10.999; this was last tested with 5.10.'* ]]
}

@test "a tree or tarball of the user's" {
	small_tree "$BATS_TEST_TMPDIR/mine" 6.1.200
	tar -cf "$BATS_TEST_TMPDIR/mine.tar" -C "$BATS_TEST_TMPDIR" mine
	KERNEL_SOURCE=$BATS_TEST_TMPDIR/mine run -0 --separate-stderr source_of 6.1
	[[ $output == "$BATS_TEST_TMPDIR/mine" && $stderr == *6.1.200* ]]
	KERNEL_SOURCE=$BATS_TEST_TMPDIR/mine.tar run -0 --separate-stderr source_of 6.1
	[[ -f $output/net/unix/af_unix.c && $stderr == *6.1.200* ]]
}

@test "what is no such tree" {
	local bad
	small_tree "$BATS_TEST_TMPDIR/6.6" 6.6.1
	mkdir "$BATS_TEST_TMPDIR/empty"
	for bad in 6.6 empty missing; do
		KERNEL_SOURCE=$BATS_TEST_TMPDIR/$bad run -1 --separate-stderr \
			source_of 6.1
		[[ -z $output && $stderr == source:* && $stderr != *$'\n'* ]]
	done
	run -1 --separate-stderr source_of 4.4
	[[ $stderr == *"unknown base '4.4', known: 5.10 6.1 6.12 7.3"* ]]
}
