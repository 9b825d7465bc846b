"""Curved objectives: A-, c-, D-, E-optimality and their robust kin."""
