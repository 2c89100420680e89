"""A cache is believed as far as an entry proves what it is: whatever lies under its names, plans are those of --no-cache."""
import os
import shutil

import numpy as np
import pytest

from conftest import mlp

HEADER = 88  # magic 16, kind and key 32, length 8, hash 32
REGIONS = [0, 13, 16, 47, 48, 52, 55, 56, 87, HEADER, "middle", "last"]
KINDS = ["plans", "calibration", "scores", "noise", "centres", "verdicts", "kernels"]
HOSTILE = ("damaged or of something else", "the cache could not keep")


MADE = {}  # by model: targets, plan, cache


class Work:
    """One model, compiled again and again with a cache that somebody changed."""

    def __init__(self, fp8c, folder, name, width):
        self.fp8c, self.folder, self.model = fp8c, folder, mlp(folder / f"{name}.onnx", width=width, seed=width)
        self.data, self.plan = folder / f"{name}.npz", folder / f"{name}.fp8c"
        np.savez(self.data, x=np.random.default_rng(width).standard_normal((6, width)).astype(np.float32))
        self.cache = folder / f"{name}-cache"
        if name not in MADE:
            self.targets = ["--target", "cpu", "--target", "sm_89", "--dim", "batch=4"]
            if "NVRTC" in fp8c("compile", self.model, "-n", *self.targets).err:
                self.targets = self.targets[:2]
            good = self.compile("--no-cache")[0]
            assert self.compile()[0] == good
            MADE[name] = self.targets, good, {p.relative_to(self.cache): p.read_bytes() for p in self.cache.rglob("*") if p.is_file()}
        self.targets, self.good, self.known = MADE[name]

    def compile(self, *words):
        self.plan.unlink(missing_ok=True)
        done = self.fp8c("compile", self.model, "-o", self.plan, "-c", self.data, "--max-error", "sqnr>=20dB", "--repair", "centre",
                         "--cache-dir", self.cache, *self.targets, *words)
        assert done.code == 0, done.err
        return self.plan.read_bytes(), done.err

    def restore(self):
        """The cache as the first compile left it."""
        shutil.rmtree(self.cache, ignore_errors=True)
        for path, content in self.known.items():
            (self.cache / path).parent.mkdir(parents=True, exist_ok=True)
            (self.cache / path).write_bytes(content)

    def entries(self, kind):
        if kind != "plans":
            shutil.rmtree(self.cache / "plans", ignore_errors=True)  # else nothing else is asked
        return sorted((self.cache / kind).iterdir())


@pytest.fixture
def work(fp8c, tmp_path):
    made = Work(fp8c, tmp_path, "a", 32)
    made.restore()
    return made


def test_every_kind_is_kept(work):
    kinds = {p.parts[0] for p in work.known}
    assert kinds | {"kernels"} == set(KINDS), "a new kind belongs into KINDS"
    assert "kernels" in kinds or "sm_89" not in work.targets


@pytest.mark.parametrize("kind", KINDS)
def test_changed_bytes(work, kind):
    if not (work.cache / kind).exists():
        pytest.skip("not found: NVRTC")
    for region in REGIONS:
        work.restore()
        for path in work.entries(kind):
            content = bytearray(path.read_bytes())
            at = {"middle": (HEADER + len(content)) // 2, "last": len(content) - 1}.get(region, region)
            content[at] ^= 1 << (at % 8)
            path.write_bytes(content)
        plan, said = work.compile()
        assert plan == work.good and HOSTILE[0] in said, (kind, region)
        assert work.compile()[0] == work.good


@pytest.mark.parametrize("kind", KINDS)
def test_what_belongs_to_another_model(fp8c, work, kind, tmp_path):
    other = Work(fp8c, tmp_path, "b", 48)
    other.restore()
    if not (work.cache / kind).exists():
        pytest.skip("not found: NVRTC")
    for path in work.entries(kind):
        shutil.copy(other.entries(kind)[0], path)
    plan, said = work.compile()
    assert plan == work.good and HOSTILE[0] in said


def test_a_plan_under_the_name_of_another(fp8c, work, tmp_path):
    """Neither a bare plan nor one in another entry's header is handed out."""
    other = Work(fp8c, tmp_path, "b", 48)
    path, = work.entries("plans")
    entry = path.read_bytes()
    for content in (other.good, entry[:HEADER] + other.good, entry[:48] + len(other.good).to_bytes(8, "little") + entry[56:HEADER] + other.good):
        path.write_bytes(content)
        plan, said = work.compile()
        assert plan == work.good and HOSTILE[0] in said and path.read_bytes() == entry


def hostile(path, victim):
    """Things under an entry's name that are no entry."""
    def sparse():
        path.touch()
        os.truncate(path, 1 << 42)
    def huge():  # the right header, and a length that the file has
        content = path_content[:48] + ((1 << 42) - HEADER).to_bytes(8, "little") + path_content[56:]
        path.write_bytes(content)
        os.truncate(path, 1 << 42)
    path_content = path.read_bytes()
    yield "sparse", sparse
    yield "huge", huge
    yield "empty", path.touch
    yield "short", lambda: path.write_bytes(path_content[:50])
    yield "doubled", lambda: path.write_bytes(path_content * 2)
    yield "folder", path.mkdir
    yield "pipe", lambda: os.mkfifo(path)
    yield "device", lambda: path.symlink_to("/dev/zero")
    yield "link", lambda: path.symlink_to(victim)
    yield "dangling link", lambda: path.symlink_to(path.parent / "nothing")
    yield "link to itself", lambda: path.symlink_to(path)


@pytest.mark.parametrize("kind", ["plans", "noise", "scores"])
def test_what_is_no_entry(work, kind, tmp_path):
    victim = tmp_path / "victim"
    victim.write_bytes(b"not ours")
    work.restore()
    for name, put in hostile(work.entries(kind)[0], victim):
        work.restore()
        for path in work.entries(kind)[:1]:
            path.unlink()
            put()
        assert work.compile()[0] == work.good, name
        assert victim.read_bytes() == b"not ours", f"{name}: the cache wrote through a link"
        assert not [p for p in tmp_path.rglob(".fp8c-*")], name


@pytest.mark.parametrize("put", [
    lambda cache: cache.write_text("no folder"),
    lambda cache: cache.symlink_to("/proc/nothing"),
    lambda cache: [cache.mkdir()] + [(cache / kind).write_text("no folder") for kind in KINDS],
    lambda cache: [cache.mkdir(), cache.chmod(0)]])
def test_a_cache_that_cannot_be_used(work, put):
    shutil.rmtree(work.cache)
    put(work.cache)
    plan, said = work.compile()
    assert plan == work.good
    assert HOSTILE[1] in said or os.geteuid() == 0 and work.cache.stat().st_mode & 0o777 == 0
    if work.cache.is_dir():
        work.cache.chmod(0o700)
