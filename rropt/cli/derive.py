"""The optimum as formulas over ranges of its parameters, with the proof that they cover them.

OBJECTIVE and its options are those of `rropt design`. --gamma, --delta and --prior take a number or
a range LO..HI (oo for no end). --prior may also be masses in named parameters, --privacy a matrix
of levels in place of gamma, and --theta the coefficients of a model of two truths in named
parameters; each name has its --range. --categories any derives one formula for every number k of
equally likely truths.

What is not proved is shown as a region, with exit status 2. One or two open parameters take
seconds: guesses of 100 truths, decisions of 5 (4 with delta; up to 8 in minutes), A-, c- and
D-optimality of 3 (with one parameter of 5, where square roots are enough). Mutual information at
unequal masses of up to 4 truths, and means of up to 5 numbers for the worst group, are along gamma
alone: 10 to 60 seconds. Over a box of two parameters information of 3 truths is decided in cells, a
minute at most: small boxes wholly, of large ones a share is left. Three open parameters or more may
take minutes; --budget ends them.

examples:
  rropt derive guess --prior 1/2,3/10,1/5
  rropt derive variance --outputs 2 --prior 0..1 --delta 1/10
  rropt derive a-optimal --prior "1-2*q,q,q" --range q=0..1/2 --gamma 3
  rropt derive trace --categories 3 --privacy "1,g,g**2;g,1,g;g**2,g,1" --range g=1..oo
  rropt derive mutual-information --prior uniform --categories 8
  rropt derive guess --prior uniform --categories any
  rropt derive a-optimal --prior worst --categories 3 --delta 0..1
  rropt derive e-optimal --prior worst --worst group --categories 5
  rropt derive mean --values=0,1/3,1 --gamma 1..12
  rropt derive for-model --model two.json --theta a,b --range a=-1..1 --range b=0..1
"""

from __future__ import annotations

import argparse
import re
from typing import Any

from rropt.cli.common import (
    DONE,
    UNDECIDED,
    VerbResult,
    ends_of,
    listed,
    named_range,
    shown,
)
from rropt.cli.question import objective_of
from rropt.cli.table import OF_OBJECTIVE
from rropt.exact import whole
from rropt.utility.named import uniform
from rropt.whole_files import save_text

KNOWN_WORDS = ("uniform", "worst")
"""Priors in words that are no parameters."""

OPEN = re.compile(r"\.\.|[A-Za-z_]")
"""What a range of a share has, or a share in parameters."""


OPTIONS = (
    *OF_OBJECTIVE, "outputs", "gamma", "delta", "privacy", "theta", "range",
    "budget", "html",
)  # fmt: skip


def run(args: argparse.Namespace) -> VerbResult:
    from rropt.closed.derived.derivation import derive
    from rropt.closed.derived.every_k import derive_for_every_k
    from rropt.design.problem import Problem
    from rropt.privacy import LocalDP
    from rropt.report.derivation_page import derivation_page

    prior = _open_prior(args)
    if args.categories == "any":
        # Any number will do: it is the parameter of the formula.
        args.categories = "3" if args.prior in (None, "uniform", "worst") else None
        return _told(derive_for_every_k(objective_of(args)))
    objective = objective_of(args)
    outputs = None if args.outputs is None else whole(args.outputs, "outputs", least=1)
    answer = derive(
        # Any level will do, as gamma is open.
        Problem(LocalDP("ln(3)"), objective, outputs),
        gamma=ends_of(args.gamma),
        delta=ends_of(args.delta),
        prior=prior,
        privacy=_rows(args.privacy),
        budget=args.budget,
        theta=listed(args.theta),
        **dict(map(named_range, args.range)),
    )
    if args.html is not None:
        save_text(args.html, derivation_page(answer), "--html")
    return _told(answer)


def _open_prior(args: argparse.Namespace) -> Any:
    """A range, or masses in parameters, whose place is held by equal masses; None of known ones."""
    said = args.prior
    if said is None or said in KNOWN_WORDS or not OPEN.search(said):
        return None
    truths = 2 if ".." in said else said.count(",") + 1
    args.prior = "1/2" if args.objective in ("variance", "warner") else uniform(truths)
    return ends_of(said) if ".." in said else listed(said)


def _told(found: Any) -> VerbResult:
    return shown(found, DONE if found.proved else UNDECIDED, 100)


def _rows(said: str | None) -> Any:
    return None if said is None else [row.split(",") for row in said.split(";")]
