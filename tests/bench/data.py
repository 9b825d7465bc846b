"""Files of answers beside polars, fits of models beside statsmodels."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .machine_limits import beside_the_machine, copied, empty_loop
from .measure import Absent, Bar, Result, Task, in_turn
from .peers import must_be_drawn_with
from .reports import FAIR_BITS, warner

ROWS = 10**7
PEOPLE = 20_000
MANY_PEOPLE = 10**6
KEPT = 0.75
AGREE = 1e-5
"""Relative difference of coefficients and standard errors: both stop at a small step."""


def files() -> Iterator[Result | Absent]:
    """A CSV file of ten million answers, exactly and with floats."""
    try:
        import polars
    except ImportError as error:
        yield Absent("polars", str(error))
        return
    from rropt.data.randomize_file import randomize_file

    from .baselines.file_by_polars import randomize_file as by_polars

    with tempfile.TemporaryDirectory() as folder:
        answers, reports = Path(folder) / "answers.csv", Path(folder) / "reports.csv"
        truths = np.random.default_rng(0).integers(0, 2, ROWS)
        polars.DataFrame({"person": np.arange(ROWS), "answer": truths}).write_csv(answers)

        def mine() -> None:
            reports.unlink(missing_ok=True)  # a second run would spend the budget again
            randomize_file(warner(), answers, "answer", reports)

        def theirs() -> None:
            by_polars(answers, "answer", reports, KEPT)

        for task in (mine, theirs):
            task()
            must_be_drawn_with(KEPT, truths, polars.read_csv(reports)["answer"].to_numpy())
        ours, other = in_turn(mine, theirs, 2)
        what = f"randomize_file, {ROWS:,} CSV rows"
        yield Result("files", what, ours, "polars, floats", other, Bar("slower", 1.5))
        limits = _limits_of_a_file(answers, Path(folder) / "copy.csv")
        yield from beside_the_machine("files", what, mine, limits, rounds=2)


def _limits_of_a_file(answers: Path, copy: Path) -> dict[str, Task]:
    """Its octets in and out with two random bits a row, and a loop over them."""
    octets = answers.read_bytes()
    needed = ROWS * FAIR_BITS // 8
    size = f"{len(octets) / 1e6:.0f} MB"

    def moved() -> None:
        copied(answers, copy)
        os.urandom(needed)

    return {
        f"{size} read and written, {needed / 1e6:.1f} MB of os.urandom": moved,
        f"empty loop over {size}": lambda: empty_loop(octets),
    }


def fits() -> Iterator[Result | Absent]:
    """Logistic regressions where everybody tells the truth, and profile intervals beside fits."""
    try:
        for number in (PEOPLE, MANY_PEOPLE):
            yield _beside_statsmodels(people(number))
    except ImportError as error:
        yield Absent("statsmodels", str(error))
    for number in (PEOPLE, MANY_PEOPLE):
        yield _profiles(people(number))


def _beside_statsmodels(frame: dict[str, np.ndarray]) -> Result:
    """Coefficients and standard errors, which must agree."""
    import rropt as rr

    from .baselines.fit_by_statsmodels import fit

    truth = rr.Channel.identity(2)

    def mine() -> Any:
        found = rr.regress("y ~ x + z", frame, truth)
        return list(found.params), list(found.bse)

    for ours, theirs in zip(mine(), fit(frame), strict=True):
        if not np.allclose(ours, theirs, rtol=AGREE):
            raise ArithmeticError(f"{ours} here, {theirs} by statsmodels")
    own, other = in_turn(mine, lambda: fit(frame), 12)
    what = f"logistic regression, {len(frame['y']):,} true answers"
    return Result("fits", what, own, "statsmodels Logit", other, Bar("slower", 1.2))


def _profiles(frame: dict[str, np.ndarray]) -> Result:
    """A fit with the profile intervals of all coefficients beside as many fits as both may take."""
    import rropt as rr

    def fitted() -> Any:
        return rr.regress("y ~ x + z", frame, rr.Channel.identity(2))

    own, other = in_turn(
        lambda: fitted().conf_int(method="profile"), lambda: [fitted() for _ in range(6)]
    )
    what = f"a fit and all its profile intervals, {len(frame['y']):,} true answers"
    return Result("fits", what, own, "6 such fits", other, Bar("slower", 1))


def people(number: int) -> dict[str, np.ndarray]:
    """Two covariates and an answer that depends on them."""
    rng = np.random.default_rng(0)
    x, z = rng.normal(size=number), rng.normal(size=number)
    chance = 1 / (1 + np.exp(1 - x / 2 + z / 4))
    return {"x": x, "z": z, "y": (rng.random(number) < chance).astype(int)}
