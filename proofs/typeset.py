r"""TeX formulas as MathML: the part of TeX in which the statements of the papers are written.

>>> formula(r"\frac12 \le x_i^2")
'<math><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>≤</mo><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></math>'
"""

from __future__ import annotations

import re
from html import escape

TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|\d+(?:\.\d+)?|\s+|.", re.DOTALL)
TEXT = re.compile(r"\\text\{[^{}]*\}")
GAPS = {"\\,": "", "\\ ": "\u00a0"}
"""Spaces inside of words."""

GREEK = "alpha beta gamma delta epsilon varepsilon eta theta lambda mu xi pi rho sigma varsigma phi"
LETTERS = dict(zip(GREEK.split(), "αβγδεεηθλμξπρσςφ", strict=True)) | {
    "varphi": "φ",
    "chi": "χ",
    "psi": "ψ",
    "omega": "ω",
    "Delta": "Δ",
    "Pi": "Π",
    "Omega": "Ω",
    "ell": "ℓ",
    "infty": "∞",
    "emptyset": "∅",
}
OPERATORS = {
    "le": "≤", "ge": "≥", "ne": "≠", "in": "∈", "notin": "∉", "mid": "|", "times": "×",
    "cdot": "·", "dots": "…", "cdots": "⋯", "partial": "∂", "sum": "∑", "prod": "∏",
    "to": "→", "mapsto": "↦", "oplus": "⊕", "otimes": "⊗", "odot": "⊙", "circ": "∘",
    "subseteq": "⊆", "subset": "⊂", "cup": "∪", "cap": "∩", "setminus": "∖", "succeq": "⪰",
    "succ": "≻", "sim": "∼", "star": "⋆", "wedge": "∧", "vee": "∨", "triangleq": "≜",
    "pm": "±", "mp": "∓", "int": "∫", "ni": "∋", "lfloor": "⌊", "rfloor": "⌋", "iff": "⇔",
    "approx": "≈", "propto": "∝", "{": "{", "}": "}", "|": "‖", "%": "%", "_": "_", "&": "&",
}  # fmt: skip
NAMES = "exp ln log coth tanh max min inf sup Pr Tr"
SPACES = {",": "0.2em", ";": "0.3em", " ": "0.3em", "quad": "1em", "qquad": "2em", "!": "0"}
ACCENTS = {"hat": "^", "tilde": "~", "bar": "¯", "vec": "→"}
SILENT = {"left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "displaystyle"}
FONTS = {"mathbf": "bold", "mathcal": "script", "mathbb": "double-struck"}
UPRIGHT = {"mathrm", "mathsf", "operatorname", "operatorname*", "text"}


def formula(tex: str) -> str:
    """A formula between dollars, as one `math` element."""
    return f"<math>{Reader(tex).row()}</math>"


def paragraph(text: str) -> str:
    """Words with formulas between dollars, **bold** and `ids`, as HTML.

    >>> paragraph("if $x<1$, **then** `a/b`")
    'if <math><mi>x</mi><mo>&lt;</mo><mn>1</mn></math>, <b>then</b> <code>a/b</code>'
    """
    parts = re.split(r"(\$\$.*?\$\$|\$.*?\$|`[^`]*`)", text, flags=re.DOTALL)
    return "".join(map(_piece, parts))


def _piece(part: str) -> str:
    if part.startswith("$"):
        return formula(part.strip("$"))
    if part.startswith("`"):
        return f"<code>{escape(part.strip('`'))}</code>"
    bold = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(part, quote=False))
    return re.sub(r"\*(.+?)\*", r"<i>\1</i>", bold)


