#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The netlink family unix-passcred: who depends on the policy
receivers.py KERNEL_TREE"""

import errno
import itertools
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time

from family import (CLONE_NEWNET, NOBODY, NlError, Netlink, events, family,
                    in_child, in_user_namespace, libc, main, write_policy)

DGRAM, STREAM, SEQPACKET = (socket.SOCK_DGRAM, socket.SOCK_STREAM,
                            socket.SOCK_SEQPACKET)
CLONE_NEWPID = 0x20000000
NLM_F_DUMP_INTR = 0x10


def pair(kind=DGRAM, name=None):
    """A sender and a receiver, which may have a name"""
    if name is None:
        return socket.socketpair(socket.AF_UNIX, kind)
    receiver = socket.socket(socket.AF_UNIX, kind)
    sender = socket.socket(socket.AF_UNIX, kind)
    if len(name) == 108 and name[0] not in (0, "\0"):
        # Without a zero at its end, which Python does not know
        address = struct.pack("H108s", socket.AF_UNIX, name.encode())
        assert libc.bind(receiver.fileno(), address, 110) == 0
        assert libc.connect(sender.fileno(), address, 110) == 0
    else:
        receiver.bind(name)
        sender.connect(name)
    return sender, receiver


def ask(receiver, on=True):
    receiver.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, on)


def receive(receiver, flags=0):
    receiver.recvmsg(1, 64, flags)


def late(ends=None, **about):
    """A message of class plain for a receiver that asks when it is there"""
    sender, receiver = ends or pair(**about)
    ask(receiver, False)
    sender.send(b"x")
    ask(receiver)
    receive(receiver)
    return sender, receiver


def early(ends=None, **about):
    """A message of class flag"""
    sender, receiver = ends or pair(**about)
    ask(receiver)
    sender.send(b"x")
    receive(receiver)
    return sender, receiver


def receivers():
    return family().dump("receivers-get", {})


def dropped():
    return family().do("counters-get", {})["receivers-dropped"]


def test_nobody():
    assert not receivers()
    late_sender, receiver = pair()
    late_sender.send(b"x")
    receive(receiver)
    assert not receivers(), "did not ask"
    ask(receiver)
    late_sender.send(b"x")
    receive(receiver, socket.MSG_PEEK)
    assert not receivers(), "only looked"
    receiver.recv(1)
    assert not receivers(), "gave no room"


def test_what_is_known():
    before = time.time_ns()
    late()
    (one,) = receivers()
    assert before <= one.pop("missing-time") <= time.time_ns()
    assert one == {"class": "plain", "type": DGRAM, "comm": "python3",
                   "sockets": 1, "pid": os.getpid(), "uid": 0}, one


def test_classes():
    early()
    late()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("\0listener")
    listener.listen()
    client = socket.socket(socket.AF_UNIX)
    client.connect("\0listener")
    client.send(b"x")
    server, _ = listener.accept()
    ask(server)
    receive(server)
    explicit = struct.pack("iII", os.getpid(), 0, 0)
    client.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_CREDENTIALS,
                             explicit)])
    receive(server)
    assert [(one["class"], one.get("name"), "missing-time" in one,
             "delivered-time" in one) for one in receivers()] == [
        ("flag", None, False, True), ("plain", None, True, False),
        ("embryo", b"\0listener", False, True)]


def test_types():
    for kind in (DGRAM, STREAM, SEQPACKET):
        late(kind=kind)
    assert [one["type"] for one in receivers()] == [DGRAM, STREAM, SEQPACKET]


def test_names():
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        names = ["socket", directory + "/" + "x" * (107 - len(directory)),
                 "n" * 108, "\0abstract", "\0", "\0a\0b\xff\n".encode("latin1"), b"\xff",
                 b"\0" + bytes(range(107)), "\0" + "0" * 6, "\0ABCDE"]
        for name in names:
            late(name=name)
        # What autobind gives
        receiver = socket.socket(socket.AF_UNIX, DGRAM)
        receiver.bind("")
        sender = socket.socket(socket.AF_UNIX, DGRAM)
        sender.connect(receiver.getsockname())
        late((sender, receiver))
        os.chdir("/")
    got = [one.get("name") for one in receivers()]
    want = [name if isinstance(name, bytes) else name.encode()
            for name in names] + [None]
    assert got == want, got


def test_once_for_each_socket():
    ends = pair()
    for _ in range(100):
        late(ends)
    (one,) = receivers()
    assert one["sockets"] == 1
    first = one["missing-time"]
    late()
    (one,) = receivers()
    assert one["sockets"] == 2
    assert one["missing-time"] > first


def test_again_after_a_change_of_the_policy():
    ends = late()
    (old,) = receivers()
    write_policy("always")
    late(ends)
    (new,) = receivers()
    assert new["sockets"] == 1
    assert new["missing-time"] == old["missing-time"] < new["delivered-time"]
    late(ends)
    assert receivers() == [new]
    write_policy("per-socket-flag")
    assert receivers() == [new]
    late(ends)
    (newest,) = receivers()
    assert newest["delivered-time"] == new["delivered-time"]
    assert newest["missing-time"] > new["delivered-time"]
    assert newest["sockets"] == 1


def test_both_within_one_policy():
    """Queued under one policy, read under another"""
    sender, receiver = pair()
    sender.send(b"x")
    write_policy("always")
    sender.send(b"x")
    ask(receiver)
    receive(receiver)
    receive(receiver)
    (one,) = receivers()
    assert one["sockets"] == 1
    assert one["missing-time"] < one["delivered-time"]


def test_the_last_process():
    name = "\0shared"
    def child():
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        late(name=name)
    late(name="\0shared")
    in_child(child)
    (one,) = receivers()
    assert one["sockets"] == 2
    assert one["uid"] == NOBODY
    assert one["pid"] != os.getpid()


def test_the_process_and_not_its_thread():
    """Threads have names of their own"""
    subprocess.run([sys.executable, "-c", """if True:
        import ctypes, socket, threading
        def thread():
            ctypes.CDLL(None).prctl(15, b"a thread")
            a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
            b.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
            a.send(b"x")
            b.recvmsg(1, 64)
        thread = threading.Thread(target=thread)
        thread.start()
        thread.join()"""], check=True)
    assert [one["comm"] for one in receivers()] == ["python3"]


def test_the_receivers_namespace():
    """A sender from elsewhere leaves nothing there"""
    with tempfile.TemporaryDirectory() as directory:
        _, receiver = here = pair(name=directory + "/socket")
        def elsewhere():
            assert libc.unshare(CLONE_NEWNET) == 0
            sender = socket.socket(socket.AF_UNIX, DGRAM)
            sender.connect(directory + "/socket")
            sender.send(b"x")
            assert not receivers()
        in_child(elsewhere)
        ask(receiver)
        receive(receiver)
        assert len(receivers()) == 1
        del here


def test_pid_as_the_reader_sees_it():
    late()
    def reader():
        assert libc.unshare(CLONE_NEWPID) == 0
        def inside():
            (one,) = receivers()
            assert one["pid"] == 0
            late()
            (one,) = receivers()
            assert one["pid"] == os.getpid() == 1
        in_child(inside)
    in_child(reader)
    (one,) = receivers()
    assert one["pid"] > os.getpid()


def test_dump_needs_the_capability():
    late()
    def dump():
        try:
            receivers()
        except NlError as error:
            assert error.error == errno.EPERM
            assert "CAP_NET_ADMIN" in error.nl_msg.extack["msg"]
            return
        raise AssertionError("could dump")
    in_child(dump, NOBODY)


def test_in_a_user_namespace():
    in_user_namespace("in_own_namespaces")


def in_own_namespaces():
    listener = family()
    listener.ntf_subscribe("events")
    late()
    (one,) = receivers()
    assert one["uid"] == 0
    ((name, event),) = events(listener)
    assert name == "receiver-added" and event["uid"] == 0


def test_events():
    listener = family()
    listener.ntf_subscribe("events")
    late(name="\0one")
    early(name="\0one")
    for _ in range(3):
        late()
    got = events(listener)
    assert [name for name, _ in got] == 3 * ["receiver-added"]
    assert [(one["class"], one["sockets"]) for _, one in got] == [
        ("plain", 1), ("flag", 1), ("plain", 1)]
    assert [one["class"] for one in receivers()] == ["plain", "flag", "plain"]
    assert got[0][1] == receivers()[0]


def fill(number, start=0):
    ends = [late(name=f"\0{i:0100}") for i in range(start, start + number)]
    for end in itertools.chain(*ends):
        end.close()


def test_no_more_than_fit():
    fill(300)
    got = receivers()
    assert [int(one["name"][1:]) for one in got] == list(range(256))
    assert dropped() == 300 - 256
    # Those that are known are still told of
    late(name=f"\0{7:0100}")
    assert receivers()[7]["sockets"] == 2
    assert dropped() == 300 - 256


class Dump:
    """The dump by hand, part by part"""

    def __init__(self):
        self.sock = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW,
                                  Netlink.NETLINK_GENERIC)
        self.names, self.parts, self.interrupted, self.done = [], 0, 0, False
        new = family()
        command = new.msgs["receivers-get"].req_value
        self.sock.send(struct.pack("IHHII", 20,
                                   new.nlproto.family_id, 0x301, 1, 0) +
                       struct.pack("BBH", command, 1, 0))

    def part(self):
        data = self.sock.recv(1 << 14)
        self.parts += 1
        while data:
            size, kind, flags = struct.unpack_from("IHH", data)
            self.interrupted |= flags & NLM_F_DUMP_INTR
            if kind == 3:
                self.done = True
            else:
                start = data.index(b"0" * 80, 0, size)
                self.names.append(int(data[start:start + 100]))
            data = data[size:]


def test_dump_of_several_parts():
    fill(200)
    dump = Dump()
    while not dump.done:
        dump.part()
    assert dump.names == list(range(200))
    assert dump.parts > 3
    assert not dump.interrupted


def test_dump_that_is_interrupted():
    fill(200)
    dump = Dump()
    dump.part()
    fill(20, 200)
    while not dump.done:
        dump.part()
    assert dump.names == list(range(220)), dump.names
    assert dump.interrupted


def test_memory_is_accounted():
    """To the control group of who receives, until the namespace is gone"""
    top = "/sys/fs/cgroup"
    with open(top + "/cgroup.subtree_control", "w", encoding="ascii") as file:
        file.write("+memory")
    group = top + "/receivers"
    os.mkdir(group)

    def slab():
        with open(group + "/memory.stat", encoding="ascii") as file:
            stat = dict(line.split() for line in file)
        return int(stat["slab"])

    def receiver(go, full):
        with open(group + "/cgroup.procs", "w", encoding="ascii") as file:
            file.write("0")
        fill(256)
        os.write(full, b"x")
        os.read(go, 1)

    (go, going), (filled, full) = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        os.close(going)
        receiver(go, full)
        os._exit(0)
    os.read(filled, 1)
    os.close(going)
    assert os.waitpid(child, 0)[1] == 0
    # sizeof(struct unix_passcred_receiver) is above 200.
    assert len(receivers()) == 256
    assert slab() > 256 * 200, slab()


if __name__ == "__main__":
    sys.exit(main(globals()))
