"""The certified optimal mechanism for a privacy and an objective.

objectives:
  variance             of an estimated share      --prior P, or a range A..B
  mean                 of numbers                 --values X,... or --low A --high B
  warner               the same, Warner's device  --prior P
  trace                chance to name the truth   --categories K
  guess                the same under a prior     --prior P,...
  gain                 of the best action         --gain "1,0;0,1" --prior P,...
                       the same as a loss         --loss "0,1;1,0" --prior P,...
  mutual-information   of truth and report        --prior P,...
  f-divergence         between two truths         --divergence NAME [--pair A,B]
  a-optimal, d-optimal, e-optimal, c-optimal (--contrast)   --prior P,...
  variance, a-optimal, c-optimal, whatever the prior   --prior worst [--worst group]
  d-optimal, whatever the prior                        --prior worst --categories K
  e-optimal, whatever the members of a group           and --worst group
  mean of numbers with a density   --low A --high B --prior P,... (of equally wide parts)
  a-optimal, c-optimal, for the worst of several priors   --priors "P,...;P,..."
  for-model            coefficients of a model    --model FILE

--model FILE is JSON: {"link": "logit", "alpha": ["-1/2", "-1"], "beta": ["1", "1/2"],
"points": [0, 1], "weights": ["1/2", "1/2"], "target": "c", "coefficients": [1]}, where truth 0 is
the baseline, the coefficients are alpha_1, beta_1, alpha_2, ..., and the target is c (the variance
of one), A (of several) or D (the log-determinant of the information). Several guesses: "over" is
"average" or "minimax", and "models" a list of {"alpha", "beta"} (with "weight").

--privacy is a matrix, or one of these: zcdp:RHO (zero-concentrated), renyi:A,E (divergence of order
A at most E), no-worse-than:FILE (at most as revealing as this mechanism), pml:E and lip:E
(pointwise maximal leakage, local information privacy, both at the prior), rho:R1,R2 (no event moves
from below R1 to above R2), beta:B and bayes:G (posterior over prior, Bayes factor), h:EXPR
(posterior at most h(p)), high-low:LABELS,E and blocks:0,1;2,INSIDE,ACROSS (epsilons, or oo).

With --shuffled N the promise --epsilon is of the histogram of N reports at --at-delta, whatever the
truths of the others: the largest local level that keeps it is found, and the best mechanism there.

examples:
  rropt design variance --epsilon 1 --prior 1/4 --save D.json --html D.html
  rropt design trace --gamma 3 --categories 5 --json
  rropt design a-optimal --epsilon 1 --prior 1/2,1/3,1/6 --html D.html --slider 1/2,1,2
  rropt design variance --epsilon 1/2 --delta 1/10 --prior 1/4 --outputs 2
  rropt design trace --categories 4 --epsilon 1 --outputs 3
  rropt design mutual-information --gamma 3 --prior 1/2,1/4,1/4 --denominator 52
  rropt design variance --epsilon 1 --protect yes --truths no,yes --prior 1/4
  rropt design a-optimal --epsilon 1/2 --metric path --prior 2/5,3/10,1/5,1/10
  rropt design mean --epsilon 2 --values -1,0,1
  rropt design mean --epsilon 1 --low 0 --high 100 --save D.json
  rropt design guess --privacy "1,3;3/2,1" --prior 1/2,1/2
  rropt design variance --privacy zcdp:1/2 --prior 1/4
  rropt design for-model --model model.json --epsilon 1 --denominator 100
  rropt design variance --prior 1/4 --shuffled 10000 --at-delta 1e-6 --epsilon 1/2
  rropt design a-optimal --epsilon 1/6 --prior 1/2,1/4,1/8,1/8 --equal-shares
"""

from __future__ import annotations

import argparse
import json
from datetime import date
from typing import TYPE_CHECKING, Any

from rropt.cli.common import VerbResult, shown, wrapped
from rropt.cli.options import refuse
from rropt.cli.question import labels_of, objective_of, privacy_of
from rropt.cli.table import OF_OBJECTIVE, OF_PRIVACY
from rropt.exact import InputError, whole
from rropt.whole_files import save_text

if TYPE_CHECKING:
    from rropt.certified import Design
    from rropt.report.along_levels import AtLevel
    from rropt.shuffled_design import ShuffledDesign


