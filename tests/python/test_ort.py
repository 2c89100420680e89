"""The execution provider of ONNX Runtime: plans in context models, whole graphs, parts of graphs, and what is refused."""

import subprocess
import threading

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper

import fp8c
import fp8c.ort
import small_models
from decoders import decoder
from fp8c._native import command

X = np.random.default_rng(1).standard_normal((5, 32)).astype(np.float32)


def session(model, level=None, **options):
    made = onnxruntime.SessionOptions()
    made.log_severity_level = 4
    made.add_session_config_entry("session.record_ep_graph_assignment_info", "1")
    if level is not None:
        made.graph_optimization_level = level
    # Python would make another session, without the provider, where this one cannot be made.
    return onnxruntime.InferenceSession(model, fp8c.ort.add_to(made, "cpu", **{"threads": 1, **options}), enable_fallback=0)


def export(plan, path, *options):
    words = [*command(), "export", "--ort", str(plan), "-o", str(path), "-q", *options]
    subprocess.run(words, check=True, capture_output=True, text=True)
    return str(path)


@pytest.fixture
def compiled(mlp, tmp_path):
    """A plan in FP8: its file, and what it gives for X."""
    samples = {"x": np.random.default_rng(2).standard_normal((8, 4, 32)).astype(np.float32)}
    plan = fp8c.compile(mlp, target="cpu", precision="fp8", calibrate=samples)
    assert "e4m3" in {n["decision"]["format"] for n in plan.report["nodes"] if n.get("decision")}
    return plan.save(tmp_path / "mlp.fp8c"), fp8c.Session(plan, threads=1).run(None, {"x": X})[0]


# ---- Context models ----------------------------------------------------------------------


def test_a_context_model_gives_what_the_plan_gives(compiled, tmp_path):
    plan, want = compiled
    embedded, beside = export(plan, tmp_path / "a.onnx"), export(plan, tmp_path / "b.onnx", "--external-data")
    assert (tmp_path / "b.onnx.fp8c").read_bytes() == plan.read_bytes() and not (tmp_path / "a.onnx.fp8c").exists()
    for model in (embedded, beside, open(embedded, "rb").read()):
        made = session(model)
        np.testing.assert_array_equal(made.run(None, {"x": X})[0], want)
        assert made.run(None, {"x": X[:0]})[0].shape == (0, 16)
        assert [d.shape for d in made.get_inputs()] == [["batch", 32]]


def test_a_context_node_in_a_larger_model(compiled, tmp_path):
    """Its tensors have other names there, and other nodes run beside it."""
    plan, want = compiled
    model = onnx.load(export(plan, tmp_path / "a.onnx"))
    (node,) = model.graph.node
    node.input[0], node.output[0] = "doubled", "half"
    model.graph.node.insert(0, helper.make_node("Add", ["u", "u"], ["doubled"]))
    model.graph.node.append(helper.make_node("Neg", ["half"], ["v"]))
    model.graph.value_info.append(helper.make_tensor_value_info("half", TensorProto.FLOAT, ["batch", 16]))
    model.graph.input[0].name, model.graph.output[0].name = "u", "v"
    got = session(model.SerializeToString()).run(None, {"u": X / 2})[0]
    np.testing.assert_array_equal(got, -want)


def test_shapes_that_depend_on_numbers(two, tmp_path):
    plan = fp8c.compile(two, target="cpu").save(tmp_path / "two.fp8c")
    made = session(export(plan, tmp_path / "two_ctx.onnx"))
    for rows in (3, 0, 2):
        x = np.eye(rows, 4, dtype=np.float32)
        total, square, places = made.run(None, {"x": x, "i": np.array([1, 2, 3])})
        np.testing.assert_array_equal(total, 2 * x)
        np.testing.assert_array_equal(square, [1, 4, 9])
        np.testing.assert_array_equal(places, np.nonzero(x))


def test_threads_share_a_session(compiled, tmp_path):
    plan, want = compiled
    made = session(export(plan, tmp_path / "a.onnx"))
    wrong = []

    def work():
        for _ in range(50):
            if not np.array_equal(made.run(None, {"x": X})[0], want):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def changed(path, change):
    model = onnx.load(path)
    attributes = {a.name: a for a in model.graph.node[0].attribute}
    change(model, attributes)
    return model.SerializeToString()


def flip(at):
    def change(_, attributes):
        content = bytearray(attributes["ep_cache_context"].s)
        content[at] ^= 0x40
        attributes["ep_cache_context"].s = bytes(content)

    return change


