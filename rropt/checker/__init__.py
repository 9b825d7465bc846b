"""The independent checker: does this certificate prove what it claims?

kind        proves                                     by checking, besides feasibility
prices      no private table has a utility above       prices of truths and pairs cover every row,
            bound                                      by the proof that the certificate names
gradient    no private table has a variance below      an unbiased estimator; prices of the utility
            bound, or knows coefficients better        sum (v.r)^2 / (q.r) for vectors v
symmetric   the same for A-, D- and E-optimality,      the information of orbits of patterns, by few
            truths of a class not told apart           numbers; prices of a symmetric form of rows
cases       no card, or table of at most m reports,    the finitely many that can be best: corners
            is better than bound                       and chains of them, boxes, choices of actions
shuffled    the histogram of n reports is          a law of counts or of the privacy blanket above,
            (epsilon, delta)-private, and not      an instance and a test below, in whole numbers
garbling    P is at least as good as A                 A = C P, the columns of C add up to one
separation  P is not at least as good as A             sum_i max_a (GA')_ai > sum_i max_a (GP')_ai
polynomial  claim >= 0 (> 0) where constraints hold    claim constraints^m = sum c square^2
                                                       constraints^f + sum p_i equality_i, expanded

Coverage is shown by one of eleven proofs: `cover_actions`, `cover_line`, `cover_tree`,
`cover_form`, `cover_cells`, `cover_pairs`, `cover_extremes`, `cover_simplices`, `cover_clamped`,
`cover_stretches`, `cover_merged`, a page each. FORMAT.md says exactly what each checks; why that
proves the statement is said here, on the page that does it.

Standard library only, nothing of the rest of rropt, and no float. The rest of rropt uses the names
of this page and no other page: whoever designs has formulas of its own.
"""

from .decide import check
from .pages import page
from .parse import MAX_BYTES, MAX_COUNT
from .statement import canonical_text, sha256
from .verdict import FORMAT, Malformed, Verdict

__all__ = [
    "FORMAT",
    "MAX_BYTES",
    "MAX_COUNT",
    "Malformed",
    "Verdict",
    "canonical_text",
    "certificate_in",
    "check",
    "sha256",
]


def certificate_in(source: bytes) -> bytes | None:
    """The text of the certificate in a document; None for what is no document.

    A document has the key `certificate`, in full or with an escape; no certificate has either.
    """
    if b'"certificate"' not in source and b"\\" not in source:
        return None
    inside: bytes | None = page(".documents").certificate_in(source)
    return inside
