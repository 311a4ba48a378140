"""An address -> a view of the API, or the bridge over it."""

from __future__ import annotations

from django.urls import path

from mcpbridge.views import Endpoint
from tests.oracles.project import served, views

SENTENCES = {
    "simple-text": "This is a simple text response for testing.",
    "after-a-capability": "The client could be asked to sample.",
    "after-elicitation": "The person at the client has answered.",
    "after-sampling": "The model at the client has answered.",
    "after-roots": "The client has shown its roots.",
    "after-state": "state-ok",
    "after-several": "All that was asked has been answered.",
    "after-two-rounds": "Both rounds have been answered.",
}

urlpatterns = [
    path("mcp", Endpoint(served.bridge)),
    *(path(f"api/{name}", views.said, {"text": text}) for name, text in SENTENCES.items()),
    path("api/image", views.image),
    path("api/audio", views.audio),
    path("api/error", views.failed),
    path("api/logging", views.logged),
    path("api/contacts", views.contact),
]
