"""General lemmas: the catalogue, and their instances in claims."""
