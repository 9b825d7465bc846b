"""The proof suite: every checkable statement of five papers, decided by machine.

`python -m proofs` decides them, `VERDICTS.md` is the generated answer.
"""
