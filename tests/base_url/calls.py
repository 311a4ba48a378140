"""What agents do and what they get wrong -> calls, in an order in which each finds what the ones before it left."""

from __future__ import annotations

from typing import Any

LONG = "A text that is longer than any field of this kind. " * 10

READS: list[tuple[str, dict[str, Any]]] = [
    ("system_health", {}),
    ("system_smoke", {}),
    ("users_me", {}),
    ("users_list", {"search": "a", "page_size": 3}),
    ("users_get", {"id": 1}),
    ("groups_list", {"ordering": "-name"}),
    ("entities_list", {"members": "me"}),
    ("categories_list", {"page": 1, "page_size": 2}),
    ("locations_list", {"search": "são paulo"}),
    ("states_list", {"is_finished": False}),
    ("types_list", {}),
    ("tags_list", {"search": "a"}),
    ("projects_list", {}),
    ("projects_list", {"page_size": 2, "page": 2, "ordering": "name"}),
    ("projects_list", {"state": "Processing", "priority": "Alta", "open": True}),
    ("projects_list", {"plan_start_date_after": "2026-01-01", "plan_start_date_before": "2026-12-31"}),
    ("projects_list", {"page_size": 1000}),
    ("projects_get", {"id": "1"}),
    ("notes_list", {"search": "reunião", "mine": False}),
    ("notes_list", {"tags": ["1", 2], "pinned": True}),
    ("notes_get", {"id": 1, "text_from": 0}),
    ("tasks_list", {"open": True, "milestone": True}),
    ("tasks_get", {"id": 1}),
]

MISTAKES: list[tuple[str, dict[str, Any]]] = [
    ("projects_list", {"page": 999}),
    ("projects_list", {"page": "abc"}),
    ("projects_list", {"nope": 1, "state": "Procesing"}),
    ("projects_list", {"manager": "nobody at all"}),
    ("projects_list", {"ordering": "colour"}),
    ("projects_get", {"id": 999999}),
    ("projects_get", {"id": "../1"}),
    ("projects_get", {}),
    ("notes_get", {"id": None}),
    ("notes_list", {"created_at_after": "31/12/2026"}),
    ("projects_create", {"name": "", "state": "Nope", "plan_start_date": "2026-02-30", "nmae": "x"}),
    ("projects_create", {"name": LONG}),
    ("projects_create", {"name": LONG, "plan_start_date": "2026-06-02", "plan_end_date": "2026-06-01"}),
    ("projects_create", {"name": "Wrong way", "plan_start_date": "2026-06-02", "plan_end_date": "2026-06-01"}),
    ("projects_create", {"name": "Too much", "percent_done": 101}),
    ("projects_create", {"name": "Too urgent", "priority": "Enormous"}),
    ("tasks_create", {"name": "Nowhere", "project": "No such project"}),
    ("tasks_create", {"name": "Circle", "project": 1, "parent": 999999}),
    ("notes_update", {"id": 999999, "title": "x"}),
    ("users_get", {"id": 0}),
    ("nothing_like_this", {}),
]

WRITES: list[tuple[str, dict[str, Any]]] = [
    ("tags_create", {"name": "Equal measure"}),
    ("tags_create", {"name": "Equal measure"}),
    ("projects_create", {"name": "Atlas", "state": "Processing", "manager": "me", "plan_start_date": "2026-06-01"}),
    ("projects_create", {"name": "  Blanks  ", "code": "BL-1", "priority": "Muito baixa", "percent_done": "10"}),
    ("projects_list", {"name": "Atlas"}),
    ("projects_update", {"id": 1, "percent_done": 40, "content": "Größe 日本 😀 \u200b end"}),
    ("projects_update", {"id": 1, "parent": 1}),
    ("projects_update", {"id": 1, "plan_end_date": None, "manager": None}),
    ("projects_update", {"id": 1}),
    ("notes_create", {"title": "Ata", "body": "São Paulo", "project": 1, "tags": ["Equal measure"]}),
    ("notes_create", {"title": "Ata", "tags": "[1,2]"}),
    ("notes_update", {"id": 1, "tags": [], "pinned": "true"}),
    ("tasks_create", {"name": "Release", "project": 1, "urgency": "High", "impact": "Low", "milestone": True}),
    ("tasks_update", {"id": 1, "state": "Closed"}),
    ("projects_delete", {"id": 1}),
    ("notes_delete", {"id": 1}),
    ("notes_delete", {"id": 1}),
    ("notes_get", {"id": 1}),
    ("notes_restore", {"id": 1}),
    ("notes_purge", {"id": 1}),
    ("tasks_delete", {"id": 1}),
    ("tasks_purge", {"id": 1}),
    ("tasks_purge", {"id": 1}),
]

EVERY = [*READS, *MISTAKES, *WRITES]
