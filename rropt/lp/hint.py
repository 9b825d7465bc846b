"""A basis proposed in floating point by HiGHS; nothing rests on it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy

from rropt.lp.highs import highs
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
    import highspy

    sizes = program.row_sizes
    top = max((abs(c) for c in program.costs), default=0) or 1
    model = highspy.HighsLp()
    model.num_col_ = program.size
    model.num_row_ = len(program.rhs)
    model.col_cost_ = numpy.array([c / top for c in program.costs], dtype=float)
    lower, rhs = _bounds(program, sizes, around)
    model.col_lower_ = numpy.array(lower, dtype=float)
    model.col_upper_ = numpy.full(program.size, highspy.kHighsInf)
    model.row_upper_ = numpy.array(rhs, dtype=float)
    model.row_lower_ = numpy.where(
        numpy.arange(len(rhs)) < program.equalities, model.row_upper_, -highspy.kHighsInf
    )
    starts = [0]
    for column in program.columns:
        starts.append(starts[-1] + len(column))
    matrix = model.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kColwise
    matrix.start_ = numpy.array(starts, dtype=numpy.int32)
    matrix.index_ = numpy.array(
        [i for i, _ in chain.from_iterable(program.columns)], dtype=numpy.int32
    )
    matrix.value_ = numpy.array(
        [a / sizes[i] for i, a in chain.from_iterable(program.columns)], dtype=float
    )
    return model


def _bounds(program: Program, sizes: Sequence[int], around: Sequence[float] | None):
    """Lower bounds of the variables and right sides of the rows: A x' = -s', x' >= -x, s' >= -s."""
    if around is None:
        rhs = [b / size for b, size in zip(program.rhs, sizes, strict=True)]
        return [0.0] * program.size, rhs
    return [-x for x in around[: program.size]], list(around[program.size :])
