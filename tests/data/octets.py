"""Two-way tables, and injected bytes: what a report makes of them is a count and no estimate."""

from __future__ import annotations

from rropt.channel import Channel

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
SKEWED = Channel.from_rows([[1, "2/7"], [0, "5/7"]])
FINE = Channel.from_rows([["40000/65536", "1/65536"], ["25536/65536", "65535/65536"]])


class Exhausted(Exception):
    """The injected bytes are used up: the report needs more of them."""


def source_of(octets):
    """A source that gives exactly these bytes."""
    left = bytearray(octets)

    def give(count):
        if count > len(left):
            raise Exhausted
        taken = bytes(left[:count])
        del left[:count]
        return taken

    return give
