"""Closed forms derived with the regions in which they hold, and the proof that these cover."""
