"""Linear objectives: the program over patterns, solved and priced."""
