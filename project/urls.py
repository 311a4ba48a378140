"""An address -> the view that answers it."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.utils.translation import gettext_lazy as _
from drf_spectacular.views import SpectacularAPIView
from rest_framework.routers import SimpleRouter

from project.docs import ApiDocs
from project.pages import home
from project.system import SystemViewSet

admin.site.site_header = admin.site.site_title = _("Notes and projects")
admin.site.index_title = _("Administration")
# With it, wide lists lose their last columns on a common screen.
admin.site.enable_nav_sidebar = False

system = SimpleRouter()
system.register("system", SystemViewSet, basename="system")

urlpatterns = [
    path("", home, name="home"),
    path("admin/", admin.site.urls),
    path("auth/", include("rest_framework.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/v1/", include("notes.urls")),
    path("api/v1/", include(system.urls)),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("", include("mcpbridge.urls")),
    path("api/docs/", ApiDocs.as_view(url_name="schema"), name="docs"),
]
