"""From bytes to exact numbers: what is no text of a certificate."""

from __future__ import annotations

import json

import pytest

from rropt.checker import MAX_BYTES, check
from rropt.checker.parse import parse_certificate
from tests.certificates import GOOD, TEXT

MALFORMED = {
    "empty": "",
    "not JSON": "{",
    "an array": "[]",
    "a float": TEXT.replace('"truths": 2', '"truths": 2.0'),
    "an exponent": TEXT.replace('"truths": 2', '"truths": 2e0'),
    "NaN": TEXT.replace('"truths": 2', '"truths": NaN'),
    "infinity": TEXT.replace('"truths": 2', '"truths": -Infinity'),
    "a huge integer": TEXT.replace('"truths": 2', '"truths": ' + "2" * 5000),
    "a duplicate key": TEXT.replace('"truths": 2', '"truths": 2, "truths": 2'),
    "a duplicate key inside": TEXT.replace('"delta": "0"', '"delta": "0", "delta": "0"'),
    "a float in a string": TEXT.replace('"1/4"', '"0.25"'),
    "a float deep inside": TEXT.replace('"trace"', '[[["1", 1.5]]]'),
    "a float in a field that nobody reads": TEXT[:-1] + ', "remark": 0.1}',
    "a word in a field that nobody reads": TEXT[:-1] + ', "remark": "fine"}',
    "a backslash": TEXT.replace('"trace"', r'"tr\u0061ce"'),
    "a backslash in a key": TEXT.replace('"gap"', r'"g\u0061p"'),
    "a backslash before a slash": TEXT.replace('"1/4"', r'"1\/4"'),
    "a zero denominator": TEXT.replace('"1/4"', '"1/0"', 1),
    "a negative denominator": TEXT.replace('"1/4"', '"-1/-4"', 1),
    "no lowest terms": TEXT.replace('"1/4"', '"2/8"', 1),
    "a whole number as a fraction": TEXT.replace('"3"', '"3/1"', 1),
    "a leading zero": TEXT.replace('"3"', '"03"', 1),
    "a minus zero": TEXT.replace('"delta": "0"', '"delta": "-0"'),
    "a plus": TEXT.replace('"3"', '"+3"', 1),
    "a space in a number": TEXT.replace('"3"', '" 3"', 1),
    "a line end in a number": TEXT.replace('"3"', '"3\\n"', 1),
    "digits of another script": TEXT.replace('"3"', '"\u0663"', 1),
    "a full-width slash": TEXT.replace('"1/4"', '"1\uff0f4"', 1),
    "a byte order mark": "\ufeff" + TEXT,
    "null for a number": TEXT.replace('"3/2"', "null", 1),
    "true for a count": TEXT.replace('"truths": 2', '"truths": true'),
    "true for a number": TEXT.replace('"delta": "0"', '"delta": true'),
    "a record for the level": TEXT.replace('"prices"', '["prices"]', 1),
    "a kind that is a method": TEXT.replace('"prices"', '"check"', 1),
    "not UTF-8": b"\xff" + TEXT.encode(),
    "UTF-16": TEXT.encode("utf-16"),
    "two documents": TEXT + TEXT,
    "deep lists": "[" * 100_000,
    "deep records": '{"a":' * 100_000,
    "deep inside": TEXT.replace('"0"', "[" * 40 + "]" * 40),
    "deep lists inside": TEXT.replace('"0"', "[" * 50_000 + "]" * 50_000),
    "deep records inside": TEXT.replace('"0"', '{"a":' * 50_000 + "1" + "}" * 50_000),
    "a lone surrogate": TEXT.replace('"trace"', r'"\ud800"'),
    "a key that is a surrogate": TEXT.replace('"truths"', r'"\ud800"'),
    "another format": TEXT.replace("certificate/2", "certificate/3"),
    "another kind": TEXT.replace('"prices", "privacy"', '"pricey", "privacy"'),
    "a long file": TEXT + " " * MAX_BYTES,
    "a long number": TEXT.replace('"3/2"', '"' + "3" * 5000 + '"'),
    "a long denominator": TEXT.replace('"3/2"', '"1/' + "3" * 5000 + '"'),
    "four million digits": TEXT.replace('"3/2"', '"' + "3" * (MAX_BYTES - 1000) + '"'),
    "many truths": TEXT.replace('"truths": 2', '"truths": 999999999999999999'),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed(name):
    found = check(MALFORMED[name])
    assert (found.verdict, found.status) == ("malformed", 3)
    assert found.reason.isascii() and len(found.reason) < 200 and "\n" not in found.reason


def test_python_values_that_are_not_json_are_malformed():
    cyclic: dict = {}
    cyclic["self"] = cyclic
    for source in (cyclic, {"truths": {1, 2}}, {**GOOD, "truths": 2.0}, {1: 2}, None, 7):
        assert check(source).verdict == "malformed"


def test_only_shares_are_as_long_as_they_are():
    """Their own common denominator, of 3,000 bits; a price with it makes all numbers long."""
    long = f"1/{2**3000 + 1}"
    head = {"format": "rropt-certificate/2", "prices": ["1/3"]}
    _, size = parse_certificate(json.dumps(head | {"shares": [[long]]}))
    assert (size.count, size.bits, size.bits_of_shares) == (1, 96, 3002)
    _, size = parse_certificate(json.dumps(head | {"prices": [long]}))
    assert (size.bits, size.bits_of_shares) == (3002, 96)
