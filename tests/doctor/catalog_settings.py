"""The product's settings -> the same, with the catalog file that the environment names."""

from __future__ import annotations

import os

from project.settings import *  # noqa: F403
from project.settings import MCPBRIDGE as PRODUCT

MCPBRIDGE = PRODUCT | {"CATALOG": os.environ["CATALOG_OF_THE_TEST"]}
