"""What the tests take of the processors: ./dev test --times [-L LABEL].

ctest tells how long a test lasted, which depends on what ran beside it.  This runs the same entries, as many at a time
and in the same order, and prints the processor seconds of each with those of its children, the largest first, and their
sum.  Whether they pass is ctest's business; those that did not end with 0 (or 77, skipped) are named.

  times.py BUILD JOBS [CTEST OPTION...]
"""
import json
import os
import subprocess
import sys
import time


def entries(build, options):
    done = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1", *options], stdout=subprocess.PIPE, check=True)
    found = {}
    for test in json.loads(done.stdout)["tests"]:
        if "command" in test:
            found[test["name"]] = {"command": test["command"]} | {p["name"]: p["value"] for p in test.get("properties", [])}
    for test in found.values():
        fixtures = set(test.get("FIXTURES_REQUIRED", []))
        setup = {n for n, other in found.items() if fixtures & set(other.get("FIXTURES_SETUP", []))}
        test["after"] = (setup | set(test.get("DEPENDS", []))) & found.keys()
    return found


def costs(build):
    """What ctest begins the longest tests by."""
    try:
        with open(os.path.join(build, "Testing", "Temporary", "CTestCostData.txt")) as file:
            rows = [line.split() for line in file]
    except OSError:
        return {}
    return {row[0]: float(row[2]) for row in rows if len(row) == 3}


def start(test, processor):
    environment = dict(os.environ, **dict(e.split("=", 1) for e in test.get("ENVIRONMENT", [])))
    pinned = test.get("PROCESSOR_AFFINITY")
    return subprocess.Popen(test["command"], cwd=test.get("WORKING_DIRECTORY"), env=environment, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            preexec_fn=(lambda: os.sched_setaffinity(0, {processor})) if pinned else None)


def main(build, jobs, *options):
    build = os.path.abspath(build)
    tests, cost, began = entries(build, options), costs(build), time.monotonic()
    waiting, running, over, rows = sorted(tests, key=lambda n: -cost.get(n, 0)), {}, set(), []
    processors = sorted(os.sched_getaffinity(0))
    free = [processors[i % len(processors)] for i in range(int(jobs))]
    while waiting or running:
        while free and (name := next((n for n in waiting if tests[n]["after"] <= over), None)):
            waiting.remove(name)
            processor = free.pop()
            process = start(tests[name], processor)
            running[process.pid] = name, processor, time.monotonic(), process  # kept, or subprocess would wait for it
        pid, status, used = os.wait4(-1, 0)
        name, processor, started, process = running.pop(pid)
        process.returncode = os.waitstatus_to_exitcode(status)
        free.append(processor)
        over.add(name)
        rows.append((used.ru_utime + used.ru_stime, time.monotonic() - started, process.returncode, name))
    print(f"{'processor s':>11} {'s':>7}")
    for seconds, lasted, _, name in sorted(rows, reverse=True):
        if seconds >= 0.5:
            print(f"{seconds:11.1f} {lasted:7.1f}  {name}")
    print(f"{sum(r[0] for r in rows):11.1f} {time.monotonic() - began:7.1f}  all {len(rows)}")
    wrong = [name for _, _, code, name in rows if code not in (0, 77)]
    if wrong:
        print("did not end with 0:", *sorted(wrong))


if __name__ == "__main__":
    main(*sys.argv[1:])
