"""Runs the command through a small process, and tells the figures of all runs at the end."""
import json
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

FP8C = os.environ.get("FP8C", "fp8c")
SANITIZED = os.environ.get("FP8C_SANITIZED") == "1"

# Linux counts what the parent held at exec into a child's peak, so a small process starts the commands.  Both streams
# go to files: a pipe that nobody empties would stop a command that says too much.
STARTER = """
import json, os, signal, sys, time
for line in sys.stdin:
    words, folder, seconds, env, stdin = json.loads(line)
    os.chdir(folder)
    files = [os.open(stdin, os.O_RDONLY)] + [os.open(n, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600) for n in (env["OUT"], env["ERR"])]
    started = time.monotonic()
    child = os.posix_spawn(words[0], words, env, file_actions=[(os.POSIX_SPAWN_DUP2, f, i) for i, f in enumerate(files)])
    for f in files:
        os.close(f)
    def late(*_):
        os.kill(child, signal.SIGKILL)
    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    _, status, used = os.wait4(child, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(json.dumps([os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, time.monotonic() - started,
                      used.ru_maxrss * 1024]), flush=True)
"""


class Runner:
    def __init__(self, aside):
        self.process = subprocess.Popen([sys.executable, "-S", "-c", STARTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.aside = aside
        self.files = set()
        self.refused, self.accepted = set(), set()
        self.slowest, self.largest = (0, ""), (0, "")

    def __call__(self, *words, folder, stdin="/dev/null", seconds=60):
        out, err = self.aside / "out", self.aside / "err"
        env = {**os.environ, "OUT": str(out), "ERR": str(err), "XDG_CACHE_HOME": str(self.aside / "cache")}
        self.process.stdin.write(json.dumps([[FP8C, *map(str, words)], str(folder), seconds * (10 if SANITIZED else 1), env, stdin]) + "\n")
        self.process.stdin.flush()
        code, cpu, wall, memory = json.loads(self.process.stdout.readline())
        return SimpleNamespace(code=code, cpu=cpu, wall=wall, memory=memory, out=out.read_bytes().decode("utf-8", "replace"),
                               err=err.read_bytes().decode("utf-8", "replace"))

    def count(self, name, done, judged):
        (self.refused if done.code else self.accepted).add(name)
        if judged:
            self.slowest = max(self.slowest, (done.cpu, name))
            self.largest = max(self.largest, (done.memory, name))


RUNNERS = []


@pytest.fixture(scope="session")
def runner(tmp_path_factory):
    made = Runner(tmp_path_factory.mktemp("aside"))
    RUNNERS.append(made)
    yield made
    made.process.stdin.close()
    made.process.wait()


def pytest_terminal_summary(terminalreporter):
    for r in RUNNERS:
        accepted = r.accepted - r.refused
        terminalreporter.write_line(
            f"malformed: {len(r.refused | accepted)} files, {len(r.refused)} refused, {len(accepted)} accepted; slowest {r.slowest[0]:.2f} s "
            f"({r.slowest[1]}), largest {r.largest[0] / 2**20:.0f} MiB ({r.largest[1]})")
