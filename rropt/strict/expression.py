"""Boundary functions h(p) as text: a small language, read from Python's syntax tree, never run.

| form | meaning |
|---|---|
| p | the prior probability of the event |
| pi, E | the two constants |
| 2, 1/3, 0.25 | exact rationals; a decimal means what it prints |
| + - * / ** | arithmetic; where the exponent is not a rational number, the base must be positive |
| sqrt exp log ln erf erfinv sin cos Abs | functions of one argument |
| Min(a, ...), Max(a, ...) | pointwise minimum and maximum |
| Piecewise((value, condition), ...) | the first value whose condition holds |
| < <= > >= == != Eq(a, b) Ne(a, b) and or not True | conditions |
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import flint
import sympy

from rropt.exact import InputError, exact
from rropt.exact.convert import as_printed, rational
from rropt.strict.evaluate import REAL_PARTS, P, constant_interval
from rropt.strict.real_intervals import Undefined

ACCEPTED = (
    "an expression in p with numbers, + - * / **, sqrt, exp, log, erf, erfinv, sin, cos, Abs, "
    "Min, Max and Piecewise((value, condition), ...)"
)
MAX_LENGTH = 2000
MAX_DEPTH = 60
MAX_EXPONENT = 64
MAX_BITS = 4096
"""Bits of a number that is written or worked out: four times those of the largest gamma, e^700."""

_UNARY: dict[str, Callable[[Any], Any]] = {
    "sqrt": sympy.sqrt,
    "exp": sympy.exp,
    "log": sympy.log,
    "ln": sympy.log,
    "erf": sympy.erf,
    "erfinv": sympy.erfinv,
    "sin": sympy.sin,
    "cos": sympy.cos,
    "Abs": sympy.Abs,
    "abs": sympy.Abs,
}
_NAMES = {"p": P, "pi": sympy.pi, "E": sympy.E}
_EXTREMES = {"Min": sympy.Min, "Max": sympy.Max, "min": sympy.Min, "max": sympy.Max}
_RELATIONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: sympy.Lt,
    ast.LtE: sympy.Le,
    ast.Gt: sympy.Gt,
    ast.GtE: sympy.Ge,
    ast.Eq: sympy.Eq,
    ast.NotEq: sympy.Ne,
}
_FUNCTIONS = (
    sympy.exp,
    sympy.log,
    sympy.erf,
    sympy.erfinv,
    sympy.sin,
    sympy.cos,
    sympy.Abs,
    sympy.Min,
    sympy.Max,
    sympy.Piecewise,
)
_NO_NUMBERS = (sympy.nan, sympy.zoo, sympy.I, sympy.oo, -sympy.oo)


def boundary_expression(h: Any, name: str = "h") -> sympy.Expr:
    """The sympy expression in p that `h` denotes: text, a sympy expression, or a number.

    >>> boundary_expression("Min(1, p + 0.2)")
    Min(1, p + 1/5)
    """
    if isinstance(h, str):
        return _checked(read_expression(h, name), name)
    if isinstance(h, sympy.Basic):
        return _adopt(h, name)
    return rational(exact(h, name))


def read_expression(
    words: str, name: str, names: Mapping[str, Any] = _NAMES, accepted: str = ACCEPTED
) -> Any:
    """A text of the language as sympy has it.

    - name: what the text is called where it is refused
    - names: what the names in it stand for
    - accepted: what may be written, as it is said where something else is

    >>> read_expression("g/(g + 0.5)", "A", {"g": sympy.Symbol("g")})
    g/(g + 1/2)
    """
    if len(words) > MAX_LENGTH:
        raise InputError(f"{name} must have at most {MAX_LENGTH} characters, got {len(words)}")
    try:
        tree = ast.parse(words.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InputError(f"{name} must be {accepted}; got {words!r:.60}") from None
    return _Reader(words, name, names, accepted).read(tree.body)


@dataclass(frozen=True)
class _Reader:
    """Reads one expression; every node that is not of the language is refused by name."""

    words: str
    name: str
    names: Mapping[str, Any]
    accepted: str

    def refuse(self, node: ast.AST) -> InputError:
        part = ast.get_source_segment(self.words.strip(), node) or type(node).__name__
        return InputError(f"{self.name} must be {self.accepted}; {part!r} is not part of it")

    def read(self, node: ast.expr, depth: int = 0) -> Any:
        if depth > MAX_DEPTH:
            raise InputError(f"{self.name} must not nest deeper than {MAX_DEPTH}")
        reader = getattr(self, f"_{type(node).__name__.lower()}", None)
        if reader is None:
            raise self.refuse(node)
        return reader(node, depth + 1)

    def number(self, node: ast.expr, depth: int) -> Any:
        """A sub-expression that must be a value, not a condition."""
        value = self.read(node, depth)
        if not isinstance(value, sympy.Expr) or not _is_real(value):
            raise self.refuse(node)
        return value

    def condition(self, node: ast.expr, depth: int) -> Any:
        value = self.read(node, depth)
        if isinstance(value, sympy.Expr):
            raise self.refuse(node)
        return value

    def _name(self, node: ast.Name, depth: int) -> Any:
        if node.id not in self.names:
            raise self.refuse(node)
        return self.names[node.id]

    def _constant(self, node: ast.Constant, depth: int) -> Any:
        if isinstance(node.value, bool):
            return sympy.true if node.value else sympy.false
        if not isinstance(node.value, (int, float)):
            raise self.refuse(node)
        literal = ast.get_source_segment(self.words.strip(), node) or repr(node.value)
        return rational(exact(literal.replace("_", ""), f"a number in {self.name}"))

    def _unaryop(self, node: ast.UnaryOp, depth: int) -> Any:
        if isinstance(node.op, ast.Not):
            return sympy.Not(self.condition(node.operand, depth))
        operand = self.number(node.operand, depth)
        if isinstance(node.op, ast.USub):
            return -operand
        if isinstance(node.op, ast.UAdd):
            return operand
        raise self.refuse(node)

    def _binop(self, node: ast.BinOp, depth: int) -> Any:
        left = self.number(node.left, depth)
        right = self.number(node.right, depth)
        return self.bounded(self._combined(node, left, right))

    def _combined(self, node: ast.BinOp, left: Any, right: Any) -> Any:
        match node.op:
            case ast.Add():
                return left + right
            case ast.Sub():
                return left - right
            case ast.Mult():
                return left * right
            case ast.Div():
                return self._quotient(node, left, right)
            case ast.Pow():
                return self._power(node, left, right)
        raise self.refuse(node)

    def _quotient(self, node: ast.BinOp, left: Any, right: Any) -> Any:
        if right.is_zero:
            raise InputError(f"{self.name} must not divide by zero, got {ast.unparse(node)!r}")
        return left / right

    def _power(self, node: ast.BinOp, base: Any, exponent: Any) -> Any:
        if exponent.is_Rational and max(abs(exponent.p), exponent.q) > MAX_EXPONENT:
            raise InputError(f"an exponent in {self.name} must be at most {MAX_EXPONENT}")
        if base.is_zero and not exponent.is_positive:
            raise InputError(f"{self.name} must not divide by zero, got {ast.unparse(node)!r}")
        # A power with such an exponent is exp(e log b), which a base that is not positive has not.
        if base.is_number and not (exponent.is_Rational or base.is_positive):
            raise self.refuse(node)
        return base**exponent

    def bounded(self, value: Any) -> Any:
        """The value, unless a number in it has grown beyond what is worked with."""
        if not all(map(_is_small, value.atoms(sympy.Rational))) or not _is_small_constant(value):
            raise InputError(f"a number in {self.name} must have at most {MAX_BITS} bits")
        exponents = [power.exp for power in value.atoms(sympy.Pow) if power.exp.is_Rational]
        if any(max(abs(e.p), e.q) > MAX_EXPONENT**2 for e in exponents):
            raise InputError(f"an exponent in {self.name} must be at most {MAX_EXPONENT}")
        return value

    def _compare(self, node: ast.Compare, depth: int) -> Any:
        terms = [self.number(side, depth) for side in (node.left, *node.comparators)]
        made = [
            self._relation(node, kind, terms[i], terms[i + 1]) for i, kind in enumerate(node.ops)
        ]
        return sympy.And(*made)

    def _relation(self, node: ast.Compare, kind: ast.cmpop, left: Any, right: Any) -> Any:
        if type(kind) not in _RELATIONS:
            raise self.refuse(node)
        return _RELATIONS[type(kind)](left, right)

    def _boolop(self, node: ast.BoolOp, depth: int) -> Any:
        parts = [self.condition(value, depth) for value in node.values]
        return (sympy.And if isinstance(node.op, ast.And) else sympy.Or)(*parts)

    def _call(self, node: ast.Call, depth: int) -> Any:
        function = node.func.id if isinstance(node.func, ast.Name) else ""
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args) or not node.args:
            raise self.refuse(node)
        if function == "Piecewise":
            return self._piecewise(node, depth)
        arguments = [self.number(argument, depth) for argument in node.args]
        if function in _EXTREMES:
            return _EXTREMES[function](*arguments)
        if function in _UNARY and len(arguments) == 1:
            return self.bounded(_UNARY[function](*arguments))
        if function in ("Eq", "Ne") and len(arguments) == 2:
            return (sympy.Eq if function == "Eq" else sympy.Ne)(*arguments)
        raise self.refuse(node)

    def _piecewise(self, node: ast.Call, depth: int) -> Any:
        pairs = []
        for branch in node.args:
            if not isinstance(branch, ast.Tuple) or len(branch.elts) != 2:
                raise self.refuse(branch)
            value, condition = branch.elts
            pairs.append((self.number(value, depth), self.condition(condition, depth)))
        return sympy.Piecewise(*pairs)


def _adopt(h: sympy.Basic, name: str) -> sympy.Expr:
    """A sympy expression of one variable, with that variable renamed to the house's p."""
    if not isinstance(h, sympy.Expr):
        raise InputError(f"{name} must be {ACCEPTED}, got {h}")
    if len(h.free_symbols) > 1:
        raise InputError(f"{name} must have one variable, got {sorted(map(str, h.free_symbols))}")
    return _checked(as_printed(h).subs(dict.fromkeys(h.free_symbols, P)), name)


