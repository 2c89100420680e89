"""The coverage table: what it says of opsets is ONNX's own word, and the page is what the command prints."""
import json
import pathlib

import onnx
from onnx import TensorProto, helper

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = "<!-- from here on: fp8c ops --markdown -->\n\n"


def test_page_is_what_the_command_prints(fp8c):
    page = (ROOT / "docs" / "operators.md").read_text()
    assert page.split(MARK)[1] == fp8c("ops", "--markdown").out


def test_opsets_are_those_of_onnx(fp8c):
    first = {}
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.domain == "":
            first[schema.name] = min(first.get(schema.name, 99), schema.since_version)
    rows = [row for row in json.loads(fp8c("ops", "--json").out) if row["domain"] == ""]
    assert len(rows) > 180
    for row in rows:
        assert row["first_opset"] == max(6, first[row["name"]]), row["name"]
        assert row["last_opset"] == 27


def test_every_row_is_read(fp8c, tmp_path):
    """A name in the table is not refused as an operator; one that is not there is."""
    rows = json.loads(fp8c("ops", "--json").out)
    names = [(row["domain"], row["name"]) for row in rows if row["domain"] != "fp8c"]
    nodes = [helper.make_node(name, ["x"], [f"y{i}"], name=f"n{i}", domain=domain)
             for i, (domain, name) in enumerate(names + [("", "NoSuchOperator"), ("com.microsoft", "NoSuchOne")])]
    graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])],
                              [helper.make_tensor_value_info("y0", TensorProto.FLOAT, [1])])
    path = tmp_path / "all.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 24), helper.make_opsetid("com.microsoft", 1)],
                                ir_version=10), path)
    done = fp8c("compile", path, "-o", tmp_path / "all.fp8c", "--target", "cpu")
    assert done.code == 4
    assert "2 nodes of the model cannot be done" in done.err, done.err
    assert "NoSuchOperator" in done.err and "NoSuchOne" in done.err
