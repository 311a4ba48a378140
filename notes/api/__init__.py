"""The REST API of the product -> one module for each resource, and the parts that they share.

projects.py  tasks.py  notes.py     with a trash: kept.py
people.py    trees.py  lookups.py   to be referred to: references.py
fields.py    ruled.py               values in a body, and rules between them
lists.py     filter_kinds.py        query arguments
rights.py                           who may do such a thing at all
"""

from __future__ import annotations
