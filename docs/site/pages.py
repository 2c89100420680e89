"""The site's pages: those of the tree as they are, and references made of what is declared: headers, option tables, docstrings.

    pages.py FP8C OUT      FP8C: the command.  OUT gets mkdocs.yml and pages/
"""

import inspect
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def copied(out):
    """Files keep their places, so that links between them hold; the README is the first page."""
    named = ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "samples", "docs", "bench/results"]
    tracked = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *named], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in tracked.splitlines():
        if name.startswith("docs/site/"):
            continue
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    shutil.copy(ROOT / "README.md", out / "index.md")


def command_line(fp8c):
    """A section for each command, as `fp8c help` has it."""
    overview = subprocess.run([fp8c, "help"], check=True, capture_output=True, text=True).stdout
    names = re.findall(r"^  (\w+) +[A-Z]", overview, re.M)
    assert {"compile", "sensitivity", "debug"} <= set(names), overview
    parts = ["# Command line", "Made from the tables that the command itself reads.", f"```text\n{overview.rstrip()}\n```"]
    for name in names:
        text = subprocess.run([fp8c, "help", name], check=True, capture_output=True, text=True).stdout
        parts.append(f"## {name}\n\n```text\n{text.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def header(path, title):
    """A header as a page: what its comments say as text, its declarations as code, its parts as sections."""
    text = path.read_text()
    text = text[text.index("#include") :]
    text = re.sub(r"#ifdef __cplusplus.*?#endif\n", "", text, flags=re.S)
    text = re.sub(r"#ifndef FP8C_API\n.*?#endif\n#endif\n", "", text, flags=re.S)
    text = re.sub(r"^#(include|endif).*\n", "", text, flags=re.M)
    summary = re.search(r"/\* ?(.*?)\*/", path.read_text(), re.S)[1]
    parts = [f"# {title}", "From the header, with what it says of itself first.", f"```text\n{prose(summary)}\n```"]
    for block in whole_blocks(text):
        section = re.fullmatch(r"/\* -+ (.*?) -+ \*/", block.strip())
        found = re.match(r"/\*(.*?)\*/\n?(.*)", block.strip(), re.S)
        if section:
            parts.append(f"## {section[1]}")
        elif found:
            parts.append(escaped(prose(found[1])))
            if found[2].strip():
                parts.append(f"```c\n{declared(found[2])}\n```")
        else:
            parts.append(f"```c\n{declared(block)}\n```")
    return "\n\n".join(parts) + "\n"


def whole_blocks(text):
    """What blank lines part, but for those inside of braces."""
    block = ""
    for piece in re.split(r"\n{2,}", text.strip()):
        block = f"{block}\n\n{piece}" if block else piece
        if block.count("{") == block.count("}"):
            yield block
            block = ""


def prose(comment):
    return "\n".join(re.sub(r"^ ?\* ?", "", line) for line in comment.strip().splitlines())


def escaped(text):
    return re.sub(r"([<>_*\[\]])", r"\\\1", text)


def declared(code):
    return code.replace("FP8C_API ", "").strip()


def python_functions():
    """Names, signatures and docstrings of the package."""
    import fp8c
    import fp8c.huggingface
    import fp8c.ort
    import fp8c.serve

    parts = ["# Python functions", "Made from the package itself."]
    listed = [(name, getattr(fp8c, name)) for name in fp8c.__all__ if not name.startswith("_")]
    listed += [(f"huggingface.{name}", getattr(fp8c.huggingface, name)) for name in ("Embedding", "Classification", "Generation")]
    listed += [(f"ort.{name}", getattr(fp8c.ort, name)) for name in ("library", "devices", "add_to")]
    listed += [(f"serve.{name}", getattr(fp8c.serve, name)) for name in ("deployment", "call")]
    errors = [(name, it) for name, it in listed if inspect.isclass(it) and issubclass(it, Exception)]
    for name, it in listed:
        if (name, it) in errors:
            continue
        parts += [f"## {name}", *described(it)]
        if inspect.isclass(it):
            for member, function in inspect.getmembers(it):
                own = inspect.getdoc(function) if member == "__call__" or not member.startswith("_") else None
                if own and (inspect.isfunction(function) or isinstance(function, property)):
                    parts += [f"### {name}.{member}", *described(function)]
    rows = "\n".join(f"| `{name}` | {(inspect.getdoc(it) or '').splitlines()[0]} |" for name, it in errors)
    parts.append(f"## Errors\n\n| | |\n|---|---|\n{rows}")
    return "\n\n".join(parts) + "\n"


def described(it):
    try:
        signature = f"```python\n{it.__name__}{inspect.signature(it)}\n```" if callable(it) else None
    except (TypeError, ValueError):
        signature = None
    words = inspect.getdoc(it)
    return [part for part in (signature, f"```text\n{words}\n```" if words else None) if part]


def main():
    fp8c, out = sys.argv[1], pathlib.Path(sys.argv[2])
    shutil.rmtree(out / "pages", ignore_errors=True)
    pages = out / "pages"
    copied(pages)
    (pages / "docs" / "cli.md").write_text(command_line(fp8c))
    for name, title in (("fp8c.h", "C, running plans"), ("compiler.h", "C, compiling models")):
        page = "c_runtime.md" if name == "fp8c.h" else "c_compiler.md"
        (pages / "docs" / page).write_text(header(ROOT / "include" / "fp8c" / name, title))
    (pages / "docs" / "python_api.md").write_text(python_functions())
    shutil.copy(ROOT / "docs" / "site" / "mkdocs.yml", out / "mkdocs.yml")


if __name__ == "__main__":
    main()
