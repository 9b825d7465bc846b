"""The referee: some thousand questions, and how version 2 answered them.

    python -m tests.contracts.referee                     compare all answers with the recorded ones
    python -m tests.contracts.referee levels A-optimal    only the questions that hold these words
    python -m tests.contracts.referee --record FILE       answer all questions anew, into a file

A question is Python as a user writes it. An answer is what is recorded of it: value, bound, gap,
rank, number of reports, processor time; or its refusal. The record was written by the last commit
of version 2 and is not written again: no later answer may be worse. The questions of `later` came
with the answers of their day, which are not written again either.
"""

from __future__ import annotations

import json
import resource
import signal
import statistics
import sys
import time
from collections.abc import Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import rropt as rr
from rropt.exact.certified_number import CertifiedNumber

RECORDS = [Path(__file__).parent / f"version_{version}_answers.jsonl" for version in (2, 3)]
PATIENCE = 15
"""Seconds of processor time after which a question counts as unanswered."""

SAME = Fraction(1, 10**9)
"""Curved optima are found by floats and proved by rationals: relative to the value, no worse."""

SLOWER = 5
"""No answer takes so many times as long as it did, where that was more than `NOTICED` seconds."""

NOTICED = 0.05

NUMBERS = ("1/1000", "1/10", "ln(2)", "1", "3", "20")
SMALL_NUMBERS = ("1/10", "ln(2)", "1", "3")
DELTAS = ("1/1000000", "1/100", "1/10")


