/* SPDX-License-Identifier: GPL-2.0-only */
/* What kselftest.h of later kernels has, for the tests of the policy. */
#ifndef PASSCRED_COMPAT_H
#define PASSCRED_COMPAT_H

#define _GNU_SOURCE
#include "kselftest.h"

/* Word for word what kselftest_harness.h defines again */
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof(a[0]))

static inline void ksft_finished(void)
{
	if (ksft_cnt.ksft_pass + ksft_cnt.ksft_xskip == ksft_plan)
		ksft_exit_pass();
	ksft_exit_fail();
}

#endif /* PASSCRED_COMPAT_H */
