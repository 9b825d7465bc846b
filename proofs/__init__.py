"""The proof suite: every checkable statement of five papers and some found here, decided
by machine.

`python -m proofs` decides them, `VERDICTS.md` is the generated answer.
"""
