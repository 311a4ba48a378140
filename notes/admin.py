"""The product's rows -> the pages on which staff read and change them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from mcpbridge.rest.faults import Conflict
from notes.api.kept import KeptViewSet
from notes.api.notes import NoteViewSet
from notes.api.projects import ProjectViewSet
from notes.api.tasks import TaskViewSet
from notes.folding import fold, fold_key
from notes.locks import hold_for
from notes.models import Category, Entity, Location, Note, Project, ProjectState, ProjectType, Tag, Task
from notes.models.fields import FoldedField
from notes.rules import Draft, Finding, project_rules, task_rules

if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Any]
    _ModelForm = forms.ModelForm[Any]
else:
    # Django's own classes take no type argument while they run.
    _ModelAdmin, _ModelForm = admin.ModelAdmin, forms.ModelForm


class FoldedForm(_ModelForm):
    """A form that knows that a name is taken where another differs by case or accents alone."""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for field in self._meta.model._meta.concrete_fields:
            if isinstance(field, FoldedField) and field.unique and cleaned.get(field.of):
                others = self._meta.model._default_manager.exclude(pk=self.instance.pk)
                if others.filter(**{field.name: fold_key(cleaned[field.of])}).exists():
                    self.add_error(field.of, _("Another row has this already, case and accents apart. Choose another."))
        return cleaned


class FoldedSearchAdmin(_ModelAdmin):
    """Search looks at folded copies, so what is typed is folded as well: "sao paulo" finds "São Paulo"."""

    form = FoldedForm

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        found: tuple[QuerySet[Any], bool] = super().get_search_results(request, queryset, fold(search_term))
        return found


class TrashFilter(admin.SimpleListFilter):
    """Live rows unless asked for others."""

    title = _("trash")
    parameter_name = "trash"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("in", _("In the trash")), ("all", _("Both"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        live, *others = super().choices(changelist)
        yield from ({**live, "display": _("Live")}, *others)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "all":
            return queryset
        return queryset.filter(trashed_at__isnull=self.value() != "in")


class RuledForm(FoldedForm):
    """A form that asks the same rules as the API."""

    def rules(self, draft: Draft) -> Iterable[Finding]:
        """What is wrong with the row as a whole."""
        raise NotImplementedError(f"{type(self).__name__} must say which rules hold.")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for finding in self.rules(Draft(cleaned, self.instance, frozenset(self.errors))):
            self.add_error(finding.field if finding.field in self.fields else None, finding.text)
        return cleaned


class ProjectForm(RuledForm):
    def rules(self, draft: Draft) -> Iterable[Finding]:
        return project_rules(draft)


class TaskForm(RuledForm):
    def rules(self, draft: Draft) -> Iterable[Finding]:
        return task_rules(draft)


class KeptAdmin(FoldedSearchAdmin):
    """Rows go to the trash and come back by actions; only what is in the trash can be deleted."""

    viewset: type[KeptViewSet]
    list_per_page = 50
    readonly_fields = ("created_at", "updated_at", "trashed_at")
    actions = ("move_to_trash", "take_from_trash")

    def changeform_view(self, request: HttpRequest, object_id: str | None = None, *args: Any, **kwargs: Any) -> Any:
        if request.method == "POST":
            # As in the API: the rules look at other rows, which must stay as they are until this one is stored.
            hold_for(self.model, object_id, request.POST)
        return super().changeform_view(request, object_id, *args, **kwargs)

    @admin.display(description=_("live"), boolean=True)
    def is_live(self, row: Any) -> bool:
        return row.trashed_at is None

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # Without a row this decides about the button that deletes a selection; nothing live may be in it.
        may: bool = super().has_delete_permission(request, obj)
        return may and bool(obj and obj.trashed_at)

    @admin.action(description=_("Move to the trash"), permissions=["trash"])
    def move_to_trash(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        self._each(request, rows.filter(trashed_at=None), "check_trash", "trash")

    @admin.action(description=_("Take out of the trash"), permissions=["change"])
    def take_from_trash(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        self._each(request, rows.exclude(trashed_at=None), "check_restore", "restore")

    def has_trash_permission(self, request: HttpRequest) -> bool:
        may: bool = super().has_delete_permission(request)
        return may

    def _each(self, request: HttpRequest, rows: QuerySet[Any], check: str, do: str) -> None:
        done = 0
        held = list(rows.order_by("pk").values_list("pk", flat=True))
        for pk in held:
            hold_for(self.model, pk, None)
        # Read only now that nobody else can change them.
        for row in rows.filter(pk__in=held):
            try:
                # What the API refuses is refused here, with the same words.
                getattr(self.viewset(), check)(row)
            except Conflict as refused:
                self.message_user(request, f"{row}: {refused.detail}", messages.ERROR)
                continue
            getattr(row, do)()
            self.log_change(request, row, do)
            done += 1
        text = ngettext("%(count)s row was changed.", "%(count)s rows were changed.", done) % {"count": done}
        self.message_user(request, text, messages.SUCCESS if done else messages.WARNING)


@admin.register(Project)
class ProjectAdmin(KeptAdmin):
    viewset = ProjectViewSet
    form = ProjectForm
    list_display = ("name", "code", "state", "priority", "manager", "plan_end_date", "percent_done", "is_live")
    list_filter = (TrashFilter, "state", "type", "priority", "group", "entity")
    list_select_related = ("state", "manager")
    search_fields = ("name_folded", "code_folded")
    autocomplete_fields = ("manager", "group", "entity", "location", "parent")
    fieldsets = (
        (None, {"fields": ("name", "code", "state", "type", "priority", "percent_done", "content")}),
        (_("Who and where"), {"fields": ("manager", "group", "entity", "location", "parent")}),
        (_("When"), {"fields": (("plan_start_date", "plan_end_date"), ("real_start_date", "real_end_date"))}),
        (_("History"), {"fields": KeptAdmin.readonly_fields}),
    )


@admin.register(Task)
class TaskAdmin(KeptAdmin):
    viewset = TaskViewSet
    form = TaskForm
    list_display = ("name", "project", "state", "priority", "plan_end_date", "percent_done", "milestone", "is_live")
    list_filter = (TrashFilter, "state", "priority", "milestone")
    list_select_related = ("project", "state")
    search_fields = ("name_folded",)
    autocomplete_fields = ("project", "parent")


@admin.register(Note)
class NoteAdmin(KeptAdmin):
    viewset = NoteViewSet
    list_display = ("title", "project", "category", "author", "created_at", "pinned", "is_live")
    list_filter = (TrashFilter, "pinned", "tags", ("category", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("project", "category", "author")
    search_fields = ("text_folded",)
    autocomplete_fields = ("project", "category", "author", "tags")

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"author": request.user.pk, **super().get_changeform_initial_data(request)}


@admin.register(Location, Category)
class TreeAdmin(FoldedSearchAdmin):
    list_display = ("full_path",)
    search_fields = ("full_path_folded",)
    autocomplete_fields = ("parent",)


@admin.register(Entity)
class EntityAdmin(FoldedSearchAdmin):
    list_display = ("full_path",)
    search_fields = ("full_path_folded",)
    autocomplete_fields = ("parent", "members")


@admin.register(ProjectState)
class StateAdmin(FoldedSearchAdmin):
    list_display = ("name", "is_finished", "swatch")
    search_fields = ("name_folded",)

    @admin.display(description=_("colour"))
    def swatch(self, state: ProjectState) -> SafeString:
        return format_html(
            '<span aria-hidden="true" style="display:inline-block;width:1em;height:1em;border-radius:50%;'
            'vertical-align:-.15em;background:{}"></span> {}',
            state.colour,
            state.colour,
        )


@admin.register(ProjectType, Tag)
class NamedAdmin(FoldedSearchAdmin):
    search_fields = ("name_folded",)
    list_display = ("name",)
