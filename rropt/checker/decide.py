"""The verdict on a certificate: by one short page, or by those of its kind (`kinds`)."""

import json
from typing import Any

from .cleared import Rational
from .pages import page
from .parse import parse_certificate
from .verdict import Malformed, Refuted, Verdict

AT_ONCE = {
    "trace": ".actions_at_once",
    "probability-of-a-right-guess": ".actions_at_once",
    "gain": ".actions_at_once",
    "fisher-information": ".fisher_at_once",
    "mutual-information": ".information_at_once",
}
"""The page that may decide at once on a utility, by the proof of coverage that it knows."""


def check(source: dict[str, Any] | str | bytes) -> Verdict:
    """The verdict on a certificate, given as JSON text, as bytes or as the parsed dictionary."""
    try:
        return _checked(json.dumps(source) if isinstance(source, dict) else source)
    except Malformed as reason:
        return Verdict("malformed", reason=str(reason))
    except Refuted as reason:
        return Verdict("refuted", reason=str(reason))
    except Exception as error:  # whatever a hostile text provokes is not a certificate
        return Verdict("malformed", reason=f"not of the form of a kind: {error!a}"[:160])


def _checked(source: str | bytes) -> Verdict:
    data, size = parse_certificate(source)
    kind = data.pop("kind", None)
    name = _page_at_once(kind, data)
    statement = page(name).proved(data, size) if name else None
    if statement:  # a short page says yes or nothing; why not is said by the pages of the kind
        return Verdict("verified", statement=statement)
    found: Verdict = page(".kinds").verdict_on(kind, data, size)
    return found


def _page_at_once(kind: Any, data: dict[str, Any]) -> str | None:
    """The page that may decide at once: variances without conditions, all else under one number;
    utilities without a delta.
    """
    privacy, utility = data.get("privacy"), data.get("utility")
    gamma = privacy.get("gamma") if isinstance(privacy, dict) else None
    if kind == "gradient" and gamma:
        return ".gradient_at_once"
    if {*map(type, gamma if isinstance(gamma, list) else [gamma])} != {Rational}:
        return None  # a matrix, or conditions
    if kind == "prices" and data["privacy"].get("delta") == "0" and isinstance(utility, dict):
        return AT_ONCE.get(str(utility.get("name")))
    return ".equal_shares_at_once" if kind == "symmetric" else None
