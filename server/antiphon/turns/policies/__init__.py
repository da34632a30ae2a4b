"""Interruption policies: one profile a file, found by its name. A profile module has `POLICY`."""

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

from antiphon.domain.commands import UsePolicy
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.texts import shown


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy of interrupting and of ending turns. Milliseconds; the bounds are those of ITE SEC-002.

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
TENTATIVE_BARGE_IN_MS = 120
CERTAIN_BARGE_IN_MS = 160
"""Of clear speech over the answer. A pause for nothing is over within a second, so it may come sooner than an end for
good; but not where the answer comes back, which may take 100 ms to be known for what it is."""
SHORTEST_BARGE_IN_MS = 100
"""In less there is no word; a budget that is smaller cannot be kept."""
BARGE_IN_OVERHEAD_MS = 72
"""A budget of the policy pays this beside: 32 ms for the detector, a frame to be whole, a packet to leave."""
CHOICES = {"barge_in": ("confirmed", "immediate"), "fallback_mode": ("hybrid", "manual")}
FLAGS = ("allow_barge_in", "adaptive_end_of_turn", "cooldown")


def camel(name: str) -> str:
    """`end_of_turn_ms` as the wire spells it: `endOfTurnMs`."""
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


MOST_TOLD = 20
"""So many faults of one policy are told."""

FIELDS = {camel(field.name): field.name for field in fields(Policy)}


def most_barge_in_ms(budget_ms: int) -> int:
    """Return the most speech that may be waited for so that an interruption keeps its budget."""
    return max(SHORTEST_BARGE_IN_MS, budget_ms - BARGE_IN_OVERHEAD_MS)


@cache
def profiles() -> tuple[str, ...]:
    """The profiles that can be named, sorted."""
    return tuple(sorted(info.name.replace("_", "-") for info in pkgutil.iter_modules(__path__)))


def _unsafe(field: str, message: str, **details: Any) -> AntiphonError:
    return AntiphonError(ErrorCode.POLICY_UNSAFE, message, details={"field": field, **details})


def parse(values: Mapping[str, Any], base: Policy | None = None) -> Policy:
    """A policy from its camelCase fields; what is left out stays as in `base` (or the profile's own value).

    Raises `AntiphonError` `policy.unsafe`, which names the field, its bound and a value that passes; nothing is
    taken of a policy that has one unsafe value. `problems` tells all of them.
    """
    policy, found = _read(values, base)
    if found:
        raise found[0]
    return policy


def problems(values: Mapping[str, Any]) -> list[AntiphonError]:
    """Everything that `parse` would refuse, each as it would."""
    return _read(values, None)[1]


def _read(values: Mapping[str, Any], base: Policy | None) -> tuple[Policy, list[AntiphonError]]:
    """The policy without what is wrong with it, and that."""
    profile = values.get("profile", base.profile if base else "default")
    known = [*profiles(), "custom"]
    if not isinstance(profile, str) or profile not in known:
        message = f"There is no policy profile {shown(profile)}. Known: {', '.join(known)}."
        return Policy(), [_unsafe("profile", message, allowed=known)]
    if base is None or "profile" in values:
        base = _load("default" if profile == "custom" else profile)
    found: list[AntiphonError] = []
    policy = replace(base, profile=profile)
    for key, value in values.items():
        if len(found) == MOST_TOLD:
            break  # A peer may send thousands, and whoever reads has seen enough.
        name = FIELDS.get(key)
        if name is None:
            message = f"A policy has no field {shown(key)}. Known fields: {', '.join(FIELDS)}."
            found.append(_unsafe(str(key)[:60], message))
        elif name in FLAGS and not isinstance(value, bool):
            found.append(_unsafe(key, f"{key} is {shown(value)}; it must be true or false."))
        elif name in CHOICES and value not in CHOICES[name]:
            message = f"{key} is {shown(value)}; it must be one of: {', '.join(CHOICES[name])}."
            found.append(_unsafe(key, message, allowed=list(CHOICES[name])))
        elif name not in BOUNDS:
            policy = replace(policy, **{name: value})
    policy, unsafe = _with_times(policy, values)
    found += unsafe
    if policy.profile == "hands-free" and policy.allow_barge_in:
        message = (
            "allowBargeIn cannot be true with the profile hands-free, which queues what is said. Use false, or custom."
        )
        found.append(_unsafe("allowBargeIn", message, suggestion=False))
    return policy, found


def _with_times(policy: Policy, values: Mapping[str, Any]) -> tuple[Policy, list[AntiphonError]]:
    """The numbers, and what is wrong with them; in place of a wrong one, the one that would pass."""
    found = []
    for name, (low, high) in BOUNDS.items():
        key = camel(name)
        if key not in values:
            continue
        least, most = str(low), str(high)
        # No turn ends before its silence is certain. Whoever sets only one of the two is told of that one.
        if name == "end_of_turn_ms" and policy.speech_stop_debounce_ms > low:
            low = policy.speech_stop_debounce_ms
            least = f"{low} (speechStopDebounceMs)"
        elif name == "speech_stop_debounce_ms" and "endOfTurnMs" not in values:
            high = policy.end_of_turn_ms
            most = f"{high} (endOfTurnMs, which can be set with it)"
        value = values[key]
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            fitting = value
        else:
            fitting = _nearest(value, low, high, getattr(policy, name))
            message = (
                f"{key} is {shown(value)}; it must be a whole number from {least} to {most}. {fitting} would pass."
            )
            found.append(_unsafe(key, message, minimum=low, maximum=high, suggestion=fitting))
        changes: dict[str, Any] = {name: fitting}
        policy = replace(policy, **changes)
    return policy, found


def _nearest(value: Any, low: int, high: int, otherwise: int) -> int:
    """The whole number within the bounds that is nearest to what was meant."""
    # NaN is not itself.
    number = isinstance(value, int | float) and not isinstance(value, bool) and value == value
    return round(min(max(value if number else otherwise, low), high))


def _load(profile: str) -> Policy:
    module = importlib.import_module(f"{__name__}.{profile.replace('-', '_')}")
    policy: Policy = module.POLICY
    return policy


def to_wire(policy: Policy) -> dict[str, Any]:
    """The whole policy with its camelCase names."""
    return {wire: getattr(policy, name) for wire, name in FIELDS.items()}


def use_policy(policy: Policy) -> UsePolicy:
    """Return the part of a policy that the audio input needs."""
    return UsePolicy(policy.speech_stop_debounce_ms, policy.barge_in == "confirmed", policy.interruption_budget_ms)
