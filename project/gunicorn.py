"""Environment variables -> how gunicorn serves the project: gunicorn --config python:project.gunicorn"""

from __future__ import annotations

import os


def _number(name: str, default: int) -> int:
    text = os.environ.get(name, "").strip() or str(default)
    if not (text.isascii() and text.isdigit() and int(text)):
        raise SystemExit(f"{name}={text} is no number of one or more. Set a whole number such as {default}.")
    return int(text)


wsgi_app = "project.wsgi"
# Inside a container: who reaches it is decided by whoever publishes the port.
bind = f"0.0.0.0:{_number('PORT', 8000)}"  # noqa: S104
worker_class = "gthread"
workers = _number("WEB_CONCURRENCY", 2)
threads = _number("WEB_THREADS", 8)

# A call that writes may take 60 seconds, and one that has begun is answered before the server stops.
graceful_timeout = 65
# Longer than proxies keep an unused connection (nginx: 60), so that none of them sends into one that is being closed.
keepalive = 75

# Searches by long names in any script: as much as gunicorn can be told to take.
limit_request_line = 8190
# Django alone decides whose word on HTTPS counts (BEHIND_TLS_PROXY).
forwarded_allow_ips = ""
# In memory: on a disk the heartbeats of the workers wait for it.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108
# Nobody asks it, and the home folder that it would lie in does not exist.
control_socket_disable = True

# Standard error. There is no access log: addresses carry what people search for, and the proxy in front has its own.
errorlog = "-"
accesslog = None
