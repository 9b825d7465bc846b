"""One self-contained page for a design: no network, formulas as MathML, the certificate inside.

Numbers carry their exact value in `data-exact`; the whole answer of `rropt design --json` is in
the script element `design`, from which `rropt check PAGE` verifies the certificate.
"""

from __future__ import annotations

import json
import math
from base64 import b64encode
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Any

from rropt.channel import Channel
from rropt.channel.block_design import number_of_bases, stated_blocks
from rropt.checker import canonical_text, sha256
from rropt.closed import closed_form
from rropt.design.answer import Answer, Value, rounding_of_bound, show_value
from rropt.design.answer_facts import consequent_notes
from rropt.exact import InputError, text
from rropt.report.along_levels import AtLevel, refuse_another_goal
from rropt.report.checking_here import button, policy, script
from rropt.report.compared_devices import Line
from rropt.report.facts import Facts, facts_of
from rropt.report.field_use import advice, field_section
from rropt.report.formulas import (
    balance_formula,
    expression,
    math_element,
    matrix_formula,
    number,
    objective_formula,
    privacy_formula,
)
from rropt.report.html_tables import (
    arrangements,
    channel_table,
    design_table,
    header,
    section,
    simple_table,
)
from rropt.report.level_slider import MOST_BYTES, slider_section
from rropt.report.matrix_words import matrix_picture
from rropt.report.page_style import STYLE
from rropt.report.picture import picture
from rropt.report.record import record
from rropt.report.text import conditions, gap_text, percent
from rropt.report.text import number as decimal
from rropt.report.words import (
    device_words,
    guarantee,
    proved_for,
    sentence_of,
    title_of,
)

PROVED = ("value", "bound", "gap")
COMMANDS = ("variance", "warner", "trace", "guess", "mutual-information", "a-optimal", "d-optimal",
            "e-optimal")  # fmt: skip
OF_THE_SOLVER = ("optima", "routes", "notes")


def page(
    design: Answer,
    facts: Facts | None = None,
    others: Sequence[AtLevel] = (),
    date: str | None = None,
) -> str:
    """The whole page, which follows from the certificate, the labels and the question.

    `others` are designs for other levels, which go on a slider; `date` is the day of the report.
    """
    refuse_another_goal(design, others)
    known = facts_of(design) if facts is None else facts
    title = sentence_of(title_of(design))
    body = [
        header(title, conditions(design)),
        advice(known),
        section("The table", design_table(design)),
        section("What is proved", _proved(design, known)),
        section("In the field", field_section(design)),
        section("The problem", _problem(design) + _matrix(design)),
        section(*_figure(design)),
        section("Along epsilon", slider_section(AtLevel(design, known), others)),
        section("What restrictions cost", _lines("restriction", known.restrictions)),
        section("Classical devices at the same privacy", _lines("device", known.rivals)),
        section(f"If {design.problem.objective.assumes} something else", _elsewhere(known)),
        section("Check it yourself", _check(design)),
        section("How to cite", _provenance(design, date)),
    ]
    scripts = embedded(design, known, others, date) + f"<script>{script()}</script>"
    drawn = document(title, "".join(body) + scripts)
    if others and len(drawn.encode()) > MOST_BYTES:
        raise InputError(f"slider must keep the page below {MOST_BYTES:,} bytes: fewer levels do")
    return drawn


