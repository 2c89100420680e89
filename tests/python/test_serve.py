"""What fp8c.serve does with requests, without Ray: which run together, and what one that is wrong does to the others."""

import asyncio
import json

import numpy as np
import pytest
from onnx import TensorProto, helper

import fp8c
import fp8c.serve
import small_models

X = np.random.default_rng(0).standard_normal((8, 32)).astype(np.float32)


@pytest.fixture
def session(mlp):
    return fp8c.Session(fp8c.compile(mlp, target="cpu", precision="f32"), "cpu", threads=1)


class Counting:
    """A session that says how many rows each run had."""

    def __init__(self, session):
        self.session, self.rows = session, []

    def __call__(self, **feed):
        self.rows.append(len(next(iter(feed.values()))))
        return self.session(**feed)


def test_requests_that_are_alike_run_together(session):
    counting = Counting(session)
    results = fp8c.serve.run_rows(counting, [{"x": X[:2]}, {"x": X[2:3]}, {"x": X[3:8]}])
    assert counting.rows == [8]
    np.testing.assert_allclose(np.concatenate([r["y"] for r in results]), session(X)["y"], rtol=1e-5, atol=1e-5)


def test_one_that_is_wrong_spoils_no_other(session):
    results = fp8c.serve.run_rows(session, [{"x": X[:1]}, {"x": X[:1, :31]}, {"x": X[1:2].astype(np.float64)}, {"x": X[2:3]}, {"z": X}, {"x": np.float32(1)}])
    wrong = [isinstance(r, fp8c.Fp8cError) for r in results]
    assert wrong == [False, True, True, False, True, True], results
    np.testing.assert_allclose(results[3]["y"], session(X[2:3])["y"], rtol=1e-5, atol=1e-5)


class Request:
    def __init__(self, body):
        self.body = body

    async def json(self):
        return json.loads(self.body)


@pytest.mark.parametrize(
    "body, words",
    [
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("5", "is a int"),
        ('{"q": [1]}', 'no input "q"'),
        ('{"x": [["1"]]}', "no f32 array"),
        ('{"x": [[1e300]]}', "beyond what f32 holds"),
        ('{"x": [[1], [1, 2]]}', "no f32 array"),
        ('{"x": null}', "no f32 array"),
        ('{"x": {"a": 1}}', "no f32 array"),
    ],
)
def test_bodies_that_are_wrong_are_refused_in_a_sentence(session, body, words):
    with pytest.raises(fp8c.ArgumentError, match=words):
        asyncio.run(fp8c.serve._numbers_of(Request(body), session.plan))


def test_integers_are_not_rounded(tmp_path):
    nodes = [helper.make_node("Mul", ["i", "i"], ["y"])]
    path = small_models.save(tmp_path / "m.onnx", nodes, [("i", ["n"], TensorProto.INT64)], [("y", ["n"], TensorProto.INT64)])
    plan = fp8c.compile(path, target="cpu")
    feed = asyncio.run(fp8c.serve._numbers_of(Request('{"i": [1, 2]}'), plan))
    assert feed["i"].tolist() == [1, 2] and feed["i"].dtype == np.int64
    assert asyncio.run(fp8c.serve._numbers_of(Request('{"i": []}'), plan))["i"].shape == (0,)
    for numbers in ("[1.5]", "[1e300]", "[18446744073709551616]"):
        with pytest.raises(fp8c.ArgumentError):
            asyncio.run(fp8c.serve._numbers_of(Request(f'{{"i": {numbers}}}'), plan))


def test_numbers_that_end_a_run_end_that_of_their_request_alone(tmp_path):
    nodes = [helper.make_node("Gather", ["table", "i"], ["y"])]
    path = small_models.save(tmp_path / "m.onnx", nodes, [("i", ["batch"], TensorProto.INT64)], [("y", ["batch", 4])], table=np.eye(4, dtype=np.float32))
    session = fp8c.Session(fp8c.compile(path, target="cpu", precision="f32"), "cpu", threads=1)
    good, bad, other = fp8c.serve.run_rows(session, [{"i": np.array([k])} for k in (1, 9, 3)])
    assert isinstance(bad, fp8c.Fp8cError), bad
    assert good["y"].argmax() == 1 and other["y"].argmax() == 3


def test_outputs_without_a_row_for_each_request_are_not_parted(tmp_path):
    """Where only a run says what an output is, it is looked at."""
    nodes = [helper.make_node("NonZero", ["x"], ["y"])]
    path = small_models.save(tmp_path / "m.onnx", nodes, [("x", ["batch", 4])], [("y", [2, "count"], TensorProto.INT64)])
    session = fp8c.Session(fp8c.compile(path, target="cpu"), "cpu", threads=1)
    feeds = [{"x": np.eye(1, 4, k, dtype=np.float32)} for k in range(3)]
    for k, result in enumerate(fp8c.serve.run_rows(session, feeds)):
        assert result["y"].tolist() == [[0], [k]]


@pytest.mark.parametrize("outputs, fits", [(["batch", 16], True), (["rows", 16], True), ([5, 16], False)])
def test_which_plans_can_be_batched(tmp_path, outputs, fits):
    """Exporters give one dimension many names; what counts is whether the outputs follow the inputs."""
    if fits:
        nodes, weights = [helper.make_node("MatMul", ["x", "a"], ["y"])], {"a": np.ones((32, 16), np.float32)}
    else:
        nodes = [helper.make_node("MatMul", ["x", "a"], ["z"]), helper.make_node("ReduceSum", ["z", "axis"], ["s"], keepdims=1),
                 helper.make_node("Expand", ["s", "five"], ["y"])]
        weights = {"a": np.ones((32, 16), np.float32), "axis": np.array([0]), "five": np.array([5, 16])}
    path = small_models.save(tmp_path / "m.onnx", nodes, [("x", ["batch", 32])], [("y", outputs)], **weights)
    plan = fp8c.compile(path, target="cpu", precision="f32")
    if fits:
        fp8c.serve._check_rows(plan)
    else:
        with pytest.raises(fp8c.ArgumentError, match="the ports begin with 5, batch"):
            fp8c.serve._check_rows(plan)
