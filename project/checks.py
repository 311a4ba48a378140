"""The database as it is set up -> what an operator should mend before dates go wrong silently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import connections


@register(Tags.database)
def check_time_zone_tables(databases: Sequence[str] | None = None, **_options: Any) -> list[CheckMessage]:
    """Without its zones such a server makes every converted moment NULL: filters by day find nothing, silently."""
    return [_missing_zones(alias) for alias in databases or () if _lacks_zones(alias)]


def _lacks_zones(alias: str) -> bool:
    connection = connections[alias]
    if connection.vendor != "mysql" or settings.TIME_ZONE == "UTC":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT CONVERT_TZ('2026-01-01 00:00:00', 'UTC', %s)", [settings.TIME_ZONE])
        return bool(cursor.fetchone()[0] is None)


def _missing_zones(alias: str) -> CheckMessage:
    return Warning(
        f"The database server does not know the time zone {settings.TIME_ZONE}, so filters by day find nothing.",
        hint=(
            "Load its time zone tables once: mariadb-tzinfo-to-sql /usr/share/zoneinfo | mariadb mysql "
            "(for MySQL: mysql_tzinfo_to_sql), or set TIME_ZONE=UTC."
        ),
        obj=alias,
        id="project.W001",
    )
