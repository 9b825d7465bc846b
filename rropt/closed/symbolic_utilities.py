"""The utilities as expressions: u on a pattern whose entries are expressions in gamma.

Where u has pieces (the best action, the larger likelihood), a rational point decides which piece.

A utility that somebody writes is an expression with parameters of its own:

    u = Max(a, b, c - t), truths a, b, c, a cost t with its range

Max and Min say which of several expressions is meant. With Max where u grows with it and Min where
it falls, u is the largest of all choices of their arguments: those are the pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, singledispatch
from itertools import chain, combinations
from operator import mul
from typing import Any

import sympy as sp
from sympy.polys.matrices import DomainMatrix

from rropt.closed.symbols import gamma, pi
from rropt.exact import InputError
from rropt.exact.convert import dot, rational
from rropt.exact.entries import entrywise, identity
from rropt.patterns.extreme import OUTSIDE, Exponents, Pattern, evaluate
from rropt.utility import Custom, FDivergence, Gain, Guess, MutualInformation, Trace, Variance
from rropt.utility.base import Bounds, Utility
from rropt.utility.custom import ExpressionValue

Entries = Sequence[sp.Expr]


def entries(pattern: Exponents | Entries) -> tuple[sp.Expr, ...]:
    """A pattern with gamma as a symbol; entries that are expressions already are left.

    >>> entries((0, 2, -1))
    (1, gamma**2, 0)
    """
    return tuple(map(_entry, pattern))


def _entry(level: int | sp.Expr) -> sp.Expr:
    if isinstance(level, sp.Expr):
        return level
    return sp.Integer(0) if level == OUTSIDE else gamma**level


@singledispatch
def utility(objective: Any, r: Entries, point: Pattern) -> sp.Expr:
    """u(r) as an expression; `point` is r at a rational gamma and decides between pieces.

    >>> from fractions import Fraction
    >>> utility(Trace(2), entries((0, 1)), (Fraction(1), Fraction(3)))
    gamma
    """
    if objective.actions is None:
        raise NotImplementedError(f"no expression for {objective.label}")
    action = max(objective.actions, key=lambda action: dot(action, point))
    return _sum(map(mul, map(rational, action), r))


@utility.register
def _(objective: Variance, r: Entries, point: Pattern) -> sp.Expr:
    return (r[1] - r[0]) ** 2 / ((1 - pi) * r[0] + pi * r[1])


@utility.register
def _(objective: MutualInformation, r: Entries, point: Pattern) -> sp.Expr:
    return information([rational(share) for share in objective.prior], r)


def information(q: Entries, r: Entries) -> sp.Expr:
    """sum_j q_j r_j log(r_j / q.r).

    >>> information([sp.Rational(1, 2)] * 2, [gamma, 0])
    gamma*log(2)/2
    """
    seen = _sum(share * entry for share, entry in zip(q, r, strict=True))
    told = [(share * entry, entry) for share, entry in zip(q, r, strict=True) if share * entry != 0]
    return _sum(mass * sp.log(entry / seen) for mass, entry in told)


@utility.register
def _(objective: FDivergence, r: Entries, point: Pattern) -> sp.Expr:
    a, b = objective.pair
    if point[a] == point[b]:
        return sp.Integer(0)
    sign = 1 if point[a] > point[b] else -1
    return DIVERGENCES[objective.divergence](r[a], r[b], sign)


def _log_term(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    return a * sp.log(a / b) if a != 0 else sp.Integer(0)


DIVERGENCES: dict[str, Callable[[Any, Any, int], sp.Expr]] = {
    "total-variation": lambda a, b, sign: sign * (a - b) / 2,
    "chi-square": lambda a, b, sign: (a - b) ** 2 / b,
    "hellinger": lambda a, b, sign: a + b - 2 * sp.sqrt(a * b),
    "kullback-leibler": lambda a, b, sign: _log_term(a, b),
    "reverse-kullback-leibler": lambda a, b, sign: _log_term(b, a),
    "jensen-shannon": lambda a, b, sign: (
        (_log_term(a, (a + b) / 2) + _log_term(b, (a + b) / 2)) / 2
    ),
    "le-cam": lambda a, b, sign: (a - b) ** 2 / (a + b),
}


def _sum(terms: Any) -> sp.Expr:
    return sum(terms, sp.Integer(0))


def has_expression(objective: Any) -> bool:
    """Whether `utility` knows this kind of objective; a user's own utilities have none."""
    if isinstance(objective, FDivergence) and objective.divergence not in DIVERGENCES:
        return False
    known = utility.dispatch(type(objective)) is not utility.dispatch(object)
    return known or isinstance(objective, OwnUtility) or objective.actions is not None


def pieces(
    objective: Any, pattern: Exponents, prior: Entries | None = None
) -> list[tuple[str, sp.Expr]]:
    """The expressions whose maximum is u on a pattern for every gamma > 1, with their names.

    A `prior` of expressions takes the place of the prior of a guess or a gain.

    >>> pieces(Guess(["1/2", "1/2"]), (0, 1))
    [('guess 0', 1/2), ('guess 1', gamma/2)]
    """
    # Any gamma above 1 puts the entries in the same order.
    point = evaluate(pattern, Fraction(2))
    if isinstance(objective, (Trace, FDivergence)):
        # Without masses the order of the entries says which action is the best.
        return [("", utility(objective, entries(pattern), point))]
    return pieces_on(objective, entries(pattern), point, prior)


