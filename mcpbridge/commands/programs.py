"""What is known of programs -> tables that mcpbridge.commands.forbidden decides by.

Two kinds: what is refused whatever it is asked to do, and what has commands of its own, of which some only look.
Standard library only.
"""

from __future__ import annotations

from collections.abc import Mapping


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LAUNCHERS = _words(
    "ash bash busybox cmd csh dash fish ksh powershell pwsh rbash sh tcsh zsh "
    "awk bpython bun deno gawk ipython lua mawk node nodejs osascript perl php ptpython ruby sed tclsh ts-node tsx "
    "chroot chrt direnv doas dotenv env exec expect find flock foreman gdb honcho ionice ltrace nice nohup "
    "parallel perf runuser script setsid stdbuf strace su sudo taskset time timeout unbuffer unshare watch xargs "
    "hatch pdm pipenv poetry rye uv"
)
"""They run a program or text that their arguments name, so nobody could say what is run."""

INSTALLERS = _words(
    "apk apt apt-get aptitude brew bundle bunx composer conda corepack dnf dpkg easy_install easy_install3 emerge gem "
    "mamba micromamba nox npx pacman pip-sync pipx pre-commit rpm snap tox uvx yum zypper"
)
"""They bring programs and packages onto the machine."""

DATABASES = _words(
    "alembic createdb createuser dropdb mariadb mariadb-admin mariadb-dump mongo mongosh mysql mysqladmin mysqldump "
    "mysqlimport pg_dump pg_restore pgcli psql redis-cli sqlite sqlplus"
)
"""They speak to a database past the API."""

OUTSIDE = _words(
    "ansible ansible-playbook at aws az bzr chmod chown cp crontab curl dd docker docker-compose flyctl gcloud gh glab "
    "helm heroku hg hub install jj kill killall kubectl ln mkdir mount mv nc netcat pkill podman reboot rm rmdir rsync "
    "scp service sftp shred shutdown ssh svn systemctl tee telnet terraform touch truncate twine umount unlink vagrant "
    "vercel wget"
)
"""They change files or the machine, or reach other machines."""

REFUSED: tuple[tuple[frozenset[str], str], ...] = (
    (LAUNCHERS, "runs whatever its arguments name"),
    (INSTALLERS, "installs"),
    (DATABASES, "speaks to a database past the API"),
    (OUTSIDE, "changes files or the machine, or reaches other machines"),
)

RUNNERS = frozenset(("gmake", "invoke", "just", "make", "rake", "task"))
"""They run what a file of the project has under a name; the names then have to tell that it only looks."""

PACKAGE_RUNNERS = frozenset(("npm", "pnpm", "yarn"))
"""The same by "run NAME" or "test"; everything else that they do installs."""

READING: Mapping[str, frozenset[str]] = {
    "pip": frozenset(("check", "freeze", "inspect", "list", "show")),
    "coverage": frozenset(("report",)),
}
"""Programs with commands of their own, of which these only look."""

GIT = _words(
    "blame cat-file check-attr check-ignore cherry count-objects describe diff diff-files diff-index diff-tree "
    "for-each-ref grep log ls-files ls-tree merge-base name-rev range-diff rev-list rev-parse shortlog show show-ref "
    "status verify-commit verify-tag whatchanged"
)
GIT_BEFORE = frozenset(("--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs"))
"""What may stand before git's command. -c and --config-env can make anything of it, -C and --git-dir lead elsewhere."""

GIT_FORBIDDEN = ("--output", "--ext-diff", "--textconv", "--open-files-in-pager", "--no-index", "--filters")
"""They write files, run programs that the configuration names, or read files outside. git takes them shortened too."""

MODULES = frozenset(("bandit", "django", "flake8", "mypy", "pip", "pylint", "pyright", "pytest", "ruff", "unittest"))
"""What `python -m` may start."""

SUITES = frozenset(("pytest", "py.test", "unittest"))
"""They run all that tests do, which nobody can call reading."""

DJANGO_LOOKING = frozenset(("check", "findstatic", "inspectdb", "showmigrations", "sqlmigrate", "sqlsequencereset"))
DJANGO_WITH: Mapping[str, frozenset[str]] = {
    "collectstatic": frozenset(("--dry-run", "-n")),
    "makemigrations": frozenset(("--check", "--dry-run")),
    "mcp_catalog": frozenset(("--check", "--diff", "--report", "--schema")),
    "optimizemigration": frozenset(("--check",)),
}
"""Commands of manage.py that only look where one of these options stands."""

DJANGO_CHANGING = _words(
    "changepassword clearsessions createcachetable createsuperuser dbshell diffsettings dumpdata flush loaddata "
    "makemessages mcp_audit mcp_call mcp_stdio mcp_token migrate remove_stale_contenttypes runserver sendtestemail "
    "shell shell_plus squashmigrations startapp startproject testserver"
)
"""They change the database or the project, serve, run code, or tell what settings and rows hold."""

LOOKING = _words("check checks diff doctor dry lint list mypy report show test tests typecheck types validate verify")
"""Words of which a command that nobody knows must have one, to be taken as one that only looks."""

CHANGING = _words(
    "add apply clean clear commit create delete deploy downgrade drop erase fix flush force import init install "
    "load loaddata merge migrate prune publish purge push rebase release remove reset restore rollback seed "
    "squash stash sync tag truncate uninstall update upgrade upload write"
)
"""Words that none of them may have."""

PLAIN_CHANGING = _words(
    "commit deploy flush install loaddata merge migrate publish push rebase tag uninstall upgrade upload"
)
"""Words that are no argument of any other program."""

VARIABLES = (
    "BASH_", "DYLD_", "GIT_", "LD_", "NODE_OPTIONS", "PERL5OPT", "PIP_", "PYTEST_", "PYTHONBREAKPOINT",
    "PYTHONINSPECT", "PYTHONSTARTUP", "RUBYOPT", "MAKEFLAGS", "MAKEFILES",
)  # fmt: skip
"""Beginnings of variables that change what a program runs."""
HARMLESS_VARIABLES = frozenset(("GIT_OPTIONAL_LOCKS", "GIT_TERMINAL_PROMPT", "PYTEST_DISABLE_PLUGIN_AUTOLOAD"))
