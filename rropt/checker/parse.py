"""From bytes to lists, objects, whole numbers and rationals: nothing else survives this page.

A rational is a string in lowest terms, a count is a JSON integer without a sign. There are no
floats, no escapes, and no key twice, so a text has one reading, the same in every language.
"""

import json
import re
from math import gcd
from typing import Any

from .cleared import Rational
from .verdict import AGAIN, FORMAT, Malformed, Size, well_formed

MAX_BYTES = 1 << 22
MAX_DOCUMENT_BYTES = 8 * MAX_BYTES
MAX_DIGITS = 4300
MAX_COUNT = (1 << 31) - 1
LONG_NUMBER = re.compile(rf"(?<![0-9])[0-9]{{{MAX_DIGITS + 1}}}")
RATIONAL = re.compile("(-?(?:0|[1-9][0-9]*))(?:/([1-9][0-9]*))?")


def parse_certificate(source: str | bytes) -> tuple[dict[str, Any], Size]:
    """The fields of a certificate but its format, all numbers exact, and how large it is."""
    text = _text(source)
    data = DECODER.decode(text)
    well_formed(isinstance(data, dict), "a certificate is one JSON object")
    well_formed(data.pop("format", None) == FORMAT, f"format must be {FORMAT}: {AGAIN}")
    shares = {"shares": data.pop("shares")} if "shares" in data else None
    numbers = _Numbers()
    exact, size = numbers.exact(data), numbers.size()
    if shares is None:
        return exact, size
    apart = _Numbers()  # so that long shares do not make every other step costly
    return exact | apart.exact(shares), size.beside(apart.size())


def _text(source: str | bytes) -> str:
    well_formed(len(source) <= MAX_BYTES, f"more than {MAX_BYTES} bytes")
    text = source if isinstance(source, str) else source.decode("ascii", "replace")
    well_formed(text.isascii(), "not ASCII")
    well_formed("\\" not in text, "a backslash")  # an escape would give one key two spellings
    well_formed(not LONG_NUMBER.search(text), f"a number of more than {MAX_DIGITS} digits")
    return text


def each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, which has no key twice."""
    found = dict(pairs)
    well_formed(len(found) == len(pairs), "a key occurs twice")
    return found


def _count(digits: str) -> int:
    # JSON has no other signs in a whole number, and no zero before other digits.
    well_formed(digits[0] != "-", f"{digits[:20]} is no count: rationals are strings")
    count = int(digits)  # of at most 4300 digits, as `_text` saw to it: no long conversion
    well_formed(count <= MAX_COUNT, f"{digits[:20]} is too large a count")
    return count


def _refuse(text: str) -> None:
    raise Malformed(f"{text[:20]} is a float: exact numbers are strings")


DECODER = json.JSONDecoder(
    object_pairs_hook=each_key_once,
    parse_int=_count,
    parse_float=_refuse,
    parse_constant=_refuse,
)


class _Numbers(dict[str, str]):
    """What the strings of a certificate are, each different text read once, and how many numbers
    there are.
    """

    count = 0
    largest_count = 0

    def __missing__(self, text: str) -> str:
        """A word stays a word."""
        form = RATIONAL.fullmatch(text)
        if not form:
            return self.setdefault(text, text)
        top, bottom = form.groups()
        self[text] = number = Rational(text)
        number.numerator, number.denominator = int(top), int(bottom or 1)
        has_factor = bottom == "1" or (bottom and gcd(number.numerator, number.denominator) > 1)
        if has_factor or top == "-0":  # one text a number: sentences and hashes are made of texts
            raise Malformed(f"{text[:20]} is not in lowest terms")
        return number

    def exact(self, value: Any) -> Any:
        """The same structure with rationals for the strings that are numbers."""
        kind = type(value)
        if kind is list and {*map(type, value)} == {str}:  # most of a file, at once
            read = [*map(self.__getitem__, value)]
            self.count += [*map(type, read)].count(Rational)
            return read
        if kind is list:
            return [*map(self.exact, value)]
        if kind is dict:
            return {name: self.exact(entry) for name, entry in value.items()}
        if kind is int:
            self.largest_count = max(self.largest_count, value)
        found = self[value] if kind is str else value
        self.count += type(found) in (Rational, int)
        return found

    def size(self) -> Size:
        numbers = [x for x in self.values() if type(x) is Rational]
        return Size.of(self.count, numbers, self.largest_count)
