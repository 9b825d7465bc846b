"""The privacy level that a cell asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rropt.privacy import Criterion
from rropt.privacy.stated import SHAPES, stated_privacy
from rropt.sweep.values import NO_KIND


def privacy_of(parameters: Mapping[str, str]) -> Criterion:
    """The criterion that the parameters name.

    >>> privacy_of({"epsilon": "ln(2)", "protect": "1"}).on(2).levels.bound_pairs
    ((1, 0),)
    """
    return stated_privacy({name: said for name, said in parameters.items() if said != NO_KIND})


def refuse_levels(
    level: tuple[str, Sequence[str]], asked: Iterable[tuple[int, Mapping[str, str]]]
) -> None:
    """Levels that do not fit their truths are known before any cell is solved.

    Of one number it is the kind of matrix that may not fit, whatever the number is.
    """
    name, values = level
    values = values if name == "privacy" else values[:1]
    stated = ("delta", *SHAPES)
    seen = {
        (truths, tuple((key, choice[key]) for key in stated if key in choice))
        for truths, choice in asked
    }
    for truths, choice in seen:
        for value in values:
            privacy_of({**dict(choice), name: value}).on(truths)
