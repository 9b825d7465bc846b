"""What things are called: one word for one thing, as a page and as a rule.

`WORDS` is the vocabulary of help, messages, README and guide. `never` are words that were said for
the same thing before; `tests/test_vocabulary.py` looks for them in all of these texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Word:
    """A word, what it means, and regular expressions of what is not said instead."""

    word: str
    meaning: str
    never: tuple[str, ...] = ()


WORDS = (
    Word(
        "mechanism",
        "For each truth the exact chance of each report. `Channel` is its class and `channel` its "
        "name in JSON; a table is what is printed of it.",
        (
            r"\b(private|best|optimal|dominating) (table|channel|card)s?\b",
            r"\byes/no cards?\b",
            r"\bprobability tables?\b",
            r"\btables? of (answer )?probabilities\b",
        ),
    ),
    Word("design", "A mechanism with its problem, its value, its bound and its certificate."),
    Word(
        "device",
        "A published procedure, by its name and parameters: Warner's, Kuk's, k-ary response.",
        (r"\bclassical mechanisms?\b",),
    ),
    Word("truth", "One possible true answer; `categories` counts them."),
    Word("report", "What a respondent gives; `outputs` counts the different ones."),
    Word(
        "privacy",
        "What every mechanism that is considered must keep.",
        (r"\bprivacy levels?\b", r"\blevels? of privacy\b"),
    ),
    Word(
        "gamma",
        "e^epsilon: no report is more than gamma times as likely under one truth as under another "
        "(delta aside).",
    ),
    Word(
        "objective",
        "What shall be best: a variance, an information, the chance of a right guess. A gain and a "
        "loss are matrices of a decision.",
        (r"\butilit(y|ies)\b(?!-)", r"\bgoals?\b"),
    ),
    Word("accuracy", "What a plan shall reach: a margin, a standard error or a power."),
    Word(
        "value, bound, gap",
        "What the mechanism reaches; what no mechanism of this privacy can beat; their distance. "
        "Variances are of one respondent: divide them by the number of respondents.",
    ),
    Word("prior", "The shares of the truths that an objective assumes."),
    Word("prevalence", "The share of the last of two truths."),
    Word(
        "level",
        "The confidence level of an interval or a test.",
        (r"\bconfidence\b(?! (level|interval)s?)",),
    ),
    Word("efficiency", "The least variance of any mechanism divided by this one's."),
    Word(
        "certificate",
        "What the checker decides: verified, refuted, undecided or malformed.",
    ),
    Word("statement", "What `rropt prove` decides: proved, refuted or undecided."),
    Word(
        "randomized again",
        "What is done to the reports of a mechanism by a second one (a garbling): it serves no "
        "objective better.",
        (r"\bplus noise\b", r"\bis made of it\b"),
    ),
)


def what_words_mean() -> str:
    """The page as HTML."""
    rows = [f"<tr><td><b>{escape(w.word)}</b></td><td>{_set(w.meaning)}</td></tr>" for w in WORDS]
    return f"<table>{''.join(rows)}</table>"


def _set(text: str) -> str:
    """Names between backticks as code.

    >>> _set("`a < b` is code")
    '<code>a &lt; b</code> is code'
    """
    parts = escape(text).split("`")
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))
