"""HiGHS, on one thread and without a word."""

from __future__ import annotations

from functools import cache
from typing import Any


def highs(options: dict[str, Any]) -> Any:
    """A solver with these options.

    >>> highs({"solver": "simplex"}).getOptionValue("output_flag")[1]
    False
    """
    solver = _silent_class()()
    for name, value in {"output_flag": False, "threads": 1, **options}.items():
        solver.setOptionValue(name, value)
    return solver


@cache
def _silent_class() -> Any:
    import highspy

    class SilentHighs(highspy.Highs):
        """Since 1.16 a solver says its name on standard output as it gets its callbacks, which is
        before anybody can set an option: a script would read it in front of a command's JSON."""

        def enableCallbacks(self) -> None:
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    return SilentHighs
