"""Control flow and sequences: small models of every shape against ONNX Runtime."""
import numpy as np
import onnx
import pytest
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper

from conftest import reference

F, I, B = T.FLOAT, T.INT64, T.BOOL


def info(name, dtype=F, shape=None):
    return h.make_tensor_value_info(name, dtype, shape)


def const(name, x):
    return numpy_helper.from_array(np.asarray(x), name)


def body(name, nodes, inputs, outputs, constants=()):
    return h.make_graph(nodes, name, inputs, outputs, list(constants))


def model(tmp_path, nodes, inputs, outputs, constants=(), opset=19):
    graph = h.make_graph(nodes, "g", inputs, outputs, list(constants))
    m = h.make_model(graph, opset_imports=[h.make_opsetid("", opset)], ir_version=9)
    onnx.checker.check_model(m)
    path = tmp_path / "model.onnx"
    onnx.save(m, path)
    return path


def check(run_plan, path, inputs):
    expected = reference(path, inputs)
    found = run_plan(path, inputs, names=expected)
    for name, want in expected.items():
        assert found[name].shape == want.shape and found[name].dtype == want.dtype, name
        np.testing.assert_allclose(found[name], want, rtol=1e-5, atol=1e-6, err_msg=name)


def powers():
    """y <- y * x while its sum stays below a limit; x and the limit are captured."""
    return body("b", [
        h.make_node("Mul", ["y", "x"], ["grown"]),
        h.make_node("ReduceSum", ["grown"], ["sum"], keepdims=0),
        h.make_node("Less", ["sum", "limit"], ["go"]),
        h.make_node("Identity", ["sum"], ["each"]),
    ], [info("i", I, []), info("c", B, []), info("y", F, [None])],
        [info("go", B, []), info("grown", F, [None]), info("each", F, [])])


@pytest.mark.parametrize("limit, trips", [(1e3, 100), (0., 100), (1e9, 3), (1e3, 0)])
def test_while(run_plan, tmp_path, limit, trips):
    path = model(tmp_path, [h.make_node("Loop", ["trips", "go0", "x"], ["last", "sums"], body=powers())],
                 [info("x", F, ["n"]), info("limit", F, []), info("trips", I, [])],
                 [info("last", F, [None]), info("sums", F, [None])], [const("go0", True)])
    check(run_plan, path, {"x": np.array([1.5, 2, .5], np.float32), "limit": np.array(limit, np.float32),
                           "trips": np.array(trips, np.int64)})


@pytest.mark.parametrize("steps", [0, 1, 5])
def test_growing_state(run_plan, tmp_path, steps):
    """A state whose size changes, and an If in the Loop that reads from two graphs around it."""
    then = body("then", [h.make_node("Concat", ["s", "x"], ["t"], axis=0)], [], [info("t", F, [None])])
    other = body("else", [h.make_node("Mul", ["s", "scale"], ["t"])], [], [info("t", F, [None])])
    loop = body("b", [
        h.make_node("Mod", ["i", "two"], ["odd"]),
        h.make_node("Equal", ["odd", "zero"], ["even"]),
        h.make_node("If", ["even"], ["t"], then_branch=then, else_branch=other),
        h.make_node("Identity", ["c"], ["go"]),
    ], [info("i", I, []), info("c", B, []), info("s", F, [None])], [info("go", B, []), info("t", F, [None])])
    path = model(tmp_path, [
        h.make_node("Add", ["x", "x"], ["begin"]),
        h.make_node("Loop", ["steps", "", "begin"], ["y"], body=loop),
    ], [info("x", F, ["n"]), info("steps", I, [])], [info("y", F, [None])],
        [const("two", np.int64(2)), const("zero", np.int64(0)), const("scale", np.float32(.5))])
    check(run_plan, path, {"x": np.array([1, 2, 3], np.float32), "steps": np.array(steps, np.int64)})


@pytest.mark.parametrize("axis, backwards, out_axis, out_backwards",
                         [(0, 0, 0, 0), (1, 1, 1, 0), (-1, 0, -1, 1), (2, 1, 0, 1)])
