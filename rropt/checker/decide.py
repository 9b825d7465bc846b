"""The verdict on a certificate: read it, then prove it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Protocol

from .blackwell import read_garbling, read_separation
from .fields import named
from .kind_corner_chains import read_corner_chains
from .kind_fewer_reports import read_fewer_reports
from .kind_gradient import read_gradient
from .kind_model import read_model
from .kind_polynomial import read_polynomial
from .kind_prices import read_prices
from .kind_random_cut import read_random_cut
from .kind_symmetric import read_symmetric
from .kind_two_reports import read_two_reports
from .kind_vertices import read_vertices
from .limits import Size
from .parse import parse_certificate
from .verdict import Doubts, Malformed, Refuted, Verdict


class Claim(Protocol):
    """A certificate that has been read."""

    def prove(self, doubts: Doubts) -> str:
        """The sentence, if every check succeeds."""


KINDS: dict[str, Callable[[dict[str, Any], Size], Claim]] = {
    "prices": read_prices,
    "gradient": read_gradient,
    "symmetric": read_symmetric,
    "model": read_model,
    "vertices": read_vertices,
    "two-reports": read_two_reports,
    "corner-chains": read_corner_chains,
    "fewer-reports": read_fewer_reports,
    "random-cut": read_random_cut,
    "garbling": read_garbling,
    "separation": read_separation,
    "polynomial": read_polynomial,
}


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
    kind = named(data.pop("kind", None), KINDS)
    doubts = Doubts()
    claim = KINDS[kind](data, size)
    statement = claim.prove(doubts)
    if doubts.reasons:
        return Verdict("undecided", reason=doubts.reasons[0])
    return Verdict("verified", statement=statement)
