"""A plain project of three models, as other bridges were measured on -> as few tools and bytes as it can have."""

from __future__ import annotations

import json

import pytest
from django.db import models
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import filters, pagination, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from mcpbridge import listing
from tests.derive.conftest import catalog_of


class Person(models.Model):
    username = models.CharField(max_length=150)

    class Meta:
        app_label = "plain"

    def __str__(self) -> str:
        return self.username


class ProjectState(models.Model):
    name = models.CharField(max_length=60)

    class Meta:
        app_label = "plain"

    def __str__(self) -> str:
        return self.name


class Project(models.Model):
    name = models.CharField(max_length=255)
    code = models.CharField(max_length=40, blank=True)
    state = models.ForeignKey(ProjectState, models.PROTECT, null=True, blank=True)
    priority = models.IntegerField(choices=[(1, "Low"), (2, "Medium"), (3, "High")], default=2)
    manager = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True)
    plan_start_date = models.DateTimeField(null=True, blank=True)
    content = models.TextField(blank=True)

    class Meta:
        app_label = "plain"

    def __str__(self) -> str:
        return self.name


class Note(models.Model):
    title = models.CharField(max_length=255)
    body = models.TextField(blank=True)
    project = models.ForeignKey(Project, models.CASCADE, null=True, blank=True)
    tags = models.JSONField(default=list, blank=True)
    author = models.ForeignKey(Person, models.CASCADE)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "plain"

    def __str__(self) -> str:
        return self.title


def serializer_of(of):
    meta = type("Meta", (), {"model": of, "fields": "__all__"})
    return type(f"{of.__name__}Serializer", (serializers.ModelSerializer,), {"Meta": meta})


class Pages(pagination.PageNumberPagination):
    page_size = 20


class Plain(viewsets.ModelViewSet):
    pagination_class = Pages
    filter_backends = [DjangoFilterBackend, filters.SearchFilter, filters.OrderingFilter]


class States(viewsets.ReadOnlyModelViewSet):
    queryset = ProjectState.objects.all()
    serializer_class = serializer_of(ProjectState)
    pagination_class = Pages


class Projects(Plain):
    queryset = Project.objects.all()
    serializer_class = serializer_of(Project)
    filterset_fields = ["state", "priority", "manager"]
    search_fields = ["name"]
    ordering_fields = ["name", "plan_start_date"]

    @action(detail=True, methods=["post"])
    def close(self, request, pk=None):
        return Response()

    @action(detail=False)
    def stats(self, request):
        return Response()


class Notes(Plain):
    queryset = Note.objects.all()
    serializer_class = serializer_of(Note)
    filterset_fields = ["project", "author"]
    search_fields = ["title"]
    ordering_fields = ["created"]


@pytest.mark.requirement("C-04")
def test_sixteen_operations_are_fourteen_tools_and_two_exclusions_in_few_bytes():
    catalog = catalog_of(states=States, projects=Projects, notes=Notes)

    text = json.dumps([listing.listed(tool, catalog) for tool in catalog.tools.values()], separators=(",", ":"))
    assert len(catalog.tools) == 14
    assert [item.operation for item in catalog.excluded] == ["PUT /notes/{pk}/", "PUT /projects/{pk}/"]
    assert len(text) <= 7_500
