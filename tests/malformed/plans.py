"""A plan's bytes taken apart and put together with every hash right, as a hostile file comes (docs/plan.md)."""
import hashlib
import struct

CHUNK = 1 << 20


def blake(data):
    return hashlib.blake2b(data, digest_size=32).digest()


def string(words):
    return struct.pack("<I", len(words)) + words + b"\0"


class Plan:
    """`tables` may be changed at will; `save` sets sizes, places and hashes."""

    def __init__(self, path):
        data = path.read_bytes()
        size, = struct.unpack_from("<Q", data, 64)
        blobs_at, blobs = struct.unpack_from("<QQ", data, 104)
        self.head, self.tables, self.blobs = data[:256], data[256:256 + size], data[blobs_at:blobs_at + blobs]
        self.find()

    def save(self, path):
        chunks = b"".join(blake(self.blobs[i:i + CHUNK]) for i in range(0, len(self.blobs), CHUNK))
        chunks_at = (256 + len(self.tables) + 63) & ~63
        blobs_at = (chunks_at + len(chunks) + 4095) & ~4095
        head = bytearray(self.head)
        struct.pack_into("<Q", head, 32, blobs_at + len(self.blobs))
        struct.pack_into("<QQ", head, 56, 256, len(self.tables))
        struct.pack_into("<QQ", head, 80, chunks_at, len(chunks))
        struct.pack_into("<QQ", head, 104, blobs_at, len(self.blobs))
        head[224:256] = bytes(32)
        prefix = ((bytes(head) + self.tables).ljust(chunks_at, b"\0") + chunks).ljust(blobs_at, b"\0")
        path.write_bytes(prefix[:224] + blake(prefix) + prefix[256:] + self.blobs)
        return path

    # Where the parts of a plan with one cpu variant lie.

    def u32(self, at):
        return struct.unpack_from("<I", self.tables, at)[0]

    def text_end(self, at):
        return at + 4 + self.u32(at) + 1

    def port_end(self, at):
        at = self.text_end(at) + 8
        return at + 4 + 8 * max(0, struct.unpack_from("<i", self.tables, at)[0])

    def find(self):
        at = 0
        for _ in range(4):
            at = self.text_end(at)
        self.symbols_at = at = at + 32
        self.symbol_count = self.u32(at)
        at += 4
        for _ in range(self.symbol_count):
            at = self.text_end(at)
        self.symbols_end = at
        for _ in range(2):
            count, at = self.u32(at), at + 4
            for _ in range(count):
                at = self.port_end(at)
        count, at = self.u32(at), at + 4
        for _ in range(count):
            at = self.text_end(at) + 4
        at += 4 + 8 * self.u32(at)
        self.variants_at = at
        assert self.u32(at) == 1
        self.variant_at = at + 4
        self.profile_at = self.text_end(self.variant_at)
        self.bound_at = self.text_end(self.profile_at)
        self.bound_end = self.bound_at + 8 * self.symbol_count
        at = self.variants_at  # the report is the last field: its length reaches to the end
        while self.u32(at := self.tables.index(b"{", at + 1) - 4) != len(self.tables) - at - 5:
            at += 4
        self.report_at = at

    def with_report(self, words):
        return self.replaced((self.report_at, len(self.tables), string(words)))

    def replaced(self, *parts):
        """(from, to, bytes) from front to back."""
        out, at = b"", 0
        for begin, end, new in parts:
            out += self.tables[at:begin] + new
            at = end
        self.tables = out + self.tables[at:]
        return self
