"""/api/v1/users/, groups/ -> the people whom the caller works with, and the caller."""

from __future__ import annotations

from django.contrib.auth.models import Group, User
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from mcpbridge.derive.hints import ToolHint
from notes.api.filter_kinds import AskedFilters, FoldedName, FoldedSearch, TrueOrFalse, VisibleFilter
from notes.api.references import ReferenceViewSet, reference_hints
from notes.models import Entity
from notes.visibility import visible_entities, visible_groups, visible_users


class UserSerializer(serializers.ModelSerializer[User]):
    """A person. The e-mail is for the person and for staff, null to others."""

    full_name = serializers.CharField(source="get_full_name", read_only=True)
    email = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = ["id", "username", "full_name", "email", "is_active"]

    def get_email(self, user: User) -> str | None:
        asking = self.context["request"].user
        return user.email if asking.is_staff or asking.pk == user.pk else None


class GroupSerializer(serializers.ModelSerializer[Group]):
    class Meta:
        model = Group
        fields = ["id", "name"]


class UserFilters(AskedFilters):
    """An e-mail is matched as a whole, never in part: a search could spell out what the answer withholds."""

    search = FoldedSearch("names__login", "names__full_name")
    name = FoldedName("names__login", "names__full_name", "names__email")
    email = FoldedName("names__email")
    group = VisibleFilter(field_name="groups", visible=visible_groups, queryset=Group.objects.all())
    entity = VisibleFilter(field_name="entities", visible=visible_entities, queryset=Entity.objects.all())
    is_active = TrueOrFalse()


class GroupFilters(AskedFilters):
    search = FoldedSearch("names__name")
    name = FoldedName("names__name")


class UserViewSet(ReferenceViewSet):
    """Yourself, and those who share a group or an entity with you."""

    visible = visible_users
    queryset = User.objects.all()
    serializer_class = UserSerializer
    filterset_class = UserFilters
    ordering_fields = ["username", "date_joined"]
    ordering = ("username",)
    ordering_columns = {"username": "names__login"}
    tool_hints = reference_hints(
        "users",
        {"search": "a"},
        ("username", "full_name", "email"),
        {
            "list": ToolHint(
                title="List users",
                use_when="Find people whom you work with, by login, full name or exact e-mail.",
                example={"search": "a", "is_active": True},
            ),
            "me": ToolHint(title="Who am I", use_when="Read your own id, login and e-mail.", example={}),
        },
        me=True,
    )

    @action(detail=False, methods=["get"])
    def me(self, request: Request) -> Response:
        """The caller's own row."""
        return Response(self.get_serializer(request.user).data)


class GroupViewSet(ReferenceViewSet):
    """Your groups."""

    visible = visible_groups
    queryset = Group.objects.all()
    serializer_class = GroupSerializer
    filterset_class = GroupFilters
    ordering_columns = {"name": "names__name"}
    tool_hints = reference_hints("groups", {"search": "a"})
