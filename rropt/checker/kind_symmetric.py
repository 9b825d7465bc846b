"""Kind symmetric: A-, D- and E-optimality where truths of a class are not told apart.

As in kind gradient, J = sum_i r_i r_i' / (q.r_i) is the information of a table at the prior q. The
best unbiased estimators, x_i = J^-1 r_i / (q.r_i), have the covariance Cov = J^-1 - qq', which is
zero along the ones vector (the columns add up to one, so Jq is the ones vector). A row of the table
stands for all its rearrangements, or for balanced ones (`blocks`): J has a few numbers
(`class_forms`) and is inverted exactly, or rounded down on the way if the certificate says so.

Let V be symmetric and not tell truths of a class apart. For any table, with the prices that cover
u(r) = r'Xr / (q.r), paid = sum y + sum delta z is at least tr XJ, and

    trace        X = VV    tr J^-1 >= 2 tr V - tr VJV, from (J^-1 - V) J (J^-1 - V) >= 0,
    largest      X = VDV   tr D J^-1 >= 2 tr DV - tr VDVJ for D >= 0 in the same way, and the
                           largest eigenvalue of Cov is at least tr D Cov / tr D,
    determinant  X = V     det J <= (tr VJ / k)^k / det V for V > 0, by the means of the eigenvalues
                           of VJ; the product of the eigenvalues of Cov but one is k / det J.

(The last: let the columns of B be an orthonormal basis of the vectors that sum to zero, and e the
ones vector. In the basis B, e / sqrt k the inverse J^-1 has the corner e'J^-1 e / k = e'q / k = 1/k
and beside it B'q / sqrt k. So its determinant is 1/k times that of B'J^-1 B - B'qq'B = B'Cov B.)

Where the objective says so, the value and the bound of a determinant are (k - 1)th roots: geometric
means of eigenvalues. No number of a certificate is then as long as their product.

Where g protects some classes alone, the rows are other ones (`protected_classes`); all else holds.

The shares of a class need not be equal for trace and determinant: prices prove at a prior that
majorises the shares, and what the table does is told from their means in classes (`uneven_shares`).
Of one class what is proved at equal shares holds at the worst ones (`worst_shares`).
"""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from .class_forms import (
    ClassForm,
    ClassRatio,
    information,
    product_is_at_least_one,
    read_class_form,
    read_rounded,
)
from .coverage import read_charge, read_cover, read_level
from .fields import listed, rational, record
from .levels import OneNumber
from .pages import named, page
from .privacy import one_number
from .private_table import PrivateTable, read_sizes, read_table
from .shares import Shares, read_shares
from .statement import OF_SHARES, down, reached, up
from .verdict import Doubts, Size, need, well_formed

if TYPE_CHECKING:
    from .protected_classes import ProtectedClasses

ClassPrivacy: TypeAlias = "OneNumber | ProtectedClasses"

MAX_POWER_BITS = 1 << 24
"""Digits of a power: powers of 16 million bits in all take less than two seconds."""

STATED = 2
"""Powers of a value or a bound that is a mean, and of what is paid."""

MAX_SUM_SQUARES = 1 << 36
"""Sums of chances without a common denominator, as long as all together: 1300 rows of two classes
took the browser three seconds."""

MAX_INVERSE = 1 << 28
"""Eliminations of their sums: 13 rows of 12 classes with 475 bits took the browser two seconds."""

MAX_SHORT_INVERSE = 1 << 20
"""The cube of classes, where forms are rounded down: of 84 both checkers took less than two
seconds, P among them."""

MAX_SHORT_SUM = 1 << 29
"""Rows by two classes, each quotient rounded down: 20,000 rows of 16 took the browser three
seconds."""

FIELDS = "privacy truths objective prior patterns weights tangents prices value bound gap cover"

LARGER = "the table has a larger value"


