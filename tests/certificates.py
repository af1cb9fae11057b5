"""Certificates of losses as Python sees them: reads the content of one, changes it, and writes it with a count and a
hash made anew (docs/solver/certificates.md)."""
import struct
import subprocess
from functools import lru_cache

MASK = (1 << 64) - 1
FIXPOINT = 1


def content_of(path):
    return subprocess.run(["zstd", "-dc", path], check=True, capture_output=True).stdout


def frame(content):
    """A zstd frame with the content as it is, in raw blocks."""
    blocks = [content[at:at + (1 << 17)] for at in range(0, len(content), 1 << 17)] or [b""]
    packed = b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(content))
    for number, block in enumerate(blocks):
        last = number + 1 == len(blocks)
        packed += (len(block) << 3 | last).to_bytes(3, "little") + block
    return packed


@lru_cache(maxsize=None)
def sip_hash(data):
    """SipHash-2-4 with 128 bits and the key 00 01 … 0f."""
    low, high = 0x0706050403020100, 0x0f0e0d0c0b0a0908
    v = [0x736f6d6570736575 ^ low, 0x646f72616e646f6d ^ high ^ 0xee, 0x6c7967656e657261 ^ low, 0x7465646279746573 ^ high]

    def turned(word, bits):
        return (word << bits | word >> (64 - bits)) & MASK

    def rounds(count):
        a, b, c, d = v
        for _ in range(count):
            a = (a + b) & MASK
            b = turned(b, 13) ^ a
            a = turned(a, 32)
            c = (c + d) & MASK
            d = turned(d, 16) ^ c
            a = (a + d) & MASK
            d = turned(d, 21) ^ a
            c = (c + b) & MASK
            b = turned(b, 17) ^ c
            c = turned(c, 32)
        v[:] = a, b, c, d

    whole = len(data) // 8 * 8
    words = list(struct.unpack(f"<{whole // 8}Q", data[:whole]))
    words.append(int.from_bytes(data[whole:], "little") | (len(data) & 255) << 56)
    for word in words:
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xee
    rounds(4)
    first = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xdd
    rounds(4)
    return first | (v[0] ^ v[1] ^ v[2] ^ v[3]) << 64


class Certificate:
    """The header as bytes, and the layers: a number and a list of (state, reason), where a reason is one byte or two."""

    def __init__(self, content):
        at = content.index(b"\nreasons") + 1
        at = content.index(b"\n", at) + 1
        self.header = content[:at]
        self.layers = []
        while content[at:at + 4] != b"\xff" * 4:
            number, count = struct.unpack_from("<IQ", content, at)
            at += 12
            states = []
            last = b""
            for _ in range(count):
                kept, added = content[at], content[at + 1]
                last = last[:kept] + content[at + 2:at + 2 + added]
                at += 2 + added
                size = 2 if content[at] > FIXPOINT else 1
                states.append((last, content[at:at + size]))
                at += size
            self.layers.append((number, states))
        self.end = content[at + 4:]

    def content(self):
        parts = [self.header]
        total = 0
        count = 0
        for number, states in self.layers:
            parts.append(struct.pack("<IQ", number, len(states)))
            last = b""
            for state, reason in sorted(states):
                kept = 0
                while kept < min(len(last), len(state)) and last[kept] == state[kept]:
                    kept += 1
                parts.append(bytes((kept, len(state) - kept)) + state[kept:] + reason)
                last = state
                total += sip_hash(state)
                count += 1
        parts.append(b"\xff" * 4 + struct.pack("<Q", count) + (total & (1 << 128) - 1).to_bytes(16, "little"))
        return b"".join(parts)

    def states(self):
        return [(layer, place) for layer, (_, states) in enumerate(self.layers) for place in range(len(states))]

    def changed(self, layer, place, *instead):
        """The content with these (state, reason) in place of one; without any, the state is dropped."""
        number, states = self.layers[layer]
        self.layers[layer] = (number, [*states[:place], *instead, *states[place + 1:]])
        kept = self.layers
        self.layers = [entry for entry in self.layers if entry[1]]
        result = self.content()
        self.layers = kept
        self.layers[layer] = (number, states)
        return result
