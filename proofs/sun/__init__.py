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
    comparison_proof,
    figures,
    improved,
    improvement,
    optimum_cards,
    privacy,
    privacy_cards,
    replacement,
    simmons,
    tables,
    warner,
)

SECTIONS = [
    module.section
    for module in (
        abstract,
        background,
        warner,
        simmons,
        christofides,
        replacement,
        improved,
        improvement,
        privacy,
        privacy_cards,
        optimum_cards,
        comparison,
        comparison_proof,
        tables,
        figures,
        appendix_a,
        appendix_b,
        appendix_b_pairs,
        appendix_b_equations,
        appendix_c,
        appendix_d,
    )
]
