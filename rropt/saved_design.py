"""`load`: a saved design, tied to its certificate.

The problem is rebuilt from what the checker has verified; whatever else the file says of it must
agree. What follows from a design (its closed form, all optima) is found again and never read.
"""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

from rropt.certificate import WITHOUT_TABLE, Certificate
from rropt.certified import Design
from rropt.channel import Channel
from rropt.channel.block_design import stated_blocks
from rropt.channel.instructions import instructions
from rropt.channel.validate import labels
from rropt.checker import Malformed, certificate_in, check
from rropt.design.answer import Value, simplify
from rropt.design.document import difference, numbers
from rropt.design.problem import Orbit, Problem, denominator_of
from rropt.design.report_counts import is_card
from rropt.design.stated_problem import otherwise, promised, stated_problem
from rropt.exact import InputError, exact, whole
from rropt.exact.certified_number import CertifiedNumber
from rropt.report.record import level_record, support_json
from rropt.whole_files import in_utf8, path_of, readable

READ = ("objective", "gamma", "delta", "outputs", "channel", "value", "bound", "gap", "support")
"""The fields around the certificate that are compared with it."""


def load(path: str | Path) -> Design:
    """The design in a file of `design.save` or `rropt design --json`; its certificate is verified.

    >>> import tempfile
    >>> from rropt import LocalDP, Trace, optimal
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     optimal(LocalDP("ln(3)"), Trace(2), truths=["no", "yes"]).save(f"{folder}/study.json")
    ...     load(f"{folder}/study.json").channel.truths
    ('no', 'yes')
    """
    place = path_of(path)
    with readable(path, "file", "be readable"):
        content = place.read_bytes()
    return loaded(in_utf8(content))


def loaded(source: bytes, verified: Certificate | None = None) -> Design:
    """The design in the JSON of one, whose certificate is verified here unless it is given."""
    certificate = _verified(source) if verified is None else verified
    document = json.loads(source)
    _require_fields(document)
    different = difference(document, certificate.data)
    if different is not None:
        raise otherwise(different)
    problem = stated_problem(certificate, _outputs(document["outputs"]), document)
    design = _design(document, certificate, problem)
    _refuse_other_words(document, design)
    return design


def _verified(source: bytes) -> Certificate:
    """The certificate in the file, as the text that it is."""
    try:
        inside = certificate_in(source)
    except Malformed as reason:
        raise InputError(f"file must hold a saved design: {reason}") from None
    if inside is None:
        raise InputError("file must hold a saved design: design.save or rropt design --json")
    verdict = check(inside)
    if verdict.status:
        raise InputError(f"file holds a certificate that is {verdict}")
    return Certificate(json.loads(inside), inside)


def _require_fields(document: dict[str, Any]) -> None:
    missing = [name for name in READ if name not in document]
    if missing:
        raise InputError(f"file must hold a saved design, got no field {missing[0]}")


def _outputs(stated: Any) -> int | None:
    return None if stated == "any" else whole(stated, "outputs", least=2)


def _design(document: dict[str, Any], certificate: Certificate, problem: Problem) -> Design:
    """The design, with the labels of the file."""
    table = None if document["channel"] is None else Channel.from_json(document)
    return Design(
        problem=problem,
        value=CertifiedNumber.of(value_of(numbers(document["value"]))),
        bound=CertifiedNumber.of(value_of(numbers(document["bound"]))),
        certificate=certificate,
        table=table,
        orbits=_orbits(certificate.data) if table is None else (),
        blocks=stated_blocks(certificate.data),
        denominator=_denominator(document.get("denominator"), table),
        truths=_names(document, problem) if table is None else None,
        question=_question(document.get("question")),
    )


def _names(document: dict[str, Any], problem: Problem) -> tuple[str, ...] | None:
    """The names of the truths of a table that is not written out, where the file has any."""
    return labels(document["truths"], problem.truths, "truths") if "truths" in document else None


def _denominator(stated: Any, table: Channel | None) -> int | None:
    """N of a table over 1/N, by its entries."""
    if stated is None:
        return None
    total = denominator_of(stated)
    if table is None or any(total % entry.denominator for entry in chain.from_iterable(table.rows)):
        raise otherwise("denominator")
    return total


def value_of(found: Any) -> Value:
    """A number, an enclosure, or infinity, of what `numbers` reads in a file."""
    if not isinstance(found, list):
        return math.inf
    return simplify((found[0], found[-1]))


def _orbits(data: dict[str, Any]) -> tuple[Orbit, ...]:
    """The orbits of patterns on classes of truths, as they are certified; of an interval none."""
    if data["kind"] in WITHOUT_TABLE:
        return ()
    if "patterns" not in data or not isinstance(data.get("truths"), list):
        raise otherwise("table")
    pairs = zip(data["patterns"], data["weights"], strict=True)
    return tuple(_orbit(pattern, exact(w), data["truths"]) for pattern, w in pairs)


def _orbit(pattern: list[Any], weight: Fraction, sizes: list[int]) -> Orbit:
    first, *others = (_runs(entry, size) for entry, size in zip(pattern, sizes, strict=True))
    return Orbit(first, weight, tuple(others))


def _runs(entry: Any, size: int) -> tuple[Any, ...]:
    runs = entry if isinstance(entry, list) else [[entry, size]]
    return tuple((exact(value), count) for value, count in runs)


def _question(stated: Any) -> str | None:
    if stated is not None and not isinstance(stated, str):
        raise InputError("file must hold the question as text")
    return stated


def _refuse_other_words(document: dict[str, Any], design: Design) -> None:
    """The goal, the number of reports and the patterns are those that are certified."""
    problem = design.problem
    table = design.table
    if document["objective"] != problem.objective.name:
        raise otherwise("objective")
    if not _keeps_level(document, level_record(design)):
        raise otherwise("privacy")
    # A useless level has an infinite variance with any number of reports: prices of zero say so.
    useless = design.value == math.inf and problem.outputs == 2
    if not useless and is_card(problem) != design.certificate.is_card:
        raise otherwise("outputs")
    if problem.outputs is not None and _reports(design) > problem.outputs:
        raise otherwise("outputs")
    if document["support"] != support_json(design):
        raise otherwise("support")
    if table is not None and document.get("instructions", []) not in ([], instructions(table)):
        raise otherwise("instruction")


def _keeps_level(document: dict[str, Any], level: dict[str, Any]) -> bool:
    """Whether the file says of its privacy what is certified; gamma and delta are looked at before.

    A part that the file lacks says nothing.
    """
    parts = level.keys() - {"gamma", "delta"}
    try:
        shown = promised(level | {name: document[name] for name in parts & document.keys()})
    except (KeyError, TypeError):
        return False
    return shown == promised(level)


def _reports(design: Design) -> float:
    """How many the mechanism has; on an interval of numbers without end."""
    return math.inf if design.certificate.kind in WITHOUT_TABLE else design.channel.shape[0]