class Goal(NamedTuple):
    """What is made of the covariance, in words, and the form X of the utility that prices cover;
    whether a table with this information has at most a value at a prior, and whether none that
    pays so much is below a bound.
    """

    words: str
    form: ClassForm
    is_reached: Callable[[Fraction, ClassForm, Shares], bool]
    is_proved: Callable[[Fraction, Fraction, Shares], bool]


def trace_of(tangents: ClassForm) -> Goal:
    """tr Cov = tr J^-1 - sum of squares of the prior."""
    return Goal(
        f"a trace {OF_SHARES}",
        tangents.square(),
        lambda value, found, prior: value >= found.inverse().trace() - prior.squares,
        lambda bound, paid, prior: bound <= 2 * tangents.trace() - prior.squares - paid,
    )


def largest_of(tangents: ClassForm, directions: ClassForm) -> Goal:
    """The largest eigenvalue of Cov; at most the value where value I - Cov is semidefinite."""

    def is_reached(value: Fraction, found: ClassForm, prior: Shares) -> bool:
        covariance = found.inverse()
        sizes = covariance.sizes
        own = [value - x if n > 1 else x for n, x in zip(sizes, covariance.own, strict=True)]
        means = [
            [
                (value / n if c == d else 0) - covariance.means[c][d] + p * q
                for d, q in enumerate(prior.means)
            ]
            for c, (n, p) in enumerate(zip(sizes, prior.means, strict=True))
        ]
        found.alike(own, means).need_semidefinite(LARGER)
        return True

    def is_proved(bound: Fraction, paid: Fraction, prior: Shares) -> bool:
        directions.need_semidefinite("the directions are not semidefinite")
        total = directions.trace()
        need(total > 0, "there are no directions")
        gains = 2 * directions.trace_with(tangents) - directions.at(prior.means)
        return bound * total <= gains - paid

    form = tangents.between(directions)
    return Goal(f"a largest eigenvalue {OF_SHARES}", form, is_reached, is_proved)


def volume_of(tangents: ClassForm, is_mean: bool = False) -> Goal:
    """The product of the non-zero eigenvalues of Cov, k / det J, or their geometric mean, its root:
    stated numbers are powers then.
    """
    k = Fraction(sum(tangents.sizes))
    power = int(k) - 1 if is_mean else 1

    def is_reached(value: Fraction, found: ClassForm, prior: Shares) -> bool:
        need(value > 0, LARGER)  # value^p det J >= k
        return product_is_at_least_one([(value, power), (1 / k, 1), *found.factors()])

    def is_proved(bound: Fraction, paid: Fraction, prior: Shares) -> bool:
        # Definite it need not be: where det V is 0 no positive bound passes.
        tangents.need_semidefinite("the tangents are not semidefinite")
        need(paid > 0, "the prices add up to nothing")
        if bound <= 0:  # no eigenvalue of a covariance is negative
            return True
        most = [(k, 1), (k / paid, int(k)), *tangents.factors()]
        return product_is_at_least_one([*most, (1 / bound, power)])

    name = "geometric mean" if is_mean else "product"
    words = f"a {name} of the non-zero eigenvalues {OF_SHARES}"
    return Goal(words, tangents, is_reached, is_proved)


GOALS: dict[str, Callable[..., Goal]] = {
    "a-optimal": trace_of,
    "d-optimal": volume_of,
    "e-optimal": largest_of,
}


