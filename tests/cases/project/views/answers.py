"""A request -> an answer that is unusual in its form."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.pagination import CursorPagination, LimitOffsetPagination
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tests.cases.project.models import Card
from tests.cases.project.serializers import DriftS, ExactS, RatioS, ShortCardS


class ByCursor(CursorPagination):
    page_size = 2
    ordering = "id"


class ByOffset(LimitOffsetPagination):
    default_limit = 2
    max_limit = 3


class LooseJSON(JSONRenderer):
    """Writes NaN, as many a server does."""

    strict = False


class Feed(viewsets.ReadOnlyModelViewSet[Card]):
    queryset = Card.objects.all()
    serializer_class = ShortCardS
    pagination_class = ByCursor


class Ledger(viewsets.ReadOnlyModelViewSet[Card]):
    queryset = Card.objects.all()
    serializer_class = ShortCardS
    pagination_class = ByOffset


class Everything(viewsets.ReadOnlyModelViewSet[Card]):
    """All rows at once, with their long texts."""

    queryset = Card.objects.all()
    serializer_class = ShortCardS
    pagination_class = None


class Exact(viewsets.ReadOnlyModelViewSet[Card]):
    queryset = Card.objects.all()
    serializer_class = ExactS


class Drift(viewsets.ModelViewSet[Card]):
    queryset = Card.objects.all()
    serializer_class = DriftS


class Ratio(viewsets.ReadOnlyModelViewSet[Card]):
    queryset = Card.objects.all()
    serializer_class = RatioS
    renderer_classes = [LooseJSON]


class StrictRatio(viewsets.ReadOnlyModelViewSet[Card]):
    """The same with DRF's own renderer, which refuses NaN while it renders."""

    queryset = Card.objects.all()
    serializer_class = RatioS


class Media(viewsets.ViewSet):
    """Everything that is no JSON object."""

    @action(detail=False)
    def pdf(self, request: Request) -> HttpResponse:
        answer = HttpResponse(b"%PDF-1.4\n\xe2\xe3\xcf\xd3\n" + b"\0" * 2000, content_type="application/pdf")
        answer["Content-Disposition"] = 'attachment; filename="report.pdf"'
        return answer

    @action(detail=False)
    def page(self, request: Request) -> HttpResponse:
        return HttpResponse("<html><head><title>Away</title></head><body>Back soon</body></html>", status=503)

    @action(detail=False)
    def problem(self, request: Request) -> HttpResponse:
        return HttpResponse(
            '{"type": "about:blank", "title": "Out of paper", "status": 409, "detail": "Tray 2 is empty."}',
            status=409,
            content_type="application/problem+json",
        )

    @action(detail=False)
    def nothing(self, request: Request) -> Response:
        return Response(None)

    @action(detail=False)
    def number(self, request: Request) -> Response:
        return Response(42)
