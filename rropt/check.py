"""The checker: does this certificate prove what it claims?

Standard library only; nothing of rropt is imported but the folder `checks` beside this file, with
one short file for each kind of certificate.  Nothing in a certificate is trusted but the statement
of the problem: all else is recomputed in exact rational arithmetic, and no float is read.

    python rropt/check.py FILE [--json]      exit 0 verified, 1 refuted, 2 undecided, 3 malformed

kind        proves                                     by checking, besides feasibility
prices      no private table has a utility above       y.r + sum z_ab [r_a - g r_b]+ >= u(r) for all
            bound                                      extreme r; bound = sum y + delta sum z
gradient    no private table has a variance below      the same for u(r) = r'XEXr / (q.r), any X;
            bound                                      bound = tr E(2X-qq') - sum y - delta sum z
vertices    no two-answer device has a variance        a product of affine functions is least at a
            below bound                                vertex: each vertex of the region, its value
garbling    P is at least as good as A                 A = C P, the columns of C add up to one
separation  P is not at least as good as A             sum_i max_a (GA')_ai > sum_i max_a (GP')_ai
polynomial  claim >= 0 (> 0) where constraints hold    claim constraints^m = sum c square^2
                                                       constraints^f + sum p_i equality_i, expanded

The whole is some 1,450 lines.  To judge one kind, read this file, checks/reading.py and the file of
the kind (orders 360 lines, polynomials 440, prices 760, gradient 890); prices and gradient
share checks/level.py (privacy, extreme patterns) and checks/enclosures.py (logarithms).

Larger files are refused as malformed: 4 MiB; brackets nested 16 deep; integers of 4,000 digits;
common denominators of 65,536 bits; 20 truths where all 2^k patterns must be looked at, 6 where all
staircases must (12 up to symmetry); polynomials of degree 200.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

FORMAT = "rropt-certificate/1"
MAX_BYTES, MAX_DEPTH = 1 << 22, 16
STATUS = {"verified": 0, "refuted": 1, "undecided": 2, "malformed": 3}
HOME = {
    "prices": "prices",
    "gradient": "gradient",
    "vertices": "vertices",
    "garbling": "order",
    "separation": "order",
    "polynomial": "polynomial",
}


@dataclass(frozen=True)
class Verdict:
    """What was found: the sentence proved, or the first thing that failed."""

    verdict: str
    statement: str
    reason: str

    @property
    def status(self) -> int:
        return STATUS[self.verdict]

    def __str__(self) -> str:
        return f"{self.verdict}: {self.statement or self.reason}"

    def _repr_html_(self) -> str:
        words = (self.statement or self.reason).replace("&", "&amp;").replace("<", "&lt;")
        return f"<p><b>{self.verdict}</b>: {words}</p>"

    def _repr_latex_(self) -> str:
        return rf"$\textsf{{{self.verdict}}}$"


class Malformed(Exception):
    """Not a certificate: the reason."""


def check(source: dict[str, Any] | str | bytes) -> Verdict:
    """The verdict on a certificate, given as JSON text, as bytes or as the parsed dictionary.

    >>> print(check("[]"))
    malformed: the certificate must be a record
    """
    try:
        data = parse(source)
    except Malformed as error:
        return Verdict("malformed", "", str(error))
    body = {name: value for name, value in data.items() if name not in ("format", "kind")}
    verdict, sentence = part("reading").verify(part(HOME[data["kind"]], data["kind"]), body)
    return Verdict(verdict, *((sentence, "") if verdict == "verified" else ("", sentence)))


def check_file(path: str | Path) -> Verdict:
    """The verdict on a file; no more than the largest certificate is read."""
    with open(path, "rb") as file:
        return check(file.read(MAX_BYTES + 1))


def part(module: str, name: str = "") -> Any:
    """A file of the folder `checks`, or one function of it."""
    found = import_module(f".checks.{module}" if __package__ else f"checks.{module}", __package__)
    return getattr(found, name) if name else found


def parse(source: dict[str, Any] | str | bytes) -> dict[str, Any]:
    """Strict JSON: no float, no duplicate key, no deep nesting, nothing large."""
    try:
        raw = source if isinstance(source, (str, bytes)) else json.dumps(source)
        expect(len(raw) <= MAX_BYTES, f"more than {MAX_BYTES} bytes")
        text = raw.decode() if isinstance(raw, bytes) else raw
        expect(depth(text) <= MAX_DEPTH, "nested too deeply")
        data = json.loads(
            text,
            object_pairs_hook=pairs,
            parse_float=refuse,
            parse_constant=refuse,
            parse_int=small,
        )
    except (ValueError, TypeError, RecursionError) as error:
        raise Malformed(f"not JSON: {ascii(str(error))[1:-1][:79]}") from None
    expect(isinstance(data, dict), "the certificate must be a record")
    expect(data.get("format") == FORMAT, f"format must be {FORMAT}")
    expect(isinstance(data.get("kind"), str) and data["kind"] in HOME, "unknown kind")
    return data


def expect(condition: bool, reason: str) -> None:
    if not condition:
        raise Malformed(reason)


def depth(text: str) -> int:
    """How deep the brackets outside of strings are nested."""
    level = deepest = 0
    for mark in re.sub(r'"(?:[^"\\]|\\.)*"|[^][{}"]', "", text):
        level += (mark in "[{") - (mark in "]}")
        deepest = max(deepest, level)
    return deepest


def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
    expect(len(dict(items)) == len(items), "a key occurs twice")
    return dict(items)


def refuse(text: str) -> None:
    raise Malformed(f"{text[:20]} is a float: exact numbers are strings")


def small(text: str) -> int:
    expect(len(text) <= 18, "an index or a count is too large")
    return int(text)


def main(arguments: list[str]) -> int:
    """The command line of the checker on its own."""
    files = [word for word in arguments if word != "--json"]
    if len(files) != 1:
        print("usage: python check.py FILE [--json]", file=sys.stderr)
        return STATUS["malformed"]
    try:
        verdict = check_file(files[0])
    except (OSError, ValueError) as error:
        verdict = Verdict("malformed", "", f"the file cannot be read: {error}")
    except ModuleNotFoundError:
        print("check.py needs its folder, checks, beside it", file=sys.stderr)
        return STATUS["malformed"]
    found = {name: getattr(verdict, name) for name in ("verdict", "statement", "reason")}
    print(json.dumps(found) if "--json" in arguments else verdict)
    return verdict.status


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    sys.exit(main(sys.argv[1:]))
