"""Vectors as they are written, their sums and products: those of fractions."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

from rropt.checker.cleared import cleared, cleared_rows
from rropt.checker.fields import Rationals, exact_dot, exact_sum
from rropt.checker.parse import parse_certificate
from rropt.checker.statement import item


def written(*texts):
    """A list of numbers as a certificate has it."""
    listed = ", ".join(f'"{text}"' for text in texts)
    data, _ = parse_certificate(f'{{"format": "rropt-certificate/2", "list": [{listed}]}}')
    return Rationals(data["list"])


def test_a_written_vector_is_its_fractions_and_its_whole_numbers():
    texts = ["1/4", "-5/6", "0", "7"]
    vector, fractions = written(*texts), [F(text) for text in texts]
    assert vector == fractions and list(vector) == fractions and len(vector) == 4
    assert (vector[1], vector[2:]) == (F(-5, 6), [F(0), F(7)])
    assert cleared(vector) == cleared(fractions) == ([3, -10, 0, 84], 12)
    assert cleared_rows([vector, [F(1, 8)]]) == cleared_rows([fractions, [F(1, 8)]])
    assert item(vector) == "(1/4, -5/6, 0, 7)"
    assert exact_sum(vector) == F(77, 12) and exact_dot(vector, vector) == F(7165, 144)


def test_another_vector_is_another():
    vector = written("1/4", "-5/6")
    for other in ([F(1, 4)], [F(1, 4), F(5, 6)], [F(-5, 6), F(1, 4)], [F(1, 4), F(-5, 6), F(0)]):
        assert vector != other
    assert vector != "1/4" and vector == written("1/4", "-5/6")


def test_sums_and_products_are_those_of_fractions():
    rng = Random(1)
    for length in (0, 1, 2, 7):
        x, y = (
            [F(rng.randint(-99, 99), rng.randint(1, 60)) for _ in range(length)] for _ in range(2)
        )
        assert exact_sum(x) == sum(x, F(0))
        assert exact_dot(x, y) == sum((a * b for a, b in zip(x, y, strict=True)), F(0))
