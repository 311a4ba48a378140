"""What the bridge costs beside the API itself: ratios, each measured side by side in one run.

    python -m bench                 everything; exit code 1 where a bar is broken twice
    python -m bench start memory    some parts
    python -m bench --quick         a look in seconds, too short for a verdict worth quoting

Reading order: ratios.py (what a verdict is), pairs.py (a tool call and the same request), sites.py (an installation
with a database of its own), processes.py (what a program used), plain.py (a request as a web server sends it); then
the programs that the parts run in processes of their own: calls.py, names.py with rows.py, plain_start.py,
plain_requests.py; then parts.py, and __main__.py, which runs them.
"""
