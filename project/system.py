"""Someone who asks whether the installation works -> what was found out.

health is for machines that watch the service: open to all and cheap. smoke goes deeper, through the API's own lists,
as the person who asks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

from django.conf import settings
from django.db import Error as DatabaseFault
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.decorators import method_decorator
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from mcpbridge import published
from mcpbridge.derive.hints import ToolHint, ViewHints
from notes.urls import router
from project import __version__


class HealthSerializer(serializers.Serializer[Any]):
    """Whether the service can do its work."""

    status = serializers.ChoiceField(choices=["ok", "failing"])
    database = serializers.ChoiceField(choices=["ok", "unreachable"])
    migrations = serializers.ChoiceField(choices=["applied", "pending", "unknown"])
    time_zone = serializers.CharField(help_text="The zone of dates that name none.")
    catalog = serializers.CharField(
        allow_null=True,
        help_text="What identifies the catalog of tools: sha256 and its digest; null where there is none.",
    )
    version = serializers.CharField()


class SmokeSerializer(serializers.Serializer[Any]):
    """What the caller's own lists hold."""

    status = serializers.ChoiceField(choices=["ok"])
    user = serializers.CharField(help_text="Login of the caller.")
    visible = serializers.DictField(
        child=serializers.IntegerField(min_value=0), help_text="Rows that the caller sees, by resource."
    )


# A transaction opened before the view would turn an unreachable database into an error page.
@method_decorator(transaction.non_atomic_requests, name="dispatch")
class SystemViewSet(ViewSet):
    """Whether this installation works."""

    tool_hints: ClassVar[ViewHints] = ViewHints(
        tools={
            "health": ToolHint(
                title="Check health",
                tells_health=True,
                use_when="Other tools fail and you want to know whether the service itself is down.",
                example={},
            ),
            "smoke": ToolHint(
                title="Count visible rows",
                use_when="You want to know who you act as and how many rows of each kind you can see.",
                example={},
            ),
        }
    )

    @extend_schema(
        responses={
            200: OpenApiResponse(HealthSerializer, "The service works."),
            503: OpenApiResponse(
                HealthSerializer,
                "The database is unreachable or migrations are pending: the same body as with 200, for monitors, in "
                "place of a problem document.",
            ),
        }
    )
    @action(detail=False, authentication_classes=[], permission_classes=[AllowAny])
    def health(self, request: Request) -> Response:
        """Whether the database answers and its tables are up to date. Needs no login."""
        database, migrations = _database_state()
        works = (database, migrations) == ("ok", "applied")
        found = {
            "status": "ok" if works else "failing",
            "database": database,
            "migrations": migrations,
            "time_zone": settings.TIME_ZONE,
            "catalog": published.catalog_digest(),
            "version": __version__,
        }
        return Response(found, status=status.HTTP_200_OK if works else status.HTTP_503_SERVICE_UNAVAILABLE)

    @extend_schema(responses=SmokeSerializer)
    @action(detail=False)
    def smoke(self, request: Request) -> Response:
        """Reads every list of the API once, as the caller, and counts the rows that are visible."""
        return Response(
            {"status": "ok", "user": request.user.get_username(), "visible": _visible(request)},
        )


def _database_state() -> tuple[str, str]:
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except DatabaseFault:
        # The next request must not inherit a broken connection.
        connection.close()
        return "unreachable", "unknown"
    return "ok", "applied" if _newest_migrations() <= set(applied) else "pending"


@lru_cache(maxsize=1)
def _newest_migrations() -> frozenset[tuple[str, str]]:
    """The last migration of each app, as this process's code knows them."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def _visible(request: Request) -> dict[str, int]:
    counts = {}
    for _prefix, viewset, basename in router.registry:
        view: Any = viewset()
        view.action, view.request, view.kwargs, view.format_kwarg = "list", request, {}, None
        counts[basename] = view.filter_queryset(view.get_queryset()).count()
    return counts
