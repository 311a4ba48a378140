# The work itself is in scripts/, which needs nothing but Python: each target hands over to one of its files.
python = sh scripts/python -m

.PHONY: help run test test-mysql oracles check bench lock

help: ## what there is
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 20

run: ## set everything up and serve it with demo data (PORT=8000)
	@$(python) scripts.run

test: ## the suite on SQLite, and on MariaDB where one answers (ARGS="tests/notes -k name", ARGS="-m slow")
	@$(python) scripts.test any $(ARGS)

test-mysql: ## the suite on MariaDB or MySQL, started if none answers (MYSQL_TEST_URL=mysql://user:password@host:3306)
	@$(python) scripts.test mysql $(ARGS)

oracles: ## the conformance suite, the inspector and the official clients against the server (needs npm)
	@$(python) scripts.oracles $(ARGS)

check: ## lint, format, types, system checks, catalog, OpenAPI, Dockerfile, compose.yaml (STEPS="lint types")
	@$(python) scripts.check $(STEPS)

bench: ## what the bridge costs beside the API itself
	@$(python) scripts.environment requirements-test.txt
	@DEBUG=on .venv/bin/python -m bench $(ARGS)

lock: ## requirements*.in to requirements*.txt (needs uv)
	@$(python) scripts.lock
