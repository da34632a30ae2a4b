"""Write the configuration of an engine into a trace, and read it back: one flat object.

It knows no records, so that a recording can be run again after a field has moved from one to another.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any

from antiphon.domain.texts import shown
from antiphon.observe.typed_json import BadValue, Redact, decode, encode, hints
from antiphon.turns.config import ConnectionConfig, EngineConfig, LanguageConfig, ReplyConfig, TurnConfig

_RECORDS = (TurnConfig, ReplyConfig, ConnectionConfig, LanguageConfig)
RECORDS: Mapping[str, type] = {name: kind for name, kind in hints(EngineConfig).items() if kind in _RECORDS}
"""By its name in `EngineConfig`, each record whose fields stand among the configuration's own. No field has two."""
_RECORD_OF = {field: record for record, kind in RECORDS.items() for field in hints(kind)}


def encode_config(config: EngineConfig, redact: Redact | None) -> dict[str, Any]:
    """Return the configuration as `json` writes it."""
    flat: dict[str, Any] = {}
    for name, value in encode(config, redact).items():
        flat |= value if name in RECORDS else {name: value}
    return flat


def decode_config(data: Any) -> EngineConfig:
    """Return the configuration that `encode_config` wrote. Raises `BadValue`, which says where: `config.idle_s`."""
    if not isinstance(data, dict):
        raise BadValue(f"config is {shown(data)}; it must be an object")
    known = [*_RECORD_OF, *(name for name in hints(EngineConfig) if name not in RECORDS)]
    records: dict[str, dict[str, Any]] = {name: {} for name in RECORDS}
    own: dict[str, Any] = {}
    for name, value in data.items():
        if name not in known:
            raise BadValue(f"config has no field {name[:40]!r}; its fields are: {', '.join(known)}")
        (records[_RECORD_OF[name]] if name in _RECORD_OF else own)[name] = value
    config: EngineConfig = decode(EngineConfig, own, "config")
    decoded = {name: decode(RECORDS[name], each, "config") for name, each in records.items()}
    return dataclasses.replace(config, **decoded)
