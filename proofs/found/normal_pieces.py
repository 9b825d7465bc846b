"""Integrals of straight pieces over a standard normal number, in balls."""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb


def density(at: arb) -> arb:
    """phi."""
    return (-at * at / 2).exp() / (2 * arb.pi()).sqrt()


def mass_up_to(at: arb) -> arb:
    """The chance of a number between 0 and this one."""
    return (at / arb(2).sqrt()).erf() / 2


@dataclass(frozen=True)
class Stretch:
    """An interval of x >= 0; the last one has no end."""

    start: arb
    end: arb | None

    def within(self, at: arb) -> arb:
        """A number, moved into the interval."""
        moved = at.max(self.start)
        return moved if self.end is None else moved.min(self.end)

    def mass(self, low: arb, high: arb | None) -> arb:
        """The integral of phi."""
        whole = arb(1) / 2 if high is None else mass_up_to(high)
        return whole - mass_up_to(low)

    def moment(self, low: arb, high: arb | None) -> arb:
        """The integral of x phi."""
        return density(low) - (arb(0) if high is None else density(high))

    def falling(self, height: arb, fall: arb) -> arb:
        """The integral of the positive part of height - fall x, for fall > 0."""
        stop = self.within(height / fall)
        return height * self.mass(self.start, stop) - fall * self.moment(self.start, stop)

    def rising(self, depth: arb, rise: arb) -> arb:
        """The integral of the positive part of rise x - depth, for rise > 0."""
        begin = self.within(depth / rise)
        return rise * self.moment(begin, self.end) - depth * self.mass(begin, self.end)
