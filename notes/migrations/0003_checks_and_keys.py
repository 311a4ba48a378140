"""Keys that took some different names for equal -> keys made anew; and what names and dates must be."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

import notes.models.checks
from notes.models.fields import FoldedField, FoldedText
from notes.people import refresh_names


def fold_anew(apps: Any, schema_editor: Any) -> None:
    """Rows are not touched otherwise: a migration's copy of a model sets no time of change."""
    database = schema_editor.connection.alias
    for model in apps.get_app_config("notes").get_models():
        copies = [field.name for field in model._meta.fields if isinstance(field, FoldedField | FoldedText)]
        for row in model._default_manager.using(database).iterator() if copies else ():
            row.save(update_fields=copies)
    refresh_names(
        apps.get_model("auth", "User").objects.all(),
        apps.get_model("auth", "Group").objects.all(),
        apps.get_model("notes", "PersonNames"),
        apps.get_model("notes", "GroupNames"),
    )


class Migration(migrations.Migration):
    dependencies = [
        ("notes", "0002_groups_and_names"),
    ]

    operations = [
        migrations.RunPython(fold_anew, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="category",
            name="name",
            field=models.CharField(max_length=120, validators=[notes.models.checks.seen], verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="entity",
            name="name",
            field=models.CharField(max_length=120, validators=[notes.models.checks.seen], verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="location",
            name="name",
            field=models.CharField(max_length=120, validators=[notes.models.checks.seen], verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="note",
            name="title",
            field=models.CharField(max_length=255, validators=[notes.models.checks.seen], verbose_name="title"),
        ),
        migrations.AlterField(
            model_name="project",
            name="code",
            field=models.CharField(
                blank=True,
                default=None,
                max_length=40,
                null=True,
                validators=[notes.models.checks.seen],
                verbose_name="code",
            ),
        ),
        migrations.AlterField(
            model_name="project",
            name="name",
            field=models.CharField(max_length=255, validators=[notes.models.checks.seen], verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="project",
            name="plan_end_date",
            field=models.DateTimeField(
                blank=True, null=True, validators=[notes.models.checks.in_calendar], verbose_name="planned end"
            ),
        ),
        migrations.AlterField(
            model_name="project",
            name="plan_start_date",
            field=models.DateTimeField(
                blank=True, null=True, validators=[notes.models.checks.in_calendar], verbose_name="planned start"
            ),
        ),
        migrations.AlterField(
            model_name="project",
            name="real_end_date",
            field=models.DateTimeField(
                blank=True, null=True, validators=[notes.models.checks.in_calendar], verbose_name="real end"
            ),
        ),
        migrations.AlterField(
            model_name="project",
            name="real_start_date",
            field=models.DateTimeField(
                blank=True, null=True, validators=[notes.models.checks.in_calendar], verbose_name="real start"
            ),
        ),
        migrations.AlterField(
            model_name="projectstate",
            name="name",
            field=models.CharField(max_length=60, validators=[notes.models.checks.seen], verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="projecttype",
            name="name",
            field=models.CharField(max_length=60, validators=[notes.models.checks.seen], verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="tag",
            name="name",
            field=models.CharField(max_length=60, validators=[notes.models.checks.seen], verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="task",
            name="name",
            field=models.CharField(max_length=255, validators=[notes.models.checks.seen], verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="task",
            name="plan_end_date",
            field=models.DateTimeField(
                blank=True, null=True, validators=[notes.models.checks.in_calendar], verbose_name="planned end"
            ),
        ),
        migrations.AlterField(
            model_name="task",
            name="plan_start_date",
            field=models.DateTimeField(
                blank=True, null=True, validators=[notes.models.checks.in_calendar], verbose_name="planned start"
            ),
        ),
    ]
