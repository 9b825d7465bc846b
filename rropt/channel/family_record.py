"""The compact form of a family of supports in a file, and back.

| family | fields beside categories and gamma |
|---|---|
| subsets | size |
| developed | blocks: {"group": [...], "base": [[share, [element, ...]], ...]} |
| hadamard | |
| unary | own, other: the chances that a bit is one |
| hashed | values, prime |
| classes | sizes, shares of a truth of each class, types: [weight, [high, ...], [blocks, ...]], and
[weight, {"single": class}] for the truths of a class, each alone |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from rropt.channel.balanced_supports import BalancedSupports, SubsetSupports
from rropt.channel.block_design import BlockDesign
from rropt.channel.class_supports import ClassSupports
from rropt.channel.developed_supports import DevelopedSupports
from rropt.channel.named_supports import HadamardSupports, HashedSupports, UnarySupports
from rropt.channel.pattern_type import PatternType, SinglePattern, SingleTruth
from rropt.channel.support_family import Supports
from rropt.channel.validate import MOST_LABELS
from rropt.exact import InputError, exact, one_of, text, whole

MOST_PAIRS = 10**7
"""The work of counting the differences of base blocks, in pairs of elements; and their points."""


def family_record(supports: Supports) -> dict[str, Any]:
    """What a family is, exact numbers as strings.

    >>> family_record(SubsetSupports(1000, Fraction(3), 200))["size"]
    200
    """
    common = {"categories": supports.truths, "gamma": text(supports.gamma)}
    match supports:
        case SubsetSupports():
            return {"family": "subsets", **common, "size": supports.size}
        case DevelopedSupports():
            return {"family": "developed", **common, "blocks": _blocks_record(supports.blocks)}
        case ClassSupports():
            return {"family": "classes", **common, **_classes_record(supports)}
        case HashedSupports():
            more = {"values": supports.values, "prime": supports.prime}
            return {"family": "hashed", **common, **more}
        case UnarySupports():
            chances = {"own": text(supports.own), "other": text(supports.other)}
            return {"family": "unary", "categories": supports.truths, **chances}
        case _:
            return {"family": "hadamard", **common}


def _blocks_record(blocks: BlockDesign | None) -> dict[str, Any] | None:
    if blocks is None:
        return None
    record = blocks.record()
    base = [[text(share), block] for share, block in record["base"]]
    return {"name": blocks.name, "group": record["group"], "base": base}


def _classes_record(supports: ClassSupports) -> dict[str, Any]:
    return {
        "sizes": list(supports.sizes),
        "shares": list(map(text, supports.shares)),
        "types": [_type_record(one) for one in supports.types],
    }


def _type_record(one: PatternType) -> list[Any]:
    if isinstance(one.type, SingleTruth):
        return [text(one.weight), {"single": one.type.place}]
    return [text(one.weight), list(one.high), [_blocks_record(blocks) for blocks in one.blocks]]


def family_in(record: Mapping[str, Any]) -> Supports:
    """The family of a record; what is wrong with it in one line.

    >>> family_in({"family": "hadamard", "categories": 1000, "gamma": "3"}).reports
    1024
    """
    makers: dict[str, Callable[[Mapping[str, Any], int], Supports]] = {
        "subsets": _subsets,
        "developed": _developed,
        "hadamard": lambda given, k: HadamardSupports(k, _gamma(given)),
        "unary": _unary,
        "hashed": _hashed,
        "classes": _classes,
    }
    family = one_of(record.get("family"), makers, "a channel's family")
    try:
        return makers[family](record, whole(record["categories"], "categories", 2, MOST_LABELS))
    except KeyError as missing:
        raise InputError(
            f"a channel of the family {family} must have the field {missing}"
        ) from None


def _gamma(record: Mapping[str, Any]) -> Fraction:
    gamma = exact(record["gamma"], "gamma")
    if gamma <= 1:
        raise InputError(f"gamma must be above 1, got {gamma}")
    return gamma


def _subsets(record: Mapping[str, Any], truths: int) -> BalancedSupports:
    size = whole(record["size"], "size", 1)
    if size >= truths:
        raise InputError(f"size must be below the number of categories {truths}, got {size}")
    return SubsetSupports(truths, _gamma(record), size)


def _developed(record: Mapping[str, Any], truths: int) -> BalancedSupports:
    blocks = _blocks(record["blocks"])
    if blocks.truths < truths:
        raise InputError(f"blocks must be of at least {truths} points, got {blocks.truths}")
    return DevelopedSupports(truths, _gamma(record), blocks)


def _blocks(given: Any) -> BlockDesign:
    """Blocks of one size with shares that add up to one, balanced."""
    try:
        group = [whole(modulus, "group", 2) for modulus in given["group"]]
        pairs = [(share, _elements(block)) for share, block in given["base"]]
    except (KeyError, TypeError, ValueError):
        raise InputError('blocks must be {"group": [...], "base": [["1", [0, 1, 3]]]}') from None
    shares = tuple(exact(share, "share") for share, _ in pairs)
    base = tuple(tuple(block) for _, block in pairs)
    if not base or len({len(block) for block in base}) != 1 or not base[0]:
        raise InputError("blocks must have base blocks of one size")
    if min(shares) <= 0 or sum(shares) != 1:
        raise InputError(
            f"the shares of blocks must be positive and add up to one, got {sum(shares)}"
        )
    found = BlockDesign(str(given.get("name", "blocks")), len(base[0]), tuple(group), base, shares)
    if any(len(set(block)) != found.size or block[-1] >= found.truths for block in base):
        raise InputError(f"blocks must have different elements below {found.truths}")
    if found.truths > MOST_PAIRS:
        raise InputError(f"blocks must be of at most {MOST_PAIRS} points")
    if found.size >= found.truths:
        raise InputError(f"blocks must have different elements below {found.truths}, not all")
    if found.work > MOST_PAIRS or not found.is_balanced():
        raise InputError("blocks must be balanced: every two truths in blocks of the same share")
    return found


def _elements(block: Any) -> list[int]:
    return sorted(whole(element, "elements", 0) for element in block)


def _classes(record: Mapping[str, Any], truths: int) -> Supports:
    """Types whose columns add up to one, with estimates that are unbiased."""
    sizes = tuple(whole(n, "sizes", 1) for n in _list(record["sizes"], "sizes"))
    shares = tuple(exact(q, "shares") for q in _list(record["shares"], "shares"))
    if sum(sizes) != truths or len(shares) != len(sizes):
        raise InputError(f"sizes must add up to {truths}, each with its share, got {sum(sizes)}")
    if min(shares) <= 0 or sum(n * q for n, q in zip(sizes, shares, strict=True)) != 1:
        raise InputError("shares must be positive and add up to one over all truths")
    types = tuple(_type(entry, sizes) for entry in _list(record["types"], "types"))
    found = ClassSupports(truths, _gamma(record), sizes, shares, types)
    for c, _ in enumerate(sizes):
        if sum(found.chances(c)) != 1:
            raise InputError(
                f"the chances of the types must add up to one in class {c}, "
                f"got {sum(found.chances(c))}"
            )
    _require_identified(found)
    return found


def _require_identified(types: ClassSupports) -> None:
    try:
        types.covariance.trace()
    except ZeroDivisionError:
        raise InputError("types must tell every two truths apart") from None


def _list(given: Any, name: str, entries: int | None = None) -> list[Any]:
    if not isinstance(given, list) or not given or len(given) != (entries or len(given)):
        many = "" if entries is None else f" of {entries} entries"
        raise InputError(f"{name} must be a list{many}, got {str(given)[:60]}")
    return given


def _type(entry: Any, sizes: tuple[int, ...]) -> PatternType:
    if isinstance(entry, list) and len(entry) == 2:
        weight, said = entry
        return _single(weight, said, len(sizes))
    weight, high, blocks = _list(entry, "types", 3)
    counts = tuple(whole(h, "high", 0) for h in _list(high, "high", len(sizes)))
    if exact(weight, "weight") <= 0 or any(h > n for h, n in zip(counts, sizes, strict=True)):
        raise InputError(f"types must have a positive weight and at most {sizes} high truths")
    given = _list(blocks, "blocks", len(sizes))
    designs = [None if found is None else _blocks(found) for found in given]
    for design, h, n in zip(designs, counts, sizes, strict=True):
        if design is not None and (design.truths, design.size) != (n, h):
            raise InputError(f"blocks must be of {h} of {n} points in this class")
    return PatternType(exact(weight), counts, tuple(designs))


def _single(weight: Any, said: Any, classes: int) -> PatternType:
    if not isinstance(said, dict) or set(said) != {"single"} or exact(weight, "weight") <= 0:
        raise InputError('a single must be [weight, {"single": class}] with a positive weight')
    place = whole(said["single"], "single", 0)
    if place >= classes:
        raise InputError(f"single must be a class below {classes}, got {place}")
    return SinglePattern.of(exact(weight), place, classes)


def _unary(record: Mapping[str, Any], truths: int) -> BalancedSupports:
    own = exact(record["own"], "own")
    other = exact(record["other"], "other")
    if not 0 < other < own < 1:
        raise InputError(
            f"own and other must lie between 0 and 1, own above other, got {own}, {other}"
        )
    return UnarySupports.of(truths, own, other)


def _hashed(record: Mapping[str, Any], truths: int) -> BalancedSupports:
    values = whole(record["values"], "values", 2)
    prime = whole(record["prime"], "prime", 2)
    return hashed_supports(truths, _gamma(record), values, prime)


def hashed_supports(truths: int, gamma: Fraction, values: int, prime: int) -> HashedSupports:
    """Linear hashing, its prime at least the number of truths and of values."""
    if prime**2 * values >= 1 << 62:
        raise InputError("values must be fewer: reports are numbered by 64 bits")
    if prime < max(truths, values) or any(prime % d == 0 for d in range(2, int(prime**0.5) + 1)):
        raise InputError(f"prime must be a prime of at least {max(truths, values)}, got {prime}")
    return HashedSupports(truths, gamma, values, prime)
