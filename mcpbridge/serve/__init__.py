"""A message -> a result, knowing the catalog and HTTP shapes alone: no Django, no DRF, importable by itself.

Reading order: jsonrpc and protocol (bytes to a method), stdio (lines in, lines out), pipeline (a tool call from gate
to result); arguments with reading, values, choices, dates, references (what an agent wrote -> a call); calls (the
words for the surroundings); results, writes, refusals with findings and mends (a reply -> what an agent is told).
"""