class Reader:
    """One pass over the tokens of a formula."""

    def __init__(self, tex: str):
        tex = TEXT.sub(lambda found: found[0].replace(" ", "\\ "), tex)
        self.tokens = [t for t in TOKEN.findall(tex) if t.strip() or t == "\\ "]
        self.at = 0

    def peek(self) -> str | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def row(self, *ends: str) -> str:
        """Everything up to one of the ends, which is left."""
        found: list[str] = []
        while (token := self.peek()) is not None and token not in ends:
            found.append(self.scripted())
        return "".join(found)

    def scripted(self) -> str:
        """An atom with what stands below and above it."""
        base, below, above = self.atom(), "", ""
        while self.peek() in ("_", "^", "'"):
            mark = self.take()
            if mark == "_":
                below = self.argument()
            else:
                above += "<mo>′</mo>" if mark == "'" else self.argument()
        above = f"<mrow>{above}</mrow>" if above.count("<mo>′") and len(above) > 11 else above
        if below and above:
            return f"<msubsup>{base}{below}{above}</msubsup>"
        if below:
            return f"<msub>{base}{below}</msub>"
        return f"<msup>{base}{above}</msup>" if above else base

    def argument(self) -> str:
        """A group in braces, or one atom; a single digit of a longer number."""
        token = self.peek()
        if token == "{":
            return self.group()
        if token is not None and token.isdigit() and len(token) > 1:
            self.tokens[self.at] = token[1:]
            return f"<mn>{token[0]}</mn>"
        return self.atom()

    def group(self) -> str:
        self.take()
        inside = self.row("}")
        if self.peek() is not None:
            self.take()
        return f"<mrow>{inside}</mrow>"

    def raw(self) -> str:
        """The words of a group, as they stand."""
        if self.peek() != "{":
            return self.take()
        self.take()
        found = []
        while (token := self.peek()) not in ("}", None):
            found.append(GAPS.get(self.take(), str(token)))
        self.at += 1
        return "".join(found)

    def atom(self) -> str:
        token = self.peek()
        if token is None:
            return "<mrow></mrow>"
        if token == "{":
            return self.group()
        self.take()
        if token.startswith("\\"):
            return self.command(token[1:])
        if token[0].isdigit():
            return f"<mn>{token}</mn>"
        if token.isalpha():
            return f"<mi>{token}</mi>"
        return f"<mo>{escape({'-': '−', '*': '∗'}.get(token, token))}</mo>"

    def command(self, name: str) -> str:
        if name in LETTERS:
            return f"<mi>{LETTERS[name]}</mi>"
        if name in OPERATORS:
            return f"<mo>{escape(OPERATORS[name])}</mo>"
        if name in NAMES.split():
            return f"<mi>{name}</mi>"
        if name in ("frac", "dfrac", "tfrac"):
            return f"<mfrac>{self.argument()}{self.argument()}</mfrac>"
        if name == "binom":
            over = f'<mfrac linethickness="0">{self.argument()}{self.argument()}</mfrac>'
            return f"<mrow><mo>(</mo>{over}<mo>)</mo></mrow>"
        if name == "not":
            return self.atom().replace("</mo>", "\u0338</mo>")
        if name == "sqrt":
            return f"<msqrt>{self.argument()}</msqrt>"
        return self.decorated(name)

    def decorated(self, name: str) -> str:
        """Accents, fonts, spaces and tables; what is not known is shown by its name."""
        if name in ACCENTS:
            return f"<mover>{self.argument()}<mo>{ACCENTS[name]}</mo></mover>"
        if name in FONTS:
            return f'<mi mathvariant="{FONTS[name]}">{escape(self.raw())}</mi>'
        if name in UPRIGHT:
            return f'<mi mathvariant="normal">{escape(self.raw())}</mi>'
        if name in SPACES:
            return f'<mspace width="{SPACES[name]}"/>'
        if name == "begin":
            return self.table(self.raw())
        if name == "tag":
            return f"<mtext>&#160;({escape(self.raw())})</mtext>"
        if name == "phantom":
            self.argument()
            return ""
        if name in SILENT:
            if self.peek() == ".":
                self.take()
            return ""
        return f"<mi>{escape(name)}</mi>"

    def table(self, kind: str) -> str:
        """cases, pmatrix and bmatrix."""
        if kind == "array":
            self.raw()
        rows: list[list[str]] = [[]]
        while self.peek() is not None:
            rows[-1].append(self.row("&", "\\\\", "\\end"))
            end = self.take() if self.peek() is not None else "\\end"
            if end == "\\\\":
                self._skip_gap()
                rows.append([])
            if end == "\\end":
                self.raw()
                break
        cells = ["".join(f"<mtd>{cell}</mtd>" for cell in row) for row in rows]
        body = "<mtable>" + "".join(f"<mtr>{row}</mtr>" for row in cells) + "</mtable>"
        left, right = {"cases": ("{", ""), "pmatrix": ("(", ")")}.get(kind, ("[", "]"))
        return f"<mrow><mo>{left}</mo>{body}<mo>{right}</mo></mrow>"

    def _skip_gap(self) -> None:
        """The length in brackets after a line break."""
        if self.peek() == "[":
            while self.peek() is not None and self.take() != "]":
                pass
