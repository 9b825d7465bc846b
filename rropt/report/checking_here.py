"""The button of a page that verifies its certificate in the browser, and what the page allows.

The scripts stand in the page itself; the policy names them by their hashes, so nothing else runs
and nothing is loaded.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from functools import cache
from importlib.resources import files
from typing import Any

from rropt.checker import canonical_text, sha256

CHECKER = (
    "exact_numbers",
    "certificate_text",
    "sha256",
    "sentence",
    "private_tables",
    "renyi",
    "simplex_forms",
    "simplices",
    "stretches",
    "conditions",
    "row_utilities",
    "coverage",
    "extreme_patterns",
    "number_shifts",
    "worst_eigenvalue",
    "mechanism_kinds",
    "blocks",
    "cells",
    "protected",
    "symmetric",
    "other_kinds",
    "cases",
    "random_cut",
    "windows",
    "shuffled",
    "checker",
)
"""The pages of the second checker, in the order in which they are read."""


@cache
def second_checker() -> str:
    """The JavaScript that defines `checkCertificate(text)`."""
    return _joined(CHECKER)


@cache
def script() -> str:
    """The second checker, the button and the slider."""
    return _joined((*CHECKER, "page", "page_drawing", "page_slider"))


def _joined(pages: tuple[str, ...]) -> str:
    folder = files("rropt.report") / "browser"
    return "\n".join((folder / f"{name}.js").read_text(encoding="utf-8") for name in pages)


def policy(style: str) -> str:
    """The content security policy of a page with this style and no script but ours.

    >>> policy("p{}")[:18]
    "default-src 'none'"
    """
    allowed = f"script-src {_source(script())}; style-src {_source(style)}"
    return f"default-src 'none'; {allowed}; img-src data:; base-uri 'none'; form-action 'none'"


def button(certificate: dict[str, Any]) -> str:
    """The button, the place of its answer, and the SHA-256 of the certificate."""
    digest = sha256(canonical_text(certificate))
    return (
        '<p class="on-screen"><button type="button" id="check-here">Check this proof here</button> '
        "verifies the certificate in this browser, without a network.</p>"
        '<div id="checked-here" role="status"></div>'
        f'<p>SHA-256 of the certificate: <code id="sha256">{digest}</code></p>'
    )


def _source(text: str) -> str:
    digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
