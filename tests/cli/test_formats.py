"""The format analysis of a value: what formats of 8 bits would keep of it, held against ml_dtypes, and the distribution it is most like."""
import ml_dtypes
import numpy as np
import pytest
from small_models import save
from onnx import helper

NAMES = {"e4m3fnuz": ml_dtypes.float8_e4m3fnuz, "e5m2fnuz": ml_dtypes.float8_e5m2fnuz, "e4m3_ieee": ml_dtypes.float8_e4m3, "e3m4": None}
r = np.random.default_rng(3)
COUNT = 8 * 4096


def numbers(kind):
    return {"normal": r.standard_normal(COUNT), "laplace": r.laplace(size=COUNT), "student-t": r.standard_t(3, COUNT)}[kind].astype(np.float32)


def values(fp8c, folder, x):
    w = r.standard_normal((64, 32)).astype(np.float32)
    save(folder / "m.onnx", [helper.make_node("MatMul", ["x", "w"], ["y"])], [("x", ["n", 64])], [("y", ["n", 32])], w=w)
    np.savez(folder / "c.npz", x=x.reshape(8, -1, 64))
    done = fp8c("compile", "m.onnx", "-n", "--json", "--target", "cpu", "--calibrate", "c.npz")
    assert done.code == 0, done.err
    return next(v for v in done.json()["values"] if v["value"] == "x")


def best_db(x, kind):
    """The best of many scales, each rounded by ml_dtypes."""
    top, best = float(ml_dtypes.finfo(kind).max), -np.inf
    for unit in np.abs(x).max() / top * np.exp2(np.arange(-24, 1) / 4):
        q = (x / np.float32(unit)).clip(-top, top).astype(kind).astype(np.float64) * unit
        best = max(best, 10 * np.log10((x.astype(np.float64) ** 2).sum() / ((x - q) ** 2).sum()))
    return best


@pytest.mark.parametrize("kind", ["normal", "laplace", "student-t"])
def test_figures_and_families(fp8c, tmp_path, kind):
    x = numbers(kind) * 7
    v = values(fp8c, tmp_path, x)
    for name in ("e4m3fnuz", "e5m2fnuz", "e4m3_ieee"):
        assert abs(v["what_if"][name + "_db"] - best_db(x, NAMES[name])) < 0.35, (name, v["what_if"])
    fit = v["distribution"]
    assert fit["family"] == kind and fit["divergence"] < 0.01, fit
    assert abs(fit["scale"] / 7 - 1) < 0.06 and (kind != "student-t" or fit["freedom"] == 3), fit
    keeps = {**{k.removesuffix("_db"): db for k, db in v["what_if"].items()}, "e4m3": best_db(x, ml_dtypes.float8_e4m3fn), "e5m2": best_db(x, ml_dtypes.float8_e5m2)}
    assert keeps[fit["best"]] > max(keeps.values()) - 1.5, (fit, keeps)  # what is expected of the family is so of the numbers


def test_values_that_are_like_nothing(fp8c, tmp_path):
    x = np.zeros(COUNT, np.float32)
    x[:7] = 1
    assert "distribution" not in values(fp8c, tmp_path, x)
    assert values(fp8c, tmp_path, np.ones(COUNT, np.float32))["distribution"]["divergence"] > 1
