"""frontend/onnx.proto says what the onnx package says: every field's number, type and label.

Our file leaves fields and messages out; what it has must be ONNX's.
"""
import pathlib
import subprocess

import onnx
import pytest
from google.protobuf import descriptor_pb2

ROOT = pathlib.Path(__file__).resolve().parents[2]
WHOLE = ["ModelProto", "GraphProto", "NodeProto", "AttributeProto", "TensorProto", "TypeProto",
         "TensorShapeProto", "ValueInfoProto", "OperatorSetIdProto", "StringStringEntryProto",
         "FunctionProto", "SparseTensorProto"]


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    out = tmp_path_factory.mktemp("proto") / "onnx.pb"
    subprocess.run(["protoc", f"--descriptor_set_out={out}", f"-I{ROOT / 'frontend'}",
                    str(ROOT / "frontend" / "onnx.proto")], check=True)
    described = descriptor_pb2.FileDescriptorSet.FromString(out.read_bytes())
    return described.file[0]


@pytest.fixture(scope="module")
def published():
    described = descriptor_pb2.FileDescriptorProto()
    onnx.onnx_ml_pb2.DESCRIPTOR.CopyToProto(described)
    return described


def messages(file):
    """Name -> message, nested ones as A.B."""
    found = {}

    def visit(prefix, items):
        for m in items:
            found[prefix + m.name] = m
            visit(prefix + m.name + ".", m.nested_type)
    visit("", file.message_type)
    return found


def enums(file):
    found = {e.name: e for e in file.enum_type}
    for name, m in messages(file).items():
        found.update({f"{name}.{e.name}": e for e in m.enum_type})
    return found


def meaning(field, message):
    """What the wire and a reader see of a field; protobuf names types after the package."""
    oneof = message.oneof_decl[field.oneof_index].name if field.HasField("oneof_index") else None
    return {"type": field.type, "label": field.label, "oneof": oneof,
            "of": field.type_name.removeprefix(".onnx.")}


def test_messages_are_there(ours):
    assert set(WHOLE) <= set(messages(ours))


def test_every_field_agrees(ours, published):
    theirs = messages(published)
    compared = 0
    for name, message in messages(ours).items():
        assert name in theirs, f"ONNX has no message {name}"
        by_number = {f.number: f for f in theirs[name].field}
        for field in message.field:
            assert field.number in by_number, f"ONNX's {name} has no field {field.number}"
            other = by_number[field.number]
            assert meaning(field, message) == meaning(other, theirs[name]), f"{name}.{field.name}"
            compared += 1
    assert compared > 80


def test_every_enumerator_agrees(ours, published):
    theirs = enums(published)
    for name, enum in enums(ours).items():
        values = {v.number: v.name for v in theirs[name].value}
        for v in enum.value:
            assert values.get(v.number) == v.name, f"{name}.{v.name}"


def test_data_types_are_complete(ours, published):
    """A data type we do not name would be reported as unknown."""
    assert ({v.number for v in enums(ours)["TensorProto.DataType"].value} ==
            {v.number for v in enums(published)["TensorProto.DataType"].value})
