"""A basis proposed in floating point by HiGHS; nothing rests on it."""

from __future__ import annotations

from rropt.lp.program import Program


def float_basis(program: Program) -> list[int]:
    """The basic columns of [A I] where HiGHS stopped, whatever it thought of them."""
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("presolve", "off")
    solver.setOptionValue("solver", "simplex")
    solver.setOptionValue("threads", 1)
    solver.passModel(_model(program))
    solver.run()
    basis = solver.getBasis()
    basic = highspy.HighsBasisStatus.kBasic
    statuses = [*basis.col_status, *basis.row_status]
    return [j for j, status in enumerate(statuses) if status == basic]


def _model(program: Program):
    """The program with each row divided by its largest entry."""
    import highspy
    import numpy

    sizes = [abs(b) for b in program.rhs]
    for column in program.columns:
        for i, a in column:
            sizes[i] = max(sizes[i], abs(a))
    sizes = [size or 1 for size in sizes]
    top = max((abs(c) for c in program.costs), default=0) or 1
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = program.size, len(program.rhs)
    model.col_cost_ = numpy.array([c / top for c in program.costs], dtype=float)
    model.col_lower_ = numpy.zeros(program.size)
    model.col_upper_ = numpy.full(program.size, highspy.kHighsInf)
    rhs = numpy.array([b / size for b, size in zip(program.rhs, sizes, strict=True)], dtype=float)
    model.row_upper_ = rhs
    model.row_lower_ = numpy.where(
        numpy.arange(len(rhs)) < program.equalities, rhs, -highspy.kHighsInf
    )
    starts = [0]
    for column in program.columns:
        starts.append(starts[-1] + len(column))
    matrix = model.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kColwise
    matrix.start_ = numpy.array(starts, dtype=numpy.int32)
    matrix.index_ = numpy.array([i for col in program.columns for i, _ in col], dtype=numpy.int32)
    matrix.value_ = numpy.array(
        [a / sizes[i] for column in program.columns for i, a in column], dtype=float
    )
    return model
