"""Assignments beside the chosen one: what computes the same is run once."""
import json


def stages(fp8c, tmp_path, model, samples, *words):
    done = fp8c("compile", model, "-n", "-q", "--target", "cpu", "--calibrate", samples, "--no-cache", "--log", "log.txt",
                "--report-json", "r.json", *words)
    assert done.code == 0, done.err
    lines = (tmp_path / "log.txt").read_text().splitlines()
    return [s for s in lines if s.startswith("compare ")], json.loads((tmp_path / "r.json").read_text())["alternatives"]


def test_the_same_is_judged_once(fp8c, tmp_path, model, samples):
    """All in E4M3 is what the rules choose too: the same figures without another run."""
    ran, found = stages(fp8c, tmp_path, model, samples)
    names = [a["name"] for a in found]
    assert {"auto", "e4m3", "bf16", "e5m2"} <= set(names)
    by = {a["name"]: a["outputs"] for a in found}
    assert by["auto"] == by["e4m3"] != by["e5m2"]
    assert ran == ["compare f32", "compare auto", "compare bf16", "compare e5m2"]


def test_another_is_judged(fp8c, tmp_path, model, samples):
    """With BF16 chosen, all in E4M3 is another assignment."""
    ran, found = stages(fp8c, tmp_path, model, samples, "--precision", "bf16")
    assert "compare e4m3" in ran
