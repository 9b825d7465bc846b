"""The mechanism that a verb works with: from a channel file, a saved design or a certificate.

A file with a certificate makes a promise of privacy: nobody answers by a table for which the
checker does not verify it.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from rropt.certificate import WITHOUT_TABLE, Certificate
from rropt.channel import Channel
from rropt.channel.implicit import ImplicitChannel
from rropt.cli.common import listed, read_text
from rropt.cli.options import refuse
from rropt.design.answer import Answer
from rropt.design.document_table import channel_in
from rropt.design.stated_problem import stated_problem
from rropt.exact import InputError
from rropt.exact.certified_number import CertifiedNumber
from rropt.file_verdict import EMBEDDED, verdict_on


@dataclass(frozen=True)
class DesignFile:
    """The file that --design names, read once however often it is asked for what it holds."""

    path: str
    text: str

    @cached_property
    def document(self) -> Any:
        try:
            return read_json(self.text)
        except InputError as error:
            raise InputError(f"--design: {error}") from None
        except (ValueError, RecursionError) as error:
            raise InputError(f"--design must be a JSON file, got {self.path}: {error}") from None

    @cached_property
    def certificate(self) -> Certificate | None:
        """The certificate in it, which the checker verifies: of 31 categories in two seconds."""
        if not isinstance(self.document, dict):
            return None
        data = self.document if "kind" in self.document else self.document.get("certificate")
        if data is None:
            return None
        verdict = verdict_on(self.text.encode())
        if verdict.status:
            raise InputError(f"--design holds a certificate that is {verdict}")
        return Certificate(data)

    @cached_property
    def mechanism(self) -> Answer | Channel:
        """The design itself where it is one for a mean, else its channel."""
        certificate = self.certificate
        if certificate is None or not _is_for_mean(certificate.data):
            return channel_in(self.document)
        return Answer(
            problem=stated_problem(certificate),
            value=CertifiedNumber.of(Fraction(certificate.data["value"])),
            bound=CertifiedNumber.of(Fraction(certificate.data["bound"])),
            certificate=certificate,
            table=None if certificate.kind in WITHOUT_TABLE else channel_in(self.document),
        )


def mechanism_of(args: argparse.Namespace) -> Answer | Channel:
    """What --design names: a design for a mean, or a channel with its labels."""
    found = _file_of(args).mechanism
    if isinstance(found, Channel):
        return _labelled(found, args)
    refuse(args, ("reports", "truths"), "be left out: the reports of this design are numbers")
    return found


def design_of(args: argparse.Namespace) -> Channel:
    """The channel that --design names, with the labels of --reports and --truths."""
    file = _file_of(args)
    found = file.mechanism
    return _labelled(found if isinstance(found, Channel) else channel_in(file.document), args)


def prior_of(args: argparse.Namespace) -> tuple[Fraction, ...] | None:
    """The prior that the design of --design is made for, if it says one."""
    certificate = _file_of(args).certificate
    return None if certificate is None else certificate.prior


def designs_by_arm(args: argparse.Namespace) -> dict[str, Channel]:
    """The channels that --design names, one for each value of --design-column, or column."""
    pairs = [entry.partition("=") for entry in args.design.split(",")]
    if (args.design_column is not None and len(pairs) < 2) or not all(path for _, _, path in pairs):
        raise InputError("--design must be ARM=FILE,ARM=FILE,... with --design-column")
    channels = {arm: design_in(args, path) for arm, _, path in pairs}
    if len(channels) < len(pairs):
        raise InputError(f"--design must name each arm once, got {args.design}")
    return channels


def design_in(args: argparse.Namespace, path: str) -> Channel:
    """The channel of another file than --design, with the same labels."""
    return design_of(argparse.Namespace(**{**vars(args), "design": path, "design_file": None}))


def _file_of(args: argparse.Namespace) -> DesignFile:
    """The file, kept beside its name; standard input is one of FILE and --design."""
    if args.design == "-" and getattr(args, "file", None) == "-":
        raise InputError("FILE and --design must not both be -, which is standard input")
    file: DesignFile | None = getattr(args, "design_file", None)
    if file is None:
        file = args.design_file = DesignFile(args.design, read_text(args.design, "--design"))
    return file


def _is_for_mean(data: dict[str, Any]) -> bool:
    objective = data.get("objective")
    named = isinstance(objective, dict) and objective.get("name") == "mean"
    return named or data.get("kind") in WITHOUT_TABLE


def _labelled(channel: Channel, args: argparse.Namespace) -> Channel:
    """With the labels of --reports and --truths."""
    reports, truths = listed(args.reports), listed(args.truths)
    if reports is None and truths is None:
        return channel
    if reports is not None and isinstance(channel, ImplicitChannel):
        raise InputError("--reports must be left out: the reports of this design are many")
    return channel.relabel(reports, truths)


def read_channel(path: str, name: str) -> Channel:
    """A channel file or a saved design; what is wrong with it in one line."""
    document = _document(read_text(path, name), name)
    try:
        return channel_in(document, "a channel file")
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def read_entries(path: str, name: str) -> Any:
    """The entries of a channel file as they are written, which may be expressions."""
    document = _document(read_text(path, name), name)
    rows = document.get("channel") if isinstance(document, dict) else None
    if isinstance(rows, list) and all(isinstance(row, list) for row in rows):
        return rows
    return read_channel(path, name).rows


def _document(text: str, name: str) -> Any:
    try:
        return read_json(text)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except (ValueError, RecursionError):
        raise InputError(
            f'{name}: a channel file must be JSON: {{"channel": [["3/4","1/4"],["1/4","3/4"]]}}'
        ) from None


def read_json(text: str) -> Any:
    """A JSON document in which every name occurs once; decimals stay as they are written.

    Of a page of `rropt design --html` it is the design inside.
    """
    embedded = EMBEDDED.search(text)
    text = embedded.group(1) if embedded else text
    return json.loads(text, object_pairs_hook=_each_once, parse_float=str)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A record; a name that occurs twice is refused, because only one of the two would be read."""
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [key for key, _ in pairs]
        twice = next(key for key in names if names.count(key) > 1)
        raise InputError(f"a JSON file must name {twice!r} once")
    return record
