"""A path under /api/v1/ -> the viewset that answers it."""

from __future__ import annotations

from rest_framework.routers import DefaultRouter

from notes.api.lookups import StateViewSet, TagViewSet, TypeViewSet
from notes.api.notes import NoteViewSet
from notes.api.people import GroupViewSet, UserViewSet
from notes.api.projects import ProjectViewSet
from notes.api.tasks import TaskViewSet
from notes.api.trees import CategoryViewSet, EntityViewSet, LocationViewSet

router = DefaultRouter()
# One address a resource: the Accept header says which format, not an ending.
router.include_format_suffixes = False
router.register("projects", ProjectViewSet, basename="projects")
router.register("tasks", TaskViewSet, basename="tasks")
router.register("notes", NoteViewSet, basename="notes")
router.register("users", UserViewSet, basename="users")
router.register("groups", GroupViewSet, basename="groups")
router.register("entities", EntityViewSet, basename="entities")
router.register("categories", CategoryViewSet, basename="categories")
router.register("locations", LocationViewSet, basename="locations")
router.register("states", StateViewSet, basename="states")
router.register("types", TypeViewSet, basename="types")
router.register("tags", TagViewSet, basename="tags")

urlpatterns = router.urls
