"""B(h): the parity that a strict-information criterion demands."""