MAKING = (
    "regret", "denominator", "explain", "crosscheck", "shuffled", "question", "save",
    "certificate", "html", "truths", "reports",
)  # fmt: skip
"""Options of a mechanism that is made."""

AS_THE_FUNCTION = ("outputs", "denominator", "crosscheck", "revealing", "question")
"""Options that are parameters of `optimal` as they stand."""

OPTIONS = (
    *OF_OBJECTIVE, *OF_PRIVACY, *AS_THE_FUNCTION, "truths", "reports", "regret", "equal_shares",
    "explain", "shuffled", "at_delta", "save", "certificate", "html", "slider",
)  # fmt: skip


def run(args: argparse.Namespace) -> VerbResult:
    """Solve, certify, report."""
    from rropt.report import design_text, facts_of

    if args.equal_shares:
        return _elsewhere(args)
    design, shuffled = _made(args)
    if args.save is not None:
        save_text(args.save, json.dumps(design.to_json(), indent=1) + "\n", "--save")
    if args.certificate is not None:
        save_text(args.certificate, design.certificate.to_json() + "\n", "--certificate")
    facts = facts_of(design)
    if args.html is not None:
        from rropt.report.html import page

        today = date.today().isoformat()
        save_text(args.html, page(design, facts, _along(args, design), today), "--html")
    data = design.to_json() | {"facts": facts.to_json()}
    text = design_text(design, facts)
    if args.crosscheck:
        routes = design.routes or "none is posed for this design"
        text += f"\n\nsecond route (cvxpy): {routes}"
    text += "\n\n" + _advice(args.save, args.certificate)
    if shuffled is not None:
        data["shuffled"] = shuffled.levels
        text = f"{wrapped(shuffled.promise)}\n\n{text}"
    if args.explain:
        from rropt.report.explanation import explain

        data["explanation"] = wrapped(explain(design))
        text += "\n\n" + data["explanation"]
    return VerbResult(data, text)


def _elsewhere(args: argparse.Namespace) -> VerbResult:
    """What the mechanism for equal shares loses at others, and where at most a hundredth."""
    from rropt.design.blocks.any_shares import equal_shares_loss

    rule = "be left out with --equal-shares, which makes no mechanism"
    refuse(args, MAKING, rule)
    if (args.outputs, args.revealing) != ("any", "yes"):
        raise InputError(f"--outputs and --revealing must {rule}")
    objective = objective_of(args)
    if args.objective != "a-optimal" or objective.robust:
        raise InputError("--equal-shares must be given for a-optimal at one --prior")
    return shown(equal_shares_loss(privacy_of(args), objective.scenarios[0].prior))


def _made(args: argparse.Namespace) -> tuple[Design, ShuffledDesign | None]:
    """The design, and of --shuffled what its histogram keeps."""
    from rropt.certified import optimal

    asked = privacy_of(args), _objective(args)
    options = {name: getattr(args, name) for name in AS_THE_FUNCTION}
    options |= {name: labels_of(args, name) for name in ("truths", "reports")}
    if args.shuffled is None:
        return optimal(*asked, **options), None
    from rropt.shuffled_design import optimal_shuffled

    people = whole(args.shuffled, "--shuffled", least=1)
    found = optimal_shuffled(*asked, people, args.at_delta, **options)
    return found.design, found


def _along(args: argparse.Namespace, design: Design) -> list[AtLevel]:
    """The designs on the slider."""
    if args.slider is None:
        return []
    from rropt.certified import may_reveal
    from rropt.report.along_levels import at_levels

    return at_levels(design, args.slider.split(","), may_reveal(args.revealing))


def _advice(saved: str | None, certificate: str | None) -> str:
    """How the design is kept and checked."""
    if saved is not None:
        return f"design saved; verify it with: rropt check {saved}"
    if certificate is not None:
        return f"certificate saved; verify it with: rropt check {certificate}"
    return "certified; --save FILE keeps it, --certificate FILE its certificate alone"


def _objective(args: argparse.Namespace) -> Any:
    """What the options name; with --regret the loss against the best design for each prior."""
    objective = objective_of(args)
    if not args.regret:
        return objective
    from rropt.design.curved.curved_design import with_best_offsets
    from rropt.utility.curved import Minimax

    if not isinstance(objective, Minimax):
        raise InputError("--regret must be given with --priors and without --weights")
    return with_best_offsets(privacy_of(args), objective)
