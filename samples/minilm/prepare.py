#!/usr/bin/env python3
"""Turns sentences into what the model takes.

  prepare.py VOCAB CALIBRATE.txt EVALUATE.txt OUT_DIR

writes OUT_DIR/calibrate.npz (arrays by input name, first axis = samples) and
OUT_DIR/input_ids.npy, OUT_DIR/attention_mask.npy for the sentences to compare.
"""
import os
import sys

import numpy as np

from wordpiece import batch_of, read_sentences, read_vocabulary


def main():
    vocabulary_path, calibrate_path, evaluate_path, out = sys.argv[1:]
    vocabulary = read_vocabulary(vocabulary_path)
    calibrate, evaluate = read_sentences(calibrate_path), read_sentences(evaluate_path)
    if set(calibrate) & set(evaluate):
        sys.exit("prepare.py: a sentence stands in both lists; calibrate and judge on different ones")
    ids, mask = batch_of(calibrate, vocabulary)
    np.savez(os.path.join(out, "calibrate.npz"), input_ids=ids, attention_mask=mask)
    print(f"{len(ids)} sentences to calibrate with, up to {ids.shape[1]} tokens")
    ids, mask = batch_of(evaluate, vocabulary)
    np.save(os.path.join(out, "input_ids.npy"), ids)
    np.save(os.path.join(out, "attention_mask.npy"), mask)
    print(f"{len(ids)} other sentences to judge by, up to {ids.shape[1]} tokens")


if __name__ == "__main__":
    main()
