"""Independent witnesses of one optimum: no solver uses them."""
