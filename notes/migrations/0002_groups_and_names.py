"""An empty product -> the groups editors and viewers, and folded names for the users and groups there are."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.management import create_permissions
from django.db import migrations

from notes.people import refresh_names
from notes.roles import EDITORS, VIEWERS

READABLE = ("project", "task", "note", "tag", "category", "location", "entity", "projectstate", "projecttype")
RIGHTS = {
    VIEWERS: [f"view_{model}" for model in READABLE],
    EDITORS: [
        *(f"view_{model}" for model in READABLE),
        *(f"{verb}_{model}" for verb in ("add", "change", "delete") for model in ("project", "task", "note")),
        "add_tag",
    ],
}


def make_groups(apps: Any, schema_editor: Any) -> None:
    """Permissions are otherwise made after all migrations, which would be too late to give them to a group."""
    database = schema_editor.connection.alias
    app = apps.get_app_config("notes")
    # create_permissions passes over an app without a models module, and a migration's copy of an app has none.
    app.models_module = True
    create_permissions(app, apps=apps, verbosity=0, using=database)
    app.models_module = None
    Group, Permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    for name, codenames in RIGHTS.items():
        group, _created = Group.objects.using(database).get_or_create(name=name)
        allowed = Permission.objects.using(database).filter(content_type__app_label="notes", codename__in=codenames)
        group.permissions.add(*allowed)


def fold_names(apps: Any, schema_editor: Any) -> None:
    """Users and groups may be older than this app."""
    refresh_names(
        apps.get_model("auth", "User").objects.all(),
        apps.get_model("auth", "Group").objects.all(),
        apps.get_model("notes", "PersonNames"),
        apps.get_model("notes", "GroupNames"),
    )


class Migration(migrations.Migration):
    dependencies = [
        ("notes", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        # Rights and names stay when the migration is taken back: removing a group would take it from its members.
        migrations.RunPython(make_groups, migrations.RunPython.noop),
        migrations.RunPython(fold_names, migrations.RunPython.noop),
    ]
