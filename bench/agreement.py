"""How near results are to a reference."""
import math

import numpy as np


def decibels(reference, found):
    """SQNR of all pairs of arrays as one."""
    signal = noise = 0.0
    for r, f in zip(reference, found, strict=True):
        r = r.astype(np.float64)
        signal += float((r * r).sum())
        noise += float(((r - f) ** 2).sum())
    return 10 * math.log10(signal / noise) if noise > 0 and signal > 0 else -math.inf if noise > 0 else math.inf


def of_range(reference, found):
    """The largest difference of any pair of arrays, as a share of the reference's range."""
    worst = 0.0
    for r, f in zip(reference, found, strict=True):
        r = r.astype(np.float64)
        worst = max(worst, float(np.abs(f - r).max() / (float(r.max() - r.min()) or 1.0)))
    return worst


def cosine(reference, found):
    """The least of any pair of arrays."""
    least = 1.0
    for r, f in zip(reference, found, strict=True):
        r, f = r.astype(np.float64), f.astype(np.float64)
        norm = math.sqrt(float((r * r).sum()) * float((f * f).sum()))
        least = min(least, float((r * f).sum()) / norm if norm else 1.0)
    return least
