# Everything a person needs: `make play` and `make test`. Each target makes what it needs.
PYTHON ?= $(firstword $(foreach v,python3.13 python3.12 python3.11 python3,$(shell command -v $(v) 2>/dev/null)))
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play test check fuzz bench rules docs clean

play: $(VENV)/.play
	$(BIN)/ludoteka play pebbles

test: $(VENV)/.dev check
	$(BIN)/python -m pytest -n auto

check: $(VENV)/.dev
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/python -m scripts.rules

fuzz: $(VENV)/.dev
	for game in $$($(BIN)/python -c "from ludoteka import games; print(*games.names())"); do \
		$(BIN)/ludoteka fuzz $$game --matches $(or $(MATCHES),1000) --jobs $(or $(JOBS),2) || exit 1; done

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks.speed

rules: $(VENV)/.dev
	$(BIN)/python -m scripts.rules

docs: $(VENV)/.dev
	$(BIN)/mkdocs build --strict --quiet

clean:
	rm -rf $(VENV) build dist site *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed."; exit 1; }
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || { echo "Python 3.11 or newer is needed."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml | $(BIN)/python
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(PIP) --editable ".[dev]"
	@touch $@ $(VENV)/.play

$(VENV)/.bench: $(VENV)/.dev
	$(PIP) --editable ".[bench]"
	@touch $@
