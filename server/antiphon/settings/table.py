"""The base of every table of a configuration file."""

from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from antiphon.settings.refusals import accepts_number_alone


class Table(BaseModel):
    """A table of a configuration file: frozen, and strict about its keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @field_validator("*", mode="before")
    @classmethod
    def _no_yes_for_a_number(cls, value: Any, info: ValidationInfo) -> Any:
        field = cls.model_fields.get(info.field_name or "")
        if isinstance(value, bool) and field is not None and accepts_number_alone(field.annotation):
            raise PydanticCustomError("number", "must be a number")
        return value
