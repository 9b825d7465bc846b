"""A basis proposed in floating point by HiGHS; nothing rests on it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy

from rropt.lp.highs import ByColumns, highs, linear_model
from rropt.lp.program import Program


def float_basis(
    program: Program, around: Sequence[float] | None = None, start: Sequence[int] = ()
) -> list[int]:
    """The basic columns of [A I] where HiGHS stopped, whatever it thought of them.

    `around` moves the origin to an exact point: its values (x, then s over the row sizes) in some
    small unit, and `start` is the basis of that point.
    """
    import highspy

    options = {"presolve": "off", "solver": "simplex"}
    solver = _solved(_model(program, around), options, _start(program, start))
    basis = solver.getBasis()
    basic = highspy.HighsBasisStatus.kBasic
    statuses = [*basis.col_status, *basis.row_status]
    return [j for j, status in enumerate(statuses) if status == basic]


def _start(program: Program, basis: Sequence[int]):
    """A basis in the form of HiGHS, or None."""
    import highspy

    if not basis:
        return None
    basic = set(basis)
    status = highspy.HighsBasisStatus
    found = highspy.HighsBasis()
    found.valid = True
    found.col_status = [status.kBasic if j in basic else status.kLower for j in range(program.size)]
    found.row_status = [
        status.kBasic if program.size + i in basic else status.kUpper
        for i in range(len(program.rhs))
    ]
    return found


def _solved(model, options: dict[str, str], start=None):
    solver = highs(options)
    solver.passModel(model)
    if start is not None:
        solver.setBasis(start)
    solver.run()
    return solver


def _model(program: Program, around: Sequence[float] | None = None):
    """The program with each row divided by its largest entry."""
    sizes = program.row_sizes
    top = max((abs(c) for c in program.costs), default=0) or 1
    lower, rhs = _bounds(program, sizes, around)
    most = numpy.array(rhs, dtype=float)
    least = numpy.where(numpy.arange(len(rhs)) < program.equalities, most, -numpy.inf)
    columns = [[(i, a / sizes[i]) for i, a in column] for column in program.columns]
    return linear_model(
        numpy.array([c / top for c in program.costs], dtype=float),
        ByColumns.of(columns, len(rhs)),
        (numpy.array(lower, dtype=float), numpy.full(program.size, numpy.inf)),
        (least, most),
    )


def _bounds(program: Program, sizes: Sequence[int], around: Sequence[float] | None):
    """Lower bounds of the variables and right sides of the rows: A x' = -s', x' >= -x, s' >= -s."""
    if around is None:
        rhs = [b / size for b, size in zip(program.rhs, sizes, strict=True)]
        return [0.0] * program.size, rhs
    return [-x for x in around[: program.size]], list(around[program.size :])
