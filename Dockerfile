# The project on one image: the web server, every management command and the stdio server (docs/containers.md).

FROM python:3.11-slim-bookworm AS build
# Debian keeps one version of a package on its mirrors, so a pinned one could not be installed next month.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev libmariadb-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
RUN python -m venv /opt/venv
COPY requirements.txt requirements-mysql.txt /build/
RUN /opt/venv/bin/pip install --no-cache-dir --disable-pip-version-check --requirement /build/requirements-mysql.txt


FROM python:3.11-slim-bookworm
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends libmariadb3 \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 notes \
    && useradd --uid 10001 --gid notes --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin notes

# Nothing is written at run time: the byte code is made below, and what is logged is seen at once.
ENV PATH="/opt/venv/bin:$PATH" \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1

WORKDIR /app
COPY --from=build /opt/venv /opt/venv
COPY manage.py ./
COPY docs docs
COPY templates templates
COPY mcpbridge mcpbridge
COPY notes notes
COPY project project

# Collecting needs no secret; the settings demand one all the same, so it gets one that lives as long as the command.
RUN python -m compileall -q manage.py mcpbridge notes project \
    && SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(50))')" ALLOWED_HOSTS=localhost \
       python manage.py collectstatic --noinput --verbosity 0

# By number, so that an orchestrator can see that it is not root.
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s --retries=3 CMD ["python", "-m", "project.healthcheck"]
CMD ["gunicorn", "--config", "python:project.gunicorn"]
