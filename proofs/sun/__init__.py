"""Sun, Zhou, Yan: An Improved Christofides Mechanism for Local Differential Privacy Framework."""

from . import (
    abstract,
    appendix_a,
    appendix_b,
    appendix_b_equations,
    appendix_b_pairs,
    appendix_c,
    appendix_d,
    background,
    christofides,
    comparison,
    figures,
    improved,
    privacy,
    privacy_cards,
    simmons,
    tables,
    warner,
)

SECTIONS = [
    module.section
    for module in (
        abstract, background, warner, simmons, christofides, improved, privacy, privacy_cards,
        comparison, tables, figures, appendix_a, appendix_b, appendix_b_pairs,
        appendix_b_equations, appendix_c, appendix_d,
    )
]
