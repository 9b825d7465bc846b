"""Hadamard response, unary encodings and linear hashing, as balanced supports of any size.

| family | reports and their supports | p |
|---|---|---|
| Hadamard response | y < K = 2^m > k: the j with (j + 1) . y even | gamma / (gamma + 1) |
| unary encoding | k bits: those that are one | P(1, own bit) |
| linear hashing | a, b < P; y < g: the j with (a j + b mod P) mod g = y | gamma / (gamma + g - 1) |

q is 1/2 for Hadamard response, and for unary encoding the chance that another bit is one. P is
prime. Under a random linear function two truths have random values of Z_P, different ones for
a > 0 and the same for a = 0: as if independent. They collide mod g with the chance
c = sum_i n_i^2 / P^2, n_i the number of values that are i mod g, and
q = c p + (1 - c) / (gamma + g - 1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, compress, product

import numpy as np

from rropt.channel.balanced_supports import BalancedSupports, read_numbers, written_numbers
from rropt.channel.support_family import Dice, Listed, chunks

HALF = Fraction(1, 2)

MOST_WALKED = 10**6
"""Reports times truths that are looked at one by one in a second."""

HASHED = re.compile(r"h([0-9]{1,18})=([0-9]{1,9})")


@dataclass(frozen=True)
class HadamardSupports(BalancedSupports):
    """Halves of the truths, by the rows of a Hadamard matrix.

    >>> HadamardSupports(3, Fraction(3)).reports
    4
    """

    @property
    def name(self) -> str:
        return "Hadamard response"

    @property
    def own(self) -> Fraction:
        return self.gamma / (self.gamma + 1)

    @property
    def other(self) -> Fraction:
        return HALF

    @property
    def reports(self) -> int:
        # More rows than truths: row 0 of the matrix tells nothing.
        return 1 << self.truths.bit_length()

    @property
    def empty(self) -> Fraction:
        """Of three rows of which one is the sum of the others not all products are odd."""
        return Fraction(0) if self.truths > 2 else 2 / (self.reports * (self.gamma + 1))

    @property
    def cost_of_counting(self) -> str:
        return "n + k log k"

    @property
    def form(self) -> str:
        return f"whole numbers below {self.reports}"

    def listed(self) -> Iterator[Listed]:
        weight = 2 / (self.reports * (self.gamma + 1))
        for y in range(self.reports):
            held = (j for j in range(self.truths) if ((j + 1) & y).bit_count() % 2 == 0)
            yield str(y), frozenset(held), weight

    def drawn(self, truths: np.ndarray, dice: Dice) -> np.ndarray:
        """A random number; where it is in the wrong half, the lowest bit of j + 1 is turned."""
        count = len(truths)
        row = truths.astype(np.int64) + 1
        reports = dice.below(self.reports, count)
        inside = _parity(reports & row) == 0
        wrong = inside != dice.event(self.own, count)
        # Turning a bit that j + 1 has takes one half of the reports to the other, one to one.
        return np.where(wrong, reports ^ (row & -row), reports)

    def counts(self, reports: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
        sums = hadamard(np.bincount(reports, weights, self.reports))
        # Even and odd products add up to sums[0], and differ by sums[j + 1].
        doubled: np.ndarray = sums[0] + sums[1 : self.truths + 1]
        return doubled / 2 if weights is not None else doubled // 2

    def sums(self, reports: np.ndarray, worth: np.ndarray) -> np.ndarray:
        rows = np.zeros(self.reports)
        rows[1 : self.truths + 1] = worth
        return ((worth.sum() + hadamard(rows)) / 2)[reports]

    def written(self, reports: np.ndarray) -> list[str]:
        return written_numbers(reports, self.reports)

    def read(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        return read_numbers(texts, self.reports)


def hadamard(values: np.ndarray) -> np.ndarray:
    """sum_y (-1)^(x . y) v_y for every x, in K log K steps.

    >>> hadamard(np.array([1, 2, 3, 4])).tolist()
    [10, -2, -4, 0]
    """
    found = values.copy()
    half = 1
    # One bit after the other: sums and differences of what differs in it alone.
    while half < len(found):
        pairs = found.reshape(-1, 2, half)
        found = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(-1)
        half *= 2
    return found


def _parity(numbers: np.ndarray) -> np.ndarray:
    """Of the number of ones among the bits."""
    found = numbers
    for shift in (32, 16, 8, 4, 2, 1):
        found = found ^ (found >> shift)
    return found & 1


READ_CELLS = 1 << 17
"""Bits of reports that are read at once: so many octets stay in the cache of a processor. With
2^22 a thousand reports of a thousand bits took 1.1 ms."""


@dataclass(frozen=True)
class UnarySupports(BalancedSupports):
    """A bit a truth, one with the chance p for one's own and q for another.

    >>> UnarySupports.of(3, HALF, Fraction(1, 4)).gamma
    Fraction(3, 1)
    """

    one_if_own: Fraction
    one_if_other: Fraction

    @staticmethod
    def of(truths: int, own: Fraction, other: Fraction) -> UnarySupports:
        """By p > q alone: gamma = p (1 - q) / (q (1 - p))."""
        return UnarySupports(truths, own * (1 - other) / (other * (1 - own)), own, other)

    @property
    def name(self) -> str:
        return "unary encoding"

    @property
    def own(self) -> Fraction:
        return self.one_if_own

    @property
    def other(self) -> Fraction:
        return self.one_if_other

    @property
    def reports(self) -> int:
        return 1 << self.truths

    @property
    def empty(self) -> Fraction:
        return (1 - self.own) * (1 - self.other) ** (self.truths - 1)

    @property
    def cost_of_counting(self) -> str:
        return "n k"

    @property
    def form(self) -> str:
        return f"strings of {self.truths} bits, that of truth 0 first"

    def listed(self) -> Iterator[Listed]:
        k = self.truths
        p = self.own
        q = self.other
        for bits in product((0, 1), repeat=k):
            held = frozenset(j for j in range(k) if bits[j])
            # At a truth outside the support its own bit is zero: 1 - p in place of one 1 - q.
            rest = q ** len(held) * (1 - q) ** (k - len(held))
            yield "".join(map(str, bits)), held, rest * (1 - p) / (1 - q)

    def drawn(self, truths: np.ndarray, dice: Dice) -> np.ndarray:
        """Eight bits an octet."""
        found = np.empty((len(truths), -(-self.truths // 8)), np.uint8)
        for part in chunks(len(truths), self.truths):
            some = truths[part]
            people = np.arange(len(some))
            bits = dice.event(self.other, len(some) * self.truths).reshape(-1, self.truths)
            bits[people, some] = dice.event(self.own, len(some))
            found[part] = np.packbits(bits, axis=1)
        return found

    def counts(self, reports: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
        found = np.zeros(self.truths, np.int64 if weights is None else float)
        for some, bits in self._unpacked(reports):
            if weights is None:
                found += bits.sum(axis=0, dtype=np.min_scalar_type(len(bits)))
            else:
                found += weights[some] @ bits
        return found

    def sums(self, reports: np.ndarray, worth: np.ndarray) -> np.ndarray:
        return np.concatenate([bits @ worth for _, bits in self._unpacked(reports)])

    def _unpacked(self, reports: np.ndarray) -> Iterator[tuple[slice, np.ndarray]]:
        for some in chunks(len(reports), self.truths):
            yield some, np.unpackbits(reports[some], axis=1, count=self.truths)

    def written(self, reports: np.ndarray) -> list[str]:
        lines = (bits + ord("0") for _, bits in self._unpacked(reports))
        return [line.tobytes().decode() for line in chain.from_iterable(lines)]

    def read(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Many reports at once: what has not as many signs of one octet is left out before."""
        reports = np.zeros((len(texts), -(-self.truths // 8)), np.uint8)
        right = np.zeros(len(texts), bool)
        for part in chunks(len(texts), self.truths, READ_CELLS):
            some = texts[part]
            joined = "".join(some)
            places = np.arange(part.start, part.start + len(some))
            if set(map(len, some)) != {self.truths} or not joined.isascii():
                long = [len(text) == self.truths and text.isascii() for text in some]
                joined = "".join(compress(some, long))
                places = places[long]
            # Octets below that of 0 wrap around: whatever is no bit is above 1.
            bits = np.frombuffer(joined.encode(), np.uint8) - ord("0")
            bits = bits.reshape(-1, self.truths)
            if bits.max(initial=0) > 1:
                fits = (bits <= 1).all(axis=1)
                bits = bits[fits]
                places = places[fits]
            reports[places] = np.packbits(bits, axis=1)
            right[places] = True
        return reports, right


@dataclass(frozen=True)
class HashedSupports(BalancedSupports):
    """A linear function of the truths modulo a prime, drawn at random, and g values of it.

    >>> hashed = HashedSupports(5, Fraction(3), 4, 5)
    >>> str(hashed.own), str(hashed.other), hashed.reports
    ('1/2', '13/50', 100)
    """

    values: int
    prime: int

    @property
    def name(self) -> str:
        return f"local hashing to {self.values} values"

    @property
    def own(self) -> Fraction:
        return self.gamma / (self.gamma + self.values - 1)

    @property
    def other(self) -> Fraction:
        together = self._collision
        return together * self.own + (1 - together) / (self.gamma + self.values - 1)

    @property
    def _collision(self) -> Fraction:
        """c: that two truths have the same value."""
        each, more = divmod(self.prime, self.values)
        # `more` of the residues have one value more than the others.
        squares = more * (each + 1) ** 2 + (self.values - more) * each**2
        return Fraction(squares, self.prime**2)

    @property
    def reports(self) -> int:
        return self.prime**2 * self.values

    @property
    def empty(self) -> Fraction | None:
        """By walking through all reports, where they are few."""
        if self.reports * self.truths > MOST_WALKED:
            return None
        weights = [weight for _, held, weight in self.listed() if not held]
        return sum(weights, Fraction(0))

    @property
    def cost_of_counting(self) -> str:
        return f"n k / g with g = {self.values}"

    @property
    def form(self) -> str:
        return (
            f"texts h<f>=<y>, the number of a function below {self.prime**2} and a value below "
            f"{self.values}"
        )

    def listed(self) -> Iterator[Listed]:
        weight = 1 / (self.prime**2 * (self.gamma + self.values - 1))
        for number in range(self.prime**2 * self.values):
            function, y = divmod(number, self.values)
            a, b = divmod(function, self.prime)
            held = (j for j in range(self.truths) if (a * j + b) % self.prime % self.values == y)
            yield f"h{function}={y}", frozenset(held), weight

    def drawn(self, truths: np.ndarray, dice: Dice) -> np.ndarray:
        """The number of the function times g, and the value."""
        count = len(truths)
        a, b = (dice.below(self.prime, count) for _ in range(2))
        value = (a * truths + b) % self.prime % self.values
        moved = (value + 1 + dice.below(self.values - 1, count)) % self.values
        value = np.where(dice.event(self.own, count), value, moved)
        return (a * self.prime + b) * self.values + value

    def counts(self, reports: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
        each = np.ones(len(reports)) if weights is None else weights
        found = np.full(self.truths, self._holds_every_truth(reports) @ each)
        for some, held, inside in self._held(reports):
            repeated = np.broadcast_to(each[some][:, None], held.shape)[inside]
            found += np.bincount(held[inside], repeated, self.truths)
        return found if weights is not None else np.rint(found).astype(np.int64)

    def sums(self, reports: np.ndarray, worth: np.ndarray) -> np.ndarray:
        # A place that holds no truth takes the zero behind the last one.
        padded = np.append(worth, 0.0)
        parts = [
            padded[np.where(inside, held, self.truths)].sum(axis=1)
            for _, held, inside in self._held(reports)
        ]
        whole: np.ndarray = self._holds_every_truth(reports) * worth.sum()
        return whole + np.concatenate(parts)

    def _parts(self, reports: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """a, b and y."""
        function, y = np.divmod(reports, self.values)
        a, b = np.divmod(function, self.prime)
        return a, b, y

    def _holds_every_truth(self, reports: np.ndarray) -> np.ndarray:
        """Where a = 0 all truths have the same value."""
        a, b, y = self._parts(reports)
        return (a == 0) & (b % self.values == y)

    def _held(self, reports: np.ndarray) -> Iterator[tuple[slice, np.ndarray, np.ndarray]]:
        """Rows of truths j = (v - b) / a for v = y, y + g, ..., and which of them are there."""
        width = -(-self.prime // self.values)
        for some in chunks(len(reports), width):
            a, b, y = self._parts(reports[some])
            # The values of Z_P that are y modulo g.
            value = y[:, None] + self.values * np.arange(width)
            held = (value - b[:, None]) * self._inverses[a][:, None] % self.prime
            yield some, held, (value < self.prime) & (held < self.truths) & (a > 0)[:, None]

    @cached_property
    def _inverses(self) -> np.ndarray:
        """1 / a modulo the prime, by a^(P - 2)."""
        found = np.ones(self.prime, np.int64)
        power = np.arange(self.prime, dtype=np.int64)
        exponent = self.prime - 2
        while exponent:
            if exponent & 1:
                found = found * power % self.prime
            power = power * power % self.prime
            exponent >>= 1
        return found

    def written(self, reports: np.ndarray) -> list[str]:
        function, value = np.divmod(reports, self.values)
        return [f"h{f}={y}" for f, y in zip(function.tolist(), value.tolist(), strict=True)]

    def read(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        reports = np.full(len(texts), -1, np.int64)
        for place, report in enumerate(texts):
            found = HASHED.fullmatch(report)
            function, value = (int(part) for part in found.groups()) if found else (-1, 0)
            if 0 <= function < self.prime**2 and value < self.values:
                reports[place] = function * self.values + value
        return np.maximum(reports, 0), reports >= 0
