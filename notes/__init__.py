"""The product -> projects, tasks and notes of teams, over REST.

models/       tables                      folding.py     texts to comparable keys
visibility.py who sees what               people.py      names of users and groups
rules.py      what must hold in a row     urls.py        the routes under /api/v1/
locks.py      one writer at a time        roles.py       groups that carry rights alone
api/          serializers, filters of lists, viewsets    admin.py  the same rows in the Django admin
demo/         a team's year of work, for `manage.py demo`
"""

from __future__ import annotations
