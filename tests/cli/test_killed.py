"""A compile that is killed: outputs are the old files or the new ones, whole; nothing else is left, and caches stay good."""
import concurrent.futures
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import time

import numpy as np
import pytest

from conftest import FP8C, mlp

KILLS, SIDE_BY_SIDE = 200, 4


class Place:
    """A folder with a model whose compile is killed again and again."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        mlp(folder / "m.onnx", width=32)
        np.savez(folder / "m.npz", x=np.random.default_rng(1).standard_normal((6, 32)).astype(np.float32))
        self.words = [FP8C, "compile", "m.onnx", "-o", "m.fp8c", "-c", "m.npz", "--precision", "fp8", "--target", "cpu", "-j", "1", "-q",
                      "--cache-dir", "cache", "--report", "m.html", "--report-json", "m.json"]
        self.compile("--no-cache")
        self.new = self.read("m.fp8c")
        start = time.monotonic()
        self.compile("--no-cache")
        self.seconds = time.monotonic() - start
        self.compile("--no-cache", "--precision", "bf16")
        self.old = self.read("m.fp8c")
        assert self.old != self.new
        self.before = {name: self.read(name) for name in ("m.fp8c", "m.html", "m.json")}

    def read(self, name):
        return (self.folder / name).read_bytes()

    def compile(self, *words):
        done = subprocess.run([*self.words, *words], cwd=self.folder, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stderr

    def left(self):
        return [p for p in self.folder.rglob("*") if p.name.startswith(".fp8c-")]

    def kill(self, i, random_):
        for name, content in self.before.items():
            (self.folder / name).write_bytes(content)
        if i % 4 == 0:
            shutil.rmtree(self.folder / "cache", ignore_errors=True)
        number = signal.SIGKILL if i % 2 else random_.choice([signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
        running = subprocess.Popen(self.words, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(random_.random() * self.seconds * 1.1)
        running.send_signal(number)
        _, said = running.communicate(timeout=60)
        assert running.returncode in (0, -number), (running.returncode, said)
        self.seconds *= 0.9 if running.returncode == 0 else 1.05  # what runs beside this comes and goes
        plan, page, document = (self.read(name) for name in ("m.fp8c", "m.html", "m.json"))
        assert plan in (self.old, self.new), "the plan is neither the old one nor the new one"
        assert page.rstrip().endswith(b"</html>") and json.loads(document)["summary"]
        if running.returncode == 0:
            assert plan == self.new
        if number != signal.SIGKILL:  # what an earlier one left may wait for the next that writes
            assert not [p for p in self.left() if f"-{running.pid}-" in p.name]
        return running.returncode

    def run(self, seed, count):
        random_ = random.Random(seed)
        codes = [self.kill(i, random_) for i in range(count)]
        assert "damaged" not in self.compile() and self.read("m.fp8c") == self.new and not self.left()
        return codes


def test_killed_at_random_moments(tmp_path):
    with concurrent.futures.ThreadPoolExecutor(SIDE_BY_SIDE) as threads:
        runs = [threads.submit(lambda i=i: Place(tmp_path / str(i)).run(i, KILLS // SIDE_BY_SIDE)) for i in range(SIDE_BY_SIDE)]
    codes = [code for run in runs for code in run.result()]
    assert sum(code < 0 for code in codes) > KILLS // 4, "the moments were too late"


def test_what_dead_processes_left_is_removed(fp8c, model, tmp_path):
    dead = subprocess.Popen(["true"])
    dead.wait()
    ended, living = tmp_path / f".fp8c-{dead.pid}-0.tmp", tmp_path / f".fp8c-{os.getpid()}-0.tmp"
    ended.write_bytes(b"half")
    living.write_bytes(b"half")
    assert fp8c("compile", model, "-o", "m.fp8c", "--target", "cpu").code == 0
    assert not ended.exists() and living.exists()


@pytest.mark.parametrize("limit", [4_000, 30_000, 200_000])
def test_a_disk_without_room_leaves_every_old_file(model, tmp_path, limit):
    """The plan has 100 kB, the page more: what does not fit keeps what does from being renamed too."""
    words = [FP8C, "compile", model, "-o", "m.fp8c", "--target", "cpu", "-q", "--report", "m.html", "--report-json", "m.json", "--no-cache"]
    assert subprocess.run(words, cwd=tmp_path).returncode == 0
    files = sorted(p for p in tmp_path.iterdir())
    before = [p.read_bytes() for p in files]
    assert max(map(len, before)) > limit
    done = subprocess.run([*words, "--precision", "f32"], cwd=tmp_path, capture_output=True, text=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert done.returncode == 6 and "cannot be written" in done.stderr, done
    assert sorted(p for p in tmp_path.iterdir()) == files and [p.read_bytes() for p in files] == before


def test_a_reader_that_has_enough(plan, tmp_path):
    """Ends as any other program in front of `head`: by SIGPIPE, without a word."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.Popen([FP8C, "report", str(plan)], stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    _, said = done.communicate(timeout=60)
    assert done.returncode == -signal.SIGPIPE and said == ""
    with open("/dev/full", "w") as full:
        done = subprocess.run([FP8C, "report", str(plan)], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 6 and "standard output could not be written" in done.stderr
