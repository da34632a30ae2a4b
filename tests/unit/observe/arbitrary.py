"""Hypothesis strategies made of annotations, so that a new signal is tried without being listed."""

import dataclasses
import types
from collections.abc import Mapping
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin

from hypothesis import strategies as st

from antiphon.domain.signals import PolicyChanged, Signal
from antiphon.observe.typed_json import hints
from antiphon.turns.config import ConnectionConfig, LanguageConfig, ReplyConfig
from antiphon.turns.core import EngineConfig
from antiphon.turns.policies import Policy
from antiphon.turns.words import LANGUAGES, Words, words_for

CANARY = "zebra42"
IDS = {"turn_id": "turn", "utterance_id": "utt", "response_id": "resp", "invocation_id": "inv"}
LISTED = sorted(
    {
        each
        for words in LANGUAGES.values()
        for each in words.stop | words.back_channels | words.dangling | words.yes | words.no | words.beside
    }
)

spoken = st.lists(
    st.one_of(
        st.sampled_from(
            ["stop", "hang up", "goodbye", "mm-hm", "hold on", "and", "the", "uh", "d\u2019accord", *LISTED]
        ),
        st.sampled_from(
            [
                CANARY,
                CANARY.upper(),
                f"{CANARY}'s",
                "xx",
                "Straße",
                "İ",
                "\u0391\u03a3",
                "नमस्ते",
                "🙂",
                "e\u0301",
                "\ud800",
            ]
        ),
        st.sampled_from([" ", "\u00a0", "\n", ", ", ".", "?", "…", "-", "\u2019", "_", ": "]),
    ),
    max_size=7,
).map(" ".join)
texts = spoken | spoken.map(lambda text: text.replace(" ", "")) | st.text(max_size=12)
times = st.floats(0, 300, allow_nan=False)
policy_fields: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
    st.sampled_from(["profile", "allowBargeIn", "bargeIn", "endOfTurnMs", "fallbackMode", "cooldown", CANARY]),
    st.sampled_from(
        [True, False, None, 500, 0, 0.5, "hands-free", "immediate", "manual", "custom", CANARY, [CANARY], {}]
    ),
    max_size=3,
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.just(CANARY),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.just(CANARY), inner, max_size=2),
    max_leaves=4,
)


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Every kind of value that the annotation admits."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return anything
    if dataclasses.is_dataclass(hint):
        return instances(hint)
    if origin in (Union, types.UnionType):
        return st.one_of(*map(values, arguments))
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple:
        return st.lists(values(arguments[0]), max_size=2).map(tuple)
    if origin is frozenset:
        return st.frozensets(values(arguments[0]), max_size=3)
    if origin is not None and issubclass(origin, Mapping):
        return st.dictionaries(st.sampled_from([CANARY, "yes"]), values(arguments[1]), max_size=1)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(hint)
    plain = {str: texts, float: times, int: st.integers(0, 5000), bool: st.booleans(), types.NoneType: st.none()}
    return plain[hint]


def instances(owner: Any) -> st.SearchStrategy[Any]:
    def field(name: str, hint: Any) -> st.SearchStrategy[Any]:
        if name in IDS:
            known = st.integers(1, 5).map(lambda number: f"{IDS[name]}_{number}")
            return known | values(hint)
        return policy_fields if name == "fields" and owner is PolicyChanged else values(hint)

    return st.builds(owner, **{name: field(name, hint) for name, hint in hints(owner).items()})


signals: st.SearchStrategy[Any] = st.one_of(*map(instances, get_args(Signal)))
word_lists = st.sampled_from([words_for(language) for language in LANGUAGES]) | st.builds(
    Words,
    *(
        st.frozensets(st.sampled_from(["x", "xx", "xxxxxxx", "hold on", "é", "mm-hm", "i", ""]), max_size=4)
        for _ in dataclasses.fields(Words)
    ),
)
configs = st.builds(
    EngineConfig,
    policy=st.builds(
        Policy,
        allow_barge_in=st.booleans(),
        barge_in=st.sampled_from(["confirmed", "immediate"]),
        cooldown=st.booleans(),
    ),
    connection=st.builds(ConnectionConfig, greeting=st.sampled_from(["", f"Welcome, {CANARY}?"])),
    reply=st.builds(ReplyConfig, follow_up=st.booleans(), auto_response=st.booleans()),
    language=st.builds(
        LanguageConfig,
        words=word_lists,
        hang_up_phrases=st.sampled_from([("stop", "hang up"), ("x", "xxx xxxx"), ()]),
    ),
    parallel_actions=st.booleans(),
    id_salt=st.sampled_from(["", "a1b2"]),
)
