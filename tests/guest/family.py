# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tests of the netlink family share: the family by its specification,
with the kernel's own client, and a main program that prints TAP. It takes the
kernel's tree as its first argument, in the guest, as root."""

import copy
import ctypes
import errno
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import traceback

# Where an ordinary user may read it too
TREE = tempfile.mkdtemp()
os.chmod(TREE, 0o755)
for part in ("tools/net/ynl/lib", "Documentation/netlink"):
    shutil.copytree(os.path.join(sys.argv[1], part), os.path.join(TREE, part))
for file in __file__, sys.argv[0]:
    shutil.copy(file, TREE)
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


def in_user_namespace(function):
    """Run a function of the program, by its name, as root of namespaces that
    an ordinary user made"""
    in_child(lambda: subprocess.run(
        ["unshare", "--user", "--map-root-user", "--net", sys.executable,
         os.path.join(TREE, os.path.basename(sys.argv[0])), TREE, function],
        check=True), NOBODY)


def events(listener):
    """Kind and attributes of what came since the last time"""
    listener.check_ntf()
    got, listener.async_msg_queue = listener.async_msg_queue, []
    return [(event["name"], event["msg"]) for event in got]


def main(tests):
    """Run those functions of a module that are tests, each in a network
    namespace of its own with the policy per-socket-flag; or those that a
    second argument names, right here"""
    if sys.argv[2:]:
        return tests[sys.argv[2]]()
    tests = [(name[5:].replace("_", " "), function)
             for name, function in tests.items() if name.startswith("test_")]
    failed = 0
    print(f"1..{len(tests)}")
    for number, (name, function) in enumerate(tests, 1):
        assert libc.unshare(CLONE_NEWNET) == 0
        write_policy("per-socket-flag")
        try:
            function()
            print(f"ok {number} {name}", flush=True)
        except BaseException:  # pylint: disable=broad-except
            failed += 1
            trace = traceback.format_exc().replace("\n", "\n# ")
            print(f"not ok {number} {name}\n# {trace}", flush=True)
    return failed > 0
