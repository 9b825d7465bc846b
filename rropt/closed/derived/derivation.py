"""Derivation of a piecewise closed form over a box of parameters, with the proof that it covers.

Explore: take a point that no piece covers, solve there exactly, solve the optimal basis (or the
crossing of tight inequalities) with the parameters as symbols, mark the region where it stays
optimal; until nothing is left. Then prove the cover.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import sympy as sp

from rropt.closed.derived import region_cover
from rropt.closed.derived.convexity import refuse_unless_convex
from rropt.closed.derived.curved_orbits import CurvedOrbits
from rropt.closed.derived.curved_programs import CurvedProgram, NoSupport
from rropt.closed.derived.eigenvalue_law import law_of
from rropt.closed.derived.enclosed_box import EnclosedBox
from rropt.closed.derived.enclosed_line import EnclosedBases, EnclosedLine
from rropt.closed.derived.envelope import Envelope, envelope
from rropt.closed.derived.group_pieces import GroupPieces
from rropt.closed.derived.group_system import centred
from rropt.closed.derived.guess_subsets import GuessSubsets, SubsetPieces
from rropt.closed.derived.level_programs import LevelProgram
from rropt.closed.derived.one_table import (
    ONE_TABLE,
    STRICTLY_CONVEX,
    OneBestTable,
    WorstShare,
    model_form,
)
from rropt.closed.derived.open_parameters import (
    CURVED,
    OpenParameters,
    is_irrational,
    is_of_two,
    open_parameters,
    refuse_group,
    refuse_what_cannot_be_derived,
    refuse_worst_case,
)
from rropt.closed.derived.piecewise_optimum import PiecewiseOptimum
from rropt.closed.derived.reductions import EvenSpread, at_one_prior, is_even, of_two_shares
from rropt.closed.derived.region_cover import Cover, WorkBudget, work_budget
from rropt.closed.derived.smt import SolverUndecided
from rropt.closed.derived.subset_laws import SubsetLaw
from rropt.closed.derived.symbolic_cards import Cards
from rropt.closed.derived.symbolic_programs import SymbolicBasis, SymbolicProgram, program
from rropt.closed.derived.validity import Box, Point, at, oriented
from rropt.closed.symbolic_utilities import OwnUtility, of_custom, own_utility
from rropt.closed.symbols import delta as delta_symbol
from rropt.design.problem import Problem
from rropt.elapsed import shows_elapsed
from rropt.exact import InputError, Number
from rropt.exact.convert import rational
from rropt.exact.renamed import renamed
from rropt.privacy import LocalDP
from rropt.utility import (
    Custom,
    Guess,
    Utility,
    Variance,
    Warner,
)
from rropt.utility.curved import Curved
from rropt.utility.for_model import ForModel
from rropt.utility.worst_case import WorstCase

MOST_PIECES = 60
"""What is left of the box after so many is undecided."""

MOST_BARREN = 4
"""Points of a line without a simple support, each of seconds: with 4 truths there are dozens."""

oo = sp.oo


@renamed(levels="privacy")
@shows_elapsed
def derive(
    problem: Any,
    gamma: Any = (1, oo),
    delta: Any = None,
    prior: Any = None,
    privacy: Any = None,
    budget: Number | None = None,
    truths: Sequence[sp.Symbol] | None = None,
    loss: bool = False,
    theta: Sequence[Number] | None = None,
    **named: Any,
) -> PiecewiseOptimum:
    """The piecewise closed form of a problem's optimum over ranges of its parameters.

    A parameter is a range (lo, hi), open, or a number; `delta` and `prior` are those of the problem
    where they are not given. A design may stand for its problem, and an objective alone for one
    without a delta. A prior on any number of truths,
    or a matrix of levels in place of gamma, is in parameters of any name, each with its range.
    After `budget` processor seconds what is not decided is left so, and shown.

    A utility of one's own is an expression in the likelihoods of the `truths`, a list of symbols;
    its other symbols are parameters with their ranges, not negative. With `loss` it is an expected
    loss, and its least value is derived.

    A model of two truths is derived for its coefficients as they are given, or as expressions
    `theta` in parameters with their ranges, in the order of the model.

    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Guess, Trace
    >>> answer = derive(Problem(LocalDP("ln(3)"), Trace(3)))
    >>> answer.values, answer.proved
    ((3*gamma/(gamma + 2),), True)
    >>> guess = Problem(LocalDP("ln(3)"), Guess(["1/2", "1/4", "1/4"]))
    >>> derive(guess, prior=["1 - 2*q", "q", "q"], q=("1/3", "1/2")).values
    (2*gamma*q/(gamma + 1), gamma/(gamma + 2))
    >>> two = Problem(LocalDP("ln(3)"), Trace(2))
    >>> derive(two, privacy=[["1", "g"], ["h", "1"]], g=(1, oo), h=(1, oo)).values
    ((2*g*h - g - h)/(g*h - 1),)
    >>> a, b, t = sp.symbols("a b t")
    >>> derive(sp.Max(a, b, t * (a + b)), truths=[a, b], t=(0, 1)).values
    (2*gamma/(gamma + 1), 2*t)
    >>> derive(sp.Min(a, b, t * (a + b)), truths=[a, b], loss=True, t=(0, "1/2")).values
    (2*t, 2/(gamma + 1))
    >>> from rropt import ForModel, LinearProbability
    >>> share = ForModel(LinearProbability("1/4", 0), points=[0, 1], coefficients=[0])
    >>> derive(share, theta=["a", 0], a=(0, 1)).values
    (-2*(a*gamma - a + 1)*(a*gamma - a - gamma)/(gamma - 1)**2,)
    """
    problem = _asked(problem, truths, loss)
    if isinstance(problem.objective, ForModel):
        form = model_form(problem, prior, theta, named)
        # The best table depends on no coefficient: their ranges open the value alone.
        open_ones = {str(symbol) for symbol, _, _ in form.opened}
        rest = {name: value for name, value in named.items() if name not in open_ones}
        return form.of(
            derive(form.strictly_convex(), gamma, delta, privacy=privacy, budget=budget, **rest)
        )
    if theta is not None:
        raise InputError("theta must be left out but for a model: it says its coefficients")
    if isinstance(problem.objective, WorstCase):
        refuse_worst_case(problem, prior, privacy)
        if privacy is not None:
            share = WorstShare(problem)
            best = share.strictly_convex()
            return share.of(derive(best, gamma, delta, privacy=privacy, budget=budget, **named))
        known = at_one_prior(problem)
        if known is not None:
            return known.of(derive(known.problem, gamma, delta, budget=budget, **named), problem)
    if privacy is not None and (two := of_two_shares(problem)) is not None:
        return two.of(derive(two.problem, gamma, delta, prior, privacy, budget, **named), problem)
    work = work_budget(budget)
    space = open_parameters(problem, gamma, delta, prior, privacy, named)
    if isinstance(problem.objective, OwnUtility):
        refuse_unless_convex(problem.objective, space.box)
    what = "variance" if isinstance(problem.objective, Variance) else problem.objective.label
    listed = _listed(problem, space, work)
    if listed is None:
        refuse_what_cannot_be_derived(problem, space)
        reason = ONE_TABLE if _has_flat_parts(problem) else ""
        return PiecewiseOptimum(problem, space, *_searched(problem, space, work), what, reason)
    pieces, cover = listed.found()
    return PiecewiseOptimum(problem, space, pieces, cover, listed.envelope(pieces), what)


def _asked(problem: Any, truths: Any, loss: bool) -> Problem:
    """The problem of a design, of an objective, or of an expression in likelihoods of truths."""
    problem = getattr(problem, "problem", problem)
    if isinstance(problem, sp.Expr):
        problem = own_utility(problem, truths, "custom loss" if loss else "custom utility", loss)
    elif truths is not None or loss:
        raise InputError("truths and loss must be left out but for an expression in them")
    if isinstance(problem, (Utility, Curved, ForModel)):
        # Any level will do: gamma ranges over what is asked for.
        problem = Problem(LocalDP("ln(3)"), problem)
    if not isinstance(problem, Problem):
        raise InputError(
            "problem must be a Problem, a design, an objective or an expression of sympy, got "
            f"{type(problem).__name__}"
        )
    if not isinstance(problem.objective, Custom):
        return problem
    return replace(problem, objective=of_custom(problem.objective) or problem.objective)


def _searched(
    problem: Problem, space: OpenParameters, work: WorkBudget
) -> tuple[Any, Cover, Envelope | None]:
    """The pieces of a program, explored until nothing is left; their cover and envelope."""
    box = space.box
    parametric = _parametric(problem, space, work)
    if isinstance(parametric, (EnclosedLine, EnclosedBox)):
        return *parametric.found(), None
    found = _needed(tuple(_explore(parametric, box, work)), box)
    pieces = found if isinstance(parametric, Cards) else tuple(_reported(problem, p) for p in found)
    proof = region_cover.covered(box, pieces, work)
    # An envelope compares rational values, and speaks of the whole box.
    if isinstance(parametric, CurvedProgram) or not proof.proved:
        return pieces, proof, None
    best = "min" if problem.objective.is_minimised else "max"
    return pieces, proof, envelope(box, pieces, best)


Listed = SubsetPieces | GuessSubsets | GroupPieces


def _listed(problem: Problem, space: OpenParameters, work: WorkBudget) -> Listed | None:
    """The problems whose pieces are found in their own way: subsets of the truths, groups."""
    objective = problem.objective
    law = _law(problem, space) if problem.outputs is None else None
    if law is not None:
        return SubsetPieces(law, problem.truths, space.box)
    if isinstance(objective, WorstCase):
        refuse_group(problem, space)
        return GroupPieces(space.box.ranges[0], work, centred(objective.contrasts[0]))
    if space.levels is not None:
        return None
    if isinstance(objective, Guess) and (space.prior is not None or not objective.symmetric):
        refuse_what_cannot_be_derived(problem, space)
        masses = space.prior or tuple(map(rational, objective.prior))
        return GuessSubsets(space.box, space.fixed, masses)
    return None


def _law(problem: Problem, space: OpenParameters) -> SubsetLaw | None:
    """The law of subsets, where all truths are alike and gamma is what is open."""
    if space.prior is not None or space.levels is not None:
        return None
    return law_of(problem.objective) if space.fixed.get(delta_symbol) == 0 else None


Enclosed = EnclosedLine | EnclosedBox
Parametric = SymbolicProgram | LevelProgram | OneBestTable | Enclosed | CurvedProgram | Cards


def _parametric(problem: Problem, space: OpenParameters, work: WorkBudget) -> Parametric:
    objective = problem.objective
    box = space.box
    fixed = space.fixed
    if is_even(objective) and space.prior is None:
        # The one number that says all of the information.
        return program(replace(problem, objective=EvenSpread(objective)), box, fixed)
    if isinstance(objective, CURVED):
        masses = space.prior or tuple(map(rational, objective.prior))
        return CurvedProgram(CurvedOrbits(objective, masses, tuple(fixed.items())), box)
    if _has_flat_parts(problem):
        problem = replace(problem, objective=STRICTLY_CONVEX)
    if space.levels is not None:
        known = tuple(fixed.items())
        matrix = LevelProgram(problem.objective, space.levels, box, space.prior, known)
        return OneBestTable(matrix, objective) if is_irrational(objective) else matrix
    if isinstance(objective, Warner) or (isinstance(objective, Variance) and problem.outputs == 2):
        return Cards(box, fixed, isinstance(objective, Warner))
    single = program(problem, box, fixed, space.prior)
    if is_irrational(objective):
        return (
            OneBestTable(single, objective)
            if is_of_two(problem)
            else _enclosed(single, space, work)
        )
    return single


def _has_flat_parts(problem: Problem) -> bool:
    """Whether other tables of two truths may be as good here and there: of an irrational utility
    of one's own, as a rational one is asked case by case.
    """
    objective = problem.objective
    return isinstance(objective, OwnUtility) and is_irrational(objective) and is_of_two(problem)


def _enclosed(single: SymbolicProgram, space: OpenParameters, work: WorkBudget) -> Enclosed:
    bases = EnclosedBases(single)
    if len(space.box.ranges) > 1:
        return EnclosedBox(bases, work)
    symbol, lo, hi = space.box.ranges[0]
    ends = [end for end in (lo, hi) if end is not None]
    empty = [x for x in ends if 0 in [at(q, {symbol: x}) for q in space.prior or ()]]
    return EnclosedLine(space.box.ranges[0], work, bases, tuple(empty))


def _explore(parametric: Any, box: Box, work: WorkBudget) -> Iterator[Any]:
    """Pieces at points that none covers; points of a line without a simple support are left."""
    regions: list[Any] = []
    barren: list[Point] = []
    while not work.is_spent and (point := _missing(box, regions, barren)) is not None:
        if len(regions) == MOST_PIECES:
            return
        piece = _derived(parametric, point)
        if piece is not None:
            regions.append(piece.region)
            yield piece
            continue
        barren.append(point)
        # In a box the search for a missing point may come to the same one again.
        if len(box.ranges) > 1 or len(barren) == MOST_BARREN:
            return


def _derived(parametric: Any, point: Point) -> Any:
    """The piece at the point; None where a curved design has no simple support there."""
    try:
        return parametric.derive(point)
    except NoSupport:
        return None


def _needed(pieces: tuple[Any, ...], box: Box) -> tuple[Any, ...]:
    """Without the pieces that were derived on their own boundary, where the others suffice."""
    rest = tuple(piece for piece in pieces if not piece.region.on_boundary(piece.point))
    if not rest or len(rest) == len(pieces):
        return pieces
    return rest if _missing(box, [piece.region for piece in rest]) is None else pieces


def _missing(box: Box, regions: list[Any], barren: Sequence[Point] = ()) -> Point | None:
    """Where z3 does not decide, the exploration ends and the cover says that it is not proved."""
    try:
        return region_cover.missing(box, regions, barren)
    except SolverUndecided:
        return None


def _reported(problem: Problem, piece: SymbolicBasis) -> SymbolicBasis:
    """A variance is one over an information, a loss minus a gain."""
    objective = problem.objective
    if is_even(objective) and piece.prices:
        return replace(piece, value=EvenSpread(objective).reported(piece.value))
    if not isinstance(objective, Utility) or not objective.is_minimised:
        return piece
    value = 1 / piece.value if isinstance(objective, Variance) else -piece.value
    return replace(piece, value=oriented(sp.factor(value), piece.point))
