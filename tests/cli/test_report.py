"""The report document against its schema, and what the terminal and the page make of it."""
import copy
import json
import pathlib

import jsonschema
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def closed(schema):
    """The schema with no field allowed that it does not name: what is written is documented."""
    schema = copy.deepcopy(schema)

    def close(o):
        if isinstance(o, dict):
            if "properties" in o or "patternProperties" in o:
                o["additionalProperties"] = False
            for x in o.values():
                close(x)
        elif isinstance(o, list):
            for x in o:
                close(x)

    close(schema)
    return schema


@pytest.fixture(scope="session")
def schema():
    return json.loads((ROOT / "docs" / "report.schema.json").read_text())


def test_schema_is_a_schema(schema):
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"] == schema["properties"]["schema"]["const"] == "fp8c-report-1"


@pytest.mark.parametrize("options", [[], ["--precision", "bf16"], ["--precision", "f32"], ["--precision", "fp8"]])
def test_documents_follow_the_schema(fp8c, model, samples, tmp_path, schema, options):
    words = ["compile", model, "-o", "p.fp8c", "--target", "cpu", "-q", "--report-json", "r.json", *options]
    for calibrate in ([], ["--calibrate", samples]):
        if options == ["--precision", "fp8"] and not calibrate:
            continue
        assert fp8c(*words, *calibrate).code == 0
        returned = json.loads((tmp_path / "r.json").read_text())
        stored = fp8c("report", "p.fp8c", "--json").json()
        for document in (returned, stored):
            jsonschema.Draft202012Validator(closed(schema)).validate(document)
        assert "times" in returned and "times" not in stored
        assert returned["nodes"] == stored["nodes"]


def test_schema_notices(fp8c, plan, schema):
    """The validator is awake: a document spoilt in one place is refused there."""
    good = fp8c("report", plan, "--json").json()
    check = jsonschema.Draft202012Validator(closed(schema))
    for spoil in (lambda d: d.pop("nodes"), lambda d: d["model"].update(bytes="12"),
                  lambda d: d["alternatives"][0].update(secnods=1.0),
                  lambda d: d["nodes"][0].update({"class": "soft"}), lambda d: d.update(schema="fp8c-report-2")):
        bad = copy.deepcopy(good)
        spoil(bad)
        assert not check.is_valid(bad)
