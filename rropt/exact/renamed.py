"""Parameters by the names that version 2 had: they keep working, with a warning of today's."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from rropt.exact.number import InputError, warn_caller

P = ParamSpec("P")
Answer = TypeVar("Answer")


def renamed(**names: str) -> Callable[[Callable[P, Answer]], Callable[P, Answer]]:
    """The function, which also takes parameters by their old names: `renamed(old="today's")`.

    >>> @renamed(colour="color")
    ... def painted(color):
    ...     return color
    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as told:
    ...     painted(colour="red"), str(told[0].message)
    ('red', 'colour is now color')
    """

    def also(function: Callable[P, Answer]) -> Callable[P, Answer]:
        @wraps(function)
        def called(*args: P.args, **given: P.kwargs) -> Answer:
            for old in [name for name in names if name in given]:
                today = names[old]
                if today in given:
                    raise InputError(f"{old} must be left out beside {today}, its name of today")
                warn_caller(f"{old} is now {today}", FutureWarning)
                given[today] = given.pop(old)
            return function(*args, **given)

        return called

    return also
