"""docs/notebooks: the cells of each run in their order, and what a cell ends with can be shown."""

import ast
import json
import pathlib

import pytest

FOLDER = pathlib.Path(__file__).parents[2] / "docs" / "notebooks"


def shown(source, names):
    """Runs a cell; gives what a notebook would show of it, or None."""
    tree = ast.parse(source)
    last = ast.Expression(tree.body.pop().value) if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is None:
        return None
    value = eval(compile(last, "cell", "eval"), names)
    return value._repr_html_() if hasattr(value, "_repr_html_") else repr(value)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda p: p.stem)
def test_the_cells_run(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells = json.loads(path.read_text())["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(code) >= 4 and all(cell["outputs"] == [] for cell in code)  # outputs are not committed
    names, seen = {"__name__": "__main__"}, []
    for cell in code:
        seen.append(shown("".join(cell["source"]), names))
    assert sum(s is not None for s in seen) >= 3 and any("<" in s for s in seen if s)
