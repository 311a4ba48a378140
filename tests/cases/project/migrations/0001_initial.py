"""Tables of the second project."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Board",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
            ],
        ),
        migrations.CreateModel(
            name="Folder",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60)),
            ],
        ),
        migrations.CreateModel(
            name="Locker",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=20)),
                ("password", models.CharField(max_length=40)),
                ("opened", models.IntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Page",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=40, unique=True)),
                ("title", models.CharField(max_length=60)),
            ],
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("label", models.CharField(max_length=40)),
            ],
        ),
        migrations.CreateModel(
            name="Trip",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=12, unique=True)),
                ("start", models.DateField()),
                ("end", models.DateField(blank=True, null=True)),
                ("seats", models.IntegerField(default=1)),
            ],
        ),
        migrations.CreateModel(
            name="Diary",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("owner", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=80)),
                ("diary", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="cards.diary")),
            ],
        ),
        migrations.CreateModel(
            name="Pin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=80)),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="pins", to="cards.board"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("row", models.CharField(max_length=5)),
                ("num", models.IntegerField(blank=True, null=True)),
                ("note", models.CharField(blank=True, max_length=20)),
            ],
            options={
                "ordering": ["id"],
                "unique_together": {("row", "num")},
            },
        ),
        migrations.CreateModel(
            name="Card",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(help_text="what the card is about", max_length=60, verbose_name="title")),
                ("body", models.TextField(blank=True)),
                ("nick", models.CharField(blank=True, max_length=20, null=True)),
                (
                    "level",
                    models.CharField(blank=True, choices=[("lo", "Low"), ("hi", "High")], default="lo", max_length=2),
                ),
                ("due", models.DateField(blank=True, null=True)),
                ("at", models.DateTimeField(blank=True, null=True)),
                ("cost", models.DecimalField(blank=True, decimal_places=2, max_digits=8, null=True)),
                ("span", models.DurationField(blank=True, null=True)),
                ("extra", models.JSONField(blank=True, default=dict)),
                ("big", models.BigIntegerField(blank=True, null=True)),
                ("small", models.IntegerField(blank=True, null=True)),
                ("ratio", models.FloatField(blank=True, null=True)),
                ("flag", models.BooleanField(default=True)),
                ("done", models.BooleanField(default=False)),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "folder",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to="cards.folder"
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to="cards.stage"
                    ),
                ),
                ("tags", models.ManyToManyField(blank=True, related_name="tagged", to="cards.stage")),
            ],
            options={
                "ordering": ["id"],
            },
        ),
    ]
