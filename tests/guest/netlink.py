#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The netlink family unix_passcred by its specification, with the kernel's
own client:  netlink.py KERNEL_TREE   (in the guest, as root; prints TAP)"""

import copy
import ctypes
import errno
import os
import shutil
import socket
import subprocess
import sys
import tempfile

# Where an ordinary user may read it too
TREE = tempfile.mkdtemp()
os.chmod(TREE, 0o755)
for part in ("tools/net/ynl/lib", "Documentation/netlink"):
    shutil.copytree(os.path.join(sys.argv[1], part), os.path.join(TREE, part))
shutil.copy(__file__, TREE)
sys.path.append(TREE + "/tools/net/ynl")
from lib import NlError, YnlFamily  # noqa: E402
from lib.ynl import Netlink  # noqa: E402

POLICY_FILE = "/proc/sys/net/unix/passcred_policy"
NOBODY = 65534
CLONE_NEWNET = 0x40000000
libc = ctypes.CDLL(None, use_errno=True)


SPECIFIED = YnlFamily(TREE + "/Documentation/netlink/specs/unix_passcred.yaml",
                      TREE + "/Documentation/netlink/genetlink.yaml")


def family():
    """The family with a socket of the current network namespace; to read the
    specification takes long"""
    new = copy.copy(SPECIFIED)
    new.sock = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW,
                             Netlink.NETLINK_GENERIC)
    for option in (Netlink.NETLINK_CAP_ACK, Netlink.NETLINK_EXT_ACK):
        new.sock.setsockopt(Netlink.SOL_NETLINK, option, 1)
    new.async_msg_queue = []
    return new



def write_policy(word):
    with open(POLICY_FILE, "w", encoding="ascii") as file:
        file.write(word)


def read_policy():
    with open(POLICY_FILE, encoding="ascii") as file:
        return file.read()


def refused(code, text, method, values):
    """The kernel's error and its own words for a request"""
    try:
        family().do(method, values)
    except NlError as error:
        message = error.nl_msg.extack.get("msg", "")
        assert error.error == code, f"{error.error}, not {code}"
        assert text in message, f"'{message}' is not '{text}'"
        return error.nl_msg.extack
    raise AssertionError("was not refused")


def in_child(function, uid=0):
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            if uid:
                os.setgid(uid)
                os.setuid(uid)
            function()
            status = 0
        except BaseException as error:  # pylint: disable=broad-except
            print(f"# in child: {error!r}", flush=True)
        os._exit(status)
    assert os.waitpid(pid, 0)[1] == 0, "see above"


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
    assert len(counters) == len(lines) == 13
    for (name, value), key in zip(lines, counters):
        camel = "".join(part.capitalize() for part in key.split("-"))
        assert name == "UnixPasscred" + camel, f"{name} {key}"
        assert int(value) == counters[key], key


def test_set_without_policy():
    extack = refused(errno.EINVAL, "no policy given", "policy-set", {})
    assert "miss-type" in extack
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
        assert len(family().do("counters-get", {})) == 13
    in_child(get, NOBODY)


def test_events_need_capability():
    def join():
        try:
            family().ntf_subscribe("events")
        except PermissionError:
            return
        raise AssertionError("could join")
    in_child(join, NOBODY)


def events(listener):
    listener.check_ntf()
    got, listener.async_msg_queue = listener.async_msg_queue, []
    return [event["msg"] for event in got]


def test_event_of_sysctl():
    listener = family()
    listener.ntf_subscribe("events")
    write_policy("always")
    assert events(listener) == [{
        "policy": "always", "old-policy": "per-socket-flag",
        "pid": os.getpid(), "uid": 0, "comm": "python3"}]


def test_event_of_netlink():
    listener = family()
    listener.ntf_subscribe("events")
    in_child(lambda: family().do("policy-set", {"policy": "on-request"}))
    (event,) = events(listener)
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
    for event in events(listener):
        assert event["old-policy"] == policy
        policy = event["policy"]
    assert read_policy() == policy + "\n"


def test_uid_in_user_namespace():
    """Who made the change, as the owner of the namespace sees it"""
    in_child(lambda: subprocess.run(
        ["unshare", "--user", "--map-root-user", "--net",
         sys.executable, TREE + "/netlink.py", TREE, "own namespaces"],
        check=True), NOBODY)


def in_own_namespaces():
    listener = family()
    listener.ntf_subscribe("events")
    write_policy("always")
    (event,) = events(listener)
    assert event["uid"] == 0, event


TESTS = [(name[5:].replace("_", " "), function)
         for name, function in globals().copy().items()
         if name.startswith("test_")]


def main():
    failed = 0
    print(f"1..{len(TESTS)}")
    for number, (name, function) in enumerate(TESTS, 1):
        # Each in a namespace of its own
        assert libc.unshare(CLONE_NEWNET) == 0
        write_policy("per-socket-flag")
        try:
            function()
            print(f"ok {number} {name}", flush=True)
        except BaseException as error:  # pylint: disable=broad-except
            failed += 1
            print(f"not ok {number} {name}\n# {error!r}", flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(in_own_namespaces() if sys.argv[2:] else main())