def pieces_on(
    objective: Any, r: Entries, point: Pattern, prior: Entries | None = None
) -> list[tuple[str, sp.Expr]]:
    """The expressions whose maximum is u on a pattern of expressions, with their names.

    For a decision they are all actions. Else `point`, the pattern at some parameters, decides: the
    order of its entries must not change.
    """
    if isinstance(objective, OwnUtility):
        return objective.on(r)
    if isinstance(objective, MutualInformation) and prior is not None:
        return [("", information(prior, r))]
    if objective.actions is None:
        return [("", utility(objective, r, point))]
    actions: Sequence[Entries] = entrywise(rational, objective.actions)
    if prior is not None:
        # Only guesses and gains have a prior: what an action gains is what it earns of a mass.
        gains = objective.matrix if isinstance(objective, Gain) else identity(objective.truths)
        actions = [tuple(map(mul, row, prior)) for row in entrywise(rational, gains)]
    name = "guess" if isinstance(objective, Guess) else "action"
    return [(f"{name} {i}", _sum(map(mul, action, r))) for i, action in enumerate(actions)]


def tidy(expression: sp.Expr) -> sp.Expr:
    """In factors; where there are logarithms, each with its coefficient in factors.

    >>> tidy(gamma * sp.log(gamma) / (gamma + 1) + sp.log(1 / gamma) / (gamma + 1))
    (gamma - 1)*log(gamma)/(gamma + 1)
    """
    names = {e: sp.Dummy() for e in expression.atoms(sp.log)}
    if not names:
        return sp.factor(expression)
    shapes = {e: _log(sp.factor(e.args[0])) for e in names}
    linear = expression.xreplace(names)
    coefficients: dict[sp.Expr, sp.Expr] = {}
    for e, (sign, shape) in shapes.items():
        # Logarithms occur linearly, so that a slope is a coefficient.
        known = coefficients.get(shape, sp.Integer(0))
        coefficients[shape] = known + sign * sp.diff(linear, names[e])
    rest = linear.xreplace(dict.fromkeys(names.values(), sp.Integer(0)))
    return sp.factor(rest) + _sum(sp.factor(c) * shape for shape, c in coefficients.items())


def _log(argument: sp.Expr) -> tuple[int, sp.Expr]:
    """log(1/x) as -log(x), without a sign above and below."""
    numerator, denominator = sp.fraction(argument)
    if numerator.could_extract_minus_sign() and denominator.could_extract_minus_sign():
        numerator = -numerator
        denominator = -denominator
        argument = numerator / denominator
    return (-1, sp.log(denominator)) if numerator == 1 else (1, sp.log(argument))


@lru_cache(maxsize=4096)
def is_rational(expression: sp.Expr) -> bool:
    """Whether it is a quotient of polynomials whose coefficients are rational.

    >>> is_rational(gamma / (gamma + 1)), is_rational(sp.sqrt(2) * gamma)
    (True, False)
    """
    return all(
        part.is_Symbol or part.is_Rational or part.is_Add or part.is_Mul or _is_whole_power(part)
        for part in sp.preorder_traversal(expression)
    )


def _is_whole_power(part: sp.Expr) -> bool:
    return bool(part.is_Pow and part.exp.is_Integer)


def in_field(rows: Sequence[Sequence[sp.Expr]], field: Any) -> DomainMatrix:
    """A matrix of rational functions over a field of them."""
    converted = entrywise(lambda entry: field.from_sympy(sp.sympify(entry)), rows)
    return DomainMatrix(list(map(list, converted)), (len(rows), len(rows[0])), field)


def listed(matrix: DomainMatrix) -> list[sp.Expr]:
    """The entries of such a matrix, row after row.

    >>> listed(in_field([[1 / gamma, gamma]], sp.QQ.frac_field(gamma)))
    [1/gamma, gamma]
    """
    return list(chain.from_iterable(matrix.to_Matrix().tolist()))


MOST_CHOICES = 64
"""Of the arguments of Max and Min, for each pattern: of three truths 54 columns for range."""

Symbols = tuple[sp.Symbol, ...]


