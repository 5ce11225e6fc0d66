# SPDX-License-Identifier: GPL-2.0-or-later
#
# The front door. See README.md.

MAKEFLAGS += --no-print-directory
export LC_ALL = C.UTF-8

BASES := $(shell awk '!/^\#/ { print $$1 }' kernel/bases.conf)
OTHER_BASES := $(filter-out 6.12,$(BASES))

help:
	@echo 'make demo     build the patched kernel, boot it, show what it is for'
	@echo 'make check    build and test everything'
	@echo 'make check T="NAME..."  only these suites; tests/run --list names them'
	@echo 'make check-bases        the same for the other kernels, as far as they matter'
	@echo 'make soak     what shows only after a long time'
	@echo 'make bench    the cost, patched against unpatched, in instructions'
	@echo 'make bench BASE=5.10    the locks of the socket table, where we bring them'
	@echo 'make patches  the patch series of all kernels, in build/patches'
	@echo 'make kernel-deb BASE=... CONFIG=...  a Debian package of a patched kernel'
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

check-bases: cli
	@tests/run $(patsubst %,--base %,$(OTHER_BASES)) $(T)

soak: cli
	@LOAD_SECONDS=600 READINGS=1000 NAMES=1 \
		tests/run $(patsubst %,--base %,$(BASES)) table load debug all-commits

ifeq ($(BASE),5.10)
bench: cli
	@tests/bench/table
else
bench: cli
	@tests/bench/run
	@tests/bench/namespaces
endif

patches:
	@for base in $(if $(BASE),$(BASE),$(BASES)); do \
		kernel/tools/series $$base build/patches/$$base || exit; \
	done

kernel-deb: deps
	@packaging/kernel-deb $(if $(BASE),--base $(BASE)) \
		$(if $(CONFIG),--config $(CONFIG))

prefix = /usr/local

install: $(CLI)
	@meson configure build/cli -Dprefix=$(prefix)
	@DESTDIR=$(DESTDIR) meson install -C build/cli

deb:
	@packaging/deb

clean:
	rm -rf build

.PHONY: help deps cli cli-sanitized demo check check-bases soak bench patches \
	kernel-deb install deb clean
