"""What a table looks like in a terminal, a notebook and a paper."""

from __future__ import annotations

from fractions import Fraction

from rropt import Channel
from rropt.channel.display import html_facts, latex, plain
from tests.channel.random_tables import WARNER


def test_repr_is_an_aligned_table() -> None:
    named = WARNER.relabel(["yes", "no"], ["A", "B"])
    assert repr(named).splitlines() == [
        "Channel, 2 reports x 2 truths",
        "         A    B",
        "  yes  3/4  1/4",
        "   no  1/4  3/4",
    ]


def test_html_and_latex_carry_every_entry_and_escape_labels() -> None:
    named = WARNER.relabel(["<b>", "&"])
    assert "&lt;b&gt;" in named._repr_html_() and "<b>" not in named._repr_html_()
    assert named._repr_html_().count("<td>") == 4
    matrix = r"$\begin{pmatrix}\frac{3}{4} & \frac{1}{4} \\ \frac{1}{4} & \frac{3}{4}\end{pmatrix}$"
    assert WARNER._repr_latex_() == matrix


def test_large_tables_and_long_fractions_are_cut_visibly() -> None:
    assert "..." in repr(Channel.identity(40))
    assert len(repr(Channel.identity(40)).splitlines()) == 23
    long = Fraction(10**40, 3 * 10**40 + 1)
    assert "~0.333333333333" in repr(Channel.from_rows([[long], [1 - long]]))


def test_twenty_lines_are_shown_and_one_more_is_cut() -> None:
    assert "..." not in repr(Channel.identity(20))
    cut = repr(Channel.identity(21)).splitlines()
    assert cut[0] == "Channel, 21 reports x 21 truths"
    assert len(cut) == 1 + 1 + 20 + 1 and all(line.endswith("...") for line in cut[1:])


def test_lines_too_long_for_a_terminal_have_six_digits() -> None:
    entry = Fraction(10**12, 3 * 10**12 + 1)
    narrow = plain(((entry, 1 - entry),), ["a"], ["0", "1"])
    assert "~0.333333333333" in narrow
    wide = plain(((entry,) * 8,), ["a"], [str(j) for j in range(8)])
    assert "~0.333333 " in wide and "~0.3333333" not in wide


def test_an_entry_of_any_length_is_printed() -> None:
    tiny = Fraction(1, 10**400)
    assert "~0" in plain(((tiny,), (1 - tiny,)), "ab", "0")


def test_facts_of_a_result_escape_what_they_are_given() -> None:
    page = html_facts("<x>", [("a<b", "1 & 2")], "<hr>")
    assert page.startswith("<p><b>&lt;x&gt;</b></p>") and page.endswith("<hr>")
    assert "<tr><th>a&lt;b</th><td>1 &amp; 2</td></tr>" in page
    assert html_facts("t", []) == "<p><b>t</b></p>"


def test_whole_entries_are_no_fractions_in_a_paper() -> None:
    assert latex(((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))) == (
        r"$\begin{pmatrix}1 & 0 \\ 0 & 1\end{pmatrix}$"
    )
