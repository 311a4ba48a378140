"""Where each address of the second project leads."""

from __future__ import annotations

from django.db.transaction import non_atomic_requests
from django.urls import include, path
from rest_framework.routers import DefaultRouter, SimpleRouter

from tests.cases.project.views import answers, bare, cards, inputs, rights, routes

router = DefaultRouter()
for prefix, view in {
    "stages": cards.Stages,
    "folders": cards.Folders,
    "users": cards.Users,
    "cards": cards.Cards,
    "seats": cards.Seats,
    "mine": cards.Mine,
    "priv": rights.Priv,
    "vault": rights.Vault,
    "tenants": rights.Tenants,
    "diaries": rights.Diaries,
    "entries": rights.Entries,
    "slow": rights.Slow,
    "pages": routes.Pages,
    "boards": routes.Boards,
    r"boards/(?P<board_pk>[^/.]+)/pins": routes.BoardPins,
    r"desks/(?P<board>[^/.]+)/tickets": routes.BoardTickets,
    "feed": answers.Feed,
    "ledger": answers.Ledger,
    "everything": answers.Everything,
    "exact": answers.Exact,
    "drift": answers.Drift,
    "ratio": answers.Ratio,
    "strict-ratio": answers.StrictRatio,
    "media": answers.Media,
    "tallies": inputs.Tallies,
    "nodes": inputs.Nodes,
    "odd": inputs.Odd,
    "uploads": inputs.Uploads,
    "pars": inputs.Pars,
    "trips": inputs.Trips,
    "lockers": inputs.Lockers,
    "forms": inputs.Forms,
    "phases": inputs.Phases,
    "project-membership-invitations": inputs.ProjectMembershipInvitationViewSet,
    "replacements": inputs.Replacements,
    "half": bare.Half,
    "boom": bare.Boom,
    "described": bare.Described,
}.items():
    # The basename is spelt out, because several of these views show the same model.
    basename = prefix.replace(r"boards/(?P<board_pk>[^/.]+)/", "board-").replace(r"desks/(?P<board>[^/.]+)/", "desk-")
    router.register(prefix, view, basename=basename)

plain = SimpleRouter(trailing_slash=False)
plain.register("plain-boards", routes.Plain, basename="plain-boards")
plain.register("plain-pins", routes.PlainPins, basename="plain-pins")

versions = SimpleRouter()
versions.register("ver", routes.Ver, basename="ver")

urlpatterns = [
    path("", include(router.urls)),
    path("", include(plain.urls)),
    path("v1/", include((versions.urls, "v1"), namespace="v1")),
    path("v2/", include((versions.urls, "v2"), namespace="v2")),
    path("async/", non_atomic_requests(bare.AsyncV.as_view())),
    path("status/", bare.Status.as_view(), name="status"),
    path("hello/", bare.hello, name="hello"),
    path("labels/", bare.LabelList.as_view(), name="label-list"),
    path("labels/<int:pk>/", bare.LabelDetail.as_view(), name="label-detail"),
    path("broken/", bare.Broken.as_view(), name="broken"),
]
