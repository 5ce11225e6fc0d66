# SPDX-License-Identifier: GPL-2.0-or-later
#
# The front door. See README.md.

MAKEFLAGS += --no-print-directory
export LC_ALL = C.UTF-8

help:
	@echo 'make demo     build the patched kernel, boot it, show what it is for'
	@echo 'make check    build and test everything'
	@echo 'make check T="NAME..."  only these suites; tests/run --list names them'
	@echo 'make bench    the cost, patched against unpatched, in instructions'
	@echo 'make cli      build unixcredctl'
	@echo 'make install  install unixcredctl and what goes with it (DESTDIR, prefix)'
	@echo 'make deb      its Debian package, in build/deb'
	@echo 'make clean    remove what was built here; kernels stay in the cache'

deps:
	@tools/deps

CLI = build/cli/build.ninja
CLI_SANITIZED = build/cli-sanitized/build.ninja

$(CLI): | deps
	@meson setup --werror build/cli cli

$(CLI_SANITIZED): | deps
	@meson setup --werror -Db_sanitize=address,undefined \
		build/cli-sanitized cli

cli: $(CLI)
	@ninja -C build/cli

cli-sanitized: $(CLI_SANITIZED)
	@ninja -C build/cli-sanitized

demo: cli
	@tests/demo

check: cli cli-sanitized
	@tests/run $(T)

bench: cli
	@tests/bench/run
	@tests/bench/namespaces

prefix = /usr/local

install: $(CLI)
	@meson configure build/cli -Dprefix=$(prefix)
	@DESTDIR=$(DESTDIR) meson install -C build/cli

deb:
	@packaging/deb

clean:
	rm -rf build

.PHONY: help deps cli cli-sanitized demo check bench install deb clean
