"""A request of the conformance suite, come through the bridge -> what the suite wants to see as a tool's result."""

from __future__ import annotations

import base64
import io
import logging
import wave

from django.http import HttpResponse
from rest_framework.decorators import api_view
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

# One red pixel.
PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")


class Intended(APIException):
    status_code = 409
    default_detail = "This tool intentionally returns an error for testing."


@api_view()
def said(request: Request, text: str) -> Response:
    """text: of the route, so that each tool has a sentence of its own."""
    return Response({"text": text})


@api_view()
def logged(request: Request) -> Response:
    logging.getLogger(__name__).info("The log of the server is no notification to a client.")
    return Response({"text": "This call wrote a line into the server's log."})


@api_view()
def image(request: Request) -> HttpResponse:
    return HttpResponse(PNG, content_type="image/png")


@api_view()
def audio(request: Request) -> HttpResponse:
    return HttpResponse(_silence(), content_type="audio/wav")


@api_view()
def failed(request: Request) -> Response:
    raise Intended


@api_view(["POST"])
def contact(request: Request) -> Response:
    return Response({"id": 1, **request.data}, status=201)


def _silence() -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(8_000)
        sound.writeframes(bytes([128]) * 80)
    return file.getvalue()
