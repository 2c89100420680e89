"""Which files call each other in a circle.

    circles.py BUILD        the circles among the objects of a build, against those listed here

Includes have an order (layers.sh); calls have one too: a file calls what lies below it.  Where two files call each
other, neither can be read, tested or replaced without the other.  What each object defines and what it lacks (nm)
gives the calls, a function in a table included; the strongly connected components are the circles."""
import re
import shutil
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
MODULES = "base ops ir frontend passes codegen runtime compiler cli".split()

# The circles that are left, with the reason.  They may lose files, never gain one: a file that has left its circle is
# taken off the list.
CIRCLES = [
    # A shape rule of If, Loop and Scan infers the graphs inside.
    "ir/control ir/infer",
    # A pass that opens the bodies of If and Loop runs the other passes on them.
    "passes/manager passes/passes/fold_control",
    # Mean is the row of Sum and a division.
    "ops/eltwise ops/ops",
    # Figures of a file stand in for those that samples give, of values and of scores.
    "passes/passes/calibrate passes/precision/calibration_file passes/precision/scores",
    # Importing a node may mean importing a body of nodes.
    "frontend/control frontend/import frontend/sequences",
]


def files_of(build):
    root = Path(__file__).resolve().parent.parent
    found = {}
    for o in Path(build).rglob("*.o"):
        at = re.search(rf"CMakeFiles/fp8c(?:_\w+)?\.dir/((?:{'|'.join(MODULES)})/.*)\.c\.o$", o.as_posix())
        if at and (root / f"{at[1]}.c").exists():
            found[at[1]] = o
    return found


def calls_of(files):
    """{file: {file it calls: [names]}}"""
    defined, lacking = {}, {name: [] for name in files}
    of = {str(o): name for name, o in files.items()}
    said = subprocess.run(["nm", "-A", "-P", *of], capture_output=True, text=True, check=True).stdout
    for line in said.splitlines():
        o, symbol, kind = re.match(r"(.*): (\S+) (\S)", line).groups()
        if kind in "TDBRVWC":
            defined[symbol] = of[o]
        elif kind == "U":
            lacking[of[o]].append(symbol)
    calls = {name: {} for name in files}
    for name, symbols in lacking.items():
        for s in symbols:
            if defined.get(s, name) != name:
                calls[name].setdefault(defined[s], []).append(s)
    return calls


def circles_of(calls):
    """Tarjan's components of more than one file."""
    order, low, stack, circles = {}, {}, [], []

    def visit(v):
        order[v] = low[v] = len(order)
        stack.append(v)
        for w in calls[v]:
            if w not in order:
                visit(w)
            if w in stack:
                low[v] = min(low[v], low[w])
        if low[v] == order[v]:
            at = stack.index(v)
            if len(stack) - at > 1:
                circles.append(set(stack[at:]))
            del stack[at:]

    for v in calls:
        if v not in order:
            visit(v)
    return circles


def main(build):
    files = files_of(build)
    if len(files) < 100:
        print(f"{build} holds {len(files)} objects of the modules; a whole build is needed")
        return 1
    calls = calls_of(files)
    circles = circles_of(calls)
    listed = [set(c.split()) for c in CIRCLES]
    bad = 0
    for circle in circles:
        if any(circle <= c for c in listed):
            continue
        bad = 1
        known = max(listed, key=lambda c: len(c & circle))
        fresh = circle - known if circle & known else circle
        print(f"{', '.join(f'{n}.c' for n in sorted(fresh))}: in a circle of {len(circle)} files that call each other.  Move what")
        print(f"both sides need into a file below them (or list what was split off a listed file in {Path(__file__).name}):")
        for name in sorted(circle):
            for to in sorted(circle & set(calls[name])):
                if {name, to} & fresh:
                    print(f"  {name}.c calls {to}.c: {', '.join(calls[name][to])}")
    for c in listed:
        for gone in sorted(c - set().union(*circles)):
            bad = 1
            print(f"{gone}.c is in no circle any more: take it off the list in {Path(__file__).name}")
    print(f"{len(files)} files, {len(circles)} circles of {sum(map(len, circles))} files")
    return bad


if __name__ == "__main__":
    sys.setrecursionlimit(10000)
    if not shutil.which("nm"):
        print("skipped: there is no nm(1) here")
        sys.exit(SKIPPED)
    sys.exit(main(sys.argv[1]))
