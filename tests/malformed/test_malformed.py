"""Every file of cases.py: the documented exit code, one sentence that names what is wrong, little time and memory, nothing left behind."""
import hashlib
import os
import random
import re
import struct
import threading
import time

import pytest

from cases import CASES, external
from conftest import SANITIZED

SECONDS = 20 if SANITIZED else 2  # of processor time: other tests run beside this one
MEMORY, PER_BYTE = 256 << 20, 8
HUGE = 1 << 30  # the time of such a file is that of reading it
SENTENCE = 8192  # more than a sentence is no sentence
LISTING = 1 << 18  # of the nodes that cannot be done


def clean(done):
    assert 0 <= done.code <= 7 and done.code != 1, f"exit code {done.code}: {done.err[-2000:]}"
    for sign in ("runtime error", "AddressSanitizer", "LeakSanitizer", "internal error"):
        assert sign not in done.err, done.err[-4000:]
    for text in (done.out, done.err):
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u202a-\u202e]", text), "control characters are not escaped"


def one_sentence(done, words):
    """`fp8c: SENTENCE` at the end; in front of it nothing but the list of all nodes that cannot be done."""
    lines = done.err.splitlines()
    assert lines and lines[-1].startswith("fp8c: ") and len(done.err) < LISTING, done.err[:1000]
    assert len(lines[-1]) < SENTENCE, "the sentence is too long"
    assert all(line.startswith("fp8c: error: ") for line in lines[:-1]), done.err[:1000]
    for word in words:
        assert word in lines[-1], lines[-1]


def reading(path):
    """Processor seconds to read and hash the file once: what a file of gigabytes costs differs between machines."""
    started = time.process_time()
    with open(path, "rb") as file:
        hashlib.file_digest(file, "blake2b")
    return time.process_time() - started


def in_bounds(done, path):
    file_bytes = path.stat().st_size if path.exists() else 0
    limit = SECONDS
    if done.cpu >= limit and file_bytes >= HUGE:
        limit += 5 * reading(path)
    assert done.cpu < limit, f"{done.cpu:.2f} s, more than {limit:.2f} s"
    if not SANITIZED:
        assert done.memory < MEMORY + PER_BYTE * file_bytes, f"{done.memory >> 20} MiB for {file_bytes} bytes"


def listing(folder):
    return sorted((str(p), p.lstat().st_size) for p in folder.rglob("*"))


def npy(path, shape, letter, numbers):
    kind = {"f": "<f4", "q": "<i8"}[letter]
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {tuple(shape)!r}, }}".ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(numbers)}{letter}", *numbers))


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.part}-{c.name}")
def test_file(runner, tmp_path, case):
    path = case.write(tmp_path)
    big = path.exists() and path.stat().st_size >= HUGE
    before = listing(tmp_path)
    model, options = path.name, case.options or ("-n",)
    if options[0] == "/dev/stdin":
        model, options = "/dev/stdin", ("-n",)
    done = runner("compile", model, "--target", "cpu", "-q", *options, folder=tmp_path)
    runner.count(f"{case.part}/{case.name}", done, judged=not big)
    clean(done)
    assert done.code == case.code, f"exit code {done.code}: {done.err[:1000]}"
    in_bounds(done, path)
    assert listing(tmp_path) == before, "something was left behind"
    if case.code:
        one_sentence(done, case.words)
    if not case.options and not (SANITIZED and case.code):  # what compile refuses, show refuses by the same code
        shown = runner("show", model, folder=tmp_path)
        clean(shown)
        in_bounds(shown, path)
        assert shown.code in (0, case.code), shown.err[:1000]
        assert listing(tmp_path) == before
    if case.feed:
        judge_run(runner, tmp_path, case)


def judge_run(runner, folder, case):
    """What cannot be known before the numbers are there is refused by the run."""
    done = runner("compile", "m.onnx", "--target", "cpu", "-q", "-o", "p.fp8c", "--precision", "f32", folder=folder)
    clean(done)
    assert done.code == 0, done.err[:1000]
    in_bounds(done, folder / "m.onnx")
    words = []
    for i, (name, given) in enumerate(case.feed.items()):
        npy(folder / f"{i}.npy", *given)
        words += ["-i", f"{name}={i}.npy"]
    done = runner("run", "p.fp8c", "--device", "cpu", *words, "-o", "out", folder=folder)
    clean(done)
    assert done.code == case.run_code, f"run: exit code {done.code}: {done.err[:1000]}"
    in_bounds(done, folder / "m.onnx")
    if case.run_code:
        one_sentence(done, case.words)


def race(folder, steps):
    """Calls the steps in turn from a thread until the answer is called, at uneven moments: many in each run of the command."""
    stop, random_ = threading.Event(), random.Random(1)

    def loop():
        while not stop.is_set():
            for step in steps:
                step()
                time.sleep(random_.random() * 2e-4)  # to go on at once would take half of what all files take
    thread = threading.Thread(target=loop)
    thread.start()

    def end():
        stop.set()
        thread.join()
    return end


def test_weights_swapped_for_a_link_while_compiling(runner, tmp_path):
    """Between a check and an open lies no gap: a link is refused or the file is read, never what a link leads to."""
    (tmp_path / "m.onnx").write_bytes(external("w.bin"))
    (tmp_path / "real").write_bytes(bytes(16))
    (tmp_path / "secret").write_bytes(bytes(8))  # of another size, so that reading it would show

    def put(make):
        make(tmp_path / "new")
        os.replace(tmp_path / "new", tmp_path / "w.bin")
    end = race(tmp_path, [lambda: put(lambda p: p.write_bytes(bytes(16))), lambda: put(lambda p: os.symlink("secret", p))])
    try:
        for _ in range(30):
            done = runner("compile", "m.onnx", "--target", "cpu", "-q", "-n", folder=tmp_path)
            clean(done)
            assert done.code == 0 or (done.code == 6 and ("symbolic link" in done.err or "cannot be opened" in done.err)), done.err
    finally:
        end()


def test_weights_cut_while_compiling(runner, tmp_path):
    """No signal from a mapping that has lost its file: an error, or the numbers."""
    (tmp_path / "m.onnx").write_bytes(external("w.bin", dims=(4,)))
    whole = tmp_path / "w.bin"

    def cut():
        with open(whole, "r+b") as f:
            f.truncate(8)
    whole.write_bytes(bytes(16))
    end = race(tmp_path, [cut, lambda: whole.write_bytes(bytes(16))])
    try:
        for _ in range(30):
            done = runner("compile", "m.onnx", "--target", "cpu", "-q", "-o", "p.fp8c", folder=tmp_path)
            clean(done)
            assert done.code == 0 or (done.code in (3, 6) and any(w in done.err for w in ("cut short", "outside", "could not be read"))), done.err
    finally:
        end()
    assert sorted(p.name for p in tmp_path.iterdir()) in (["m.onnx", "p.fp8c", "w.bin"], ["m.onnx", "w.bin"])
