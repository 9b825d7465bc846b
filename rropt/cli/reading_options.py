"""How the entries of a file are read: the options that every verb with data shares."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rropt.data.entry_rules import EntryRules


def rules_of(args: argparse.Namespace) -> EntryRules:
    """The rules that the options state."""
    from rropt.data.entry_rules import EntryRules

    return EntryRules.of(args.missing, args.na, args.codes)