def _checked(h: Any, name: str) -> sympy.Expr:
    """Refuse what is outside the language: a condition, a complex number, another function."""
    if isinstance(h, sympy.Basic):
        h = h.replace(sympy.ITE, _without_ite)
        h = h.replace(lambda part: isinstance(part, REAL_PARTS), lambda part: part.args[0])
    if not isinstance(h, sympy.Expr) or h.has(*_NO_NUMBERS):
        raise InputError(f"{name} must be {ACCEPTED}; got {h}")
    powers = [e for e in h.atoms(sympy.Pow) if e.base.is_number and not e.exp.is_Rational]
    if not all(power.base.is_positive for power in powers):
        raise InputError(f"{name} must be {ACCEPTED}; got {h}")
    if not all(isinstance(f, _FUNCTIONS) for f in h.atoms(sympy.Function)):
        raise InputError(f"{name} must be {ACCEPTED}; got {h}")
    return h


def _is_real(value: Any) -> bool:
    """Not a constant that is complex or undefined: sympy compares none of them."""
    if value.has(*_NO_NUMBERS):
        return False
    if value.free_symbols:
        return value.is_extended_real is not False
    try:
        constant_interval(value)
    except Undefined:
        return False
    return True


def _without_ite(condition: Any, then: Any, otherwise: Any) -> Any:
    return sympy.Or(sympy.And(condition, then), sympy.And(sympy.Not(condition), otherwise))


def _is_small(number: sympy.Rational) -> bool:
    return bool(max(abs(number.p), number.q).bit_length() <= MAX_BITS)


def _is_small_constant(value: Any) -> bool:
    """sympy may work for hours on numbers like exp(exp(exp(9))) when it compares them."""
    if value.free_symbols or value.is_Rational or value.has(*_NO_NUMBERS):
        return True
    try:
        size = constant_interval(value).absolute().hi
    except Undefined:
        return True
    return bool(size < flint.arb(2) ** MAX_BITS)
