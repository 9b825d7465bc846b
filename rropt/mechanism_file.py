"""`mechanism`: what people answer by: of a channel file, a saved design, a certificate or a page.

A file with a certificate makes a promise of privacy: nobody answers by a table for which the
checker does not verify it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rropt.certificate import WITHOUT_TABLE, Certificate
from rropt.channel import Channel
from rropt.channel.implicit import ImplicitChannel
from rropt.design.answer import Answer
from rropt.design.document import ACCEPTED, as_designed, channel_in
from rropt.design.stated_problem import stated_problem
from rropt.exact import InputError
from rropt.exact.certified_number import CertifiedNumber
from rropt.file_verdict import document as without_page
from rropt.file_verdict import verdict_on
from rropt.saved_design import loaded, value_of
from rropt.survey.estimated_mean import mean_of
from rropt.whole_files import in_utf8, path_of, readable

Labels = Sequence[str] | None


def mechanism(
    path: str | Path, truths: Sequence[str] | None = None, reports: Sequence[str] | None = None
) -> Answer | Channel:
    """The mechanism in a file, which every function takes.

    `path` is a channel file, a saved design, a certificate or a page. `truths` are other labels of
    the truths than those of the file. `reports` are other labels of the reports.

    Of a file with a certificate, which is verified, it is the design, or of a certificate that
    stands alone the answer, with its problem and its prior; of any other file it is the table.

    >>> import tempfile
    >>> from rropt import LocalDP, Trace, optimal
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     optimal(LocalDP("ln(3)"), Trace(2)).certificate.save(f"{folder}/certificate.json")
    ...     found = mechanism(f"{folder}/certificate.json", truths=["no", "yes"])
    >>> found.value, found.channel.truths
    (3/2, ('no', 'yes'))
    """
    place = path_of(path)
    with readable(path, "file", "be readable"):
        text = in_utf8(place.read_bytes()).decode()
    return mechanism_in(text, truths, reports)


def mechanism_in(
    text: str, truths: Labels = None, reports: Labels = None, name: str = "file"
) -> Answer | Channel:
    """The mechanism in the text of a file; `name` is what a refusal calls the file."""
    record = record_in(text, name, ACCEPTED)
    certificate = _verified(text, record, name)
    with _said_of(name):
        found = _answer(certificate, record, text) if certificate else channel_in(record, name)
    return found if truths is None and reports is None else _relabelled(found, truths, reports)


def table_in(text: str, name: str) -> Channel:
    """The table in the text of a file, whatever it promises: one to compare or to look at."""
    with _said_of(name):
        return channel_in(record_in(text, name, ACCEPTED), name)


def record_in(text: str, name: str, accepted: str = "a record") -> Any:
    """A JSON document in which every name occurs once; decimals stay as they are written.

    Of the page of a design it is the design inside.
    """
    try:
        source = without_page(text.encode())
        return json.loads(source, object_pairs_hook=_each_once, parse_float=str)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} must be a JSON file of {accepted}: {error}") from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A record; a name that occurs twice is refused, because only one of the two would be read."""
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [key for key, _ in pairs]
        twice = next(key for key in names if names.count(key) > 1)
        raise InputError(f"a JSON file must name {twice!r} once")
    return record


@contextmanager
def _said_of(name: str) -> Iterator[None]:
    """What is wrong with a file is said with its name."""
    try:
        yield
    except InputError as error:
        said = str(error)
        raise InputError(said if said.startswith(name) else f"{name}: {said}") from None


def _verified(text: str, record: Any, name: str) -> Certificate | None:
    """The certificate in the file, if there is one; one of 31 categories takes two seconds."""
    if not isinstance(record, dict):
        return None
    data = record if "kind" in record else record.get("certificate")
    if data is None:
        return None
    verdict = verdict_on(text.encode())
    if verdict.status:
        raise InputError(f"{name} holds a certificate that is {verdict}")
    return Certificate(data)


def _answer(certificate: Certificate, record: dict[str, Any], text: str) -> Answer | Channel:
    """The design, or the answer of a certificate that stands alone.

    Of a goal that the file does not state in full it is the table.
    """
    table = None if certificate.kind in WITHOUT_TABLE else channel_in(record)
    try:
        if record is not certificate.data:
            return loaded(without_page(text.encode()), certificate)
        problem = stated_problem(certificate)
    except InputError:
        if table is None:
            raise
        return table
    value, bound = map(CertifiedNumber.of, map(value_of, as_designed(certificate.data)))
    return Answer(problem, value, bound, certificate, table)


def _relabelled(found: Answer | Channel, truths: Labels, reports: Labels) -> Answer | Channel:
    """The same with other labels, where it has any."""
    if mean_of(found) is not None:
        named = "reports" if truths is None else "truths"
        raise InputError(f"{named} must be left out: the reports of this design are numbers")
    table = found.channel if isinstance(found, Answer) else found
    if reports is not None and isinstance(table, ImplicitChannel):
        raise InputError("reports must be left out: the reports of this design are many")
    changed = table.relabel(reports, truths)
    return replace(found, table=changed) if isinstance(found, Answer) else changed
