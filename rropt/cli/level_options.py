"""What privacy demands, from the options that name it, and labels of truths and reports."""

from __future__ import annotations

import argparse
import json
from os.path import exists
from typing import Any

from rropt.cli.channel_files import read_channel
from rropt.cli.common import read_text
from rropt.cli.options import OF_PRIVACY, written
from rropt.exact import InputError
from rropt.privacy import Criterion
from rropt.privacy.stated import stated_privacy


def privacy_of(args: argparse.Namespace) -> Criterion:
    """The criterion that the options say; a matrix or distances may be in a file."""
    said = {name: getattr(args, name, None) for name in (*OF_PRIVACY, "prior", "categories")}
    for name in ("privacy", "metric"):
        said[name] = _read(said[name], written(name))
    return stated_privacy(said, written, lambda path: read_channel(path, "--privacy"))


def labels_of(args: argparse.Namespace, name: str = "truths") -> list[str] | None:
    """The labels of --truths, or of --reports; they are different."""
    given = getattr(args, name)
    if given is None:
        return None
    labels = [label.strip() for label in given.split(",")]
    if "" in labels or len(set(labels)) < len(labels):
        raise InputError(f"--{name} must be different names such as no,yes, got {given!r}")
    return labels


def _read(value: str | None, option: str) -> Any:
    """The record in a file, in which numbers keep their digits; other words as they are."""
    if value is None or not (exists(value) or (value.endswith(".json") and ":" not in value)):
        return value
    try:
        found = json.loads(read_text(value, option), parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{option} must be a JSON file, got {value}: {error}") from None
    if not isinstance(found, dict):
        raise InputError(f"{option} must be a JSON file of one record, got {value}")
    return found
