"""All devices against the optimum, and their order."""

from __future__ import annotations

from math import exp, isclose

from rropt.figures.papers.field import _alike, _layers, _two_lines
from tests.figures.computed import data, drawn


def test_no_device_beats_the_optimum_and_warner_reaches_it() -> None:
    found = data("variance")
    for values in found["devices"].values():
        pairs = zip(values, found["optimum"], strict=True)
        assert all(value >= best * (1 - 1e-12) for value, best in pairs)
    (warner,) = (values for names, values in found["devices"].items() if "warner" in names)
    for epsilon, value in zip(found["epsilon"], warner, strict=True):
        gamma = exp(epsilon)
        assert isclose(value, 3 / 16 + gamma / (gamma - 1) ** 2, rel_tol=1e-6)


def test_the_frontier_has_one_arrow_to_hadamard() -> None:
    found = data("frontier")
    assert ["k ary", "hadamard response"] in found["covers"]
    assert "hadamard response" not in found["undominated"]
    assert sum(map(len, found["layers"])) == 7


def test_arrows_of_the_frontier_end_at_their_boxes_with_a_head() -> None:
    """They ended below the box that they pointed at, which hid their heads."""
    picture = drawn("frontier")
    (axes,) = picture.axes
    arrows = [text.arrow_patch for text in axes.texts if getattr(text, "arrow_patch", None)]
    boxes = {text.get_bbox_patch() for text in axes.texts if text.get_text()}
    assert len(arrows) == len(data("frontier")["covers"]) > 0
    for arrow in arrows:
        assert arrow.patchA in boxes and arrow.patchB in boxes
        assert type(arrow.get_arrowstyle()).__name__ == "CurveFilledB"
    labels = {text.get_text().replace("\n", " ") for text in axes.texts if text.get_text()}
    assert labels == {name for layer in data("frontier")["layers"] for name in layer}


def test_layers_put_everything_below_what_dominates_it():
    edges = [("a", "b"), ("b", "c"), ("a", "c"), ("d", "c")]
    assert _layers(["c", "b", "a", "d"], edges) == [["a", "d"], ["b"], ["c"]]


def test_devices_of_one_curve_share_its_name():
    found = _alike({"b": [1.0, 2.0], "a": [1.0, 2.0 + 1e-13], "c": [1.0, 2.1]})
    assert [names for _, names in found] == [["a", "b"], ["c"]]


def test_long_names_stand_in_two_lines():
    assert _two_lines("best for mutual information") == "best for\nmutual information"
    assert _two_lines("warner") == "warner"