def read_symmetric(data: dict[str, Any], size: Size) -> Callable[[Doubts], str]:
    """The fields of a certificate of this kind, and what is to be checked of them."""
    name = named(record(data.get("objective"), "name", "mean over")["name"], GOALS)
    fields = FIELDS + (" directions" if name == "e-optimal" else "")
    is_rounded = read_rounded(record(data, fields, "pair_prices blocks shares rounded"))
    is_rightly = not is_rounded or name != "d-optimal"
    well_formed(is_rightly, "information is rounded for a trace or an eigenvalue")
    sizes = read_sizes(data["truths"], len(listed(data["prices"])))
    well_formed(sum(sizes) >= 2, "fewer than two truths")
    privacy = read_class_privacy(data["privacy"], sizes, size)
    table = read_table(data["patterns"], data["weights"], sizes)
    privacy.allow_table(table, size)
    charge = read_charge(data, privacy, sizes)
    _allow(table, name, is_rounded, size)
    prior = read_shares(data["prior"], sizes)
    if "shares" in data:
        prior = page(".uneven_shares").read_uneven(data["shares"], prior, size)
    goal = _read_goal(data, name, sizes)
    cover = read_cover(data["cover"], charge, ClassRatio(goal.form, prior.prior), size)
    if "shares" in data:
        well_formed(name != "e-optimal", "shares are those of a trace or a product")
        well_formed("blocks" not in data, "shares need all rearrangements, not blocks")
        one_number(privacy, "shares need truths that are all protected")
    if "over" in data["objective"]:
        one_number(privacy, "worst shares need truths that are all protected")
        prior = page(".worst_shares").at_worst(data["objective"]["over"], name, prior)
    blocks = page(".blocks").read_blocks(data["blocks"], table, size) if "blocks" in data else []
    value, bound, gap = (rational(data[field]) for field in ("value", "bound", "gap"))

    def prove(doubts: Doubts) -> str:
        privacy.verify(doubts)
        table.verify(privacy, doubts)
        prior.verify()
        for development in blocks:
            development.verify()
        of_rows = page(".short_forms").information_below if is_rounded else information
        found = of_rows(table.rows, table.unit, prior.means, sizes)
        need(found.is_definite(), "the table does not identify the shares")  # it is inverted next
        need(goal.is_reached(value, found, prior), LARGER)
        proved = goal.is_proved(bound, charge.bound, prior)
        need(proved, "the tangents and prices do not prove the bound")
        need(gap == value - bound, "gap is not value - bound")
        cover(doubts)
        level, has = privacy.words, prior.said(goal.words)
        claim = f"no {level.bound} private mechanism on {table.truths} truths has {has}"
        does = reached(gap, bound, f"at most {up(value)}")
        return f"{claim} below {down(bound)}, and {level.this_table} {does}"

    return prove


def _read_goal(data: dict[str, Any], name: str, sizes: list[int]) -> Goal:
    """The objective of this name, with its forms."""
    given = [read_class_form(data["tangents"], sizes)]
    if name == "e-optimal":
        given.append(read_class_form(data["directions"], sizes))
    if "mean" not in data["objective"]:
        return GOALS[name](*given)
    is_product = name == "d-optimal" and data["objective"]["mean"] == "geometric"
    well_formed(is_product, "a mean is geometric, and of d-optimal")
    return volume_of(given[0], is_mean=True)


def read_class_privacy(value: Any, sizes: list[int], size: Size) -> ClassPrivacy:
    """One number, for all truths or for those of protected classes."""
    privacy = read_level(value, sizes, size, "truths of classes")
    if privacy.rays == "protected":
        return cast("ProtectedClasses", privacy)
    return one_number(privacy, "classes of truths need one number")


def _allow(table: PrivateTable, name: str, is_rounded: bool, size: Size) -> None:
    """Rows have chances without a common denominator, but for rounding; a determinant is a power of
    their sums.
    """
    classes, rows = len(table.sizes), len(table.rows)
    if is_rounded:
        size.allow_counted(classes**3, MAX_SHORT_INVERSE)
        size.allow(rows * classes**2, MAX_SHORT_SUM)
    else:
        size.allow((rows * classes) ** 2 * size.bits, MAX_SUM_SQUARES)
        size.allow(classes**4 * rows, MAX_INVERSE)
    if name == "d-optimal":
        size.allow(table.truths * (classes + rows + STATED), MAX_POWER_BITS)
