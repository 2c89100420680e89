"""WordPiece, lower case, as all-MiniLM-L6-v2 was trained with: accents off,
words and punctuation apart, then greedily the longest piece of the vocabulary."""
import re
import unicodedata

import numpy as np

MOST_TOKENS = 256  # the model's own limit


def read_vocabulary(path):
    with open(path, encoding="utf-8") as f:
        return {piece.rstrip("\n"): i for i, piece in enumerate(f)}


def pieces_of(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                pieces.append(vocabulary[piece])
                start = end
                break
        else:
            return [vocabulary["[UNK]"]]
    return pieces


def tokenize(text, vocabulary):
    text = unicodedata.normalize("NFD", text.lower())
    text = "".join(c for c in text if unicodedata.category(c) != "Mn")
    tokens = []
    for word in re.findall(r"\w+|[^\w\s]", text):
        tokens += pieces_of(word, vocabulary)
    return [vocabulary["[CLS]"]] + tokens[:MOST_TOKENS - 2] + [vocabulary["[SEP]"]]


def batch_of(sentences, vocabulary):
    """input_ids and attention_mask [sentences, longest], int64, padded with 0."""
    rows = [tokenize(s, vocabulary) for s in sentences]
    ids = np.zeros((len(rows), max(map(len, rows))), np.int64)
    mask = np.zeros_like(ids)
    for i, row in enumerate(rows):
        ids[i, :len(row)], mask[i, :len(row)] = row, 1
    return ids, mask


def read_sentences(path):
    with open(path, encoding="utf-8") as f:
        return [line.strip() for line in f if line.strip()]