def document(title: str, body: str) -> str:
    """A page with the house style and nothing from elsewhere."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(STYLE)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main>{body}</main></body></html>\n"
    )


def embedded(
    design: Answer, facts: Facts, others: Sequence[AtLevel] = (), date: str | None = None
) -> str:
    """The JSON inside the page; "<" is escaped so that no text can end the element."""
    question = getattr(design, "question", None)
    said = _said(design, facts) | ({"question": question} if question else {})
    if date is not None:
        said["date"] = date
    if others:
        said["levels"] = [_said(other.design, other.facts) for other in others]
    # In a script element "</" would end it, whatever the JSON means.
    data = json.dumps(said).replace("<", "\\u003c")
    return f'<script type="application/json" id="design">{data}</script>'


def _said(design: Answer, facts: Facts) -> dict[str, Any]:
    """Of `rropt design --json` what follows from the certificate, and the facts.

    What only the solver knows, such as all optima, is not in a page: it could not be drawn again.
    """
    kept = {name: said for name, said in record(design).items() if name not in OF_THE_SOLVER}
    return kept | {"facts": facts.to_json()}


# --- what is proved -----------------------------------------------------------------------------


def _proved(design: Answer, facts: Facts) -> str:
    rows = [
        _row("privacy", "".join(f"<div>{escape(line)}</div>" for line in facts.guarantee)),
        _row("value", _value("value", design.value)),
        _row("bound", f"{_value('bound', design.bound, design.rounding)} for {proved_for(design)}"),
        _row("gap", _value("gap", design.gap)),
    ]
    form = closed_form(design)
    if form is not None:
        formula = math_element(expression(form), block=True)
        rows.append(_row("closed form", formula))
    rows += [_row("note", escape(note)) for note in consequent_notes(design)]
    verdict = escape(str(design.certificate.check()))
    return f'<dl>{"".join(rows)}</dl><p class="verdict">{verdict}</p>'


def _row(name: str, body: str) -> str:
    return f"<dt>{escape(name)}</dt><dd>{body}</dd>"


def _value(name: str, value: Value, rounding: str | None = None) -> str:
    exact = show_value(value)
    said = " ".join(exact) if isinstance(exact, list) else exact
    body = math_element(number(value, rounding=rounding))
    if name == "gap" and value:
        body = gap_text(value)
    return f'<span id="{name}" data-exact="{escape(said)}">{body}</span>'


def _problem(design: Answer) -> str:
    problem = design.problem
    formula = objective_formula(problem.objective)
    if not formula:
        return ""
    most = "" if problem.outputs is None else f", at most {problem.outputs} of them"
    limits = f"{math_element(balance_formula())}, {math_element(_privacy(design))}"
    return (
        f"<p>Over all weights w of likelihood patterns r{most}:</p>"
        f"{math_element(formula, block=True)}"
        f"<p>subject to {limits}.</p>"
    )


def _privacy(design: Answer) -> str:
    levels = design.problem.levels
    return privacy_formula(design.problem.delta) if levels is None else matrix_formula()


def _matrix(design: Answer) -> str:
    """The matrix of levels as a picture; nothing for one number."""
    levels = design.problem.levels
    drawn = "" if levels is None else matrix_picture(levels, design.channel.truths)
    if not drawn:
        return ""
    caption = (
        "The levels: a report is at most so many times as likely under the truth of the row as "
        "under that of the column."
    )
    return f"<figure>{drawn}<figcaption>{caption}</figcaption></figure>"


def _figure(design: Answer) -> tuple[str, str]:
    """The heading and the figure."""
    title, drawn, caption = picture(design)
    figure = f"<figure>{drawn}<figcaption>{escape(caption)}</figcaption></figure>"
    return title, figure if drawn else ""


# --- comparisons --------------------------------------------------------------------------------


def _lines(kind: str, lines: Sequence[Line]) -> str:
    if not lines:
        return ""
    rows = [
        [
            escape(device_words(line.label) + (f" ({line.note})" if line.note else "")),
            _shown(line.value),
            escape(percent(line.efficiency)),
        ]
        for line in lines
    ]
    return simple_table([kind, "value", "efficiency"], rows)


def _elsewhere(facts: Facts) -> str:
    if not facts.elsewhere:
        return ""
    rows = [
        [escape(r.prevalence), _shown(r.value), _shown(r.best), escape(percent(r.efficiency))]
        for r in facts.elsewhere
    ]
    return simple_table(["where", "this table", "best there", "efficiency"], rows)


def _shown(value: float) -> str:
    plain = "oo" if math.isinf(value) else repr(value)
    return f'<span data-value="{plain}">{decimal(value)}</span>'


def _check(design: Answer) -> str:
    saved = b64encode((design.certificate.to_json() + "\n").encode()).decode()
    link = f"data:application/json;base64,{saved}"
    return button(design.certificate.data) + (
        "<p>The certificate is in this page. <code>rropt check FILE</code> on the page, saved as "
        "FILE, verifies it, and refuses another table beside it. Or "
        f'<a download="certificate.json" href="{link}">save the certificate</a> and run the '
        "checker alone, which needs nothing but Python: "
        "<code>python -m rropt.checker certificate.json</code>.</p>"
    )


def _provenance(design: Answer, date: str | None) -> str:
    """The command that makes the design again, the version, the date, the citation."""
    from rropt import __version__

    command = design_command(design)
    again = f"<p>The design again: <code>{escape(command)}</code></p>" if command else ""
    digest = sha256(canonical_text(design.certificate.data))
    when = "" if date is None else f" ({escape(date)})"
    return (
        f"{again}<p>rropt {__version__}{when}: certified optimal randomized-response designs. "
        f"{escape(sentence_of(title_of(design)))}, {escape(conditions(design))}; "
        f"certificate SHA-256 {digest[:16]}.</p>"
    )


def design_command(design: Answer) -> str:
    """rropt design ..., for one level and an objective at a prior; empty for others.

    >>> from rropt import LocalDP, Trace, optimal
    >>> design_command(optimal(LocalDP("ln(3)"), Trace(4)))
    'rropt design trace --gamma 3 --categories 4'
    """
    problem = design.problem
    data = design.certificate.data["privacy"]
    name = problem.objective.name
    prior = getattr(problem.objective, "prior", None)
    plain = problem.levels is None and isinstance(data["delta"], str)
    if not plain or name not in COMMANDS:
        return ""
    level = f"--epsilon {data['epsilon']}" if "epsilon" in data else f"--gamma {data['gamma']}"
    shares = [prior] if isinstance(prior, Fraction) else list(prior or ())
    goal = f"--prior {','.join(map(text, shares))}" if shares else f"--categories {problem.truths}"
    words = ["rropt design", name, level, goal]
    words += [f"--delta {data['delta']}"] if data["delta"] != "0" else []
    words += [] if problem.outputs is None else [f"--outputs {problem.outputs}"]
    return " ".join(words)


def drawn(document: dict[str, Any]) -> dict[str, str]:
    """What a page shows of the JSON of a design, as `page` draws it: the table, and what is proved.

    Of a cut, which has neither table nor orbits, the numbers.

    >>> drawn({"channel": [["1", "1"]], "value": "oo", "bound": "oo", "gap": "0"})["value"][:32]
    '<span id="value" data-exact="oo"'
    """
    said = {name: _read(document[name]) for name in PROVED}
    rounding = {"bound": rounding_of_bound(said["value"], said["bound"])}
    parts = {name: _value(name, value, rounding.get(name)) for name, value in said.items()}
    if document["channel"] is not None:
        parts["table"] = channel_table(Channel.from_json(document))
    elif document["support"]:
        orbits = document["support"]
        blocks = stated_blocks(document["certificate"])
        runs = [orbit.get("classes") or [orbit["runs"]] for orbit in orbits]
        parts["table"] = arrangements(runs, number_of_bases(blocks))
    return parts


def _read(said: str | list[str]) -> Value:
    """The inverse of `show_value`."""
    if isinstance(said, list):
        return Fraction(said[0]), Fraction(said[1])
    return math.inf if said == "oo" else Fraction(said)


def fragment(design: Answer) -> str:
    """What a notebook shows: table, privacy, value, bound, gap and the checker's sentence."""
    facts = Facts(guarantee=guarantee(design), restrictions=(), rivals=(), elsewhere=())
    title = f"<b>{escape(sentence_of(title_of(design)))}</b>"
    body = design_table(design) + _proved(design, facts)
    return f"<div>{title}<br>{escape(conditions(design))}{body}</div>"
