"""Sample size, margin, power or epsilon: computes the one that you omit.

Give two of the design (--design or --epsilon), the number of reports (--n) and the accuracy
(--margin, --stderr or --power); the third is computed. The question is a share (--prior 1/4), the
categories of a distribution (--prior 0.7,0.2,0.1), two groups (--groups 1/4,1/3), a
marginal of bits (--bits 3), a coefficient of a regression (--model FILE, as for `rropt design
for-model`) or, with the design of one, a mean of numbers: its worst ones, or as the design says,
with a margin that so many reports keep whatever the numbers are, and the normal one at least.

A margin is the half-width of the interval that `rropt estimate` reports at the expected counts (the
normal margin, where that is as wide; at least that of one side, where the end of the range cuts the
interval), a power that of its likelihood-ratio test: enumerated where outcomes can be listed, with
the first number of reports that reaches it and the one from which it is kept; otherwise drawn, with
its error. Of several numbers a margin is that of each alone, as the intervals of `rropt estimate`
are; --simultaneous makes it hold for all of them together. --simulate 200000 draws so many other
surveys, and says how often they keep the margin and the power. --method normal plans by the normal
limit, chebyshev by Chebyshev's inequality. --optimal, with --n and --margin or --stderr, finds the
least epsilon at which any mechanism reaches it by the normal limit, with certificates of both: that
one does, and that none does below. --shares 3/4,1/4 makes --prior the proportions of strata, and
--null one of the population. With --shuffled an honest shuffler publishes the histogram of all
reports, and --epsilon is of it, at --at-delta, whatever the truths of the others: the local level
that keeps this promise is found, and it is certified.

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
from typing import TYPE_CHECKING, Any

from rropt.cli.common import VerbResult, listed, shown, wrapped
from rropt.cli.design_file import mechanism_of
from rropt.cli.options import refuse, written
from rropt.cli.table import OF_DESIGN
from rropt.design.answer import Answer
from rropt.exact import InputError, text
from rropt.survey.estimated_mean import mean_of
from rropt.verbs import channel_of

if TYPE_CHECKING:
    from rropt.survey.planning.questions import Question
    from rropt.verbs import Mechanism


OF_PLAN = ("n", "margin", "stderr", "power", "level", "method", "alternative", "simultaneous")
"""Parameters of `rropt.survey.planning.plan` as they stand."""

ABOUT = ("prior", "groups", "shares", "allocation", "bits", "model", "null")

READ = {
    "model": ("null",),
    "groups": ("prior", "allocation"),
    "shares": ("prior", "allocation", "null"),
    "bits": ("prior", "null"),
}
"""What a question reads beside the option that asks it; without one of these a share is meant."""

OPTIONS = (*OF_DESIGN, "epsilon", *ABOUT, *OF_PLAN, "simulate", "shuffled", "at_delta", "optimal")


def run(args: argparse.Namespace) -> VerbResult:
    """Complete the plan."""
    from rropt.survey.planning import MeanOfNumbers, plan, simulated_surveys

    if args.design is None:
        refuse(args, ("reports", "truths"), "be left out without --design, whose labels they are")
    if args.shuffled:
        return _shuffled(args)
    if args.optimal:
        return _best(args)
    design = None if args.design is None else mechanism_of(args)
    if isinstance(design, Answer) and mean_of(design) is not None:
        others = ("epsilon", "simulate", *ABOUT)
        refuse(args, others, "be left out with a design for a mean of numbers")
        return shown(plan(MeanOfNumbers(design), **_options(args)))
    question = question_of(args, design)
    channel = None if design is None else channel_of(design)
    complete = plan(question, channel=channel, epsilon=args.epsilon, **_options(args))
    data = complete.to_json()
    lines = [complete.summary()]
    if args.simulate is not None:
        found = simulated_surveys(question, complete, args.simulate, args.level, args.alternative)
        data["simulated"] = found.to_json()
        lines.append(str(found))
    return VerbResult(data, wrapped("\n".join(lines)))


def _options(args: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(args, name) for name in OF_PLAN}


def _shuffled(args: argparse.Namespace) -> VerbResult:
    """With a promise of the histogram."""
    from rropt.survey.planning.shuffled_plan import plan_shuffled

    refuse(args, ("design", "optimal", "simulate"), "be left out with --shuffled")
    asked = {"delta": args.at_delta, "epsilon": args.epsilon}
    return shown(plan_shuffled(question_of(args), **asked, **_options(args)))


def _best(args: argparse.Namespace) -> VerbResult:
    """The least epsilon at which any table reaches the goal, with a certificate on both sides."""
    from rropt.survey.planning.least_epsilon import least_epsilon

    others = ("design", "epsilon", "power", "simulate", "simultaneous")
    refuse(args, others, "be left out with --optimal, which looks for the design")
    if args.method not in ("likelihood", "normal"):
        raise InputError(f"--method must be normal with --optimal, got {args.method}")
    if args.n is None or (args.margin is None) == (args.stderr is None):
        raise InputError("--optimal needs --n, --prior and one of --margin and --stderr")
    goal = {"margin": args.margin, "stderr": args.stderr, "level": args.level}
    return shown(least_epsilon(question_of(args), args.n, **goal))


def question_of(args: argparse.Namespace, design: Mechanism | None = None) -> Question:
    """The question that the options describe; what it would not look at is refused."""
    from rropt.cli.question import model_in
    from rropt.survey.planning import Bits, Categories, Coefficient, Proportion, Strata

    asked = next((name for name in READ if getattr(args, name) is not None), None)
    read = (asked, *READ[asked]) if asked else ("prior", "null")
    why = f"with {written(asked)}" if asked else "without --groups and --shares"
    refuse(args, (name for name in ABOUT if name not in read), f"be left out {why}")
    if args.model is not None:
        return Coefficient(model_in(args.model), args.null)
    prior = _prior(args, design)
    null = listed(args.null)
    if args.groups is not None:
        return _two_groups(args, prior)
    if args.bits is not None:
        return Bits(args.bits, prior, null)
    if prior is None:
        raise InputError(
            "--prior is needed, such as --prior 1/4 for two truths, 1/2,1/3,1/6 for three; "
            "or --model FILE"
        )
    if args.shares is not None:
        return Strata(prior, args.shares, args.allocation, args.null)
    return Proportion(prior[0], args.null) if len(prior) == 1 else Categories(prior, null)


def _two_groups(args: argparse.Namespace, prior: list[str] | None) -> Question:
    """Two groups, of which --prior or the design says the first where --groups says one."""
    from rropt.survey.planning import TwoGroups

    stated = args.groups.split(",")
    if len(stated) == 2 and args.prior is not None:
        raise InputError("--prior must be left out where --groups has both prevalences")
    both = stated if len(stated) == 2 else [*(prior or ()), *stated]
    if len(both) != 2:
        raise InputError(
            "--groups must be two prevalences such as 1/4,1/3, or one beside a proportion in "
            f"--prior, got {args.groups}"
        )
    first, second = both
    return TwoGroups(first, second, args.allocation or "1/2")


def _prior(args: argparse.Namespace, design: Mechanism | None) -> list[str] | None:
    """The prior planned for, or that of the design; of two truths the share of the second."""
    if args.prior not in (None, "uniform"):
        return listed(args.prior)
    if args.prior is not None:
        if design is None:
            raise InputError("--prior uniform needs --design, whose truths are equal then")
        truths = channel_of(design).shape[1]
        return ["1/2"] if truths == 2 else [f"1/{truths}"] * truths
    # The prior of a design is one of truths, not of the cells of bits.
    made_for = design.certificate.prior if isinstance(design, Answer) and not args.bits else None
    if made_for is None:
        return None
    return [text(share) for share in (made_for[1:] if len(made_for) == 2 else made_for)]