def cut(_, attributes):
    attributes["ep_cache_context"].s = attributes["ep_cache_context"].s[:-100]


def no_plan(_, attributes):
    attributes["ep_cache_context"].s = b""


def other_hash(_, attributes):
    attributes["notes"].s = b"0" * 64


def other_type(model, _):
    model.graph.input[0].type.tensor_type.elem_type = TensorProto.DOUBLE


def more_inputs(model, _):
    model.graph.node[0].input.append("x2")
    model.graph.input.append(helper.make_tensor_value_info("x2", TensorProto.FLOAT, [1]))


def elsewhere(name):
    def change(_, attributes):
        attributes["embed_mode"].i = 0
        attributes["ep_cache_context"].s = name

    return change


@pytest.mark.parametrize(
    "change, words",
    [
        (flip(0), "plan"),
        (flip(100), "plan|hash"),
        (flip(-3000), "hash|changed"),
        (cut, "plan|bytes"),
        (no_plan, "plan"),
        (other_hash, "hash"),
        (other_type, 'input "x" has the type 11'),
        (more_inputs, "2 inputs and 1 outputs, and its plan 1 and 1"),
        (elsewhere(b"mlp.fp8c"), "loaded from memory"),
    ],
)
def test_a_context_model_that_is_damaged(compiled, tmp_path, change, words):
    model = changed(export(compiled[0], tmp_path / "a.onnx"), change)
    with pytest.raises(Exception, match=words):
        session(model)


def test_a_plan_that_keeps_states(compiled, tmp_path):
    """A node has nowhere to keep them: that is said when the model is written, and when a session is made of another's."""
    plan = fp8c.compile(decoder(tmp_path / "d.onnx"), target="cpu", precision="f32", capacity=8)
    assert plan.capacity == 8 and fp8c.Plan(compiled[0]).capacity == 0
    with pytest.raises(subprocess.CalledProcessError) as error:
        export(plan.save(tmp_path / "d.fp8c"), tmp_path / "d_ctx.onnx")
    assert error.value.returncode == 4 and "keeps states" in error.value.stderr
    assert not (tmp_path / "d_ctx.onnx").exists()

    def other_plan(model, attributes):
        attributes["ep_cache_context"].s = (tmp_path / "d.fp8c").read_bytes()
        del model.graph.node[0].attribute[[a.name for a in model.graph.node[0].attribute].index("notes")]

    with pytest.raises(Exception, match="keeps states"):
        session(changed(export(compiled[0], tmp_path / "a.onnx"), other_plan))


@pytest.mark.parametrize("name, words", [(b"../mlp.fp8c", r"\.\."), (b"/etc/passwd", "absolute|relative"), (b"none", "none")])
def test_a_plan_beside_lies_beside(compiled, tmp_path, name, words):
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "model.onnx"
    path.write_bytes(changed(export(compiled[0], tmp_path / "a.onnx"), elsewhere(name)))
    with pytest.raises(Exception, match=words):
        session(str(path))


def test_wrong_shapes(compiled, tmp_path):
    made = session(export(compiled[0], tmp_path / "a.onnx"))
    model = onnx.load(str(tmp_path / "a.onnx"))
    with pytest.raises(Exception, match="Expected: 32"):  # ONNX Runtime's own, by the shapes that the model states
        made.run(None, {"x": np.zeros((2, 31), np.float32)})
    model.graph.input[0].type.tensor_type.ClearField("shape")
    made = session(model.SerializeToString())
    with pytest.raises(Exception, match=r'input "x" has shape \[2, 31\]; the program expects'):
        made.run(None, {"x": np.zeros((2, 31), np.float32)})
    np.testing.assert_array_equal(made.run(None, {"x": X})[0], compiled[1])


def test_ports_that_onnx_runtime_packs(tmp_path):
    nodes = [helper.make_node("Cast", ["x"], ["y"], to=TensorProto.INT4)]
    path = small_models.save(tmp_path / "m.onnx", nodes, [("x", [4])], [("y", [4], TensorProto.INT4)])
    plan = fp8c.compile(path, target="cpu").save(tmp_path / "m.fp8c")
    done = subprocess.run([*command(), "export", "--ort", str(plan)], capture_output=True, text=True)
    assert done.returncode == 4 and 'port "y" is i4' in done.stderr


# ---- Graphs that are compiled when a session is made ------------------------------------


