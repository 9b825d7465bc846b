"""An atlas of certified optimal mechanisms: `python -m examples.atlas [FOLDER]` makes a site of it.

| page | what it holds |
|---|---|
| questions | what is asked: every objective, two to eight truths, a grid of epsilon |
| names | what the mechanism of a cell is called |
| statements | which proved statement says the same, and where it holds |
| boundaries | the curves on which the best mechanism changes, beside the certified cells |
| triangle | all shares of three truths, with the arcs beyond which a fourth report is best |
| cells, site | a cell as a page shows it; the pages |
"""