def test_scan(run_plan, tmp_path, axis, backwards, out_axis, out_backwards):
    scan = body("b", [
        h.make_node("Add", ["s", "u"], ["t"]),
        h.make_node("Mul", ["t", "k"], ["v"]),
    ], [info("s", F, None), info("u", F, None)], [info("t", F, None), info("v", F, None)])
    path = model(tmp_path, [h.make_node(
        "Scan", ["s0", "x"], ["last", "all"], body=scan, num_scan_inputs=1, scan_input_axes=[axis],
        scan_input_directions=[backwards], scan_output_axes=[out_axis], scan_output_directions=[out_backwards])],
        [info("x", F, ["a", "b", "c"]), info("s0", F, ["p", "q"]), info("k", F, [])],
        [info("last", F, [None, None]), info("all", F, [None, None, None])])
    x = np.random.default_rng(1).standard_normal((2, 3, 4)).astype(np.float32)
    check(run_plan, path, {"x": x, "s0": np.zeros(np.delete(x.shape, axis), np.float32),
                           "k": np.array(2, np.float32)})


def test_branch_by_shape_is_folded(fp8c, run_plan, tmp_path):
    """What exporters ask of a shape is no control flow once the shape is known."""
    nodes = [
        h.make_node("Shape", ["x"], ["shape"], start=1, end=2),
        h.make_node("Squeeze", ["shape"], ["width"]),
        h.make_node("Equal", ["width", "one"], ["flat"]),
        h.make_node("If", ["flat"], ["y"],
                    then_branch=body("t", [h.make_node("Neg", ["x"], ["a"])], [], [info("a", F, ["n", 3])]),
                    else_branch=body("e", [h.make_node("Relu", ["x"], ["b"])], [], [info("b", F, ["n", 3])])),
    ]
    path = model(tmp_path, nodes, [info("x", F, ["n", 3])], [info("y", F, ["n", 3])],
                 [const("one", np.int64(1))])
    check(run_plan, path, {"x": np.array([[1, -2, 3]], np.float32)})
    assert "If" not in fp8c("show", "model.fp8c", "--steps").stdout


@pytest.mark.parametrize("pick", [0, 2, -1])
def test_sequence_at_run_time(run_plan, tmp_path, pick):
    nodes = [
        h.make_node("SplitToSequence", ["x", "sizes"], ["s"], axis=0),
        h.make_node("SequenceLength", ["s"], ["n"]),
        h.make_node("SequenceAt", ["s", "pick"], ["y"]),
        h.make_node("SequenceInsert", ["s", "y", "pick"], ["longer"]),
        h.make_node("ConcatFromSequence", ["longer"], ["z"], axis=0),
    ]
    path = model(tmp_path, nodes, [info("x", F, ["n", 2]), info("pick", I, []), info("sizes", I, ["k"])],
                 [info("n", I, []), info("y", F, [None, 2]), info("z", F, [None, 2])])
    x = np.arange(12, dtype=np.float32).reshape(6, 2)
    check(run_plan, path, {"x": x, "pick": np.array(pick, np.int64), "sizes": np.array([1, 3, 2])})


def test_known_sequence_is_no_sequence(fp8c, run_plan, tmp_path):
    nodes = [
        h.make_node("SplitToSequence", ["x"], ["s"], axis=1, keepdims=0),
        h.make_node("SequenceAt", ["s", "one"], ["a"]),
        h.make_node("SequenceErase", ["s", "one"], ["t"]),
        h.make_node("SequenceInsert", ["t", "a"], ["u"]),
        h.make_node("ConcatFromSequence", ["u"], ["y"], axis=0, new_axis=1),
    ]
    path = model(tmp_path, nodes, [info("x", F, ["n", 3, 2])], [info("y", F, [3, None, 2])],
                 [const("one", np.int64(1))])
    check(run_plan, path, {"x": np.arange(12, dtype=np.float32).reshape(2, 3, 2)})
    assert "Sequence" not in fp8c("show", "model.fp8c", "--steps").stdout


def test_a_gpu_refuses_by_name(fp8c, tmp_path):
    path = model(tmp_path, [h.make_node("Loop", ["trips", "", "x"], ["last", "sums"], body=powers())],
                 [info("x", F, [4]), info("limit", F, []), info("trips", I, [])],
                 [info("last", F, [None]), info("sums", F, [None])])
    done = fp8c("compile", path, "-o", "model.fp8c", "--target", "sm_90a")
    assert done.returncode == 4 and "Loop" in done.stderr and "--allow-cpu-fallback" in done.stderr


