"""Rows of the second project <-> JSON, plain DRF throughout."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from rest_framework import serializers
from rest_framework.exceptions import APIException

from tests.cases.project.models import Board, Card, Diary, Entry, Folder, Locker, Page, Pin, Seat, Stage, Trip


class StageS(serializers.ModelSerializer[Stage]):
    class Meta:
        model = Stage
        fields = ["id", "label"]


class FolderS(serializers.ModelSerializer[Folder]):
    class Meta:
        model = Folder
        fields = ["id", "name"]


class UserS(serializers.ModelSerializer[User]):
    class Meta:
        model = User
        fields = ["id", "username", "first_name", "last_name"]


class CardS(serializers.ModelSerializer[Card]):
    class Meta:
        model = Card
        fields = [
            "id", "title", "body", "nick", "level", "stage", "folder", "tags", "owner", "due", "at", "cost", "span",
            "extra", "big", "small", "ratio", "flag", "done",
        ]  # fmt: skip


class CloseS(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=40)


class ShortCardS(serializers.ModelSerializer[Card]):
    class Meta:
        model = Card
        fields = ["id", "title", "body"]


class MineS(serializers.ModelSerializer[Card]):
    """Its fields depend on who asks, so it cannot be built without a request."""

    class Meta:
        model = Card
        fields = ["id", "title", "small"]

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        if not self.context["request"].user.is_staff:
            fields["small"].read_only = True
        return fields


class SeatS(serializers.ModelSerializer[Seat]):
    class Meta:
        model = Seat
        fields = ["id", "row", "num", "note"]


class PageS(serializers.ModelSerializer[Page]):
    class Meta:
        model = Page
        fields = ["slug", "title"]


class BoardS(serializers.ModelSerializer[Board]):
    class Meta:
        model = Board
        fields = ["id", "name"]


class PinS(serializers.ModelSerializer[Pin]):
    class Meta:
        model = Pin
        fields = ["id", "text"]


class TicketS(serializers.ModelSerializer[Pin]):
    class Meta:
        model = Pin
        fields = ["id", "board", "text"]


class DiaryS(serializers.ModelSerializer[Diary]):
    class Meta:
        model = Diary
        fields = ["id", "name"]


class EntryS(serializers.ModelSerializer[Entry]):
    """DRF's own default for a relation: any diary will do, whoever owns it."""

    class Meta:
        model = Entry
        fields = ["id", "diary", "text"]


class Refused(APIException):
    """An API's own refusal that says, as data, what would have worked."""

    status_code = 400

    def __init__(self, field: str, problem: str, allowed: Any) -> None:
        super().__init__(problem)
        self.detail = {  # type: ignore[assignment]
            "title": "This is not possible",
            "status": 400,
            "errors": [{"field": field, "code": "order", "detail": problem, "allowed": allowed}],
        }


class TripS(serializers.ModelSerializer[Trip]):
    class Meta:
        model = Trip
        fields = ["id", "code", "start", "end", "seats"]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        start = attrs.get("start", getattr(self.instance, "start", None))
        end = attrs.get("end", getattr(self.instance, "end", None))
        if start and end and end < start:
            raise Refused("end", "The end is before the start.", {"format": "date", "examples": [start.isoformat()]})
        return attrs


class LockerS(serializers.ModelSerializer[Locker]):
    class Meta:
        model = Locker
        fields = ["id", "code", "password", "opened"]
        read_only_fields = ["opened"]
        extra_kwargs = {"password": {"write_only": True}}


class ExactS(serializers.ModelSerializer[Card]):
    """Values of JSON number and of no JSON kind at all in one answer."""

    cost = serializers.DecimalField(max_digits=8, decimal_places=2, coerce_to_string=False)

    class Meta:
        model = Card
        fields = ["id", "title", "cost", "folder", "span", "at"]


class TallyS(serializers.Serializer[Any]):
    one = serializers.DictField(child=serializers.IntegerField())


class NodeS(serializers.Serializer[Any]):
    """Contains itself, without an end."""

    name = serializers.CharField(max_length=10)
    cost = serializers.IntegerField(required=False)

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), "kids": NodeS(many=True, required=False)}


class OddS(serializers.Serializer[Any]):
    """Names that programming languages, clients or schemas reserve."""

    def get_fields(self) -> dict[str, Any]:
        names = ["from", "class", "self", "context", "_meta", "$ref", "n" * 70, "título"]
        return {name: serializers.CharField(required=False, max_length=20) for name in names}


class UploadS(serializers.Serializer[Any]):
    title = serializers.CharField(max_length=20)
    attachment = serializers.FileField(required=False)


class ParS(serializers.ModelSerializer[Card]):
    """A nested object that can be written, and no create() that could."""

    stage = StageS()

    class Meta:
        model = Card
        fields = ["id", "title", "stage"]


class DriftS(serializers.ModelSerializer[Card]):
    """Shows other keys than it declares."""

    facts = serializers.SerializerMethodField()

    class Meta:
        model = Card
        fields = ["id", "title", "nick", "facts"]

    def get_facts(self, card: Card):  # type: ignore[no-untyped-def]  # noqa: ANN201
        return {"letters": len(card.title)}

    def to_representation(self, instance: Card) -> dict[str, Any]:
        shown = super().to_representation(instance)
        shown.pop("nick")
        return {**shown, "added": None}


class RatioS(serializers.ModelSerializer[Card]):
    worst = serializers.SerializerMethodField()

    class Meta:
        model = Card
        fields = ["id", "title", "worst"]

    def get_worst(self, card: Card) -> float:
        return float("nan")


class RenameS(serializers.Serializer[Any]):
    title = serializers.CharField(max_length=60)
