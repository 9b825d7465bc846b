"""Certified designs beside the strongest programs that a skilled user would write."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import cycle, product
from random import Random
from typing import Any

from .designs import skewed
from .measure import Absent, Bar, Result, Task, alone, in_turn

GAMMA = 3
QUESTIONS = 100
"""More than anything is kept of: the next round begins with the first one anew."""

AGREE = 1e-7
"""Relative difference of the answers at which a comparison of times would be one of errors."""


def strongest() -> Iterator[Result | Absent]:
    """Guess and gain beside the direct program and qif, information beside column generation."""
    from .baselines import direct_program, direct_program_by_scipy

    programs = {
        "HiGHS, direct program": direct_program.best_gain,
        "scipy linprog, direct program": direct_program_by_scipy.best_gain,
    }
    for k, (name, best_gain) in product((8, 16, 32), programs.items()):
        bar = Bar("faster", 4 if k == 32 else 1)
        for what, (objective, weights) in (
            ("guess", _guess(k)),
            ("gain of 6 actions", _gain(k)),
        ):
            theirs = lambda w=weights, best=best_gain: best(w, GAMMA)  # noqa: E731
            yield _beside(f"{what}, k = {k}", objective, theirs, name, bar)
    yield from _by_qif()
    yield from _information()
    yield from _unproved()
    yield from _small()


def _by_qif() -> Iterator[Result | Absent]:
    """qif takes epsilon and a loss, and gives a table in doubles."""
    from .baselines.guess_by_qif import best_guess

    for k in (4, 8, 16):
        prior = [float(q) for q in skewed(k)]
        theirs = lambda p=prior: best_guess(p, GAMMA)  # noqa: E731
        try:
            yield _beside(f"guess, k = {k}", _guess(k)[0], theirs, "qif", Bar("faster", 1))
        except ImportError as error:
            yield Absent("qif", str(error).splitlines()[0])
            return


def _unproved() -> Iterator[Result]:
    """The exact optimum alone of two questions: certificate and check are the rest."""
    import numpy as np

    from .baselines.column_generation import best_information
    from .baselines.direct_program import best_gain

    (gain, weights), prior = _gain(32), np.array(skewed(8), dtype=float)
    for what, mine, name, theirs in (
        (
            "gain of 6 actions, k = 32",
            lambda: _optimum(_level(), gain),
            "HiGHS, direct program",
            lambda: best_gain(weights, GAMMA),
        ),
        (
            "mutual information, k = 8",
            _asked_anew(8, _optimum),
            "HiGHS, column generation",
            lambda: best_information(prior, GAMMA),
        ),
    ):
        ours, other = in_turn(mine, theirs, 3)
        yield Result("strongest", f"{what}: the exact optimum alone", ours, name, other)


def _small() -> Iterator[Result]:
    """From a question to its checked certificate, against the clock."""
    (guess, _), (gain, _) = _guess(4), _gain(32)
    tasks: tuple[tuple[str, Task, float], ...] = (
        ("guess, k = 4", lambda: _certified(_level(), guess), 2e-4),
        ("gain of 6 actions, k = 32", lambda: _certified(_level(), gain), 6e-4),
        ("mutual information, k = 8", _asked_anew(8), 5e-3),
    )
    for what, task, seconds in tasks:
        title = f"{what}: design and checked certificate"
        yield Result("strongest", title, alone(task, 5), bar=Bar("seconds", seconds))


def _information() -> Iterator[Result]:
    import numpy as np

    from rropt.utility import MutualInformation

    from .baselines.column_generation import best_information

    for k, least in ((8, 1), (12, 1), (16, 4)):
        prior = np.array(skewed(k), dtype=float)
        title = f"mutual information, k = {k}"
        yield _beside(
            title,
            MutualInformation(skewed(k)),
            lambda p=prior: best_information(p, GAMMA),
            "HiGHS, column generation",
            Bar("faster", least),
            _asked_anew(k),
        )


def _level() -> Any:
    from rropt.privacy import LocalDP

    return LocalDP.from_gamma(GAMMA)


def _certified(level: Any, objective: Any) -> Any:
    from rropt.certified import optimal

    return optimal(level, objective)


def _optimum(level: Any, objective: Any) -> Any:
    from rropt.design.engine.linear_optimum import solve
    from rropt.design.problem import Problem

    return solve(Problem(level, objective))


def _asked_anew(k: int, answer: Callable[[Any, Any], Any] = _certified) -> Callable[[], Any]:
    """Answers for shares near Zipf's law and levels near this one, others each time: logarithms of
    a question that is asked for again are known. The shares are at hand, as the baseline's are.
    """
    from rropt.privacy import LocalDP
    from rropt.utility import MutualInformation

    questions = cycle([_question(k, Random(seed)) for seed in range(QUESTIONS)])

    def asked() -> None:
        gamma, shares = next(questions)
        answer(LocalDP.from_gamma(gamma), MutualInformation(shares))

    return asked


def _question(k: int, rng: Random) -> tuple[Fraction, list[Fraction]]:
    counts = [10_000 // (j + 1) + rng.randrange(100) for j in range(k)]
    gamma = GAMMA + Fraction(rng.randrange(1, 1000), 10_000)
    return gamma, [Fraction(n, sum(counts)) for n in counts]


def _beside(
    title: str,
    objective: Any,
    theirs: Callable[[], float],
    name: str,
    bar: Bar,
    timed: Callable[[], Any] | None = None,
) -> Result:
    """Both answers must agree before their times are compared; `timed` is like the design."""
    from rropt.design.answer import ends

    level = _level()
    mine = float(ends(_certified(level, objective).bound)[0])
    other = theirs()
    if abs(mine - other) > AGREE * abs(mine):
        raise ArithmeticError(f"{title}: {mine!r} is certified, {name} says {other!r}")
    ours, their_time = in_turn(timed or (lambda: _certified(level, objective)), theirs, 3)
    return Result("strongest", title, ours, name, their_time, bar)


def _guess(k: int) -> tuple[Any, list[list[Fraction]]]:
    from rropt.utility import Guess

    prior = skewed(k)
    weights = [[prior[j] if i == j else Fraction(0) for j in range(k)] for i in range(k)]
    return Guess(prior), weights


def _gain(k: int) -> tuple[Any, list[list[Fraction]]]:
    from rropt.utility import Gain

    prior = skewed(k)
    rows = [[(7 * a + 3 * j) % 11 for j in range(k)] for a in range(6)]
    weights = [[gain * q for gain, q in zip(row, prior, strict=True)] for row in rows]
    return Gain(rows, prior), weights
