"""Interruption policies: one profile a file, found by its name. A profile module has `POLICY`."""

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from antiphon.domain.errors import AntiphonError, ErrorCode


@dataclass(frozen=True, slots=True)
class Policy:
    """How a session interrupts and ends turns. Milliseconds; the bounds are those of ITE SEC-002.

    On the wire and in files the fields are spelled in camelCase.
    """

    profile: str = "default"
    allow_barge_in: bool = True
    barge_in: str = "confirmed"
    interruption_budget_ms: int = 250
    completion_grace_ms: int = 150
    speech_stop_debounce_ms: int = 200
    end_of_turn_ms: int = 700
    adaptive_end_of_turn: bool = True
    fallback_mode: str = "hybrid"
    cooldown: bool = True


# Field: lowest and highest value that is safe. What lies outside denies service: a debounce of 0 ms ends every turn
# in its first plosive, a budget of seconds talks over the user.
BOUNDS = {
    "interruption_budget_ms": (1, 750),
    "completion_grace_ms": (0, 1000),
    "speech_stop_debounce_ms": (150, 5000),
    "end_of_turn_ms": (150, 5000),
}
CHOICES = {"barge_in": ("confirmed", "immediate"), "fallback_mode": ("hybrid", "manual")}
FLAGS = ("allow_barge_in", "adaptive_end_of_turn", "cooldown")


def camel(name: str) -> str:
    """`end_of_turn_ms` as the wire spells it: `endOfTurnMs`."""
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


_FIELDS = {camel(field.name): field.name for field in fields(Policy)}


def profiles() -> list[str]:
    """The profiles that can be named, sorted."""
    return sorted(info.name.replace("_", "-") for info in pkgutil.iter_modules(__path__))


def _unsafe(field: str, message: str, **details: Any) -> AntiphonError:
    return AntiphonError(ErrorCode.POLICY_UNSAFE, message, details={"field": field, **details})


def parse(values: Mapping[str, Any], base: Policy | None = None) -> Policy:
    """A policy from its camelCase fields; what is left out stays as in `base` (or the profile's own value).

    Raises `AntiphonError` `policy.unsafe`, which names the field, its bound and a value that passes; nothing is
    taken of a policy that has one unsafe value.
    """
    profile = values.get("profile", base.profile if base else "default")
    known = [*profiles(), "custom"]
    if not isinstance(profile, str) or profile not in known:
        raise _unsafe(
            "profile", f"There is no policy profile {_shown(profile)}. Known: {', '.join(known)}.", allowed=known
        )
    if base is None or "profile" in values:
        base = _load("default" if profile == "custom" else profile)
    changes: dict[str, Any] = {"profile": profile}
    for key, value in values.items():
        if key not in _FIELDS:
            raise _unsafe(str(key)[:60], f"A policy has no field {_shown(key)}. Known fields: {', '.join(_FIELDS)}.")
        changes[_FIELDS[key]] = _checked(key, _FIELDS[key], value)
    policy = replace(base, **changes)
    if policy.end_of_turn_ms < policy.speech_stop_debounce_ms:
        raise _unsafe(
            "endOfTurnMs",
            f"endOfTurnMs is {policy.end_of_turn_ms}, below speechStopDebounceMs, which is "
            f"{policy.speech_stop_debounce_ms}. Use at least {policy.speech_stop_debounce_ms}.",
            minimum=policy.speech_stop_debounce_ms,
        )
    if policy.profile == "hands-free" and policy.allow_barge_in:
        message = (
            "allowBargeIn cannot be true with the profile hands-free, which queues what is said. Use false, or custom."
        )
        raise _unsafe("allowBargeIn", message, suggestion=False)
    return policy


def _checked(key: str, name: str, value: Any) -> Any:
    if name in BOUNDS:
        low, high = BOUNDS[name]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            fitting = min(max(value, low), high) if isinstance(value, int) else getattr(Policy(), name)
            raise _unsafe(
                key,
                f"{key} is {_shown(value)}; it must be a whole number from {low} to {high}. {int(fitting)} would pass.",
                minimum=low,
                maximum=high,
                suggestion=int(fitting),
            )
    elif name in FLAGS and not isinstance(value, bool):
        raise _unsafe(key, f"{key} is {_shown(value)}; it must be true or false.")
    elif name in CHOICES and value not in CHOICES[name]:
        allowed = CHOICES[name]
        message = f"{key} is {_shown(value)}; it must be one of: {', '.join(allowed)}."
        raise _unsafe(key, message, allowed=list(allowed))
    return value


def _shown(value: Any) -> str:
    """A peer's value in an error: never more of it than helps."""
    return repr(value)[:60]


def _load(profile: str) -> Policy:
    module = importlib.import_module(f"{__name__}.{profile.replace('-', '_')}")
    policy: Policy = module.POLICY
    return policy


def to_wire(policy: Policy) -> dict[str, Any]:
    """The whole policy with its camelCase names."""
    return {wire: getattr(policy, name) for wire, name in _FIELDS.items()}
