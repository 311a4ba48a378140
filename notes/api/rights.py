"""A request -> whether the caller may do such a thing at all. Which rows it may be done to: notes.visibility."""

from __future__ import annotations

from typing import Any

from rest_framework.permissions import SAFE_METHODS, DjangoModelPermissions
from rest_framework.request import Request


class ModelRights(DjangoModelPermissions):
    """Reading takes a signed-in person, writing the model's own Django permission."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method in SAFE_METHODS:
            # DRF would build the view's queryset here once more, only to learn that no permission is needed.
            return request.user is not None and request.user.is_authenticated
        return super().has_permission(request, view)


class ChangeRight(ModelRights):
    """For actions that change a row by POST, which DRF would otherwise hold for adding one."""

    perms_map = {**DjangoModelPermissions.perms_map, "POST": ["%(app_label)s.change_%(model_name)s"]}