@dataclass(frozen=True)
class OwnUtility(Utility):
    """An expression u(r), homogeneous and convex in the likelihoods of the truths.

    >>> a, b, t = sp.symbols("a b t")
    >>> own = own_utility(sp.Max(a, b) + t * (a + b), [a, b])
    >>> own.truths, own.parameters, own.choices
    (2, (t,), (a + t*(a + b), b + t*(a + b)))
    """

    expression: sp.Expr
    symbols: Symbols
    label: str
    is_minimised: bool = False
    """Whether the expression is minus a loss, which is what is reported."""

    name = "custom"

    @property
    def truths(self) -> int:  # type: ignore[override]
        return len(self.symbols)

    @property
    def parameters(self) -> Symbols:
        """The symbols that are no likelihood of a truth."""
        return tuple(sorted(self.expression.free_symbols - set(self.symbols), key=str))

    @cached_property
    def choices(self) -> tuple[sp.Expr, ...]:
        """The expressions whose largest is u."""
        found = tuple(_choices(self.expression))
        if len(found) > MOST_CHOICES:
            raise InputError(f"objective must have at most {MOST_CHOICES} cases, got {len(found)}")
        return found

    @property
    def symmetric(self) -> bool:  # type: ignore[override]
        """Whether it stays the same when two truths change places."""
        return all(
            _same(self.expression, self.expression.subs({a: b, b: a}, simultaneous=True))
            for a, b in combinations(self.symbols, 2)
        )

    @property
    def is_rational(self) -> bool:
        """Whether each choice is a rational function over the rationals."""
        return all(map(is_rational, self.choices))

    def on(self, entries: Sequence[sp.Expr]) -> list[tuple[str, sp.Expr]]:
        """Each choice on a pattern of expressions, with its name."""
        several = len(self.choices) > 1
        return [
            (f"case {n}" if several else "", self._put(choice, entries))
            for n, choice in enumerate(self.choices)
        ]

    def at(self, entries: Sequence[sp.Expr]) -> sp.Expr:
        """u on a pattern of expressions, on which each choice is finite."""
        self.on(entries)
        return self._put(self.expression, entries)

    def _put(self, choice: sp.Expr, entries: Sequence[sp.Expr]) -> sp.Expr:
        known = dict(zip(self.symbols, entries, strict=True))
        found = choice.subs(known, simultaneous=True)
        if found.has(sp.zoo, sp.nan, sp.oo, -sp.oo):
            raise InputError(
                f"delta must be 0 for {self.label}: it is infinite where a report shows for "
                "certain what the truth is not"
            )
        return found

    def bounds(self, pattern: Pattern) -> Bounds:
        raise InputError("parameters must have values where an objective is evaluated")

    def floats(self, patterns: Any) -> Any:
        raise InputError("parameters must have values where an objective is evaluated")

    def statement(self) -> dict[str, Any]:
        raise InputError("parameters must have values where an objective is certified")


def own_utility(
    expression: Any, truths: Any, label: str = "custom utility", is_loss: bool = False
) -> OwnUtility:
    """The expression, checked to be homogeneous in the truths.

    A loss is minus a utility, so that Min stands where a utility has Max.

    >>> a, b = sp.symbols("a b")
    >>> own_utility(sp.Min(a, 2 * b), [a, b], is_loss=True).choices
    (-a, -2*b)
    """
    symbols = tuple(truths) if isinstance(truths, (list, tuple)) else ()
    if len(symbols) < 2 or not all(isinstance(one, sp.Symbol) for one in symbols):
        raise InputError(f"truths must be a list of at least two symbols, got {truths!r}")
    written = sp.sympify(expression).replace(sp.Abs, lambda x: sp.Max(x, -x))
    found = OwnUtility(-written if is_loss else written, symbols, label, is_loss)
    unit = sp.Symbol("unit", positive=True)
    for choice in found.choices:
        scaled = choice.subs({s: unit * s for s in symbols}, simultaneous=True)
        if not _same(scaled, unit * choice):
            raise InputError(f"{label} must be homogeneous: u(2 r) != 2 u(r) for u = {choice}")
    return found


def of_custom(objective: Custom) -> OwnUtility | None:
    """A custom utility that was given as an expression of sympy."""
    function = objective.function
    if not isinstance(function, ExpressionValue):
        return None
    return own_utility(function.expression, function.symbols, objective.label)


def _same(first: sp.Expr, second: sp.Expr) -> bool:
    return first == second or sp.simplify(first - second) == 0


def _choices(expression: sp.Expr) -> list[sp.Expr]:
    """Each Max and Min by one of its arguments."""
    kinds = expression.atoms(sp.Max, sp.Min)
    inner = max(sp.ordered(kinds), key=lambda part: part.count_ops(), default=None)  # outermost
    if inner is None:
        return [expression]
    slope = sp.Dummy()
    grows = sp.diff(expression.xreplace({inner: slope}), slope)
    # u is the largest over the arguments of a Max only where it grows with that Max.
    if not _has_sign(grows, positive=isinstance(inner, sp.Max)):
        raise InputError(
            "objective must grow with every Max and fall with every Min in it, to be the largest "
            f"of its cases (a loss the other way round), got {expression}"
        )
    found: dict[sp.Expr, None] = {}
    for argument in inner.args:
        found.update(dict.fromkeys(_choices(expression.xreplace({inner: argument}))))
    return list(found)


def _has_sign(slope: sp.Expr, positive: bool) -> bool:
    """Whether a slope has one sign for positive likelihoods and parameters."""
    names = {symbol: sp.Dummy(positive=True) for symbol in slope.free_symbols}
    known = slope.xreplace(names)
    return bool(known.is_nonnegative if positive else known.is_nonpositive)
