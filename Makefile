# Everything a person needs: `make play` and `make test`. Each target makes what it needs.
# the first of these that runs and is new enough
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python; do \
	$$p -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play screenshots test check fuzz oracle mutants bench bench-compare native rules docs lock clean

play: $(VENV)/.play
	$(BIN)/ludoteka serve

# the pages are tested in Chromium (Debian: apt-get install chromium; root installs it by itself, without it they are skipped)
test: $(VENV)/.dev check
	$(BIN)/python -m pytest -n auto --dist worksteal

check: $(VENV)/.dev
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/python -m scripts.rules

fuzz: $(VENV)/.dev
	for game in $$($(BIN)/python -c "from ludoteka import games; print(*games.names())"); do \
		$(BIN)/ludoteka fuzz $$game --matches $(or $(MATCHES),1000) --jobs $(or $(JOBS),2) || exit 1; done

# second engines, written from the rulebooks alone, in lock-step with the first: make oracle GAME=small_world MATCHES=1000
oracle: $(VENV)/.dev
	$(BIN)/python -m tests.oracles.run "$(GAME)" $(or $(MATCHES),200) $(or $(SEED),0)

# changes one rule at a time and sees whether the tests of rules notice: make mutants GAME=tigris_euphrates SAMPLE=20
mutants: $(VENV)/.dev
	$(BIN)/python -m scripts.mutants $(GAME) --sample $(or $(SAMPLE),20)

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.server

bench-compare: $(VENV)/.bench
	$(BIN)/python -m benchmarks.compare --base $(or $(BASE),main)

# the same source through mypyc, into build/native, and a proof that it plays the identical matches
native: $(VENV)/.dev
	$(PIP) "setuptools>=77" mypy
	LUDOTEKA_NATIVE=1 $(BIN)/python setup.py --quiet build --build-lib build/native
	$(BIN)/python -m scripts.parity

rules: $(VENV)/.dev
	$(BIN)/python -m scripts.rules

screenshots: $(VENV)/.dev
	$(BIN)/python -m scripts.screenshots

docs: $(VENV)/.dev
	$(BIN)/zensical build --strict

# the versions that `make` installs; everything else follows pyproject.toml
LOCK = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --no-emit-index-url --no-annotate --no-header
lock: $(VENV)/.dev
	$(LOCK) --extra server pyproject.toml --output-file requirements/server.txt
	$(LOCK) --extra server --extra dev --extra rl --extra cluster pyproject.toml --output-file requirements/dev.txt

clean:
	rm -rf $(VENV) build dist site .cache *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@python="$(PYTHON)"; test -n "$$python" || { echo "Python 3.11 or newer is needed."; exit 1; }; \
	$$python -m venv $(VENV)

$(VENV)/.play: pyproject.toml requirements/server.txt | $(BIN)/python
	$(PIP) --requirement requirements/server.txt --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml requirements/dev.txt | $(BIN)/python
	$(PIP) --requirement requirements/dev.txt --editable .
	@touch $@ $(VENV)/.play

$(VENV)/.bench: $(VENV)/.dev
	$(PIP) --editable ".[bench,rl]"
	@touch $@