def test_a_whole_model(mlp, compiled, tmp_path):
    samples = np.random.default_rng(2).standard_normal((8, 4, 32)).astype(np.float32)
    np.savez(tmp_path / "samples.npz", x=samples)
    off = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    for model in (mlp, open(mlp, "rb").read()):
        made = session(str(model) if not isinstance(model, bytes) else model, off, precision="fp8",
                       calibrate=tmp_path / "samples.npz")
        np.testing.assert_array_equal(made.run(None, {"x": X})[0], compiled[1])
    made = session(str(mlp), precision="f32")
    want = onnxruntime.InferenceSession(str(mlp)).run(None, {"x": X})[0]
    np.testing.assert_allclose(made.run(None, {"x": X})[0], want, rtol=1e-5, atol=1e-6)


def random_weights(*names):
    random = np.random.default_rng(0)
    return {k: random.standard_normal((32, 32)).astype(np.float32) / 6 for k in names}


def bodies_model(path):
    """A product, a body that reads from outside, constants of several kinds."""
    body = [
        helper.make_graph(
            [helper.make_node(op, ["h", "bias"], ["given"])],
            op,
            [],
            [helper.make_tensor_value_info("given", TensorProto.FLOAT, None)],
        )
        for op in ("Add", "Sub")
    ]
    nodes = [
        helper.make_node("MatMul", ["x", "a"], ["h"], name="first"),
        helper.make_node("If", ["flag"], ["i"], then_branch=body[0], else_branch=body[1]),
        helper.make_node("Reshape", ["i", "shape"], ["wide"]),
        helper.make_node("MeanVarianceNormalization", ["wide"], ["normal"], axes=[1]),
        helper.make_node("MatMul", ["normal", "b"], ["r"]),
        helper.make_node("Sum", ["r", "h"], ["y"]),
    ]
    inputs = [("x", ["n", 32]), ("flag", [], TensorProto.BOOL)]
    constants = {"bias": np.arange(32, dtype=np.float32), "shape": np.array([-1, 32])}
    return str(small_models.save(path, nodes, inputs, [("y", ["n", 32])], **random_weights("a", "b"), **constants))


def lacking_model(path):
    """Two products around an operator that fp8c does not have; the second reads what stands in front of that too."""
    nodes = [
        helper.make_node("MatMul", ["x", "a"], ["h"], name="first"),
        helper.make_node("Relu", ["h"], ["p"]),
        helper.make_node("Binarizer", ["p"], ["s"], name="lacking", domain="ai.onnx.ml", threshold=0.5),
        helper.make_node("Add", ["s", "h"], ["d"]),
        helper.make_node("MatMul", ["d", "b"], ["y"], name="second"),
        helper.make_node("Neg", ["s"], ["z"]),
    ]
    path = small_models.save(path, nodes, [("x", ["n", 32])], [("y", ["n", 32]), ("z", ["n", 32])], **random_weights("a", "b"))
    model = onnx.load(str(path))
    model.opset_import.append(helper.make_opsetid("ai.onnx.ml", 3))
    onnx.save(model, str(path))
    return str(path)


def assigned(made):
    """The operators that each provider runs."""
    found = {}
    for part in made.get_provider_graph_assignment_info():
        found.setdefault(part.ep_name, []).extend(n.op_type for n in part.get_nodes())
    return found


@pytest.mark.parametrize("level", ["ORT_DISABLE_ALL", "ORT_ENABLE_ALL"])
def test_bodies_and_constants_of_a_whole_model(tmp_path, level):
    path = bodies_model(tmp_path / "m.onnx")
    made = session(path, getattr(onnxruntime.GraphOptimizationLevel, level), precision="f32")
    assert set(assigned(made)) == {fp8c.ort.PROVIDER}
    plain = onnxruntime.InferenceSession(path)
    for flag in (True, False):
        feed = {"x": X, "flag": np.array(flag)}
        np.testing.assert_allclose(made.run(None, feed)[0], plain.run(None, feed)[0], rtol=1e-4, atol=1e-5)


def test_what_fp8c_lacks_runs_on_the_cpu_provider(tmp_path):
    path = lacking_model(tmp_path / "m.onnx")
    made = session(path, onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL, precision="f32")
    by_provider = assigned(made)
    assert sorted(by_provider[fp8c.ort.PROVIDER]) == ["Add", "MatMul", "MatMul", "Neg", "Relu"]
    assert by_provider["CPUExecutionProvider"] == ["Binarizer"]
    want = onnxruntime.InferenceSession(path).run(None, {"x": X})
    for have, expected in zip(made.run(None, {"x": X}), want, strict=True):
        np.testing.assert_allclose(have, expected, rtol=1e-4, atol=1e-5)


