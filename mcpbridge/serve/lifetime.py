"""One client's streams and what answers it -> a whole process that serves it and ends.

Standard library only.
"""

from __future__ import annotations

import os
from typing import BinaryIO, NoReturn

from mcpbridge.serve.stdio import Loop, Service
from mcpbridge.serve.unblocked import Writer


def serve_and_exit(source: BinaryIO, target: BinaryIO, service: Service) -> NoReturn:
    """Ends the process with the exit code of the loop."""
    log = Writer()
    log.start()
    code = Loop(source, target, service).run()
    log.finish()
    # Workers that were given up must not keep the process: their connections end, and so roll back, with it.
    os._exit(code)
