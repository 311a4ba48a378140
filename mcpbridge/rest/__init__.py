"""What any DRF API may adopt, useful to its REST clients whether or not agents call it.

Read in this order: request_ids, faults (Django's exceptions become the API's), problems (the API's exceptions become
RFC 9457 answers), problem_middleware (so do error pages made outside DRF), problem_schema (how drf-spectacular
documents them).
"""
