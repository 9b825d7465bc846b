"""A sweep: what does a yes/no card cost against any number of answers, and where?

With delta = 0 nothing; with delta = 1/10 the loss depends on epsilon and on the prevalence. Sixty
certified designs, kept in one file that the same command continues when it is interrupted.
Run: python examples/sweep_prevalence.py [STORE]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import rropt as rr
from rropt.sweep import Frame

EPSILONS = ["1/4", "1/2", 1, 2, 4]
PREVALENCES = ["1/20", "1/4", "1/2"]


def main(store: str | None = None) -> None:
    """Sweep, then tabulate the ratio of the variances."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(store or f"{folder}/prevalence.db")
        swept = rr.run_sweep(
            path,
            objective="variance",
            epsilon=EPSILONS,
            delta=[0, "1/10"],
            prior=PREVALENCES,
            outputs=[2, "any"],
        )
        print(f"{swept.done} certified designs")
        frame = rr.read_sweep(path)
    for delta in ("0", "1/10"):
        print(f"\ntimes more respondents for a yes/no card, delta = {delta}")
        print_table(frame, delta)


def print_table(frame: Frame, delta: str) -> None:
    """One line a prevalence, one column an epsilon."""
    print("prevalence" + "".join(f"{f'eps {epsilon}':>10}" for epsilon in EPSILONS))
    for prevalence in PREVALENCES:
        rows = frame.where(prior=prevalence, exact_delta=delta)
        card, free = rows.where(outputs="2"), rows.where(outputs="any")
        ratios = [a / b for a, b in zip(card["value"], free["value"], strict=True)]
        print(f"{prevalence:>10}" + "".join(f"{ratio:10.4f}" for ratio in ratios))


if __name__ == "__main__":
    main(*sys.argv[1:])
