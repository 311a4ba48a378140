"""A group -> whether it only carries rights. Such a group is no team: who is in it shares nothing with the others.

Whoever may write is in editors, so rows and people that were seen through it would be seen by everybody.
"""

from __future__ import annotations

EDITORS = "editors"
VIEWERS = "viewers"

ROLES = (EDITORS, VIEWERS)
"""Names of the groups that the first migration makes and gives their rights."""
