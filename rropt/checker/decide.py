"""The verdict on a certificate: by one short page, or by those of its kind (`kinds`)."""

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

from .cleared import Rational
from .pages import page
from .parse import parse_certificate
from .verdict import FEW_TRUTHS, Malformed, Refuted, Verdict

AT_ONCE = {
    "trace": ".actions_at_once",
    "probability-of-a-right-guess": ".actions_at_once",
    "gain": ".actions_at_once",
    "fisher-information": ".fisher_at_once",
    "mutual-information": ".information_at_once",
}
"""The page that may decide at once on a utility under one number, by the proof that it knows."""

ALWAYS = {"prices": ".prices_at_once", "gradient": ".gradient_at_once"}


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
        statement = name and page(name).proved(data, replace(size))  # work is announced anew
        if statement:
            return Verdict("verified", statement=statement)
    found: Verdict = page(".kinds").verdict_on(kind, data, size)
    return found


def _page_at_once(kind: Any, data: dict[str, Any]) -> str | None:
    """The page that may decide at once; where shares are equal under one number alone."""
    objects = {name: value for name, value in data.items() if isinstance(value, dict)}
    privacy, utility, cover = (objects.get(name, {}) for name in ("privacy", "utility", "cover"))
    gamma = privacy.get("gamma")
    is_number = {*map(type, gamma if isinstance(gamma, list) else [gamma])} == {Rational}
    if kind == "symmetric":
        return ".equal_shares_at_once" if is_number else None
    name = str(utility.get("name"))
    if kind == "prices" and is_number and name in AT_ONCE and privacy.get("delta") == "0":
        return AT_ONCE[name]
    prices, proof = data.get("prices"), cover.get("proof")
    is_few = isinstance(prices, list) and len(prices) <= FEW_TRUTHS and proof != "simplices"
    return ALWAYS.get(str(kind)) if is_few or proof == "form" else None
