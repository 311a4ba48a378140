"""The doctor's JSON -> findings by the name of their check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Diagnosis:
    """said: what came on standard error."""

    told: dict[str, Any]
    code: int
    said: str = ""

    def __getitem__(self, name: str) -> dict[str, str]:
        """The first finding of a check."""
        found: dict[str, str] = next(one for one in self.told["checks"] if one["name"] == name)
        return found

    def all(self, name: str) -> list[dict[str, str]]:
        return [one for one in self.told["checks"] if one["name"] == name]

    def names(self, state: str) -> list[str]:
        return list(dict.fromkeys(one["name"] for one in self.told["checks"] if one["state"] == state))

    @property
    def only_fault(self) -> tuple[str, str]:
        """What was found and its mend, where one check failed and its mend is told."""
        faults = [one for one in self.told["checks"] if one["state"] == "fail"]
        assert len(faults) == 1, faults
        assert (self.code, self.told["failed"]) == (1, 1)
        assert faults[0]["mend"]
        assert "Traceback" not in self.said
        return faults[0]["found"], faults[0]["mend"]
