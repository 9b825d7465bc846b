"""Two-answer cards about a proportion."""