def shares(kind: str, k: int) -> list[str]:
    """Shares of k truths, by the names that the sketches of the engine use."""
    if kind == "zero":
        parts = [Fraction(0), *(Fraction(j) for j in range(1, k))]
    elif kind == "geometric":
        parts = [Fraction(7, 10) ** j for j in range(k)]
    elif kind == "classes":
        parts = [Fraction(3 if j < k // 2 else 1) for j in range(k)]
    else:
        powers = {"equal": 0, "linear": 1, "zipf": -1}
        parts = [Fraction(j) ** powers[kind] for j in range(1, k + 1)]
    total = sum(parts)
    return [str(part / total) for part in parts]


def levels(k: int, seed: int) -> list[list[str]]:
    """A matrix of levels between 3/2 and 9, without a pattern."""
    entry = (str(Fraction(3 + (seed * 7 + 5 * a + 11 * b + 3 * a * b) % 16, 2)) for a in range(k)
             for b in range(k))  # fmt: skip
    flat = list(entry)
    return [["1" if a == b else flat[a * k + b] for b in range(k)] for a in range(k)]


def path(k: int) -> list[list[int]]:
    return [[abs(a - b) for b in range(k)] for a in range(k)]


def one_number(numbers: tuple[str, ...], deltas: tuple[str, ...]) -> list[str]:
    pure = [f"rr.LocalDP({number!r})" for number in numbers]
    relaxed = [f"rr.LocalDP({n!r}, {delta!r})" for n in ("1/2", "ln(3)", "3") for delta in deltas]
    return pure + relaxed


def other_privacy(k: int) -> list[str]:
    """Every form that is not one number, on k truths."""
    prior = shares("linear", k)
    table = [["1/2" if a == b else f"1/{2 * k - 2}" for b in range(k)] for a in range(k)]
    found = [
        f"rr.Privacy({levels(k, 1)})",
        f"rr.Privacy({levels(k, 2)}, deltas='1/20')",
        f"rr.MetricDP({path(k)}, 'ln(2)')",
        f"rr.MetricDP({path(k)}, '1/4')",
        "rr.OneSided([0], 'ln(3)')",
        "rr.HighLow([0], 'ln(3)')",
        f"rr.NoWorseThan({table})",
        f"rr.PointwiseMaximalLeakage('ln(2)', {prior})",
        f"rr.LocalInformationPrivacy('ln(2)', {prior})",
    ]
    if k > 2:
        halves = [list(range(k // 2)), list(range(k // 2, k))]
        found += ["rr.UtilityOptimized([0], 'ln(3)')", f"rr.Blocks({halves}, 'ln(3)', 'ln(2)')"]
    if k <= 3:
        found += ["rr.RenyiDP(2, '1/2')", "rr.RenyiDP(3, '1/4')", "rr.ZeroConcentratedDP('1/8')"]
    return found


def linear_objectives(k: int, prior: list[str]) -> list[str]:
    gain = [[str(Fraction((3 * a + 5 * b + a * b) % 7, 4)) for b in range(k)] for a in range(3)]
    return [
        f"rr.Trace({k})",
        f"rr.Guess({prior})",
        f"rr.Gain({gain}, {prior})",
        f"rr.Loss({path(k)}, {prior})",
        f"rr.MutualInformation({prior})",
        f"rr.FDivergence('chi-square', (0, 1), {k})",
        f"rr.FDivergence('hellinger', (1, 0), {k})",
    ]


def curved_objectives(k: int, prior: list[str]) -> list[str]:
    contrast = [str(j) for j in range(k)]
    other = list(reversed(prior))
    found = [
        f"rr.AOptimal({prior})",
        f"rr.COptimal({prior}, {contrast})",
        f"rr.DOptimal({prior})",
        f"rr.EOptimal({prior})",
        f"rr.Average([('1/2', {prior}), ('1/2', {other})])",
        f"rr.Minimax([{prior}, {other}])",
    ]
    return found


def worst_objectives(k: int) -> list[str]:
    contrast = [str(j - 1) for j in range(k)]
    values = [str(j * (j + 1) // 2) for j in range(k)]
    return [
        f"rr.AOptimal('worst', {k})",
        f"rr.AOptimal('worst', {k}, 'group')",
        f"rr.COptimal('worst', {contrast})",
        f"rr.COptimal('worst', {contrast}, 'group')",
        f"rr.DOptimal('worst', {k})",
        f"rr.EOptimal('worst', {k}, 'group')",
        f"rr.Mean({values})",
        f"rr.Mean({values}, worst='population')",
    ]


TWO_TRUTHS = (
    "rr.Variance('1/2')",
    "rr.Variance('1/10')",
    "rr.Variance('1/1000')",
    "rr.Warner('1/4')",
    "rr.WorstProportion()",
    "rr.VarianceOverInterval('1/20', '1/4')",
    "rr.FDivergence('kullback-leibler')",
    "rr.ForModel(rr.Logit('-1', '1'), points=[[0], [1], [2]], coefficients=[1])",
    "rr.ForModel(rr.Logit('-1', ['1', '1/2']), points=[[0, 1], [1, 0], [1, 1]], target='A')",
    "rr.ForModel(rr.Probit('-1', '1'), points=[[0], [1], [2]], target='D')",
    "rr.ForModel(rr.LinearProbability('1/4', '1/8'), points=[[0], [1], [2]], coefficients=[1])",
)

THREE_TRUTHS_MODEL = (
    "rr.ForModel(rr.Logit(['-1', '0'], [['1'], ['1/2']]), points=[[0], [1], [2]], target='A')"
)


def posed(privacies: list[str], objectives: list[str], *options: str) -> Iterator[str]:
    for privacy in privacies:
        for objective in objectives:
            yield f"rr.optimal({', '.join((privacy, objective, *options))})"


def questions() -> list[str]:
    """All questions, each once, in an order that stays."""
    found: list[str] = []
    found += posed(one_number(NUMBERS, DELTAS), list(TWO_TRUTHS))
    found += posed(other_privacy(2), list(TWO_TRUTHS[:8]))
    for k, kind in ((3, "linear"), (4, "zero"), (5, "equal")):
        prior = shares(kind, k)
        found += posed(
            one_number(SMALL_NUMBERS, ("1/1000000", "1/10")), linear_objectives(k, prior)
        )
    for k in (3, 4):
        prior = shares("linear", k)
        found += posed(other_privacy(k), linear_objectives(k, prior)[1:5])
        found += posed(other_privacy(k)[:7], curved_objectives(k, prior)[:3])
    for k, kind in ((2, "linear"), (3, "zipf"), (4, "geometric"), (5, "equal")):
        prior = shares(kind, k)
        found += posed(one_number(SMALL_NUMBERS, ("1/100",)), curved_objectives(k, prior))
    for k in (2, 3, 4):
        found += posed(one_number(("1/10", "1", "5"), ("1/1000000",)), worst_objectives(k))
    found += posed(one_number(SMALL_NUMBERS, ()), [THREE_TRUTHS_MODEL])
    found += larger()
    found += restricted()
    found += later()
    return list(dict.fromkeys(found))


def later() -> Iterator[str]:
    """Questions that version 2 was not asked, with a record of their own."""
    yield from repeated_entries()
    yield from high_levels()
    yield from many_numbers()


def repeated_entries() -> Iterator[str]:
    """Contrasts with equal entries, which tell some truths apart and others not."""
    for entries in ("001", "0112", "10001", "000113", "01010101"):
        k = len(entries)
        contrast = list(entries)
        prior = shares("linear", k)
        at_prior = f"rr.COptimal({prior}, {contrast})"
        yield from posed(["rr.LocalDP('1/10')", "rr.LocalDP('1')", "rr.LocalDP('5')"], [at_prior])
        if k > 6:
            continue
        matrices = [f"rr.Privacy({levels(k, 1)})", f"rr.MetricDP({path(k)}, '1/2')"]
        yield from posed([*matrices, "rr.LocalDP('1', '1/100')"], [at_prior])
        worst = [
            f"rr.COptimal('worst', {contrast})",
            f"rr.COptimal('worst', {contrast}, 'group')",
            f"rr.Mean({contrast}, {prior})",
        ]
        yield from posed(["rr.LocalDP('1/10')", "rr.LocalDP('5')", "rr.LocalDP('20')"], worst)


def high_levels() -> Iterator[str]:
    """Fixed groups where what is lost is little beside the numbers."""
    for k in (2, 3, 4):
        numbers = [j - 1 for j in range(k)]
        large = [["1" if a == b else "1000000" for b in range(k)] for a in range(k)]
        privacies = [
            "rr.LocalDP('12')",
            "rr.LocalDP('20')",
            "rr.LocalDP('10', '1/1000000')",
            f"rr.Privacy({large})",
            f"rr.Privacy({large}, deltas='1/50')",
            f"rr.MetricDP({path(k)}, '9')",
        ]
        objectives = [
            f"rr.Mean({numbers})",
            f"rr.Mean({numbers}, {shares('linear', k)})",
            f"rr.AOptimal('worst', {k}, 'group')",
        ]
        yield from posed(privacies, objectives)


def many_numbers() -> Iterator[str]:
    """More numbers than all patterns are tried of, and numbers of an interval."""
    levels_of_numbers = ["rr.LocalDP('1/10')", "rr.LocalDP('1')", "rr.LocalDP('5')"]
    for k in (11, 20, 45):
        halves = [j // 2 for j in range(k)]
        objectives = [
            f"rr.Mean({list(range(k))})",
            f"rr.Mean({shares('zipf', k)}, worst='population')",
            f"rr.Mean({halves}, {shares('linear', k)})",
            f"rr.COptimal('worst', {halves}, 'group')",
        ]
        yield from posed(levels_of_numbers[1:], objectives)
    parts = ["1/2", "1/3", "1/6"]
    on_grids = [f"rr.Mean(low=0, high=1, points={n})" for n in (3, 11, 41, 81)]
    on_grids += [f"rr.Mean(low=0, high=1, prior={parts}, points={n})" for n in (11, 41)]
    yield from posed(levels_of_numbers, [*on_grids, "rr.Mean(low=0, high=1)"])


def larger() -> Iterator[str]:
    """More truths, where one route of version 2 ended and another began."""
    for k in (6, 8, 10, 12):
        for kind in ("linear", "classes"):
            prior = shares(kind, k)
            yield from posed(["rr.LocalDP('ln(3)')"], curved_objectives(k, prior)[:3])
            yield from posed(["rr.LocalDP('1', '1/10')"], linear_objectives(k, prior)[1:4])
    for k in (8, 16, 24, 32):
        for kind in ("equal", "linear", "classes"):
            prior = shares(kind, k)
            yield from posed(["rr.LocalDP('ln(3)')"], linear_objectives(k, prior)[:5])
    for k in (8, 16, 24):
        yield from posed([f"rr.MetricDP({path(k)}, 'ln(2)')"],
                         linear_objectives(k, shares("linear", k))[1:4])  # fmt: skip
    for k in (16, 20, 50, 100):
        yield from posed(["rr.LocalDP('1')"], curved_objectives(k, shares("equal", k))[:3])
        yield from posed(["rr.LocalDP('1')"], [f"rr.COptimal({shares('zipf', k)}, {path(k)[0]})"])
        yield from posed(["rr.LocalDP('1', '1/10')"], [f"rr.Trace({k})"])


def restricted() -> Iterator[str]:
    """Few reports, and tables over 1/N."""
    three = shares("linear", 3)
    of_three = [*linear_objectives(3, three)[:5], *curved_objectives(3, three)[:3]]
    for privacy in ("rr.LocalDP('ln(3)')", "rr.LocalDP('1/2', '1/10')"):
        for outputs in (2, 3):
            option = f"outputs={outputs}"
            yield from posed([privacy], ["rr.Variance('1/4')", "rr.Trace(4)"], option)
            yield from posed([privacy], linear_objectives(5, shares("linear", 5))[1:5], option)
    for total in (10, 100, 65536):
        option = f"denominator={total}"
        yield from posed(one_number(("1",), ("1/10",)), ["rr.Variance('1/10')", *of_three], option)
        yield from posed(other_privacy(2)[:3], ["rr.Variance('1/4')"], option)


class TooLong(Exception):
    """A question that is not answered within `PATIENCE`."""


def _stop(*_: Any) -> None:
    raise TooLong


def answer(question: str) -> dict[str, Any]:
    """What is recorded of a question asked now."""
    signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    begun = time.process_time()
    try:
        design = eval(question, {"rr": rr})
    except TooLong:
        return {"unanswered": f"over {PATIENCE} s"}
    except Exception as refusal:
        return {"refused": f"{type(refusal).__name__}: {refusal}"[:160]}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    spent = time.process_time() - begun
    return {
        "value": shown(design.value),
        "bound": shown(design.bound),
        "gap": "0" if design.gap == 0 else f"{float(design.gap):.3e}",
        **size(design),
        "seconds": round(spent, 4),
    }


def size(design: Any) -> dict[str, int]:
    """Reports and rank of the table, where it is written out."""
    if design.table is None:
        return {}
    rows = [[float(entry) for entry in row] for row in design.table.rows]
    return {"reports": len(rows), "rank": rank(rows)}


def rank(rows: list[list[float]]) -> int:
    import numpy

    return int(numpy.linalg.matrix_rank(numpy.array(rows), tol=1e-9))


def shown(value: Any) -> Any:
    """An exact value exactly where it is short, else 40 digits; an enclosure by its ends."""
    number = CertifiedNumber.of(value)
    if number.lo != number.hi:
        return [shown(end) for end in (number.lo, number.hi)]
    if number.is_infinite:
        return "oo"
    exact = Fraction(number.lo)
    if len(str(exact)) <= 60:
        return str(exact)
    with localcontext() as context:
        context.prec = 40
        return str(Decimal(exact.numerator) / Decimal(exact.denominator))


def ends(value: Any) -> tuple[Fraction, Fraction]:
    low, high = value if isinstance(value, list) else (value, value)
    return Fraction(low), Fraction(high)


def worse(now: dict[str, Any], then: dict[str, Any]) -> str:
    """What is worse now than then; empty where nothing is."""
    if "value" not in then:
        return ""
    if "value" not in now:
        return str(now)
    if then["value"] == "oo" or now["value"] == "oo":
        return "" if now["value"] == then["value"] else f"value {now['value']}"
    return worse_numbers(now, then)


def worse_numbers(now: dict[str, Any], then: dict[str, Any]) -> str:
    value, bound = ends(now["value"]), ends(now["bound"])
    old_value, old_bound = ends(then["value"]), ends(then["bound"])
    scale = max(abs(old_bound[0]), abs(old_bound[1]))
    slack = SAME * scale
    sign = 1 if old_value[1] >= old_bound[0] else -1
    if sign * (middle(value) - middle(old_value)) > slack:
        return f"value {float(middle(value))!r}, was {float(middle(old_value))!r}"
    if sign * (middle(old_bound) - middle(bound)) > slack:
        return f"bound {float(middle(bound))!r}, was {float(middle(old_bound))!r}"
    if Fraction(now["gap"]) > max(Fraction(then["gap"]), slack):
        return f"gap {now['gap']}, was {then['gap']}"
    return ""


def middle(interval: tuple[Fraction, Fraction]) -> Fraction:
    return (interval[0] + interval[1]) / 2


def slower(now: dict[str, Any], then: dict[str, Any]) -> str:
    if "seconds" not in now or "seconds" not in then:
        return ""
    allowed = SLOWER * max(then["seconds"], NOTICED)
    return f"{now['seconds']} s, was {then['seconds']} s" if now["seconds"] > allowed else ""


def record(path: str) -> None:
    """Answer all questions into a file, a line each."""
    with Path(path).open("w", encoding="utf-8") as file:
        for question in questions():
            print(json.dumps({"question": question, **answer(question)}), file=file, flush=True)


def compare(words: list[str]) -> int:
    """Ask again, print what is worse, and the ratio of times; the number of worse answers."""
    ratios = []
    faults = 0
    asked = [then for then in recorded() if all(word in then["question"] for word in words)]
    for then in asked:
        now = answer(then["question"])
        for fault in filter(None, (worse(now, then), slower(now, then))):
            faults += 1
            print(f"{then['question']}\n    {fault}", flush=True)
        if "seconds" in now and "seconds" in then:
            ratios.append(now["seconds"] / max(then["seconds"], 1e-4))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    median = f"{statistics.median(ratios):.2f}" if ratios else "none"
    print(f"{len(asked)} questions, {faults} faults, median ratio of times {median}, {memory} MiB")
    return faults


def recorded() -> list[dict[str, Any]]:
    """The answers of version 2, and the first ones to later questions."""
    lines = chain.from_iterable(path.read_text("utf-8").splitlines() for path in RECORDS)
    return [json.loads(line) for line in lines]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--record"]:
        record(sys.argv[2])
    else:
        sys.exit(min(1, compare(sys.argv[1:])))
