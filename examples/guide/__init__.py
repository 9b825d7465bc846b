"""The guide: twelve questions, each answered by a short script that runs.

`python -m examples.guide` runs them and writes one static site: the pages, a table of which device
to use, and a reference page for every public name. Reading it needs no network; building it needs
matplotlib for one picture (extra `plot`).

| module | what it does |
|---|---|
| `narrated` | a script with its prose as cells, run, with what it printed and drew |
| `typeset` | formulas of plain text as MathML |
| `docstrings` | a docstring as HTML, with its formulas set |
| `which_device` | the optimum beside the classical devices, by epsilon and prevalence |
| `words` | one word for one thing, as a page and as a rule that a test keeps |
| `site` | the pages and their links |
"""
