"""What a call without what it needs is told, for every public name."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import rropt as rr
from rropt.needed_arguments import CallError, naming

MANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def needed(thing) -> list[str]:
    taken = inspect.signature(thing).parameters.values()
    return [each.name for each in taken if each.default is each.empty and each.kind not in MANY]


def test_a_call_with_nothing_names_what_it_needs():
    public = {name: getattr(rr, name) for name in rr.__all__ if name != "__version__"}
    lacking = {name: needed(thing) for name, thing in public.items() if needed(thing)}
    assert len(lacking) > 80
    for name, missing in lacking.items():
        with pytest.raises(rr.InputError) as refused:
            public[name]()
        said = str(refused.value)
        assert isinstance(refused.value, TypeError), name
        assert "__init__" not in said and "positional" not in said
        assert said.startswith(" and ".join(missing) + " must be given")


def test_an_inherited_maker_is_called_by_the_name_of_its_class():
    with pytest.raises(rr.InputError, match=r'^prior must be given, as in Guess\("1/2,1/2"\)$'):
        rr.Guess()
    with pytest.raises(rr.InputError, match=r"^LocalDP has no parameter epsilom, did you mean eps"):
        rr.LocalDP(1, epsilom=1)
    with pytest.raises(rr.InputError, match=r"^Trace takes categories: too many positional arg"):
        rr.Trace(2, 3)


def test_a_subclass_of_a_user_is_named_itself():
    class Own(rr.StrictInformation):
        """Without an example."""

    with pytest.raises(rr.InputError, match=r"^h_lower and h_upper must be given$"):
        Own()


def test_a_mistake_inside_a_function_stays_what_it_is():
    def halved(number):
        return number / 2

    named = naming(halved, "house", "halved")
    assert named(4) == 2
    with pytest.raises(TypeError, match="unsupported operand") as refused:
        named("4")
    assert not isinstance(refused.value, CallError)


def test_methods_of_what_is_answered_say_the_nearest_right_word():
    design = rr.optimal(rr.LocalDP(1), rr.Variance("1/10"), truths=["no", "yes"])
    found = design.estimate({"no": 700, "yes": 300})
    mechanism = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    for called, said in [
        (lambda: design.plan(margins="0.02"), "plan has no parameter margins, did you mean margin"),
        (lambda: rr.plan(design, margins="0.02"), "plan has no parameter margins, did you mean"),
        (lambda: design.estimate([], column="a", wieghts=[]), "estimate has .*, did you mean weig"),
        (lambda: design.to_html(pth="x"), "to_html has no parameter pth, did you mean path"),
        (lambda: design.save(), "^path must be given"),
        (lambda: design.channel.relabel(report="ab"), "did you mean reports"),
        (lambda: design.certificate.save(), "^path must be given"),
        (
            lambda: found.conf_int(levle="0.9"),
            "conf_int has no parameter levle, did you mean level",
        ),
        (lambda: found.summary(intervall="wald"), "summary has no .*, did you mean interval"),
        (lambda: found.to_dict(intervall="wald"), "did you mean interval"),
        (lambda: found.contrast(), "^coefficients must be given"),
        (
            lambda: rr.Channel.from_rows(rowz=[]),
            "from_rows has no parameter rowz, did you mean rows",
        ),
        (lambda: rr.shuffled(mechanism, 9, epsilon=1, othrs=3), "did you mean others"),
        (lambda: rr.device("warner", p="3/4").variance(priors="1/4"), "did you mean prior"),
        (lambda: mechanism.parity(3), "^parity takes nothing: too many"),
    ]:
        with pytest.raises(CallError, match=said):
            called()


def test_a_mistake_inside_a_method_with_options_stays_what_it_is():
    design = rr.optimal(rr.LocalDP(1), rr.Variance("1/10"))
    with pytest.raises(TypeError) as refused:
        design.to_html(date="2026-11-23", slider=3)
    assert not isinstance(refused.value, CallError)


def test_functions_travel_to_other_processes_and_keep_their_signatures():
    for name in ("optimal", "estimate", "prove"):
        function = getattr(rr, name)
        assert pickle.loads(pickle.dumps(function)) is function is getattr(rr, name)
        assert inspect.signature(function) == inspect.signature(function.__wrapped__)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-c", "import rropt; rropt.plan()"], "CallError: about must be given"),
        (["-m", "rropt", "randomize"], "--column (the column of the answers) must be given"),
    ],
)
def test_what_is_missing_is_said_where_python_keeps_no_docstrings(words: list[str], said: str):
    home = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-OO", "-B", *words], capture_output=True, text=True, cwd=home, check=False
    )
    assert said in done.stderr and "StopIteration" not in done.stderr
