"""`rropt estimate` of several tables or reports a person, and of people who do not comply.

--design-column C: each person answered by one of several tables, and column C says by which.
--column C,D: several questions, each through its own table. --repeated C,...: one question, asked
several times. --noncompliance R: some give the report R whatever is asked.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from fractions import Fraction
from math import inf, log
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.cli.design_file import design_in, design_of, designs_by_arm
from rropt.cli.estimate_distribution import methods_of
from rropt.cli.options import OF_READING, given, refuse
from rropt.cli.reading_options import rules_of
from rropt.data.data_file import data_file
from rropt.exact import InputError, text

if TYPE_CHECKING:
    from rropt.channel import Channel

    Found = tuple[Any, Any, dict[str, Any]]
    """An estimate, the prior where it is efficient, and what is said beside it."""

FORMS = ("design_column", "repeated")

ALONE = ("by", "shares", "weights", "strata", "clusters", "population", "counts")
"""Options that none of the forms takes."""


def wants_several(args: argparse.Namespace) -> bool:
    """Whether one of the three forms is given; the options that go with none are refused."""
    forms = given(args, *FORMS)
    if len(forms) > 1:
        raise InputError(f"only one of {' and '.join(forms)} must be given")
    questions = several_columns(args)
    if questions and not forms:
        refuse(args, (*ALONE, "noncompliance"), f"not be given with --column {args.column}")
    if not forms:
        return questions != []
    by_design = args.design_column is not None
    others = ALONE if by_design else (*ALONE, "column", "noncompliance")
    refuse(args, others, f"not be given with {forms[0]}")
    if args.file is None or (by_design and args.column is None):
        raise InputError(f"{forms[0]} needs FILE{' and --column' if by_design else ''}")
    if questions:
        raise InputError(f"--column must be one column with --design-column, got {args.column}")
    return True


def several_columns(args: argparse.Namespace) -> list[str]:
    """The columns of several questions; none where --column is one, whose name may have a comma."""
    if args.column is None or "," not in args.column or args.file is None:
        return []
    file = data_file(args.file) if Path(args.file).is_file() else None
    alone = file is not None and file.kind != "parquet" and args.column in file.header()
    return [] if alone else args.column.split(",")


def several_designs(args: argparse.Namespace) -> Found:
    """The estimate by several tables, or from several reports of each person."""
    if args.design_column is not None:
        return _arms(args)
    return _items(args) if args.repeated is None else _repeated(args)


def _estimated(args: argparse.Namespace, design: Any, **where: Any) -> Any:
    """By the same rules for all forms."""
    from rropt.verbs import estimate

    where |= {name: getattr(args, name) for name in OF_READING}
    return estimate(design, prior=args.prior, method=methods_of(args.method)[0], **where)


def _arms(args: argparse.Namespace) -> Found:
    """One population, of which column C says who answered by which table."""
    from rropt.estimating import with_cheaters
    from rropt.estimating.compliance import CHEATER

    channels = designs_by_arm(args)
    tables = channels
    if args.noncompliance is not None:
        label, share = label_and_share(args.noncompliance)
        if share is not None:
            raise InputError(
                "--noncompliance must be a label alone with --design-column, where the share is "
                f"estimated, got {args.noncompliance}"
            )
        tables = {arm: with_cheaters(channel, label) for arm, channel in channels.items()}
    answer = _estimated(
        args, tables, reports=args.file, column=args.column, design_column=args.design_column
    )
    said: dict[str, Any] = {}
    truths = answer.channel.truths
    if CHEATER in truths and answer.identified.everything:
        test = answer.of(truths.index(CHEATER)).test(0)
        said["compliance"] = {"p_value": test.p_value, "test": test.method}
    said["privacy"] = {arm: _spent(channel.parity()) for arm, channel in channels.items()}
    return answer, args.prior, said


def _items(args: argparse.Namespace) -> Found:
    """The joint distribution of several questions, and that of each."""
    from rropt.estimating import SeveralItems

    columns = args.column.split(",")
    channels = _one_each(args, columns)
    by_column = dict(zip(columns, channels, strict=True))
    answer = _estimated(args, by_column, reports=args.file, column=columns)
    items = SeveralItems(tuple(channels))
    parts = {column: _item(args, answer, items, i) for i, column in enumerate(columns)}
    return answer, args.prior, {"items": parts, "privacy": {"": _spent(items.gamma)}}


def _item(args: argparse.Namespace, answer: Any, items: Any, place: int) -> dict[str, Any]:
    """The distribution of one question."""
    truths = items.items[place].truths
    shares = [answer.contrast(items.marginal(place, j)) for j in range(len(truths))]
    method = methods_of(args.method)[1]
    ends = [share.interval(args.level, method) for share in shares]
    return {
        "truths": list(truths),
        "estimate": [share.value for share in shares],
        "interval": [[end.low, end.high] for end in ends],
    }


def _repeated(args: argparse.Namespace) -> Found:
    """One question, asked several times."""
    from rropt.data.counts import count_columns
    from rropt.estimating import combined_counts, repeated_channel

    columns, channel = args.repeated.split(","), design_of(args)
    times = len(columns)
    found = count_columns([channel] * times, args.file, columns, rules_of(args))
    table = channel
    if args.memoised:
        differing = sum(count for places, count in found.items() if len(set(places)) > 1)
        if differing:
            raise InputError(
                f"columns {args.repeated} must hold the same report in each row with --memoised, "
                f"got {differing} of {sum(found.values())} rows that differ"
            )
        found, times = {places[:1]: count for places, count in found.items()}, 1
    else:
        table = repeated_channel(channel, times)
    counts = combined_counts(channel, found, times)
    answer = _estimated(args, table, counts=counts)
    return answer, args.prior, {"privacy": {"": _spent(channel.parity() ** times)}}


def _one_each(args: argparse.Namespace, columns: Sequence[str]) -> list[Channel]:
    """A table for each question, or one for all."""
    paths = args.design.split(",")
    if len(paths) == 1:
        return [design_of(args)] * len(columns)
    if len(paths) != len(columns):
        raise InputError(
            f"--design must be one file or one for each column ({len(columns)}), got {len(paths)}"
        )
    return [design_in(args, path) for path in paths]


def _spent(gamma: Fraction | float) -> dict[str, Any]:
    """What a whole answer tells of any two truths at most."""
    if gamma == inf:
        return {"gamma": "oo", "epsilon": None}
    ratio = Fraction(gamma)
    return {"gamma": text(ratio), "epsilon": log(ratio.numerator) - log(ratio.denominator)}


def label_and_share(said: str) -> tuple[str, str | None]:
    """What --noncompliance says: the report that some give, and how many do if that is known.

    >>> label_and_share("no"), label_and_share("no=1/10")
    (('no', None), ('no', '1/10'))
    """
    label, equals, share = said.rpartition("=")
    return (label, share) if equals else (said, None)


def stated_channel(said: str, channel: Channel) -> Channel:
    """The table of a population in which the stated share cheats; the same if none is stated."""
    from rropt.estimating import with_cheaters, with_stated_cheaters

    label, share = label_and_share(said)
    if share is None:
        with_cheaters(channel, label)
        return channel
    return with_stated_cheaters(channel, label, share)


def cheating_summary(args: argparse.Namespace, answer: Any) -> dict[str, Any]:
    """The stated share; or, if none is, the ranges of all truths and of the cheaters."""
    from rropt.estimating import cheating_estimate, identified_range

    label, share = label_and_share(args.noncompliance)
    if share is not None:
        return {"safe": label, "share": share}
    found = cheating_estimate([answer.channel], [answer.counts], [label])
    width = found.channel.shape[1]
    contrasts = [[int(i == j) for i in range(width)] for j in range(width)]
    ranges = [identified_range(found, contrast, args.level) for contrast in contrasts]
    return {
        "safe": label,
        "range": [[each.low, each.high] for each in ranges],
        "interval": [[each.interval.low, each.interval.high] for each in ranges],
    }
