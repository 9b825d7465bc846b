"""One module of figures for each paper, and the figures of the field."""
