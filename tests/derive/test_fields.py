"""Every kind of serializer field -> the shape that its argument has, as DRF truly reads it."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.core.validators import MaxValueValidator, RegexValidator
from django.db import models
from rest_framework import serializers, viewsets

from mcpbridge.tools import Choice, Shape
from tests.derive.conftest import (
    Items,
    Shelves,
    argument,
    catalog_of,
    field_as_argument,
    names,
    shape_of_field,
)
from tests.derive.shop import Crate, Item, ItemSerializer, Shelf, ShelfSerializer

TEXT = Shape("string", limits={"minLength": 1})


class ShelfField(serializers.PrimaryKeyRelatedField):
    def get_queryset(self):
        return Shelf.objects.filter(name=self.context["request"].user.username)


@pytest.mark.parametrize(
    ("field", "shape"),
    [
        (serializers.CharField(), TEXT),
        (serializers.CharField(allow_blank=True, max_length=9), Shape("string", limits={"maxLength": 9})),
        (serializers.CharField(min_length=3, allow_null=True), Shape("string", nullable=True, limits={"minLength": 3})),
        (serializers.EmailField(), TEXT),
        (serializers.URLField(), TEXT),
        (serializers.SlugField(), Shape("string", limits={"minLength": 1, "pattern": "^[-a-zA-Z0-9_]+$"})),
        (serializers.RegexField("^[A-Z]{2}$"), Shape("string", limits={"minLength": 1, "pattern": "^[A-Z]{2}$"})),
        (serializers.RegexField(r"^\w+\Z"), TEXT),
        (serializers.CharField(validators=[RegexValidator("a", inverse_match=True)]), TEXT),
        (serializers.IPAddressField(), TEXT),
        (serializers.UUIDField(), Shape("uuid")),
        (serializers.IntegerField(min_value=1, max_value=5), Shape("integer", limits={"minimum": 1, "maximum": 5})),
        (serializers.IntegerField(max_value=2147483647, min_value=-2147483648), Shape("integer")),
        (serializers.FloatField(min_value=0.5), Shape("number", limits={"minimum": 0.5})),
        (
            serializers.DecimalField(max_digits=8, decimal_places=2, max_value=Decimal("10")),
            Shape("decimal", limits={"maximum": 10, "maxDigits": 8, "decimalPlaces": 2}),
        ),
        (serializers.BooleanField(), Shape("boolean")),
        (serializers.BooleanField(allow_null=True), Shape("boolean", nullable=True)),
        (serializers.DateField(), Shape("date")),
        (serializers.DateField(input_formats=["%d.%m.%Y"]), Shape("date", format="%d.%m.%Y")),
        (serializers.DateTimeField(), Shape("datetime")),
        (serializers.DateTimeField(input_formats=["%Y", "iso-8601"]), Shape("datetime")),
        (serializers.TimeField(), Shape("time")),
        (serializers.DurationField(), Shape("duration")),
        (serializers.ChoiceField(["a", 2]), Shape("choice", choices=(Choice("a", "a"), Choice(2, "2")))),
        (
            serializers.ChoiceField([("G", [("a", "Alpha")]), ("b", "Beta")], allow_blank=True, allow_null=True),
            Shape(
                "choice", nullable=True, choices=(Choice("a", "Alpha"), Choice("b", "Beta"), Choice("", "blank"))
            ),
        ),
        (
            serializers.MultipleChoiceField(choices=["a"], allow_empty=False),
            Shape("array", limits={"minItems": 1}, item=Shape("choice", choices=(Choice("a", "a"),))),
        ),
        (serializers.FilePathField(path="."), Shape("string")),
        (
            serializers.ListField(child=serializers.IntegerField(), min_length=1, max_length=3),
            Shape("array", limits={"minItems": 1, "maxItems": 3}, item=Shape("integer")),
        ),
        (serializers.ListField(), Shape("array", item=Shape("json", nullable=True))),
        (
            serializers.DictField(child=serializers.IntegerField()),
            Shape("object", item=Shape("integer"), open_keys=True),
        ),
        (serializers.DictField(), Shape("object", open_keys=True)),
        (serializers.HStoreField(), Shape("object", item=Shape("string", nullable=True), open_keys=True)),
        (serializers.JSONField(), Shape("json")),
        (
            serializers.PrimaryKeyRelatedField(queryset=Shelf.objects.all()),
            Shape("reference", reference="shelves"),
        ),
        (
            serializers.PrimaryKeyRelatedField(queryset=Shelf.objects.all(), many=True, allow_empty=False),
            Shape("array", limits={"minItems": 1}, item=Shape("reference", reference="shelves")),
        ),
        (
            serializers.SlugRelatedField("code", queryset=Crate.objects.all(), allow_null=True),
            Shape("reference", nullable=True, reference="crates_by_code"),
        ),
        (serializers.PrimaryKeyRelatedField(queryset=Item.objects.all(), pk_field=None), Shape("integer")),
        (serializers.HyperlinkedRelatedField("x", queryset=Shelf.objects.all()), Shape("string")),
        (ShelfField(queryset=Shelf.objects.all()), Shape("reference", reference="shelves")),
        (serializers.ModelField(Item._meta.get_field("title")), Shape("json")),
        (serializers.Serializer(), Shape("object")),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, serializers.Field) else "",
)  # fmt: skip
def test_a_field_has_the_shape_that_drf_reads(field, shape):
    if isinstance(field, serializers.PrimaryKeyRelatedField) and field.queryset.model is Item:
        view = type("V", (viewsets.ModelViewSet,), {"queryset": Shelf.objects.all(), "serializer_class": _one(field)})
        assert argument(catalog_of(rows=view).tools["rows_create"], "value").shape == shape
        return

    assert shape_of_field(field) == shape


def _one(field):
    return type("One", (serializers.Serializer,), {"value": field})


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("made_at", "start"), ("start_date", "start"), ("sender", "start"), ("end", "end"), ("plan_end_date", "end"),
        ("sell_until", "end"), ("due", "end"), ("due_at", "end"), ("deadline", "end"), ("expires_at", "end"),
        ("expiry", "end"), ("weekend_shift", "start"),
    ],
)  # fmt: skip
def test_a_bare_date_is_the_end_of_the_day_where_the_name_speaks_of_an_end(name, day):
    assert shape_of_field(serializers.DateTimeField(), name=name).day == day


@pytest.mark.requirement("E-09")
def test_choices_carry_english_labels_and_those_of_the_projects_other_languages(settings):
    settings.LANGUAGES = [("en", "English"), ("pt-br", "Português"), ("de", "Deutsch")]
    field = serializers.ChoiceField([(1, _lazily("Monday")), (2, "Zzz")])

    monday, plain = shape_of_field(field).choices

    assert (monday.label, dict(monday.labels)) == ("Monday", {"pt-br": "Segunda-feira", "de": "Montag"})
    assert plain == Choice(2, "Zzz")


def _lazily(text):
    from django.utils.translation import gettext_lazy

    return gettext_lazy(text)


def test_read_only_and_hidden_fields_are_no_arguments_and_optional_ones_are_not_required():
    class Mixed(serializers.Serializer):
        shown = serializers.CharField(read_only=True)
        hidden = serializers.HiddenField(default="x")
        given = serializers.CharField()
        maybe = serializers.CharField(required=False)
        constant = serializers.IntegerField(default=7)
        computed = serializers.CharField(default=lambda: "now")

    view = type("V", (viewsets.ModelViewSet,), {"queryset": Shelf.objects.all(), "serializer_class": Mixed})
    catalog = catalog_of(rows=view)

    create, update = catalog.tools["rows_create"], catalog.tools["rows_update"]
    assert names(create) == ["given", "maybe", "constant", "computed"]
    assert [one.name for one in create.arguments if one.required] == ["given"]
    assert [(one.name, one.default) for one in create.arguments if one.has_default] == [("constant", 7)]
    assert [one.name for one in update.arguments if one.required] == ["id"]
    assert not [one for one in update.arguments if one.has_default]


def test_a_columns_default_is_told_only_where_no_code_stands_between(shop):
    class Careful(ItemSerializer):
        def validate(self, attrs):
            return {**attrs, "amount": 3}

    class CarefulItems(Items):
        serializer_class = Careful

    plain = argument(shop.tools["items_create"], "amount")
    careful = argument(catalog_of(items=CarefulItems, shelves=Shelves).tools["items_create"], "amount")

    assert (plain.has_default, plain.default) == (True, 1)
    assert plain.description == "Pieces in stock"
    assert not careful.has_default


def test_limits_do_not_depend_on_what_a_database_can_hold(shop):
    class Limited(models.Model):
        own = models.IntegerField(validators=[MaxValueValidator(9)])
        big = models.BigIntegerField()
        small = models.PositiveSmallIntegerField()

        class Meta:
            app_label = "shop_limits"

        def __str__(self):
            return str(self.own)

    serializer = type(
        "S",
        (serializers.ModelSerializer,),
        {"Meta": type("Meta", (), {"model": Limited, "fields": ["own", "big", "small"]})},
    )
    view = type("V", (viewsets.ModelViewSet,), {"queryset": Limited.objects.all(), "serializer_class": serializer})
    tool = catalog_of(rows=view).tools["rows_create"]

    assert argument(tool, "own").shape.limits == {"maximum": 9}
    assert argument(tool, "big").shape.limits == {}
    assert argument(tool, "small").shape.limits == {"minimum": 0}


def test_secrets_are_known_by_name_or_style():
    assert field_as_argument(serializers.CharField(write_only=True), name="password").secret
    assert field_as_argument(serializers.CharField(), name="api_key").secret
    assert field_as_argument(serializers.CharField(style={"input_type": "password"}), name="word").secret
    assert not field_as_argument(serializers.CharField(write_only=True), name="project").secret
    assert not field_as_argument(serializers.IntegerField(), name="token").secret


@pytest.mark.parametrize(
    "name",
    [
        "password1", "new_password1", "newPassword", "password_confirm", "secret_key", "client_secret_key", "userPwd",
        "otp", "pin_code", "pin", "passcode",
    ],
)  # fmt: skip
def test_a_secret_is_known_by_any_name_that_secrets_have_and_inside_an_object_too(name):
    members = {name: serializers.CharField(), "pinned": serializers.CharField()}
    login = type("Login", (serializers.Serializer,), members)

    secret, pinned = field_as_argument(login(), name="login").shape.members

    assert field_as_argument(serializers.CharField(), name=name).secret
    assert (secret.secret, pinned.secret) == (True, False)
    assert not field_as_argument(serializers.BooleanField(), name=name).secret


def test_a_file_is_left_out_and_said_and_a_required_one_costs_the_tool():
    class Optional(serializers.Serializer):
        title = serializers.CharField()
        picture = serializers.ImageField(required=False)
        papers = serializers.ListField(child=serializers.FileField(), required=False)

    class Required(serializers.Serializer):
        picture = serializers.FileField()

    optional = type("V", (viewsets.ModelViewSet,), {"queryset": Shelf.objects.all(), "serializer_class": Optional})
    required = type("V", (viewsets.ModelViewSet,), {"queryset": Shelf.objects.all(), "serializer_class": Required})
    catalog = catalog_of(open=optional, closed=required)

    create = catalog.tools["open_create"]
    assert names(create) == ["title"]
    assert "picture cannot be sent here: it is a file." in create.description
    assert "papers" in create.description
    assert "closed_create" not in catalog.tools
    (reason,) = [item.reason for item in catalog.excluded if item.operation == "POST /closed/"]
    assert reason == "No call can be made of arguments alone: its field picture, which is required, is a file."


def test_names_that_clients_refuse_are_changed_and_the_apis_own_is_told():
    keys = ["from", "class", "_meta", "$ref", "n" * 70, "título", "日", "2nd", "due__gte"]
    serializer = type("Odd", (serializers.Serializer,), {"get_fields": lambda _self: {k: _text() for k in keys}})
    view = type("V", (viewsets.ModelViewSet,), {"queryset": Shelf.objects.all(), "serializer_class": serializer})

    tool = catalog_of(rows=view).tools["rows_create"]

    found = {one.key: one for one in tool.arguments}
    assert list(found) == keys
    assert {found[key].name for key in ("from", "class", "due__gte")} == {"from", "class", "due__gte"}
    assert [found[key].name for key in ("_meta", "$ref", "título", "2nd")] == ["meta", "ref", "titulo", "x_2nd"]
    for key in ("_meta", "n" * 70, "日"):
        assert found[key].description == f"{key} in the API"
        assert found[key].name.isascii()
        assert len(found[key].name) <= 64


def _text():
    return serializers.CharField(required=False)


@pytest.mark.requirement("E-07")
def test_a_shape_that_holds_itself_is_cut_at_a_stated_depth():
    class Node(serializers.Serializer):
        name = serializers.CharField()

        def get_fields(self):
            return {**super().get_fields(), "kids": Node(many=True, required=False)}

    view = type("V", (viewsets.ModelViewSet,), {"queryset": Shelf.objects.all(), "serializer_class": Node})

    shape = argument(catalog_of(rows=view).tools["rows_create"], "kids").shape

    depth = 0
    while shape.item and shape.item.members:
        assert [one.name for one in shape.item.members] == ["name", "kids"]
        shape, depth = shape.item.members[1].shape, depth + 1
    assert depth == 3
    assert shape.item == Shape("object", open_keys=True)


def test_nested_rows_that_the_api_cannot_store_are_not_offered():
    class Nested(serializers.ModelSerializer):
        shelf = ShelfSerializer()

        class Meta:
            model = Item
            fields = ["id", "title", "shelf"]

    class Optional(Nested):
        shelf = ShelfSerializer(required=False)

    class Stored(Nested):
        def create(self, validated_data):
            return Item()

    def views(**found):
        return {
            name: type("V", (viewsets.ModelViewSet,), {"queryset": Item.objects.all(), "serializer_class": serializer})
            for name, serializer in found.items()
        }

    catalog = catalog_of(**views(asked=Nested, maybe=Optional, stored=Stored))

    assert "asked_create" not in catalog.tools
    assert "shelf" in next(item.reason for item in catalog.excluded if item.operation == "POST /asked/")
    assert names(catalog.tools["maybe_create"]) == ["title"]
    assert "shelf cannot be sent here" in catalog.tools["maybe_create"].description
    assert [one.name for one in argument(catalog.tools["stored_create"], "shelf").shape.members] == ["name"]


def test_a_field_of_the_projects_own_takes_any_json_and_a_whole_list_is_no_tool():
    class Own(serializers.Field):
        def to_internal_value(self, data):
            return data

    class Many(Shelves):
        def get_serializer(self, *args, **kwargs):
            return super().get_serializer(*args, many=True, **kwargs)

    catalog = catalog_of(many=Many)

    assert shape_of_field(Own()) == Shape("json")
    assert "many_create" not in catalog.tools
    assert "list as its whole body" in next(one.reason for one in catalog.excluded if one.operation == "POST /many/")


def test_a_reference_to_rows_with_a_uuid_is_one_too(shop):
    assert argument(shop.tools["items_create"], "crate").shape == Shape("reference", reference="crates")
    assert shop.references["crates"].value_kind == "uuid"
