"""Sun, Zhou, Yan: An Improved Christofides Mechanism for Local Differential Privacy Framework."""

from . import (
    background,
    christofides,
    comparison,
    figures,
    improved,
    privacy,
    simmons,
    tables,
    warner,
)

SECTIONS = [background.section, warner.section, simmons.section, christofides.section,
            improved.section, privacy.section, comparison.section, tables.section, figures.section]
