#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Where credentials are attached before the receiver is locked, and a message
# may go to another one then: the test of that finds out when they stay.

@test "what was attached for one receiver stays with the message" {
	bats_require_minimum_version 1.5.0
	run -1 "$BATS_TEST_DIRNAME/../vm/run" --smp 1 --timeout 200 \
		--patch "$BATS_TEST_DIRNAME/../mutations/$BASE-reset.patch" \
		-- "${SELFTESTS:?the directory of the built selftests}/passcred_netns"
	grep -q '^not ok .* receiver replaced: always, without flag, by on-request, without flag' <<<"$output"
	local all=$output
	run ! grep '^not ok' <(grep -v 'receiver replaced' <<<"$all")
}