def written(path, place, entries=(), **options):
    """A session that writes what it has compiled as a model (ep.context_enable)."""
    made = onnxruntime.SessionOptions()
    made.log_severity_level = 4
    for key, value in {"ep.context_enable": "1", "ep.context_file_path": str(place), **dict(entries)}.items():
        made.add_session_config_entry(key, value)
    return onnxruntime.InferenceSession(str(path), fp8c.ort.add_to(made, "cpu", threads=1, **options), enable_fallback=0)


@pytest.mark.parametrize("embedded", ["1", "0"])
def test_onnx_runtime_writes_what_was_compiled(mlp, compiled, tmp_path, embedded):
    samples = np.random.default_rng(2).standard_normal((8, 4, 32)).astype(np.float32)
    np.savez(tmp_path / "samples.npz", x=samples)
    (tmp_path / "out").mkdir()
    place = tmp_path / "out" / "ctx.onnx"
    made = written(mlp, place, {"ep.context_embed_mode": embedded}, precision="fp8", calibrate=tmp_path / "samples.npz")
    (node,) = onnx.load(str(place)).graph.node
    assert node.op_type == "EPContext" and node.domain == "com.microsoft"
    plans = list((tmp_path / "out").glob("*.fp8c"))
    assert len(plans) == (embedded == "0")
    again = session(str(place))
    for x in (X, X[:1]):
        np.testing.assert_array_equal(again.run(None, {"x": x})[0], made.run(None, {"x": x})[0])
    (tmp_path / "samples.npz").unlink()  # nothing is compiled a second time
    session(str(place))
    if plans:  # the node names the plan that it was made with
        plans[0].write_bytes(compiled[0].read_bytes()[:-1])
        with pytest.raises(Exception, match="plan|bytes|hash"):
            session(str(place))


def test_parts_of_a_model_are_written_as_such(tmp_path):
    path, place = lacking_model(tmp_path / "m.onnx"), tmp_path / "ctx.onnx"
    made = written(path, place, precision="f32")
    model = onnx.load(str(place))
    kinds = [n.op_type for n in model.graph.node]
    assert kinds.count("EPContext") >= 2 and "Binarizer" in kinds and "MatMul" not in kinds
    for have, want in zip(session(str(place)).run(None, {"x": X}), made.run(None, {"x": X}), strict=True):
        np.testing.assert_array_equal(have, want)


@pytest.mark.parametrize(
    "entries, words",
    [
        ({"ep.context_embed_mode": "2"}, 'ep.context_embed_mode is "2"; it is 0 or 1'),
        ({"ep.context_embed_mode": "0", "ep.context_file_path": "nowhere/ctx.onnx"}, "nowhere"),
    ],
)
def test_a_place_or_mode_that_is_none(mlp, tmp_path, monkeypatch, entries, words):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Exception, match=words):
        written(mlp, tmp_path / "ctx.onnx", entries, precision="f32")


def test_a_body_with_what_fp8c_lacks_stays_whole(tmp_path):
    model = onnx.load(bodies_model(tmp_path / "m.onnx"))
    for attribute in model.graph.node[1].attribute:
        (node,) = attribute.g.node
        node.op_type, node.domain = "Binarizer", "ai.onnx.ml"
        del node.input[1]
        node.attribute.append(helper.make_attribute("threshold", 0.5))
    model.opset_import.append(helper.make_opsetid("ai.onnx.ml", 3))
    made = session(model.SerializeToString(), onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL, precision="f32")
    by_provider = assigned(made)
    assert "If" in by_provider["CPUExecutionProvider"] and by_provider[fp8c.ort.PROVIDER].count("MatMul") == 2
    plain = onnxruntime.InferenceSession(model.SerializeToString())
    feed = {"x": X, "flag": np.array(True)}
    np.testing.assert_allclose(made.run(None, feed)[0], plain.run(None, feed)[0], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    "options, words",
    [
        ({"presicion": "fp8"}, 'no provider option "presicion"; there are device'),
        ({"precision": "fp9"}, 'precision is "fp9"; it is one of auto, fp8'),
        ({"calibrate": "nowhere.npz"}, "nowhere.npz"),
        ({"device": "npu"}, "npu"),
        ({"dims": "batch=-1"}, "batch"),
        ({"threads": "many"}, 'threads is "many"'),
        ({"threads": -1}, 'threads is "-1"'),
        ({"threads": 300}, 'threads is "300"'),
        ({"target": "sm_1"}, "sm_1"),
    ],
)
def test_options_that_are_wrong_end_the_session(mlp, options, words):
    with pytest.raises(Exception, match=words):
        session(str(mlp), **options)
