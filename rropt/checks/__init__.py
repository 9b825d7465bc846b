"""The kinds of certificate, each in a file of its own; `rropt/check.py` is the door.

Standard library only, and nothing of rropt outside this folder: with `check.py` beside it, the
folder verifies certificates on its own.
"""
