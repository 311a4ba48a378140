"""The product -> projects, tasks and notes of teams, over REST.

models/       tables                      folding.py     texts to comparable keys
visibility.py who sees what               people.py      names of users and groups
rules.py      what must hold in a row     filters/       query arguments
api/          serializers and viewsets    urls.py        the routes under /api/v1/
"""

from __future__ import annotations
