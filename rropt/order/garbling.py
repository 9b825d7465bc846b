"""Is A = C P for a column-stochastic C? Decided exactly, with C or a separating gain.

The unknowns are the rows of C: each row a_i of A must be a combination of the rows of P with
non-negative coefficients, and each row of P is used once in total. By Farkas, either C exists or
there are y_i (one action for each report of A) with

    sum_i y_i . a_i  >  sum_u max_i y_i . p_u,

a decision problem in which A beats P. Proportional rows are merged first. When the rows of P are
independent, C is unique; otherwise an interior point proposes, and exact arithmetic decides.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.channel import Channel
from rropt.channel.profile import primitive
from rropt.exact import InputError
from rropt.order.garbling_rounds import decide_block
from rropt.order.row_space import decide_linear
from rropt.order.separation import Separation, quadratic_gain, simplest, spread


def decide_garbling(A: Channel, P: Channel) -> Channel | Separation:
    """C with A = C P, or a decision problem in which A strictly beats P.

    >>> P = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> A = Channel.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
    >>> decide_garbling(A, P).rows[0]
    (Fraction(5, 6), Fraction(1, 6))
    >>> decide_garbling(P, A).gain
    ((Fraction(0, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(0, 1)))
    """
    if A.shape[1] != P.shape[1]:
        raise InputError(
            f"A and P must be tables over the same truths, got {A.shape[1]} and {P.shape[1]}"
        )
    small_A, small_P = A.merge_proportional(), P.merge_proportional()
    found = _reordered(small_A, small_P) or _decide(small_A, small_P)
    if isinstance(found, Separation):
        return found
    return _checked(splitting(A, small_A) @ found @ _merging(P, small_P), A, P)


def same_rows(A: Channel, P: Channel) -> bool:
    """Are the tables the same up to order, splitting and zero rows (chai-nayak/thm-4.1)?

    >>> P = Channel.from_rows([["1/4", "1/2"], ["3/4", "1/2"]])
    >>> same_rows(P.permute([1, 0]), P), same_rows(P, P.restrict([1, 0]))
    (True, False)
    """
    return _reordered(A.merge_proportional(), P.merge_proportional()) is not None


def _reordered(A: Channel, P: Channel) -> Channel | None:
    """C with A = C P for tables without proportional rows that differ only in their order."""
    if set(A.rows) != set(P.rows):
        return None
    place = {row: i for i, row in enumerate(A.rows)}
    targets = [place[row] for row in P.rows]
    return Channel.from_rows([[int(i == t) for t in targets] for i in range(len(A.rows))])


def _decide(A: Channel, P: Channel) -> Channel | Separation:
    """Quick proof of No; unique solution; block program."""
    if spread(A) > spread(P) and (quick := simplest(quadratic_gain(A), A, P)):
        return quick
    return decide_linear(A, P) or decide_block(A, P)


def _checked(C: Channel, A: Channel, P: Channel) -> Channel:
    C = C.relabel(reports=A.reports, truths=P.reports)
    if (C @ P).rows != A.rows:
        raise ArithmeticError("the garbling failed its verification: C P differs from A")
    return C


def _merging(P: Channel, merged: Channel) -> Channel:
    """M with merged = M P, 0 or 1; a report that never occurs counts as the first."""
    place = {primitive(row): u for u, row in enumerate(merged.numerators)}
    classes = [place[primitive(row)] if any(row) else 0 for row in P.numerators]
    rows = [[int(c == u) for c in classes] for u in range(merged.shape[0])]
    return Channel.from_rows(rows)


def splitting(A: Channel, merged: Channel) -> Channel:
    """S with A = S merged: each report of A with its share of the merged one."""
    place = {primitive(row): u for u, row in enumerate(merged.numerators)}
    rows = []
    for row, whole in zip(A.rows, A.numerators, strict=True):
        line = [Fraction(0)] * merged.shape[0]
        if any(whole):
            u = place[primitive(whole)]
            line[u] = Fraction(sum(row)) / sum(merged.rows[u])
        rows.append(line)
    return Channel.from_rows(rows)
