"""What any DRF API may adopt, useful to its REST clients whether or not agents call it.

Read in this order: request_id_middleware and request_ids, faults (Django's exceptions become the API's; uniqueness
finds the field of a value that is taken, mendable lets a rule say what would have worked), problems (the API's
exceptions become RFC 9457 answers), refused_values (what was given, and what would have worked: describing finds the
field that knows, quoting shows the value, expected says what the field takes), problem_middleware (error pages made
outside DRF become problems too), bearer (tokens), problem_schema (how drf-spectacular documents them).
"""
