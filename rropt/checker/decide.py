"""The verdict on a certificate: by one short page, or by those of its kind (`kinds`)."""

import json
from contextlib import suppress
from copy import copy
from typing import Any

from .cleared import Rational
from .pages import page
from .parse import parse_certificate
from .verdict import FEW_TRUTHS, FEW_TRUTHS_OF_PAIRS, Malformed, Refuted, Verdict

AT_ONCE = {
    ("trace", "actions"): ".actions_at_once",
    ("probability-of-a-right-guess", "actions"): ".actions_at_once",
    ("gain", "actions"): ".actions_at_once",
    ("fisher-information", "line"): ".fisher_at_once",
    ("mutual-information", "tree"): ".information_at_once",
    ("mutual-information", "extremes"): ".information_at_once",
}
"""The page that may decide at once under one number, by utility and proof."""

OF_FEW_TRUTHS = {"prices": ".prices_at_once", "gradient": ".few_rows"}


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
    with suppress(Malformed, Refuted):  # then the pages of the kind say why
        statement = name and page(name).proved(data, copy(size))  # work is announced anew
        if statement:
            return Verdict("verified", statement=statement)
    found: Verdict = page(".kinds").verdict_on(kind, data, size)
    return found


def _page_at_once(kind: Any, data: dict[str, Any]) -> str | None:
    """The page that may decide at once; none is tried that could not read such a file."""
    objects = {name: value for name, value in data.items() if isinstance(value, dict)}
    privacy, utility, cover = (objects.get(name, {}) for name in ("privacy", "utility", "cover"))
    gamma = privacy.get("gamma")
    is_number = {*map(type, gamma if isinstance(gamma, list) else [gamma])} == {Rational}
    is_pure = is_number and privacy.get("delta") == "0" and "protected" not in privacy
    proof = str(cover.get("proof"))
    truths = len(data["prices"]) if isinstance(data.get("prices"), list) else 0
    if kind == "symmetric":
        is_alike = truths == 1 and proof == "extremes" and {"shares", "rounded"}.isdisjoint(data)
        return ".equal_shares_at_once" if is_pure and is_alike else None
    known = AT_ONCE.get((str(utility.get("name")), proof))
    if kind == "prices" and is_pure and known and truths == data.get("truths"):
        return known
    most = FEW_TRUTHS if is_pure or proof == "actions" else FEW_TRUTHS_OF_PAIRS
    is_few = truths <= most and proof != "simplices" and "protected" not in privacy
    return OF_FEW_TRUTHS.get(str(kind)) if is_few or (is_pure and proof == "form") else None