@pytest.mark.parametrize("trips", ["trips", ""])
def test_a_loop_without_a_count_beside_kernels(fp8c, tmp_path, trips):
    """Its first input is absent: passes that ask every node for its image must not read one."""
    path = model(tmp_path, [h.make_node("Loop", [trips, "go0", "x"], ["last", "sums"], body=powers()), h.make_node("Relu", ["x"], ["z"])],
                 [info("x", F, [4]), info("limit", F, [])] + ([info("trips", I, [])] if trips else []),
                 [info("last", F, [None]), info("sums", F, [None]), info("z", F, [4])], [const("go0", True)])
    for precision in ("f32", "bf16"):
        done = fp8c("compile", path, "-o", "model.fp8c", "--target", "cpu", "--target", "sm_90a", "--allow-cpu-fallback", "--precision", precision)
        if "NVRTC" in done.stderr:
            pytest.skip("no NVRTC")
        assert done.returncode == 0, done.stderr


def test_a_rank_that_data_decides_is_shown(fp8c, run_plan, tmp_path):
    """The branches differ in rank: the port's shape is known when it is run."""
    nodes = [h.make_node("If", ["c"], ["y"],
                         then_branch=body("t", [h.make_node("Flatten", ["x"], ["a"], axis=0)], [], [info("a", F, [1, None])]),
                         else_branch=body("e", [h.make_node("Neg", ["x"], ["b"])], [], [info("b", F, [None, 3, 2])]))]
    graph = h.make_graph(nodes, "g", [info("x", F, ["n", 3, 2]), info("c", B, [])], [onnx.ValueInfoProto(name="y")])
    path = tmp_path / "untyped.onnx"
    onnx.save(h.make_model(graph, opset_imports=[h.make_opsetid("", 19)], ir_version=9), path)
    for c in (True, False):
        x = np.arange(12, dtype=np.float32).reshape(2, 3, 2)
        y = run_plan(path, {"x": x, "c": np.array(c)}, names=["y"])["y"]
        np.testing.assert_array_equal(y, x.reshape(1, 12) if c else -x)
    assert "y: f32[*]" in fp8c("show", "model.fp8c").stdout



@pytest.mark.parametrize("rows", [np.int64(1), np.int64(-1), np.array([-2, 3, 0], np.int64), np.array([[-4], [1]], np.int32)], ids=lambda r: f"{r.shape}")
@pytest.mark.parametrize("length", [1, 5])
def test_one_of_two_tables(run_plan, tmp_path, rows, length):
    """Rows of the table that a condition chooses, some of them counted from its end."""
    tables = [np.arange(12, dtype=np.float32).reshape(4, 3), 100 + np.arange(18, dtype=np.float32).reshape(6, 3)]
    bodies = [body(name, [h.make_node("Constant", [], [name], value=numpy_helper.from_array(t))], [], [info(name, F, t.shape)]) for name, t in zip("ab", tables)]
    rows = np.asarray(rows)
    path = model(tmp_path, [
        h.make_node("Greater", ["length", "limit"], ["long"]),
        h.make_node("If", ["long"], ["table"], then_branch=bodies[0], else_branch=bodies[1]),
        h.make_node("Gather", ["table", "rows"], ["y"], axis=0),
    ], [info("length", I, []), info("rows", h.np_dtype_to_tensor_dtype(rows.dtype), rows.shape)], [info("y", F, [*rows.shape, 3])], [const("limit", np.int64(3))])
    check(run_plan, path, {"length": np.array(length, np.int64), "rows": rows})


@pytest.mark.parametrize("length", [1, 5])
def test_tables_of_two_conditions(run_plan, tmp_path, length):
    """Cosines and sines by an If of their own each: positions are moved for one of them alone by neither."""
    random = np.random.default_rng(3)

    def chosen(name):
        sides = [numpy_helper.from_array(random.standard_normal((n, 4)).astype(np.float32)) for n in (8, 6)]
        bodies = [body(name + s, [h.make_node("Constant", [], [name + s], value=t)], [], [info(name + s, F, t.dims)]) for s, t in zip("01", sides)]
        return h.make_node("If", ["long"], [name], then_branch=bodies[0], else_branch=bodies[1])

    path = model(tmp_path, [
        h.make_node("Greater", ["length", "limit"], ["long"]), chosen("cos"), chosen("sin"),
        h.make_node("RotaryEmbedding", ["x", "cos", "sin", "at"], ["y"]),
    ], [info("length", I, []), info("x", F, [1, 2, 3, 8]), info("at", I, [1, 3])], [info("y", F, [1, 2, 3, 8])], [const("limit", np.int64(3))], opset=23)
    check(run_plan, path, {"length": np.array(length, np.int64), "x": random.standard_normal((1, 2, 3, 8)).astype(np.float32), "at": np.array([[4, 0, 5]], np.int64)})
