"""From maps of chances to boxes and letters."""
import numpy as np


def components(mask):
    """Boxes of connected set pixels: rows of runs, joined where they touch."""
    boxes, parent, above = [], [], []

    def root(i):
        while parent[i] != i:
            i = parent[i]
        return i

    for y, row in enumerate(mask):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(np.int8), [0]])))
        runs = []
        for first, end in zip(edges[::2], edges[1::2]):
            i = len(parent)
            parent.append(i)
            boxes.append([first, y, end, y + 1])
            for other_first, other_end, k in above:
                if other_first <= end and first <= other_end:
                    a, b = root(i), root(k)
                    parent[max(a, b)] = min(a, b)
            runs.append((first, end, i))
        above = runs
    joined = {}
    for i, (x0, y0, x1, y1) in enumerate(boxes):
        b = joined.setdefault(root(i), [x0, y0, x1, y1])
        joined[root(i)] = [min(b[0], x0), min(b[1], y0), max(b[2], x1), max(b[3], y1)]
    return list(joined.values())


def decode(p, letters):
    """CTC: the best letter of each column, repetitions and blanks left out."""
    best = p.argmax(-1)
    kept = [i for i, k in enumerate(best) if k and (i == 0 or best[i - 1] != k)]
    return "".join(letters[best[i]] for i in kept), float(np.mean([p[i, best[i]] for i in kept])) if kept else 0.0


def wrong_letters(read, true):
    """Edits between two texts."""
    row = list(range(len(true) + 1))
    for i, a in enumerate(read, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(true, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]
