// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tracepoints of the AF_UNIX credential policy
 */

#include <net/af_unix.h>
#include <net/net_namespace.h>
#include <net/unix_passcred.h>
#include <uapi/linux/unix_passcred.h>

#define CREATE_TRACE_POINTS
#include <trace/events/unix_passcred.h>
