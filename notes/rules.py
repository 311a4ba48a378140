"""A row as it would be stored -> what is wrong with it, each fault with the field to mend and what would work.

Rules look at several fields, or at other rows. They run on whatever is known: a rule whose fields were refused
already, or that nobody touched, says nothing. Serializers and the admin's forms ask the same rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _


@dataclass(frozen=True)
class Finding:
    """One fault: the field to mend, a finished sentence, a stable code, and a value of the field that would do."""

    field: str
    text: str
    code: str
    would_do: Any = None


@dataclass(frozen=True)
class Draft:
    """A row before it is stored.

    given: the values that were sent and passed. failed: the fields whose values did not. stored: the row as it is,
    or a new one with the model's defaults.
    """

    given: Mapping[str, Any]
    stored: Any
    failed: Collection[str] = field(default_factory=frozenset)

    def __getitem__(self, name: str) -> Any:
        return self.given[name] if name in self.given else getattr(self.stored, name, None)

    def concerns(self, *names: str) -> bool:
        """Whether one of these was sent, and none of them failed."""
        return any(name in self.given for name in names) and not any(name in self.failed for name in names)


def project_rules(draft: Draft) -> Iterator[Finding]:
    """What must hold in a project."""
    yield from _in_order(draft, "plan_start_date", "plan_end_date")
    yield from _in_order(draft, "real_start_date", "real_end_date")
    yield from _no_circle(draft)


def task_rules(draft: Draft) -> Iterator[Finding]:
    """What must hold in a task."""
    yield from _in_order(draft, "plan_start_date", "plan_end_date")
    yield from _no_circle(draft)
    yield from _parent_in_same_project(draft)
    yield from _subtasks_in_same_project(draft)


def _in_order(draft: Draft, start: str, end: str) -> Iterator[Finding]:
    if not draft.concerns(start, end):
        return
    starts, ends = draft[start], draft[end]
    if starts and ends and ends < starts:
        yield Finding(
            end if end in draft.given else start,
            _("%(end)s (%(ends)s) lies before %(start)s (%(starts)s). Give an end at or after the start.")
            % {"end": end, "ends": _shown(ends), "start": start, "starts": _shown(starts)},
            "end_before_start",
            _shown(starts if end in draft.given else ends),
        )


def _no_circle(draft: Draft) -> Iterator[Finding]:
    parent, own = draft["parent"], draft.stored.pk
    if not draft.concerns("parent") or parent is None or own is None:
        return
    above, seen = parent, set()
    while above is not None and above.pk not in seen:
        if above.pk == own:
            yield Finding(
                "parent",
                _("%(parent)s cannot be the parent: it is this row itself or stands below it. Choose another, or none.")
                % {"parent": parent.pk},
                "circle",
            )
            return
        seen.add(above.pk)
        above = above.parent


def _parent_in_same_project(draft: Draft) -> Iterator[Finding]:
    if not draft.concerns("parent", "project"):
        return
    parent, project = draft["parent"], draft["project"]
    if parent is not None and project is not None and parent.project_id != project.pk:
        yield Finding(
            "parent" if "parent" in draft.given else "project",
            _("The parent task %(parent)s is not of project %(project)s. Choose a parent of that project, or none.")
            % {"parent": parent.pk, "project": project.pk},
            "parent_of_other_project",
            None if "parent" in draft.given else parent.project_id,
        )


def _subtasks_in_same_project(draft: Draft) -> Iterator[Finding]:
    if draft.stored.pk is None or not draft.concerns("project"):
        return
    project = draft["project"]
    left_behind = draft.stored.children.exclude(project=project).count() if project else 0
    if left_behind:
        yield Finding(
            "project",
            _("Its subtasks (%(count)s) are of another project. Take them out from under it first.")
            % {"count": left_behind},
            "subtasks_of_other_project",
            draft.stored.project_id,
        )


def _shown(moment: datetime) -> str:
    return timezone.localtime(moment).isoformat()
