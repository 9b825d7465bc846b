"""The channel that a verb works with: from a channel file, a saved design or a certificate.

A file with a certificate makes a promise of privacy: nobody answers by a table for which the
checker does not verify it.
"""

from __future__ import annotations

import argparse
from typing import Any

from rropt.channel import Channel
from rropt.cli.check import verdict_on
from rropt.cli.common import read_text
from rropt.cli.documents import channel_in
from rropt.cli.tables import read_json
from rropt.exact import InputError


def add_design(parser: argparse.ArgumentParser, required: bool = True) -> None:
    """--design, and the labels of its reports and truths."""
    parser.add_argument(
        "--design", metavar="D.json", required=required, help="channel, design or certificate file"
    )
    parser.add_argument("--reports", metavar="A,B,...", help="labels of the reports, in order")
    parser.add_argument("--truths", metavar="A,B,...", help="labels of the truths, in order")


def design_of(args: argparse.Namespace) -> Channel:
    """The channel that --design names, with the labels of --reports and --truths."""
    text = read_text(args.design, "--design")
    document = _document(text, args.design)
    channel = channel_in(document)
    _refuse_unverified(document, text)
    reports, truths = (_labels(text) for text in (args.reports, args.truths))
    if reports is None and truths is None:
        return channel
    return Channel.from_rows(channel.rows, reports or channel.reports, truths or channel.truths)


def _refuse_unverified(document: dict[str, Any], text: str) -> None:
    if "kind" not in document and document.get("certificate") is None:
        return
    verdict = verdict_on(text.encode())
    if verdict.status:
        raise InputError(f"--design holds a certificate that is {verdict}")


def _document(text: str, path: str) -> Any:
    try:
        return read_json(text)
    except InputError as error:
        raise InputError(f"--design: {error}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"--design must be a JSON file, got {path}: {error}") from None


def _labels(text: str | None) -> list[str] | None:
    return None if text is None else text.split(",")
