#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The netlink family unix-passcred: policy, counters, events of the policy
netlink.py KERNEL_TREE"""

import errno
import os
import subprocess
import sys

from family import (NOBODY, POLICY_FILE, events, family, in_child,
                    in_user_namespace, main, read_policy, refused,
                    write_policy)


def test_get():
    for word in ("always", "on-request", "per-socket-flag"):
        write_policy(word)
        assert family().do("policy-get", {}) == {"policy": word}


def test_set_replies_old_and_new():
    reply = family().do("policy-set", {"policy": "always"})
    assert reply == {"policy": "always", "old-policy": "per-socket-flag"}
    assert read_policy() == "always\n"


def test_counters():
    counters = family().do("counters-get", {})
    with open("/proc/thread-self/net/unix_passcred_stat",
              encoding="ascii") as file:
        lines = [line.split() for line in file]
    assert len(counters) == len(lines) == 14
    for (name, value), key in zip(lines, counters):
        camel = "".join(part.capitalize() for part in key.split("-"))
        assert name == "UnixPasscred" + camel, f"{name} {key}"
        assert int(value) == counters[key], key


def test_set_without_policy():
    extack = refused(errno.EINVAL, "no policy given", "policy-set", {})
    # Before 6.0 the kernel has no room for it.
    major = int(os.uname().release.split(".")[0])
    assert ("miss-type" in extack) == (major >= 6)
    assert read_policy() == "per-socket-flag\n"


def test_set_unknown_policy():
    for value in (3, 255, 0xffffffff):
        extack = refused(errno.ERANGE, "out of range", "policy-set",
                         {"policy": value})
        assert extack["bad-attr"] == ".policy"
    assert read_policy() == "per-socket-flag\n"


def test_set_as_user():
    in_child(lambda: refused(errno.EPERM, "CAP_NET_ADMIN", "policy-set",
                             {"policy": "always"}), NOBODY)
    assert read_policy() == "per-socket-flag\n"


def test_get_as_user():
    def get():
        assert family().do("policy-get", {}) == {"policy": "per-socket-flag"}
        assert len(family().do("counters-get", {})) == 14
    in_child(get, NOBODY)


def test_events_need_capability():
    def join():
        try:
            family().ntf_subscribe("events")
        except PermissionError:
            return
        raise AssertionError("could join")
    in_child(join, NOBODY)


def test_event_of_sysctl():
    listener = family()
    listener.ntf_subscribe("events")
    write_policy("always")
    assert events(listener) == [("policy-changed", {
        "policy": "always", "old-policy": "per-socket-flag",
        "pid": os.getpid(), "uid": 0, "comm": "python3"})]


def test_event_of_netlink():
    listener = family()
    listener.ntf_subscribe("events")
    in_child(lambda: family().do("policy-set", {"policy": "on-request"}))
    ((_, event),) = events(listener)
    assert event["policy"] == "on-request"
    assert event["pid"] != os.getpid()


def test_no_event_without_change():
    listener = family()
    listener.ntf_subscribe("events")
    write_policy("per-socket-flag")
    family().do("policy-set", {"policy": "per-socket-flag"})
    assert not events(listener)


def test_event_stays_in_its_namespace():
    listener = family()
    listener.ntf_subscribe("events")
    subprocess.run(["unshare", "--net", "sh", "-c",
                    f"echo always >{POLICY_FILE}"], check=True)
    assert not events(listener)


def test_events_keep_their_order():
    listener = family()
    listener.ntf_subscribe("events")
    words = ("always", "on-request", "per-socket-flag")
    writers = []
    for word in words:
        pid = os.fork()
        if pid == 0:
            for _ in range(15):
                write_policy(word)
            os._exit(0)
        writers.append(pid)
    for pid in writers:
        os.waitpid(pid, 0)
    policy = "per-socket-flag"
    for _, event in events(listener):
        assert event["old-policy"] == policy
        policy = event["policy"]
    assert read_policy() == policy + "\n"


def test_uid_in_user_namespace():
    """Who made the change, as the owner of the namespace sees it"""
    in_user_namespace("in_own_namespaces")


def in_own_namespaces():
    listener = family()
    listener.ntf_subscribe("events")
    write_policy("always")
    ((_, event),) = events(listener)
    assert event["uid"] == 0, event


if __name__ == "__main__":
    sys.exit(main(globals()))
