"""A queryset and query arguments -> one page of rows in a stable order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.db.models import F, Func, OrderBy, QuerySet
from django.utils.translation import gettext as _
from django_filters.rest_framework import DjangoFilterBackend
from django_filters.utils import translate_validation
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.filters import OrderingFilter
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.viewsets import GenericViewSet

FOLDED = {"name": "name_folded", "title": "title_folded", "full_path": "full_path_folded"}


class Pages(PageNumberPagination):
    """Pages by number, 20 rows unless asked otherwise, never more than 100."""

    page_size = 20
    page_size_query_param = "page_size"
    max_page_size = 100

    def get_page_size(self, request: Request) -> int | None:
        asked = request.query_params.get(self.page_size_query_param, "")
        if asked and not (asked.isascii() and asked.isdigit() and int(asked[:9])):
            raise ValidationError({self.page_size_query_param: [_("Write a whole number from 1 to 100.")]})
        return super().get_page_size(request)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        try:
            return super().paginate_queryset(queryset, request, view)
        except NotFound as missing:
            paginator = self.django_paginator_class(queryset, self.get_page_size(request) or self.page_size)
            raise NotFound(
                _("There is no such page; the last page is %(last)s.") % {"last": paginator.num_pages}
            ) from missing


class QueryFilters(DjangoFilterBackend):  # type: ignore[misc]
    """The view's filterset_class, an AskedFilters, built as far as the query asks. Its form shows all of it."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> QuerySet[Any]:
        options = self.get_filterset_kwargs(request, queryset, view)
        filters = self.get_filterset_class(view, queryset)(**options, only_asked=True)
        if not filters.is_valid():
            raise translate_validation(filters.errors)
        narrowed: QuerySet[Any] = filters.qs
        return narrowed


class Ordering(OrderingFilter):
    """Order by the view's ordering_fields; a name that is none of them is refused, not passed over."""

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> Sequence[Any]:
        asked = [name.strip() for name in request.query_params.get(self.ordering_param, "").split(",")]
        allowed = [name for name, _label in self.get_valid_fields(queryset, view)]
        unknown = [name for name in asked if name and name.removeprefix("-") not in allowed]
        if unknown:
            raise ValidationError(
                {
                    self.ordering_param: [
                        _("%(unknown)s is no field to order by. Choose from: %(allowed)s; with - in front, descending.")
                        % {"unknown": ", ".join(unknown)[:100], "allowed": ", ".join(allowed)}
                    ]
                }
            )
        chosen = [name for name in asked if name] or self.get_default_ordering(view) or ()
        # Rows that compare equal would otherwise wander between pages.
        return [*(_order(name, view) for name in chosen), "-id" if chosen and chosen[0].startswith("-") else "id"]


class InKeyOrder(Func):
    """A folded copy by its bytes, as SQLite compares it. MariaDB's collations would sort punctuation otherwise."""

    template = "%(expressions)s"
    arity = 1

    def as_mysql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="CAST(%(expressions)s AS BINARY)", **context)


def _order(name: str, view: Any) -> Any:
    """What to order by: text by its folded copy, so that every database answers in the same order."""
    bare = name.removeprefix("-")
    columns: Mapping[str, str] = getattr(view, "ordering_columns", FOLDED)
    if bare not in columns:
        return name
    return OrderBy(InKeyOrder(F(columns[bare])), descending=name != bare)


class OneAnswerList(GenericViewSet[Any]):
    """A list that tells every query argument it refuses at once, whichever part of it refuses."""

    pagination_class = Pages
    filter_backends = [QueryFilters, Ordering]

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.action != "list":
            # Query arguments narrow lists. A single row is found by its id alone, in the trash as well.
            return queryset
        errors: dict[str, Any] = {}
        for backend in self.filter_backends:
            try:
                queryset = backend().filter_queryset(self.request, queryset, self)
            except ValidationError as refused:
                errors.update(cast(dict[str, Any], refused.detail))
        try:
            # A list has pages of this kind or, where a viewset turns them off, none.
            if isinstance(self.paginator, PageNumberPagination):
                self.paginator.get_page_size(self.request)
        except ValidationError as refused:
            errors.update(cast(dict[str, Any], refused.detail))
        if errors:
            raise ValidationError(errors)
        return queryset
