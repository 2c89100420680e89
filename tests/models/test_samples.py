"""What the samples do with numbers and files, where no network and no picture is needed."""
import collections
import pathlib
import pickle
import struct
import sys

import numpy as np
import pytest

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"
sys.path[:0] = [str(SAMPLES / "ocr"), str(SAMPLES / "photos")]
import efficientnet  # noqa: E402
from lines import components, decode, wrong_letters  # noqa: E402


def test_boxes_of_connected_pixels():
    mask = np.zeros((9, 12), bool)
    mask[1:3, 1:4] = True
    mask[5, 2:9] = mask[6, 8] = mask[7, 2:9] = True  # one shape, joined at its right end
    mask[0, 11] = True
    assert sorted(components(mask)) == [[1, 1, 4, 3], [2, 5, 9, 8], [11, 0, 12, 1]]
    assert components(np.zeros((3, 3), bool)) == []


def test_letters_of_columns():
    p = np.full((7, 4), 0.1)
    for column, letter in enumerate([0, 2, 2, 0, 2, 3, 3]):
        p[column, letter] = 0.7
    text, sure = decode(p, ["", "a", "b", "c"])
    assert text == "bbc" and sure == pytest.approx(0.7)
    assert decode(p[:1], ["", "a", "b", "c"]) == ("", 0.0)
    assert wrong_letters("kitten", "sitting") == 3 and wrong_letters("", "abc") == 3


def old_state_dict(path, made):
    """As torch.save wrote before 1.6."""
    with open(path, "wb") as f:
        for head in (efficientnet.MAGIC, 1001, {"little_endian": True}):
            pickle.dump(head, f, protocol=2)
        made(f)


class Told:
    """A thing that pickles as a call of a name in a module, as torch's do."""

    def __init__(self, module, name, *arguments):
        self.module, self.name, self.arguments = module, name, arguments


def dumped(value, storages):
    import io
    out = io.BytesIO()
    pickler = pickle._Pickler(out, protocol=2)

    def save_told(self, told):
        self.write(pickle.GLOBAL + f"{told.module}\n{told.name}\n".encode())
        if told.arguments:
            self.save(tuple(told.arguments))
            self.write(pickle.REDUCE)

    pickler.dispatch = dict(pickler.dispatch)
    pickler.dispatch[Told] = save_told
    pickler.persistent_id = lambda x: storages.get(id(x))
    pickler.dump(value)
    return out.getvalue()


def test_weights_without_torch(tmp_path):
    numbers = np.arange(12, dtype=np.float32)
    storage = object()
    told = {id(storage): ("storage", Told("torch", "FloatStorage"), "7", "cpu", 12, None)}
    tensors = collections.OrderedDict(a=Told("torch._utils", "_rebuild_tensor_v2", storage, 2, (2, 3), (1, 2), False, None))

    def made(f):
        f.write(dumped(tensors, told))
        pickle.dump(["7"], f, protocol=2)
        f.write(struct.pack("<q", 12) + numbers.tobytes())
    old_state_dict(tmp_path / "w.pth", made)
    found = efficientnet.read_weights(tmp_path / "w.pth")
    np.testing.assert_array_equal(found["a"], [[2, 4, 6], [3, 5, 7]])


def test_weights_that_call_something(tmp_path):
    def made(f):
        f.write(dumped({"a": Told("os", "getcwd")}, {}))
    old_state_dict(tmp_path / "w.pth", made)
    with pytest.raises(pickle.UnpicklingError, match="os.getcwd is no part of a state dict"):
        efficientnet.read_weights(tmp_path / "w.pth")
