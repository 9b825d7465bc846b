"""A model's objective from JSON: of the file of a design, or as `rropt design for-model` reads it.

    {"link": "logit", "alpha": ["-1/2", "-1"], "beta": ["1", "1/2"], "points": ["0", "1"],
     "weights": ["1/2", "1/2"], "target": "c", "coefficients": [1]}

Several guesses: "over" is "average" or "minimax", and in place of alpha and beta "models" is a list
of {"alpha", "beta"}, for an average each with its "weight".
"""

from __future__ import annotations

from typing import Any

from rropt.exact import InputError
from rropt.utility.for_model import ForModel
from rropt.utility.response_models import LinearProbability, Logit, Probit, ResponseModel

LINKS_OF_MODELS: dict[str, type[ResponseModel]] = {
    kind.link: kind for kind in (Logit, Probit, LinearProbability)
}

LISTS = ("points", "weights", "coefficients", "models")

FIELDS = {
    "link",
    "alpha",
    "beta",
    "models",
    "over",
    "points",
    "weights",
    "target",
    "coefficients",
}


def model_of_record(record: Any) -> ForModel:
    """The objective that a record states; what is none is refused.

    >>> goal = ForModel(Logit("-1", "1/2"), [0, 1], coefficients=[1])
    >>> model_of_record(goal.model_fields()) == goal
    True
    """
    if not isinstance(record, dict) or "points" not in record:
        raise InputError('model must be a JSON object with "alpha", "beta" and "points"')
    unknown = sorted(record.keys() - FIELDS)
    if unknown:
        raise InputError(f"model must have only {', '.join(sorted(FIELDS))}, got {unknown[0]!r}")
    for name in LISTS:
        if not isinstance(record.get(name, []), list):
            raise InputError(f"model must have {name} that are a list, got {record[name]!r}")
    link = str(record.get("link", "logit"))
    if link not in LINKS_OF_MODELS:
        raise InputError(f"model must have a link of {', '.join(LINKS_OF_MODELS)}, got {link!r}")
    make = LINKS_OF_MODELS[link]
    models: Any = _model(make, record)
    if "over" in record:
        models = [_weighted(make, each) for each in record.get("models", [])]
    return ForModel(
        models,
        record["points"],
        record.get("weights"),
        record.get("target", "c"),
        record.get("coefficients"),
        record.get("over"),
    )


def _model(make: type[ResponseModel], given: Any) -> ResponseModel | None:
    if not isinstance(given, dict):
        raise InputError('model must have "models" that are objects with "alpha" and "beta"')
    if "over" in given:
        return None
    if "alpha" not in given or "beta" not in given:
        raise InputError('model must have "alpha" and "beta", or with "over" a list "models"')
    return make(given["alpha"], given["beta"])


def _weighted(make: type[ResponseModel], given: Any) -> Any:
    model = _model(make, given)
    return (given["weight"], model) if "weight" in given else model
