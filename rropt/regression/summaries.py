"""A fitted model for readers: text, JSON, HTML and LaTeX, all from the same rows."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rropt.regression.regression import Regression

COLUMNS = ("coefficient", "stderr", "z", "p", "low", "high")

CALIBRATED = "few reports: intervals are calibrated by surveys that are drawn from the fit"

REMINDER = (
    "privacy: the reports keep their promise; covariates published beside them are not protected"
)


def coefficient_rows(fit: Regression, level: float) -> list[dict[str, Any]]:
    """One dictionary a coefficient: value, standard error, z, two-sided p, interval."""
    stderr = fit.stderr
    rows = []
    for name, value in fit.coefficients.items():
        low, high = fit.interval(name, repr(level))
        z = value / stderr[name] if math.isfinite(value) else math.nan
        p = math.erfc(abs(z) / math.sqrt(2)) if math.isfinite(z) else math.nan
        entries = (value, stderr[name], z, p, low, high)
        rows.append({"name": name, **dict(zip(COLUMNS, entries, strict=True))})
    return rows


def as_mapping(values: Mapping[str, float]) -> dict[str, float | None]:
    """JSON has neither infinity nor nan: None stands for both."""
    return {name: value if math.isfinite(value) else None for name, value in values.items()}


def summary_json(fit: Regression, level: float) -> dict[str, Any]:
    """JSON-ready; null for what is infinite or undefined."""
    rows = coefficient_rows(fit, level)
    return {
        "formula": fit.words.formula,
        "model": fit.words.model,
        "n": fit.words.rows,
        "coefficients": as_mapping(fit.coefficients),
        "stderr": as_mapping(fit.stderr),
        "errors": fit.errors,
        "interval": {row["name"]: [_finite(row["low"]), _finite(row["high"])] for row in rows},
        "interval_method": fit.interval_method,
        "level": level,
        "p_value": {row["name"]: _finite(row["p"]) for row in rows},
        "covariance": [[_finite(entry) for entry in line] for line in fit.covariance.tolist()],
        "loglik": fit.loglik,
        "aic": fit.aic,
        "bic": fit.bic,
        "converged": fit.converged,
        "boundary": fit.on_boundary,
        "notes": list(fit.words.notes),
    }


def summary_text(fit: Regression, level: float) -> str:
    """The table of coefficients, what was fitted, and what to know about it."""
    rows = coefficient_rows(fit, level)
    width = max(len(row["name"]) for row in rows)
    percent = f"{100 * level:g}%"
    head = f"{'':<{width}}  {'coef':>10} {'stderr':>10} {'z':>8} {'p':>8}  {percent} interval"
    lines = [
        fit.words.formula,
        f"{fit.words.model}; n = {fit.words.rows}; {fit.errors} errors",
        "",
        head,
    ]
    lines += [_line(row, width) for row in rows]
    lines += ["", f"log-likelihood {fit.loglik:.6g}   AIC {fit.aic:.6g}   BIC {fit.bic:.6g}"]
    lines += notes_of(fit)
    return "\n".join(lines)


def notes_of(fit: Regression) -> list[str]:
    """What a reader must know: boundary, convergence, notes of the data, privacy."""
    notes = []
    if fit.on_boundary:
        names = [n for n, value in fit.coefficients.items() if not math.isfinite(value)]
        notes.append(
            f"on the boundary: the likelihood has no maximum in {', '.join(names)}; "
            "some fitted share tends to zero or one (separation)"
        )
    if not fit.converged:
        notes.append("not converged: the score does not vanish at the best point found")
    if fit.interval_method == "calibrated":
        notes.append(CALIBRATED)
    return [*notes, *fit.words.notes, REMINDER]


def summary_html(fit: Regression, level: float) -> str:
    """The table for a notebook."""
    head = "".join(f"<th>{word}</th>" for word in ("", *COLUMNS))
    body = "".join(_html_row(row) for row in coefficient_rows(fit, level))
    notes = "".join(f"<p>{html.escape(note)}</p>" for note in notes_of(fit))
    caption = html.escape(f"{fit.words.formula}: {fit.words.model}, n = {fit.words.rows}")
    return f"<table><caption>{caption}</caption><tr>{head}</tr>{body}</table>{notes}"


def summary_latex(fit: Regression, level: float) -> str:
    """A tabular of coefficients, standard errors and intervals."""
    lines = [r"\begin{tabular}{lrrr}", r"coefficient & estimate & std. error & interval \\ \hline"]
    for row in coefficient_rows(fit, level):
        name = row["name"].replace("_", r"\_")
        interval = f"[{row['low']:.4g}, {row['high']:.4g}]"
        lines.append(f"{name} & {row['coefficient']:.4g} & {row['stderr']:.4g} & {interval} \\\\")
    return "\n".join([*lines, r"\end{tabular}"])


def _line(row: dict[str, Any], width: int) -> str:
    coefficient = _number(row["coefficient"], 10, 5)
    stderr = _number(row["stderr"], 10, 5)
    z = _number(row["z"], 8, 2)
    p = _number(row["p"], 8, 4)
    span = f"[{_number(row['low'], 0, 5)}, {_number(row['high'], 0, 5)}]"
    return f"{row['name']:<{width}}  {coefficient} {stderr} {z} {p}  {span}"


def _number(value: float, width: int, digits: int) -> str:
    if math.isnan(value):
        return f"{'-':>{width}}"
    if math.isinf(value):
        return f"{'oo' if value > 0 else '-oo':>{width}}"
    return f"{value:>{width}.{digits}f}"


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _html_row(row: dict[str, Any]) -> str:
    cells = "".join(f"<td>{_number(row[column], 0, 4)}</td>" for column in COLUMNS)
    return f"<tr><th>{html.escape(row['name'])}</th>{cells}</tr>"
