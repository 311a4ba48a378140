"""Options and variables of a person who asks -> what is examined: whose calls, and where they go."""

from __future__ import annotations

from functools import cached_property

from mcpbridge import __version__
from mcpbridge import catalog as catalogs
from mcpbridge.conf import bridge_settings
from mcpbridge.serve.base_url import BaseUrl, base_url
from mcpbridge.serve.health import Health
from mcpbridge.serve.running import new_request_id
from mcpbridge.tools import Catalog


class Subject:
    """login: of --user, "" without. token: of the environment, "" without. address: a base URL, "" in process."""

    def __init__(self, login: str, token: str, address: str) -> None:
        self.login = login
        self.token = token
        self.address = address

    @cached_property
    def catalog(self) -> Catalog:
        """The file's. Raises CatalogError."""
        return catalogs.read(bridge_settings.catalog)

    @cached_property
    def base(self) -> BaseUrl:
        """Raises Misconfigured."""
        return base_url(self.address)

    @cached_property
    def health(self) -> Health:
        """Of the API at the base URL."""
        # It brings urllib3, which may be what is missing.
        from mcpbridge.serve.over_http import HttpClient

        client = HttpClient(self.base, self.token, f"mcpbridge/{__version__}")
        return Health(client, self.catalog, self.base, new_request_id())
