"""Formulas: their sides, the columns that they read, and the model matrix of the right side.

Formulas are those of formulaic, which takes `age.years` for a part of age. Inside, a dot and a
space are two letters of no living alphabet of data, which no reader ever sees; a frame has a column
with dots or spaces in its name under both names.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from rropt.data.frame_columns import is_text, is_time, refuse_complex
from rropt.exact import InputError, several
from rropt.extras import module_of
from rropt.survey.regression.links import Array
from rropt.survey.regression.newton import products_in_units

LETTERS = str.maketrans({".": "\u1427", " ": "\u1428"})
BACK = str.maketrans({"\u1427": ".", "\u1428": " "})
"""Two letters of Canadian syllabics: a name with them is a name to Python and to formulaic."""

SPOKEN = re.compile(r"[^\W\d][\w. ]*")
"""Names that are understood without backticks: others, such as a-b, are a formula too."""


def written(name: str) -> str:
    """The name of a column as formulas have it inside.

    >>> written("age.years").isidentifier(), spoken(written("body mass, log"))
    (True, 'body mass, log')
    """
    return name.translate(LETTERS) if is_spoken(name) else name


def spoken(text: str) -> str:
    """What the user wrote."""
    return text.translate(BACK)


def is_spoken(name: Any) -> bool:
    """Whether a name is one with dots or spaces."""
    known = isinstance(name, str) and SPOKEN.fullmatch(name) is not None
    return known and not name.isidentifier()


def with_written_names(frame: Any) -> Any:
    """A frame of pandas that has its spoken names under their written ones too."""
    added = {written(name): frame[name] for name in frame.columns if is_spoken(name)}
    return frame.assign(**added) if added else frame


def in_written_names(side: str, columns: Sequence[Any]) -> str:
    """One side of a formula, its spoken names written: a longer one before one it begins with.

    What stands in quotes stays; backticks may stand around a spoken name.

    >>> spoken(in_written_names("log(body mass) + `body mass`:x.1", ["body mass", "x.1", "mass"]))
    'log(body mass) + body mass:x.1'
    """
    odd = sorted(filter(is_spoken, columns), key=len, reverse=True)
    if not odd:
        return side
    known = "|".join(map(re.escape, odd))
    pattern = re.compile(
        rf"('[^']*'|\"[^\"]*\")|`({known})`|(`[^`]*`)|(?<![\w.])({known})(?![\w.])"
    )

    def replaced(found: re.Match[str]) -> str:
        name = found[2] or found[4]
        return written(name) if name else found[0]

    return pattern.sub(replaced, side)


CATEGORIES = re.compile(r"C\(\s*`?([^(),`]+?)`?\s*(?:,.*)?\)", re.DOTALL)

LARGEST = 1e75
"""Of a number: fourth powers, as of squared sums of products, stay below the largest double."""


INDEPENDENT = 1e-6
"""Rounding errors of sums of a million products are below a millionth of this."""


NEARLY = 2e-6
"""Of columns in units of their lengths the least singular value, as a part of the largest, below
which they are refused: at 5e-6 errors are right to 1e-6, at 5e-7 to 1e-3, at 5e-8 no step rises."""


@dataclass(frozen=True)
class Covariates:
    """A model matrix with the names of its columns, and the formulaic spec that makes it again."""

    matrix: Array
    names: tuple[str, ...]
    spec: Any


def split_formula(formula: str, columns: Sequence[Any] = ()) -> tuple[str, str]:
    """The outcome's column and the right side, with names that formulaic understands.

    >>> split_formula("smokes ~ age + C(region)")
    ('smokes', 'age + C(region)')
    >>> split_formula("smokes now ~ age", ["smokes now", "age"])
    ('smokes now', 'age')
    """
    if not isinstance(formula, str) or formula.count("~") != 1:
        raise InputError(f"formula must look like 'report ~ age + region', got {formula!r}")
    left, right = (side.strip() for side in formula.split("~"))
    outcome = left.strip("`")
    if not outcome or not right:
        raise InputError(f"formula must have both sides of ~, got {formula!r}")
    return outcome, in_written_names(right, columns)


def variables_of(right: str, frame: Any) -> list[str]:
    """The columns that the right side of a formula reads."""
    found = parsed(right).required_variables
    unknown = sorted(name for name in found if name not in frame.columns)
    if unknown:
        raise InputError(f"formula must name columns of the data, got {', '.join(unknown)}")
    return sorted(found)


def only_in_categories(right: str) -> set[str]:
    """The columns that a formula takes as categories, C(region), and nowhere otherwise."""
    factors = {str(factor) for term in parsed(right) for factor in term.factors}
    inside = {found.group(1) for found in map(CATEGORIES.fullmatch, factors) if found}
    return {name for name in inside if name not in factors}


def parsed(right: str) -> Any:
    """The right side, read by formulaic."""
    formulaic = module_of("regress", "formulaic", "formulas must be read by formulaic")
    try:
        return _read(right)
    except (formulaic.errors.FormulaicError, SyntaxError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else spoken(_first_line(error))
        raise InputError(f"formula must be readable, got {spoken(right)!r}: {reason}") from None


@lru_cache(maxsize=16)
def _read(right: str) -> Any:
    """A formula is asked three times in a fit, and reading it takes as long as 5,000 rows."""
    from formulaic import Formula

    return Formula(right)


def covariates_of(right: str, frame: Any) -> Covariates:
    """The model matrix of the right side."""
    array, spec = model_matrix(parsed(right), right, frame)
    if not array.shape[1]:
        raise InputError(f"formula must have an intercept or covariates, got {spoken(right)!r}")
    _require_squares(array, "covariates must be")
    _require_independent(array, _names(spec))
    return Covariates(array, _names(spec), spec)


def model_matrix(formula: Any, right: str, frame: Any) -> tuple[Array, Any]:
    """What a formula, or a spec of one, makes of data in which nothing is missing, and its spec."""
    from formulaic.errors import DataMismatchWarning

    try:
        # What is no number, log(-1), is refused below; missing categories would be the baseline.
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("error", DataMismatchWarning)
            matrix = formula.get_model_matrix(frame, na_action="ignore")
            array = np.asarray(matrix, float)
    except DataMismatchWarning:  # its sentence quotes data
        raise InputError(
            f"data must have no categories but those of the fit or of its formula, "
            f"{spoken(right)!r}, got others"
        ) from None
    except Exception as error:  # a formula computes what it likes, and what it meets quotes data
        raise InputError(not_computed(right, frame, error)) from None
    infinite = ~np.isfinite(array)
    if infinite.any():
        place = int(infinite.any(axis=0).argmax())
        rows = several(int(infinite[:, place].sum()), "row")
        name = _names(matrix.model_spec)[place]
        raise InputError(f"covariates must be finite numbers, got {rows} where {name} is none")
    return array, matrix.model_spec


def _names(spec: Any) -> tuple[str, ...]:
    return tuple(spoken(str(name)) for name in spec.column_names)


MOST_NAMED = 10
"""Columns that a refusal names."""


def _require_independent(array: Array, names: Sequence[str]) -> None:
    """Refuse columns of which one is a combination of others.

    In units in which each has the length one, a least eigenvalue of their products that is no
    rounding error tells at once that none is: the rank by singular values takes a tenth of a fit.
    """
    units, products = products_in_units(array)
    if np.linalg.eigvalsh(products).min(initial=1.0) > INDEPENDENT:
        return
    singular = np.linalg.svd(array * units, compute_uv=False)
    rounding = singular[0] * max(array.shape) * np.finfo(float).eps
    rank = int((singular > rounding).sum())
    rows, columns = array.shape
    if rows < columns:
        raise InputError(
            f"covariates must have no more columns than rows, got {columns} for "
            f"{several(rows, 'row')}: {', '.join(names[:MOST_NAMED])}"
        )
    if rank < columns:
        ranks = [np.linalg.matrix_rank(array[:, : c + 1] * units[: c + 1]) for c in range(columns)]
        first = next((name for c, name in enumerate(names) if ranks[c] <= c), names[-1])
        raise InputError(
            f"covariates must be independent, got {columns} columns of rank {rank}: {first} is a "
            "combination of those before it"
        )
    if singular[-1] < NEARLY * singular[0]:
        raise InputError(
            "covariates must be independent by more than rounding: "
            "where one varies little for its size, subtract its mean"
        )


def coefficient_names(covariates: tuple[str, ...], truths: tuple[str, ...]) -> tuple[str, ...]:
    """Names of the coefficients of the truths but the first, in their order."""
    labels = truths[1:]
    if len(labels) == 1:
        return covariates
    return tuple(f"{name}[{label}]" for label in labels for name in covariates)


def not_computed(right: str, frame: Any, error: Exception) -> str:
    """Why no model matrix came of the data: columns of text or times, or the kind of the error."""
    names = variables_of(right, frame)
    texts = [spoken(name) for name in names if is_text(frame[name])]
    times = [spoken(name) for name in names if is_time(frame[name])]
    said = f" ({type(error).__name__})"
    if texts:
        said = f", where text is in {', '.join(map(repr, texts))}"
    if times:
        said = f", where times are in {', '.join(map(repr, times))}: days since one are numbers"
    return f"formula {spoken(right)!r} must fit the data{said}"


def numbers(frame: Any, column: str) -> Array:
    """A column as finite floats."""
    refuse_complex(frame[column], column)
    try:
        found = frame[column].to_numpy(dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"column {column!r} must hold numbers") from None
    _require_squares(found, f"column {column!r} must hold")
    return found


def _require_squares(values: Array, what: str) -> None:
    """Refuse numbers whose squares no double can add up."""
    if not np.isfinite(values).all():
        raise InputError(f"{what} finite numbers")
    if np.abs(values).max(initial=0) > LARGEST:
        raise InputError(f"{what} numbers of at most {LARGEST:g} in size")


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
