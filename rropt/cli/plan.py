"""Sample size, margin, power or epsilon: computes the one that you omit.

Give two of the design (--design or --epsilon), the number of reports (--n) and the accuracy
(--margin, --stderr or --power); the third is computed. The question is a share (--prior 1/4), the
categories of a distribution (--prior 0.7,0.2,0.1), two groups (--groups 1/4,1/3), a
marginal of bits (--bits 3), a coefficient of a regression (--model FILE, as for `rropt design
for-model`) or, with the design of one, a mean of numbers: its worst ones, or as the design says.

A margin is the half-width of the interval that `rropt estimate` reports at the expected counts (the
normal margin, where that is as wide; at least that of one side, where the end of the range cuts the
interval), a power that of its likelihood-ratio test: enumerated where outcomes can be listed, with
the first number of reports that reaches it and the one from which it is kept; otherwise drawn, with
its error. Of several numbers a margin is that of each alone, as the intervals of `rropt estimate`
are; --simultaneous makes it hold for all of them together. --simulate 200000 draws so many other
surveys, and says how often they keep the margin and the power. --method normal plans by the normal
limit, chebyshev by Chebyshev's inequality. --optimal, with --n and --margin or --stderr, finds the
least epsilon at which any mechanism reaches it, with certificates of both: that one does, and
that none does below. --shares 3/4,1/4 makes --prior the proportions of strata, and --null one of
the population. With --shuffled an honest shuffler publishes the histogram of all reports, and
--epsilon is of it, at --at-delta, whatever the truths of the others: the local level that keeps
this promise is found, and it is certified.

examples:
  rropt plan --design D.json --prior 1/5 --margin 0.02
  rropt plan --epsilon "ln(3)" --prior 1/5 --n 5000
  rropt plan --prior 1/5 --null 1/10 --power 0.9 --n 3000
  rropt plan --prior 1/5 --margin 0.02 --n 8740 --optimal
  rropt plan --model model.json --epsilon 1 --power 0.8
  rropt plan --prior 1/5 --margin 0.02 --epsilon 1/2 --shuffled --at-delta 1e-6
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from rropt.cli.common import VerbResult, wrapped
from rropt.cli.design_file import channel_and_prior, design_of, mean_design_of
from rropt.cli.objectives import uniform
from rropt.cli.options import OF_DESIGN, refuse
from rropt.exact import InputError, text

if TYPE_CHECKING:
    from rropt.design.answer import Answer
    from rropt.planning.questions import Question


OPTIONS = (
    *OF_DESIGN, "epsilon", "prior", "groups", "shares", "allocation", "bits", "model", "null", "n",
    "margin", "stderr", "power", "level", "method", "alternative", "simultaneous", "simulate",
    "shuffled", "at_delta", "optimal",
)  # fmt: skip


def run(args: argparse.Namespace) -> VerbResult:
    """Complete the plan."""
    from rropt.planning import plan, simulated_surveys

    if args.shuffled:
        return _shuffled(args)
    if args.optimal:
        return _best(args)
    mean = None if args.design is None else mean_design_of(args)
    if mean is not None:
        return _mean(args, mean)
    _require_one_open(args)
    question = question_of(args)
    complete = plan(
        question,
        channel=None if args.design is None else design_of(args),
        epsilon=args.epsilon,
        n=args.n,
        margin=args.margin,
        stderr=args.stderr,
        power=args.power,
        level=args.level,
        method=args.method,
        alternative=args.alternative,
        simultaneous=args.simultaneous,
    )
    data, lines = complete.to_json(), [complete.summary()]
    if args.simulate is not None:
        found = simulated_surveys(question, complete, args.simulate, args.level, args.alternative)
        data["simulated"] = found.to_json()
        lines.append(str(found))
    return VerbResult(data, wrapped("\n".join(lines)))


def _mean(args: argparse.Namespace, design: Answer) -> VerbResult:
    """With a design for a mean of numbers."""
    from rropt.planning.mean_plan import plan_mean

    others = ("epsilon", "prior", "groups", "shares", "allocation", "bits", "model", "null")
    refuse(args, others, "be left out with a design for a mean of numbers")
    if args.simulate is not None or args.power is not None or args.alternative != "two-sided":
        raise InputError("--design is for a mean: give --n, or one of --margin and --stderr")
    complete = plan_mean(
        design,
        n=args.n,
        margin=args.margin,
        stderr=args.stderr,
        level=args.level,
        method=args.method,
        simultaneous=args.simultaneous,
    )
    return VerbResult(complete.to_json(), wrapped(complete.summary()))


def _shuffled(args: argparse.Namespace) -> VerbResult:
    """With a promise of the histogram."""
    from rropt.planning.shuffled_plan import plan_shuffled

    refuse(args, ("design", "optimal", "simulate"), "be left out with --shuffled")
    _require_one_open(args)
    complete = plan_shuffled(
        question_of(args),
        delta=args.at_delta,
        epsilon=args.epsilon,
        n=args.n,
        margin=args.margin,
        stderr=args.stderr,
        power=args.power,
        level=args.level,
        method=args.method,
        alternative=args.alternative,
        simultaneous=args.simultaneous,
    )
    return VerbResult(complete.to_json(), wrapped(complete.summary()))


def _best(args: argparse.Namespace) -> VerbResult:
    """The least epsilon at which any table reaches the goal, with a certificate on both sides."""
    from rropt.planning.least_epsilon import least_epsilon

    if args.n is None or (args.margin is None) == (args.stderr is None):
        raise InputError("--optimal needs --n, --prior and one of --margin and --stderr")
    if (args.design, args.epsilon, args.power) != (None, None, None):
        raise InputError(
            "--optimal looks for the design: --design, --epsilon and --power are not its"
        )
    refuse(args, ("simulate", "simultaneous"), "be left out with --optimal")
    found = least_epsilon(
        question_of(args), args.n, margin=args.margin, stderr=args.stderr, level=args.level
    )
    epsilon, below = text(found.epsilon), text(found.below)
    data = replace(found.plan, open="epsilon", epsilon=found.epsilon).to_json() | {
        "below": below,
        "certificate": json.loads(found.design.certificate.to_json()),
        "refusal": json.loads(found.refusal.certificate.to_json()),
    }
    lines = [
        f"epsilon: {epsilon}",
        f"{found.plan.n} reports: margin {found.plan.margin:.6g}, "
        f"standard error {found.plan.stderr:.6g}",
        f"at {epsilon}: {found.design.certificate.check()}",
        f"at {below} no mechanism reaches it: {found.refusal.certificate.check()}",
    ]
    return VerbResult(data, wrapped("\n".join(lines)))


def _require_one_open(args: argparse.Namespace) -> None:
    """What is given besides the question, and what is still missing, in words."""
    given = {
        "--design D or --epsilon E": args.design is not None or args.epsilon is not None,
        "--n N": args.n is not None,
        "--margin M, --stderr S or --power P": any(
            goal is not None for goal in (args.margin, args.stderr, args.power)
        ),
    }
    missing = [name for name, there in given.items() if not there]
    if len(missing) > 1:
        more = "one" if len(missing) == 2 else "two"
        raise InputError(
            f"{more} more of these must be given, and the one left open is computed: "
            f"{'; '.join(missing)}"
        )


def question_of(args: argparse.Namespace) -> Question:
    """The question that the options describe."""
    from rropt.planning import Bits, Categories, Proportion, Strata

    _refuse_ignored(args)
    if args.model is not None:
        return _coefficient(args)
    if args.prior == "uniform":
        args.prior = _uniform(args)
    if args.prior is None and args.design is not None and args.bits is None:
        args.prior = _of_the_design(args)
    if args.groups is not None:
        return _two_groups(args)
    prior, null = (_entries(text) for text in (args.prior, args.null))
    if args.bits is not None:
        return Bits(args.bits, prior, null)
    if prior is None:
        raise InputError(
            "--prior is needed: a proportion such as 1/4, or one entry a category; or --model FILE"
        )
    if args.shares is not None:
        return Strata(args.prior, args.shares, args.allocation, args.null)
    return Proportion(args.prior, args.null) if len(prior) == 1 else Categories(prior, null)


def _two_groups(args: argparse.Namespace) -> Question:
    """Two groups, of which --prior or the design says the first where --groups says one."""
    from rropt.planning import TwoGroups

    first, _, second = args.groups.rpartition(",")
    if not first and args.prior is None:
        raise InputError(f"--groups must be two prevalences such as 1/4,1/3, got {args.groups}")
    return TwoGroups(first or args.prior, second, args.allocation or "1/2")


def _coefficient(args: argparse.Namespace) -> Question:
    """One coefficient of the model, which says the shares by itself."""
    from rropt.cli.objectives import model_in
    from rropt.planning import Coefficient

    others = ("prior", "groups", "shares", "allocation", "bits")
    refuse(args, others, "be left out: --model says what is planned for")
    return Coefficient(model_in(args.model), args.null)


def _of_the_design(args: argparse.Namespace) -> str | None:
    """The prior that the design was made for, of two truths the share of the second."""
    prior = channel_and_prior(args)[1]
    if prior is None:
        return None
    return text(prior[1]) if len(prior) == 2 else ",".join(map(text, prior))


def _uniform(args: argparse.Namespace) -> str:
    if args.design is None:
        raise InputError("--prior uniform needs --design, whose truths are equal then")
    truths = design_of(args).shape[1]
    return "1/2" if truths == 2 else uniform(truths)


def _refuse_ignored(args: argparse.Namespace) -> None:
    """Options that the question would not look at, or that contradict each other."""
    if args.design is not None and args.epsilon is not None:
        raise InputError("only one of --design and --epsilon must be given")
    if args.groups is not None:
        _refuse_beside_groups(args)
    if args.groups is None and args.shares is None and args.allocation is not None:
        raise InputError("--allocation needs --groups, two prevalences, or --shares")
    if args.shares is not None and args.bits is not None:
        raise InputError("--shares needs --prior: a proportion of each stratum")


def _refuse_beside_groups(args: argparse.Namespace) -> None:
    """Two prevalences, or the second beside --prior; what the difference would not look at."""
    stated = args.groups.count(",")
    if stated > 1:
        raise InputError(f"--groups must be two prevalences such as 1/4,1/3, got {args.groups}")
    if stated and args.prior is not None:
        raise InputError("--prior must be left out where --groups has both prevalences")
    if not stated and args.prior is not None and "," in args.prior:
        raise InputError(f"--prior must be one proportion with --groups, got {args.prior}")
    refuse(args, ("shares", "bits"), "not be given with --groups")
    refuse(args, ("null",), "not be given with --groups, which are tested for equality")


def _entries(text: str | None) -> list[str] | None:
    return None if text is None else text.split(",")
