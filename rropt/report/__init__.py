"""Reports of a design for a reader: plain text in 80 columns, one HTML page, notebook display.

`facts` finds what is said, once; `text` and `html` say it; `formulas` sets formulas, `picture`
draws; `verdicts` writes the pages of the proof suite.
"""

from rropt.report.facts import Facts, facts_of
from rropt.report.text import design_text

__all__ = ["Facts", "design_text", "facts_of"]
