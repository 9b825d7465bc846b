"""The one table of objectives: what is read of what is given, and both doors that use it."""

import argparse
from fractions import Fraction

import pytest

from rropt import AOptimal, InputError, Loss, Minimax, Trace
from rropt.cli.question import PARAMETERS as OPTIONS
from rropt.cli.question import objective_of
from rropt.cli.table import OF_OBJECTIVE, row_of
from rropt.sweep.values import PARAMETERS
from rropt.utility.named import OBJECTIVES, make, stated_objective

pytestmark = pytest.mark.quick

AS_OPTIONS = {"interval": {"low", "high"}, "points": {"categories"}}
"""What the command line says of a range of numbers; a range of prevalences is a prior."""

NOT_SWEPT = {"loss"}
"""A store has no column for it: its negative is a gain."""


@pytest.mark.parametrize(
    ("name", "given", "needed", "read"),
    [
        ("variance", {"prior", "categories"}, ("prior",), ("prior",)),
        ("c-optimal", {"prior", "contrast"}, ("prior", "contrast"), ("prior", "contrast")),
        ("c-optimal", {"priors", "contrast"}, ("priors", "contrast"), ("priors", "contrast")),
        ("a-optimal", {"priors", "weights"}, ("priors",), ("priors", "weights")),
        ("a-optimal", {"prior", "weights"}, ("prior",), ("prior",)),
        ("a-optimal", {"prior", "worst"}, ("prior",), ("prior", "worst")),
        ("d-optimal", {"priors"}, ("prior",), ("prior",)),
        ("mean", {"values"}, ("values",), ("values",)),
        ("mean", {"interval"}, ("interval",), ("interval",)),
        ("variance", {"interval"}, ("interval",), ("interval",)),
        ("f-divergence", {"divergence", "pair"}, ("divergence",), ("divergence", "pair")),
    ],
)
def test_what_is_needed_and_read(name, given, needed, read):
    assert OBJECTIVES[name].needed(given) == needed
    assert OBJECTIVES[name].reads(given) == read


def test_one_prior_or_the_worst_of_several():
    assert isinstance(make("a-optimal", {"prior": "1/4,3/4"}), AOptimal)
    assert isinstance(make("a-optimal", {"priors": "1/4,3/4;1/2,1/2"}), Minimax)


@pytest.mark.parametrize("name", OBJECTIVES)
def test_whatever_is_read_can_be_swept_and_be_an_option(name):
    read = {*OBJECTIVES[name].needs, *OBJECTIVES[name].may}
    options = set().union(*(AS_OPTIONS.get(parameter, {parameter}) for parameter in read))
    assert options <= set(OPTIONS) and read - NOT_SWEPT <= set(PARAMETERS)


def parsed(*words):
    parser = argparse.ArgumentParser()
    for name in OF_OBJECTIVE:
        row_of("design", name).added_to(parser)
    return parser.parse_args(words)


def test_the_command_line_reads_the_same_table():
    assert objective_of(parsed("trace", "--categories", "3")) == Trace(3)
    with pytest.raises(InputError, match="--prior must not be given together with --priors"):
        objective_of(parsed("a-optimal", "--prior", "1/2,1/2", "--priors", "1/4,3/4;1/2,1/2"))


@pytest.mark.parametrize(
    ("name", "said", "same"),
    [
        ("trace", {"categories": "3"}, {"categories": "3"}),
        ("variance", {"prior": "1/4..1/2"}, {"interval": "1/4,1/2"}),
        ("variance", {"prior": "uniform"}, {"prior": "1/2"}),
        ("mean", {"low": "0", "high": "1"}, {"interval": "0,1"}),
        ("mean", {"low": "0", "high": "1", "categories": "3"}, {"interval": "0,1", "points": "3"}),
        ("guess", {"prior": "uniform", "categories": "2"}, {"prior": "1/2,1/2"}),
        ("guess", {"prior": "1/4"}, {"prior": "3/4,1/4"}),
        (
            "mean",
            {"values": "0,1,5", "prior": "uniform"},
            {"values": "0,1,5", "prior": "1/3,1/3,1/3"},
        ),
        ("mean", {"low": "0", "high": "1", "prior": "1"}, {"interval": "0,1", "prior": "1"}),
        ("a-optimal", {"priors": "1/4; uniform"}, {"priors": "3/4,1/4;1/2,1/2"}),
        ("a-optimal", {"priors": "1/2,1/4,1/4;uniform"}, {"priors": "1/2,1/4,1/4;1/3,1/3,1/3"}),
    ],
)
def test_what_is_said_in_words_is_the_objective_of_the_table(name, said, same):
    assert stated_objective(name, said).record() == make(name, same).record()


@pytest.mark.parametrize(
    ("name", "said", "sentence"),
    [
        ("variance", {}, "<prior> is needed for variance, such as <prior> 1/4"),
        ("trace", {"categories": "3", "gain": "1"}, "<gain> is for gain, not trace"),
        ("guess", {"prior": "1/2,1/2", "worst": "group"}, "<worst> is not for guess"),
        ("variance", {"prior": "1/4", "worst": "group"}, "<worst> must be given together"),
        ("variance", {"low": "0", "high": "1"}, "<low> and <high> are for mean"),
        ("mean", {"low": "0", "high": "1", "values": "0,1"}, "<low> and <high> take the place"),
        ("mean", {"low": "0"}, "<low> and <high> must be given together"),
        ("mean", {"values": "0,1", "high": "1"}, "<low> and <high> must be given together"),
        ("guess", {"prior": "uniform"}, "<prior> uniform needs <categories>"),
        ("guess", {"prior": "1/2,1/2", "categories": "3"}, "<categories> must be 2"),
        ("guess", {"prior": "5/4"}, "prior must lie between 0 and 1, got 5/4"),
        ("guess", {"prior": "1/4", "categories": "3"}, "<categories> must be 2"),
        ("a-optimal", {"prior": "1/2,1/2", "priors": "1/2,1/2"}, "<prior> must not be given"),
    ],
)
def test_what_does_not_fit_is_said_in_the_callers_names(name, said, sentence):
    with pytest.raises(InputError) as refused:
        stated_objective(name, said, lambda parameter: f"<{parameter}>")
    assert str(refused.value).startswith(sentence)


def test_a_loss_takes_the_place_of_a_gain():
    found = stated_objective("gain", {"loss": "0,1;1,0", "prior": "uniform"})
    assert isinstance(found, Loss) and found.prior == (Fraction(1, 2), Fraction(1, 2))
    with pytest.raises(InputError, match="gain must not be given together with loss"):
        stated_objective("gain", {"loss": "0,1;1,0", "gain": "1,0;0,1", "prior": "uniform"})
    with pytest.raises(InputError, match="loss is for gain, not guess"):
        stated_objective("guess", {"loss": "0,1;1,0", "prior": "uniform"})
