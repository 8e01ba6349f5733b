# The gin rummy site. `make help` says what there is.
.DEFAULT_GOAL := help
VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed
BENCH_VENV := build/bench-env
BENCH_PY := $(BENCH_VENV)/bin/python
BENCH_STAMP := $(BENCH_VENV)/.installed
PORT ?= 8000

.PHONY: help install run demo test check lint types messages screenshots bench bench-bots bench-endings bench-engine bench-openspiel bench-server bench-simulate bench-suspicions bench-swiss lock clean

help: ## Say what each command does
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | column -t -s '|'

install: $(STAMP) ## Make .venv with everything locked, for running and developing

$(STAMP): requirements/development.txt
	python3 -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/development.txt
	touch $(STAMP)

run: $(STAMP) ## Serve the whole site on http://localhost:8000
	$(PY) manage.py migrate --verbosity 0
	$(PY) manage.py collectstatic --noinput --verbosity 0
	$(PY) manage.py serve --port $(PORT)

demo: $(STAMP) ## Add a few accounts, a finished match, a match in progress and an open table
	$(PY) manage.py migrate --verbosity 0
	$(PY) manage.py demo

test: $(STAMP) ## Run every test; installs missing services where it may
	$(PY) scripts/run_tests.py

check: lint types ## Everything but the tests: lint, types, migrations, system checks
	$(PY) manage.py makemigrations --check --dry-run --verbosity 1
	$(PY) manage.py check

lint: $(STAMP) ## Ruff (rules and layout) and the import contracts
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/lint-imports

types: $(STAMP) ## mypy, strict
	$(VENV)/bin/mypy .

messages: $(STAMP) ## Gather the translatable strings and build the mirrored pseudo-locale
	$(PY) scripts/pseudo_locale.py

screenshots: $(STAMP) messages ## Photograph every page: phone and desk, light and dark, both directions
	$(PY) scripts/screenshots.py

bench: bench-engine bench-bots bench-swiss bench-server ## Run every benchmark (see bench/README.md)

bench-engine: $(BENCH_STAMP) ## The rules core beside OpenSpiel's gin rummy
	$(BENCH_PY) -m bench.engine

bench-bots: $(BENCH_STAMP) ## The club player against OpenSpiel's simple gin rummy bot
	$(BENCH_PY) -m bench.bots

bench-openspiel: $(BENCH_STAMP) ## Our hands played again at OpenSpiel's table: every move, every score
	$(BENCH_PY) -m bench.differential

bench-endings: $(STAMP) ## How ten cards are dealt and hands end: what the page about the fair deal compares with
	$(PY) -m bench.endings

bench-server: $(STAMP) ## The live server under load, beside boardgame.io; asks for two quiet cores and PostgreSQL
	$(PY) -m bench.server

bench-swiss: $(STAMP) ## Pairings of a Swiss: 101 and 1,000 players, how fast and how well
	$(PY) -m bench.swiss

bench-simulate: $(STAMP) ## Thousands of hands of every game, each move checked against the rules
	$(PY) -m bench.simulate

bench-suspicions: $(STAMP) ## How well the signals for the referee find cheats, and how often they wrong the honest
	$(PY) -m bench.suspicions

$(BENCH_STAMP): requirements/bench.txt
	python3 -m venv $(BENCH_VENV)
	$(BENCH_PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	touch $(BENCH_STAMP)

lock: ## Renew the hashed locks from pyproject.toml (needs uv)
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header pyproject.toml -o requirements/runtime.txt
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header pyproject.toml --group dev -o requirements/development.txt
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header requirements/bench.in -o requirements/bench.txt

clean: ## Remove what was built; never the database or the keys in var/
	rm -rf build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
