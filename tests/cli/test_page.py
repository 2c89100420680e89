"""The web page in a real browser: nothing wrong on the console, charts drawn, all of it
reachable by keyboard.  Skipped, by name, where there is no Chromium (FP8C_CHROMIUM, or on the path)."""
import json
import os
import re
import subprocess

import pytest

import browser as chromium
import documents
from conftest import FP8C, residual

PAGE_LIMIT = 2_000_000


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    program = chromium.find()
    if not program:
        pytest.skip("no Chromium: " + ", ".join(chromium.NAMES))
    with chromium.Browser(program, tmp_path_factory.mktemp("profile"), seconds=300) as b:
        yield b


def check(browser, path, **view):
    """Opens a page and holds it against what every page must be."""
    browser.open(path, **view)
    assert browser.complaints() == []
    wide = browser.run("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], f"the page is wider than the window: {wide}"
    charts = browser.run("""[...document.querySelectorAll('.chart')].map((c) => {
      const svg = c.querySelector('svg'), all = [...svg.querySelectorAll('*')];
      const attributes = all.flatMap((e) => [...e.attributes].map((a) => a.value));
      const texts = [...svg.querySelectorAll('text')].filter((t) => t.textContent).map((t) => [t.textContent, t.getBoundingClientRect()]);
      const over = [];
      texts.forEach(([a, p], i) => texts.slice(i + 1).forEach(([b, q]) => {
        if (p.x < q.x + q.width - 1 && q.x < p.x + p.width - 1 && p.y < q.y + q.height - 3 && q.y < p.y + p.height - 3) over.push(a + ' / ' + b); }));
      const frame = svg.getBoundingClientRect();
      for (const [a, p] of texts) if (p.left < frame.left - 2 || p.right > frame.right + 2 || p.top < frame.top - 2 || p.bottom > frame.bottom + 2) over.push(a + ' is cut');
      return { label: c.getAttribute('aria-label'), shapes: svg.querySelectorAll('rect, circle, polygon, polyline').length, size: [svg.clientWidth, svg.clientHeight],
        odd: attributes.filter((a) => /NaN|undefined|Infinity/.test(a)), over }; })""")
    for c in charts:
        assert c["shapes"] >= 2 and c["odd"] == [] and min(c["size"]) > 50, c
        assert c["over"] == [], c
    return charts


def page_of(fp8c, tmp_path, plan, name="r.html"):
    done = fp8c("report", plan, "--html", name)
    assert done.code == 0, done.err
    assert (tmp_path / name).stat().st_size < PAGE_LIMIT
    return tmp_path / name


def text(browser, selector="main"):
    return browser.run(f"document.querySelector({json.dumps(selector)}).innerText")


@pytest.mark.parametrize("view", [{}, {"scheme": "dark"}, {"width": 390, "mobile": True}, {"media": "print", "width": 966}],
                         ids=["light", "dark", "narrow", "print"])
def test_page_is_whole(fp8c, tmp_path, plan, browser, view):
    charts = check(browser, page_of(fp8c, tmp_path, plan), **view)
    assert len(charts) == 4  # assignments, front, nodes alone, histogram
    said = text(browser)
    report = fp8c("report", plan, "--json").json()
    assert report["summary"]["sentence"] in said and "mlp.onnx" in said
    headings = browser.run("[...document.querySelectorAll('h2')].map((h) => h.textContent)")
    assert {"What to change", "Graph", "Assignments", "Why not FP8", "Kernels", "Nodes", "Values"} <= set(headings)
    assert headings == browser.run("[...document.querySelectorAll('#contents a')].map((a) => a.textContent)")
    assert headings == browser.run("[...document.querySelectorAll('#contents a')].map((a) => document.querySelector(a.hash + ' h2').textContent)")


# What lies outside of its own box, or under the switches beside it, cannot be seen.
CUT = """[...document.querySelectorAll('.top nav a')].filter((a) => { const p = a.getBoundingClientRect(), q = a.parentElement.getBoundingClientRect();
  const next = a.parentElement.nextElementSibling.getBoundingClientRect(), bar = document.querySelector('.top').getBoundingClientRect();
  return p.left < q.left - 1 || p.right > Math.min(q.right, next.left) + 1 || p.bottom > bar.bottom; }).map((a) => a.textContent)"""


def test_navigation_is_not_cut(fp8c, tmp_path, plan, browser):
    """Every section's name can be read at every width of a desktop, and leads to its heading; a phone's row scrolls."""
    page = page_of(fp8c, tmp_path, plan)
    browser.open(page)
    report = json.loads(browser.run("document.getElementById('data').textContent"))
    for width in (740, 800, 1000, 1024, 1240, 1260, 1280, 1300, 1366, 1430, 1450, 1600, 1920):
        browser.open(page, width=width)
        assert len(browser.run("[...document.querySelectorAll('.top nav a')].map((a) => a.textContent)")) == 11 and report["summary"]
        assert browser.run(CUT) == [], width
        wide = browser.run("[...document.querySelectorAll('#change .scroll')].map((t) => [t.scrollWidth, t.clientWidth])")
        assert wide and all(a <= b for a, b in wide), (width, wide)
        for i in 0, 4, 10:
            hidden = browser.run(f"""(() => {{ const a = document.querySelectorAll('.top nav a')[{i}]; a.click();
              const h = document.querySelector(a.hash + ' h2').getBoundingClientRect(); return h.top < document.querySelector('.top').getBoundingClientRect().bottom - 1; }})()""")
            assert not hidden, (width, i)
    browser.open(page, width=390, mobile=True)
    assert browser.run("(() => { const n = document.querySelector('.top nav'); n.scrollLeft = 1e6; const a = n.lastElementChild.getBoundingClientRect(), b = n.getBoundingClientRect(); return a.right <= b.right - 20 && a.left > b.left; })()")


# WCAG's contrast of every visible word against what lies behind it.
CONTRAST = """(() => {
  const light = (c) => { const [r, g, b] = c.map((x) => (x /= 255) <= .03928 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
  const colour = (s) => { const m = s.match(/[\\d.]+/g).map(Number); return m.length > 3 && m[3] === 0 ? null : m.slice(0, 3); };
  const behind = (e) => { for (; e; e = e.parentElement) { const c = colour(getComputedStyle(e).backgroundColor); if (c) return c; } return [255, 255, 255]; };
  const low = new Map();
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.getClientRects().length || e.closest('script, style, noscript, option')) continue;
    const s = getComputedStyle(e), a = light(colour(e instanceof SVGElement ? s.fill : s.color)), b = light(behind(e));
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) low.set(e.tagName + '.' + (e.className.baseVal ?? e.className), ratio.toFixed(2) + ' ' + e.textContent.slice(0, 30));
  }
  return [...low]; })()"""


def test_colours_can_be_read_and_chosen(fp8c, tmp_path, plan, browser):
    page = page_of(fp8c, tmp_path, plan)
    back = "getComputedStyle(document.body).backgroundColor"
    seen = {}
    for scheme in ("light", "dark"):
        browser.open(page, scheme=scheme)
        assert browser.run(CONTRAST) == []
        seen[scheme] = browser.run(back)
    assert seen["light"] != seen["dark"]
    choose = "(() => { const t = document.getElementById('theme'); t.value = '%s'; t.dispatchEvent(new Event('change')); })()"
    for wanted in ("light", "dark"):  # the choice wins over the system's
        browser.run(choose % wanted)
        assert browser.run(back) == seen[wanted]
        assert browser.run(CONTRAST) == []
    browser.run(choose % "")
    assert browser.run(back) == seen["dark"]


def test_keyboard_reaches_everything(fp8c, tmp_path, plan, browser):
    check(browser, page_of(fp8c, tmp_path, plan))
    focused = """(() => { const e = document.activeElement, s = getComputedStyle(e);
      return [e.tagName, e.id, e.className.baseVal ?? e.className, e.getAttribute('aria-label') || e.textContent.slice(0, 30), s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2]; })()"""
    stops = []
    for _ in range(120):
        browser.key("Tab")
        stop = browser.run(focused)
        if stop[0] == "BODY":
            break
        stops.append(stop)
    else:
        raise AssertionError(f"the keyboard never leaves the page: {stops[-5:]}")
    assert all(s[4] for s in stops), [s for s in stops if not s[4]]
    assert stops[0][2] == "skip"
    kinds = [s[2].split(" ")[0] for s in stops]
    assert kinds.count("chart") == 4 and kinds.count("cell") == 1 and kinds.count("item") == 1
    ids = [s[1] for s in stops]
    assert {"theme", "graph-search", "nodes-table-filter", "value"} <= set(ids)
    assert [s for s in stops if s[0] == "TR"] and [s for s in stops if s[0] == "SUMMARY"]
    # nothing that can be pressed is out of reach
    assert browser.run("[...document.querySelectorAll('button, a[href], select, input, summary')].filter((e) => e.tabIndex < 0 && !e.closest('.map, .canvas')).length") == 0


def test_charts_and_map_answer_keys(fp8c, tmp_path, plan, browser):
    check(browser, page_of(fp8c, tmp_path, plan))
    said = lambda i: browser.run(f"document.querySelectorAll('.readout')[{i}].textContent")
    for i in range(4):
        browser.run(f"document.querySelectorAll('.chart')[{i}].focus()")
        before = said(i)
        browser.key("ArrowRight")
        first = said(i)
        browser.key("End")
        last = said(i)
        assert before != first and first != last
        browser.key("Escape")
        assert said(i) == before
    browser.run("document.querySelector('.cell').focus()")
    browser.key("ArrowRight")
    assert browser.run("document.activeElement.getAttribute('aria-pressed')") == "true"
    assert browser.run("document.activeElement === document.querySelectorAll('.cell')[1]")
    report = fp8c("report", plan, "--json").json()
    second = [n for n in report["nodes"] if "decision" in n][1]
    why = text(browser, ".why")
    assert second["name"] in why and second["decision"]["reason"] in why and second["kernels"][0]["kernel"] in why


def test_table_sorts_filters_and_opens(fp8c, tmp_path, plan, browser):
    check(browser, page_of(fp8c, tmp_path, plan))
    report = fp8c("report", plan, "--json").json()
    matrix = [n for n in report["nodes"] if "decision" in n]
    rows = "[...document.querySelectorAll('#nodes-table tbody tr')].filter((r) => r.rowOf).map((r) => r.cells[0].textContent)"
    assert browser.run(rows) == [n["name"] for n in matrix]
    browser.run("document.querySelector('#nodes .choice input').click()")
    assert len(browser.run(rows)) == len(report["nodes"])
    browser.run("document.querySelector('#nodes .choice input').click()")
    head = "[...document.querySelectorAll('#nodes-table thead button')].find((b) => b.textContent === 'E4M3 dB')"
    by_error = [n["name"] for n in sorted(matrix, key=lambda n: -n["decision"]["sqnr_e4m3_db"])]
    browser.run(f"{head}.focus()")
    browser.key("Enter")
    assert browser.run(rows) == by_error
    assert browser.run(f"{head}.closest('th').getAttribute('aria-sort')") == "descending"
    browser.key("Enter")
    assert browser.run(rows) == by_error[::-1]
    browser.run("(() => { const f = document.getElementById('nodes-table-filter'); f.value = %s; f.dispatchEvent(new Event('input')); })()"
                % json.dumps(matrix[1]["name"]))
    assert browser.run(rows) == [matrix[1]["name"]]
    assert "1 row of" in text(browser, "#nodes-table-shown")
    browser.run("document.querySelector('#nodes-table tbody tr').focus()")
    browser.key("Enter")
    assert browser.run("document.activeElement.getAttribute('aria-expanded')") == "true"
    assert matrix[1]["inputs"][0]["type"] in text(browser, "#nodes-table tr.opened")
    browser.key("Enter")
    assert browser.run("document.querySelector('#nodes-table tr.opened')") is None


def test_the_reason_stands_beside_the_format(document, browser):
    _, page = document(documents.filled)
    for width in (1200, 1600):
        browser.open(page, width=width)
        heads = browser.run("[...document.querySelectorAll('#nodes-table thead th')].map((h) => [h.dataset.name, h.getBoundingClientRect().right])")
        assert [name for name, _ in heads[:3]] == ["node", "format", "why"]
        assert heads[2][1] <= width


def test_what_ifs_are_shown_on_demand(document, browser):
    _, page = document(documents.filled)
    browser.open(page)
    seen = "document.querySelector('main').innerText"
    assert "E3M4" not in browser.run(seen) and "INT8" not in browser.run(seen)
    browser.run("document.getElementById('show-whatif').focus()")
    browser.run("document.getElementById('show-whatif').click()")
    assert "E3M4 (what if)" in browser.run(seen) and "(INT8 dB)" in browser.run(seen)
    assert browser.complaints() == [] and browser.run(CONTRAST) == []
    browser.run("document.getElementById('show-whatif').click()")
    assert "E3M4" not in browser.run(seen)


def test_fp8_that_a_rule_refuses_is_drawn_hollow(document, browser):
    def refuse(report):
        node = next(n for n in report["nodes"] if "decision" in n)
        node["decision"].update(format="bf16", rule="small", reason="it is small")
        for a in report["alternatives"]:
            a["seconds"] = 1e-6
            if a["name"] in ("e4m3", "e5m2"):
                a["fp8_nodes"] = a["fp8_macs"] = 0
        return report
    _, page = document(refuse)
    check(browser, page)
    alone = "[...document.querySelectorAll('#cost .chart svg .refused')].map((m) => m.classList[1])"
    assert browser.run(alone) == ["c-e4m3", "c-e5m2"]
    assert "a rule keeps FP8 out" in text(browser, "#cost")
    labels = browser.run("[...document.querySelectorAll('#front text.label')].map((t) => t.textContent)")
    assert "bf16" in labels and not {"e4m3", "e5m2"} & set(labels)  # nothing was in FP8 there


def test_what_reorders_or_hides_text_is_shown(document, browser, fp8c, tmp_path):
    evil = "a\u202ecba\u2066\u200b\u0007\ufeff\U000e0041z"
    seen = r"a\u202ecba\u2066\u200b\u0007\ufeff\udb40\udc41z"

    def spoil(report):
        report["model"]["name"] = report["nodes"][0]["name"] = evil
        for n in report["nodes"]:
            if "decision" in n:
                n["name"] = evil
        return report

    _, page = document(spoil)
    check(browser, page)
    assert text(browser, "h1") == seen and seen in text(browser, "#nodes-table") and seen in browser.run("document.title")
    whole = browser.run("document.body.innerText + [...document.querySelectorAll('*')].flatMap((e) => e.id === 'data' ? [] : [...e.attributes].map((a) => a.value)).join(' ')")
    assert not re.search("[\u202e\u2066\u200b\u0007\ufeff\U000e0041]", whole)
    told = fp8c("report", "d.json").out
    assert not re.search("[\u202e\u2066\u200b\u0007\ufeff\U000e0041]", told) and r"\xe2\x80\xaecba" in told


def graph_in_view(browser):
    """The picture is laid out when it comes into view."""
    browser.run("""(document.querySelector('.canvas').scrollIntoView(), new Promise((done) => { const look = () => document.querySelector('.canvas svg') ? done() : setTimeout(look, 20); look(); }))""")


ITEMS = "[...document.querySelectorAll('.canvas .item')].map((i) => [i.classList[1], i.getAttribute('aria-label')])"
FOCUSED = "document.activeElement.getAttribute('aria-label')"


@pytest.mark.parametrize("view", [{}, {"scheme": "dark"}, {"width": 390, "mobile": True}], ids=["light", "dark", "narrow"])
def test_graph_is_drawn(fp8c, tmp_path, plan, browser, view):
    check(browser, page_of(fp8c, tmp_path, plan), **view)
    assert browser.run("document.querySelectorAll('.canvas svg').length") == 0  # not before it is looked at
    graph_in_view(browser)
    assert browser.complaints() == [] and browser.run(CONTRAST) == []
    report = fp8c("report", plan, "--json").json()
    kernels = {("r", n["region"]) if "region" in n else ("n", n["name"]) for n in report["nodes"]}
    items = browser.run(ITEMS)
    assert [kind for kind, _ in items].count("box") == len(kernels) and [kind for kind, _ in items].count("port") == 2
    wide = browser.run("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1]
    # boxes lie apart, and no line has lost its way
    assert browser.run("""(() => { const all = [...document.querySelectorAll('.canvas .box .body, .canvas .port .body')].map((e) => e.getBoundingClientRect());
      return all.filter((a, i) => all.some((b, k) => k > i && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length; })()""") == 0
    assert not [d for d in browser.run("[...document.querySelectorAll('.canvas .edge')].map((e) => e.getAttribute('d'))") if re.search("NaN|undefined", d)]
    assert {"e4m3", "f32"} <= set(browser.run("[...document.querySelectorAll('.canvas .edge')].map((e) => e.classList[1])"))


def test_graph_answers_keys_and_leads_to_the_table_and_back(fp8c, tmp_path, plan, browser):
    check(browser, page_of(fp8c, tmp_path, plan))
    graph_in_view(browser)
    report = fp8c("report", plan, "--json").json()
    first, second = [n for n in report["nodes"] if "decision" in n]
    browser.run("document.querySelector('.canvas .item[tabindex=\"0\"]').focus()")
    seen = []
    for _ in range(12):
        seen.append(browser.run(FOCUSED))
        browser.key("ArrowDown")
    assert seen[0].startswith("input x") and any(first["name"] in s for s in seen) and seen[-1].startswith("output y")
    while second["name"] not in browser.run(FOCUSED):
        browser.key("ArrowUp")
    browser.key("Enter")
    assert second["name"] in text(browser, ".why") and second["decision"]["reason"] in text(browser, ".why")
    assert second["name"] in browser.run("document.querySelector('.item.chosen').getAttribute('aria-label')")
    browser.run("[...document.querySelectorAll('.why .press')].pop().click()")
    assert browser.run("document.activeElement.rowOf.name") == second["name"] and browser.run("!!document.querySelector('#nodes-table tr.opened')")
    browser.run("[...document.querySelectorAll('#nodes-table tbody tr')].find((r) => r.rowOf && r.rowOf.name === %s).click()" % json.dumps(first["name"]))
    browser.run("document.querySelector('#nodes-table tr.opened .press').click()")
    assert first["name"] in browser.run("document.querySelector('.item.chosen').getAttribute('aria-label')")
    assert browser.complaints() == []


def test_graph_is_saved_as_a_picture_of_its_own(fp8c, tmp_path, plan, browser):
    check(browser, page_of(fp8c, tmp_path, plan))
    graph_in_view(browser)
    (tmp_path / "g.svg").write_text(browser.run("picture.standalone(document.querySelector('.canvas svg'))"))
    browser.open(tmp_path / "g.svg")
    assert browser.complaints() == [] and browser.run("document.documentElement.tagName") == "svg"
    seen = browser.run("[...document.querySelectorAll('g text')].map((t) => t.textContent)")
    assert "E4M3" in seen and "x" in seen and "y" in seen
    assert browser.run("[...document.querySelectorAll('*')].filter((e) => /var\\(/.test(e.getAttribute('style') || '')).length") == 0


def test_layers_that_repeat_are_folded(document, browser):
    report, page = document(lambda r: documents.layers(r, 12))
    check(browser, page)
    graph_in_view(browser)
    items = browser.run(ITEMS)
    groups = [label for kind, label in items if kind in ("group", "frame")]
    assert len(groups) == 12 and "encoder.layer.1 (2 of 12): 6 kernels, opens" in groups
    assert [kind for kind, _ in items].count("box") == 6 and "frame" in dict(items)  # one is open, to be seen
    cells = "[...document.querySelectorAll('.canvas .group')][%d].querySelectorAll('rect[fill=\"url(#fill-bf16)\"]').length"
    assert [browser.run(cells % i) for i in (0, 1)] == [1, 0]  # the odd one out is seen from outside
    # what is found inside a folded layer opens it
    browser.run("(() => { const f = document.getElementById('graph-search'); f.focus(); f.value = 'layer.7.up'; f.dispatchEvent(new Event('input')); })()")
    assert "1 kernel found" in text(browser, "#graph-status") and browser.run("document.querySelectorAll('.item.hit').length") == 1
    browser.key("Enter")
    assert "encoder.layer.7.up" in browser.run("document.querySelector('.item.chosen').getAttribute('aria-label')")
    assert "encoder.layer.7.up" in text(browser, ".why")
    # a cell of the strip does, too; Escape closes
    browser.run("document.querySelectorAll('.cell')[16].click()")  # five to a layer
    assert "encoder.layer.3.key" in browser.run("document.querySelector('.item.chosen').getAttribute('aria-label')")
    browser.run("document.querySelector('.item.chosen').focus()")
    browser.key("Escape")
    assert "encoder.layer.3 (4 of 12)" in browser.run(FOCUSED) and browser.run("document.activeElement.classList[1]") == "group"
    browser.key("Enter")
    assert browser.run("document.activeElement.classList[1]") == "box"
    browser.run("[...document.querySelectorAll('.presses .press')].find((b) => b.textContent === 'open all').click()")
    assert [kind for kind, _ in browser.run(ITEMS)].count("box") == 72
    assert browser.complaints() == [] and browser.run(CONTRAST) == []


def test_graph_of_2000_nodes_stays_small(fp8c, tmp_path, browser):
    residual(tmp_path / "deep.onnx", blocks=400)
    done = fp8c("compile", "deep.onnx", "-o", "deep.fp8c", "--calibrate", "deep.npz", "--target", "cpu", "-q")
    assert done.code == 0, done.err
    nodes = fp8c("report", "deep.fp8c", "--json").json()["nodes"]
    assert len(nodes) >= 2000
    assert fp8c("report", "deep.fp8c", "--html", "deep.html").code == 0
    check(browser, tmp_path / "deep.html")
    graph_in_view(browser)
    assert len(browser.run(ITEMS)) < 100
    took = browser.run("(() => { const from = performance.now(); [...document.querySelectorAll('.presses .press')].find((b) => b.textContent === 'open all').click(); return performance.now() - from; })()")
    assert len(browser.run(ITEMS)) < 500 and "left closed" in text(browser, "#graph-status")
    assert took < 10000, f"laid out in {took} ms"


def test_advice_is_a_command_that_works(fp8c, tmp_path, model, plan, samples, browser):
    check(browser, page_of(fp8c, tmp_path, plan))
    report = fp8c("report", plan, "--json").json()
    by_error = sorted((n for n in report["nodes"] if "decision" in n), key=lambda n: n["decision"]["sqnr_db"])
    assert browser.run("[...document.querySelectorAll('#change .to')].map((b) => b.textContent)")[0] == by_error[0]["name"]
    command = text(browser, "#change .command pre")
    assert "--override pin.json" in command and "--target cpu" in command
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "fp8c").symlink_to(os.path.abspath(FP8C))
    done = subprocess.run(["sh", "-ec", command.replace("DATA", str(samples)) + " -o pinned.fp8c"], cwd=tmp_path, capture_output=True, text=True,
                          env=dict(os.environ, PATH=f"{tmp_path}/bin:{os.environ['PATH']}", XDG_CACHE_HOME=str(tmp_path / "cache")))
    assert done.returncode == 0, done.stderr
    pinned = fp8c("report", "pinned.fp8c", "--json").json()
    assert {n["decision"]["rule"] for n in pinned["nodes"] if "decision" in n} == {"override"}
    assert pinned["alternatives"][0]["outputs"][0]["sqnr_db"] > report["alternatives"][0]["outputs"][0]["sqnr_db"] + 10
    browser.run("document.querySelector('#change .to').click()")
    assert browser.run("document.activeElement.rowOf.name") == by_error[0]["name"]


def test_advice_where_error_and_time_are_known(document, browser):
    def joined(report):
        report = documents.filled(report)
        first = next(n for n in report["nodes"] if "decision" in n)
        first["decision"]["members"], first["sources"] = 3, ["q'\u202e", "k", "v"]
        wide = [n for n in report["nodes"] if "decision" in n][1]
        wide["decision"].update(format="bf16", rule="score")
        report["time"]["steps"][1].update(seconds=9e-6, format="bf16")
        report["options"] = "precision=auto calibrate=abc method=mse target=cpu target=sm_90a dim=batch=1,8 fix=axes=[0 1] preprocess=x=x/127.5-1 repair=round,centre-maps,bias max-error=sqnr>=25dB"
        report["gain"] = {"allowed": 5, "left_out": 2, "allowed_seconds": 44e-6, "bf16_seconds": 45e-6, "chosen_seconds": 44e-6}
        return report

    report, page = document(joined)
    check(browser, page)
    said = text(browser, "#change")
    commands = browser.run("[...document.querySelectorAll('#change .command code')].map((c) => c.textContent)")
    pin = json.loads(commands[0].split("'END'\n")[1].split("\nEND")[0])
    assert pin["rules"][0] == {"node": ["q'\u202e", "k", "v"], "format": "bf16"}  # a joined product by its parts
    assert r"\u202e" in commands[0] and "\u202e" not in commands[0]  # and nothing in it that does not show
    assert commands[0].replace(" \\\n ", "").endswith("fp8c compile mlp.onnx --calibrate DATA --target cpu --target sm_90a --dim batch=1,8 --fix 'axes=[0 1]' --preprocess x=x/127.5-1 --max-error 'sqnr>=25dB' --override pin.json")
    assert "of the error at the outputs" in said and "All of them together would bring about" in said
    assert "9.00 µs" in said and "E4M3 saves" in said and any('"format": "e4m3"' in c for c in commands)
    assert "2 products could be in FP8" in said and any(c.endswith("--precision fp8") for c in commands)


def test_what_is_missing_is_said(fp8c, tmp_path, model, browser):
    assert fp8c("compile", model, "-o", "b.fp8c", "--target", "cpu", "--precision", "bf16", "-q").code == 0
    check(browser, page_of(fp8c, tmp_path, "b.fp8c"))
    said = text(browser)
    for section, option in (("assignments", "--calibrate"), ("front", "--max-error"), ("cost", "--calibrate"), ("proof", "--target sm_90a"),
                            ("values", "--calibrate")):
        assert option in text(browser, f"#{section} .missing"), section
    assert "NaN" not in said and "undefined" not in said and "null" not in said


def test_page_prints(fp8c, tmp_path, plan, browser):
    check(browser, page_of(fp8c, tmp_path, plan))
    before = browser.run("document.querySelector('.chart svg').getAttribute('viewBox')")
    browser.paper(tmp_path / "r.pdf")
    paper = (tmp_path / "r.pdf").read_bytes()
    assert paper.startswith(b"%PDF") and 1 <= paper.count(b"/Type /Page\n") + paper.count(b"/Type /Page ") <= 8
    assert browser.run("document.querySelector('.chart svg').getAttribute('viewBox')") == before
    assert browser.complaints() == []


def test_page_of_a_search(fp8c, tmp_path, model, samples, browser):
    done = fp8c("compile", model, "-o", "s.fp8c", "--calibrate", samples, "--target", "cpu", "--max-error", "sqnr>=27dB", "-q")
    assert done.code == 0, done.err
    report = fp8c("report", "s.fp8c", "--json").json()
    check(browser, page_of(fp8c, tmp_path, "s.fp8c"))
    said = text(browser)
    assert "✓ met" in said and "Budget sqnr>=27dB" in said and "share of the error" in said and "held-out samples" in said
    assert browser.run("document.querySelectorAll('#front tbody tr').length") == len(report["pareto"])
    assert browser.run("document.querySelectorAll('#front .chosen-ring').length") >= 1


def test_comparison_page(fp8c, tmp_path, plan, samples, model, browser):
    assert fp8c("compile", model, "-o", "b.fp8c", "--precision", "bf16", "--calibrate", samples, "--target", "cpu", "-q").code == 0
    assert fp8c("report", plan, "b.fp8c", "--html", "c.html").code == 0
    comparison = fp8c("report", plan, "b.fp8c", "--json").json()
    for view in ({}, {"scheme": "dark"}, {"width": 390, "mobile": True}):
        charts = check(browser, tmp_path / "c.html", **view)
        assert len(charts) == 1 and browser.run(CONTRAST) == []
    browser.open(tmp_path / "c.html")
    assert comparison["sentence"] in text(browser) and "Two plans of mlp.onnx" in text(browser)
    assert browser.run("document.querySelectorAll('.cell.differs').length") == 2
    assert "2 rows of 2" in text(browser, "#nodes-table-shown")
    browser.run("document.querySelector('.cell').focus()")
    browser.key("ArrowRight")
    why = text(browser, ".why")
    assert all(comparison["nodes"][1][side]["reason"] in why for side in "ab")
    # a plan and itself: nothing differs, and it says so
    assert fp8c("report", plan, plan, "--html", "c.html").code == 0
    check(browser, tmp_path / "c.html")
    assert "No node differs." in text(browser) and browser.run("document.querySelectorAll('.cell.differs').length") == 0


@pytest.fixture
def document(fp8c, plan, tmp_path):
    """Writes a changed report document; its page."""
    def write(change, name="d"):
        report = change(fp8c("report", plan, "--json").json())
        (tmp_path / f"{name}.json").write_text(json.dumps(report))
        return report, page_of(fp8c, tmp_path, f"{name}.json", f"{name}.html")
    return write


@pytest.mark.parametrize("view", [{}, {"scheme": "dark"}, {"width": 390, "mobile": True}, {"media": "print", "width": 966}],
                         ids=["light", "dark", "narrow", "print"])
def test_all_that_a_document_can_hold(document, browser, view):
    report, page = document(documents.filled)
    charts = check(browser, page, **view)
    assert len(charts) == 5 and browser.run(CONTRAST) == []
    browser.run("document.getElementById('show-whatif').click()")
    browser.run("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    browser.run("document.querySelectorAll('tbody tr[aria-expanded=false]').forEach((r) => r.click())")
    assert browser.complaints() == [] and browser.run(CONTRAST) == []
    said = text(browser)
    for words in ("45.3 µs", "1.60 times as fast as BF16; modelled for sm_90a (H200) at batch=8", "y before its Softmax", "1 point further right", "one run at these sizes",
                  "in steps limited by memory", "Budget sqnr>=25dB", "3 more left out", "24 held-out samples", "correlation of estimate and exact 0.971",
                  "option e5m2, per tensor", "24 samples are few", "E3M4 (what if)", "fp8c_gemm_e4m3_e4m3_bf16_000000000001", "noise over signal", "66.7%",
                  "first choice was taken for 0 of 1 problem", "off by a factor of 1.25", "128 x 128, two in turn", "left out: too many resources"):
        assert words in said, words
    assert browser.run("document.querySelectorAll('.missing').length") == 0
    front = browser.run("document.querySelector('#front polyline').getAttribute('points').split(' ').length")
    assert front == len(report["pareto"]) - 1  # what is far slower is in the table alone
    assert browser.run("document.querySelectorAll('#front tbody tr').length") == len(report["pareto"])
    assert browser.run("document.querySelectorAll('#front .chosen-ring').length") == 2  # on the front, and as measured
    assert browser.run("document.querySelectorAll('#assignments .thick').length") == sum("spread" in o for a in report["alternatives"] for o in a["outputs"] + a["judged"])
    assert not re.search(r"\bNaN\b(?! or infinity)", said) and "undefined" not in said


def test_lattice_is_drawn_where_the_numbers_are(fp8c, plan, tmp_path, browser):
    check(browser, page_of(fp8c, tmp_path, plan))
    path = browser.run("document.querySelector('#values .lattice').getAttribute('d')")
    places = [float(p.split(" ")[0]) for p in path.split("M")[1:]]
    assert len(places) == 126  # the positive numbers of E4M3
    octaves = [b - a for a, b in zip(places[7::8], places[15::8])]  # from 2^-6 on eight to an octave
    assert len(octaves) == 14 and max(octaves) - min(octaves) < 0.3 and places == sorted(places)
    ticks = browser.run("[...document.querySelectorAll('#values text.tick')].map((t) => [t.textContent, +t.getAttribute('x')]).filter(([t]) => /^2/.test(t))")
    power = {"⁰": "0", "¹": "1", "²": "2", "³": "3", "⁴": "4", "⁵": "5", "⁶": "6", "⁷": "7", "⁸": "8", "⁹": "9", "⁻": "-"}
    (e0, x0), (e1, x1) = [(int("".join(power[c] for c in t[1:])), x) for t, x in (ticks[0], ticks[-1])]
    value = fp8c("report", plan, "--json").json()["values"][0]
    assert value["value"] in text(browser, "#values figcaption")
    top = 2 ** (e0 + (places[-1] - x0) * (e1 - e0) / (x1 - x0))
    assert abs(top / (448 * value["scale"]) - 1) < 0.02


def test_names_are_words_and_nothing_else(document, browser):
    evil = "</script><script>console.error(1)</script><img src=x onerror=console.error(2)><!--"

    def spoil(report):
        report = documents.filled(report)
        report["model"]["name"] = report["options"] = report["diagnostics"][0]["text"] = evil
        for n in report["nodes"]:
            n["name"] = evil + n["name"]
        for v in report["values"]:
            v["value"] = evil
        return report

    _, page = document(spoil)
    check(browser, page)
    assert evil in text(browser, "h1") and browser.run("document.querySelectorAll('img').length") == 0


def test_page_of_a_large_model(document, browser):
    """500 nodes, 200 of them matrix nodes, in one and in many GPU variants: small, and drawn."""
    for variants in (1, 64):
        report, page = document(lambda r: documents.large(r, 500, variants), f"large{variants}")
        charts = check(browser, page)
        assert len(charts) == 5 and browser.run("document.querySelectorAll('.cell').length") == 200
        assert "200 rows of 500" in text(browser, "#nodes-table-shown")
    assert "64 seq=128" in text(browser, "#proof")
    browser.run("document.querySelector('#proof details').open = true")
    browser.run("(() => { const v = document.getElementById('variant'); v.selectedIndex = 5; v.dispatchEvent(new Event('change')); })()")
    assert "500 launches of this variant are left out" in text(browser, "#proof details .missing")


def test_page_of_a_large_compile(fp8c, tmp_path, browser):
    residual(tmp_path / "deep.onnx", blocks=125)
    done = fp8c("compile", "deep.onnx", "-o", "deep.fp8c", "--calibrate", "deep.npz", "--target", "cpu", "-q")
    assert done.code == 0, done.err
    report = fp8c("report", "deep.fp8c", "--json").json()
    assert report["model"]["nodes"] >= 500
    check(browser, page_of(fp8c, tmp_path, "deep.fp8c"))
    assert browser.run("document.querySelectorAll('.cell').length") == sum("decision" in n for n in report["nodes"]) >= 125
