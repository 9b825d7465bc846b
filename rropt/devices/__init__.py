"""Classical survey devices and local-privacy mechanisms as exact channels, each beside the optimum.

>>> from rropt.devices import warner
>>> warner("3/4").variance("1/4", n=100)
Fraction(3, 320)

Every device of the catalogue is importable from here by its name; `rropt device --list` shows
them. A new device is one function that returns a `Device` (or `Noise`), in any module of this
package, with an example in its docstring, and a test named `test_<name>_...`.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """A device of the catalogue by its name."""
    if not name.startswith("_"):
        from rropt.devices.catalogue import catalogue

        found = catalogue()
        if name in found:
            return found[name]
    raise AttributeError(f"module 'rropt.devices' has no attribute {name!r}")
