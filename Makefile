# Everything a person needs: `make play` and `make test`. Each target makes what it needs.
# the first of these that runs and is new enough
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14 python; do \
	$$p -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# servers and bots that tests start need not compile everything anew
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play screenshots test thorough coverage check format fuzz oracle mutants bench bench-compare baselines native rules docs lock clean

# compiled, if `make native` has built and proved what is here now
NATIVE = $(shell test -e build/native/.proved && test -z "$$(find ludoteka -type f ! -name '*.pyc' -newer \
	build/native/.proved -print -quit)" && echo $(CURDIR)/build/native)

play: $(VENV)/.play
	PYTHONPATH=$(NATIVE) $(BIN)/ludoteka serve

# the pages are tested in Chromium (Debian: apt-get install chromium-headless-shell; root installs it by itself, without it they are skipped)
test: $(VENV)/.dev check
	$(BIN)/python -m pytest -n auto --dist worksteal

# what the everyday tests show once, at more length: the other language, the other database, every page in every light
thorough: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto --dist worksteal -m thorough

# how much of each package its tests come by, and whether that is enough: make coverage PACKAGE=core
coverage: $(VENV)/.dev
	$(BIN)/python -m scripts.coverage $(PACKAGE)

check: $(VENV)/.dev
	$(BIN)/python -m scripts.dev check

# the form of everything, written anew
format: $(VENV)/.dev
	$(BIN)/python -m scripts.dev format

fuzz: $(VENV)/.dev
	for game in $$($(BIN)/python -c "from ludoteka import games; print(*games.names())"); do \
		$(BIN)/ludoteka fuzz $$game --matches $(or $(MATCHES),1000) --jobs $(or $(JOBS),2) || exit 1; done

# second engines, written from the rulebooks alone, in lock-step with the first: make oracle GAME=small_world MATCHES=1000
oracle: $(VENV)/.dev
	$(BIN)/python -m tests.oracles.run "$(GAME)" $(or $(MATCHES),200) $(or $(SEED),0)

# changes one rule at a time and sees whether the tests of rules notice: make mutants GAME=tigris_euphrates SAMPLE=20 SEED=0
mutants: $(VENV)/.dev
	$(BIN)/python -m scripts.mutants $(GAME) --sample $(or $(SAMPLE),20) --seed $(or $(SEED),0)

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.processes
	$(BIN)/python -m benchmarks.server

# random, greedy, level 5 and a trained example for every game and number of seats: make baselines MATCHES=24 SLOW=6 TRAIN=200
baselines: $(VENV)/.dev
	$(BIN)/python -m scripts.baselines --matches $(or $(MATCHES),24) --slow $(or $(SLOW),6) --train $(or $(TRAIN),200) \
		--markdown docs/baselines.md

bench-compare: $(VENV)/.bench
	$(BIN)/python -m benchmarks.compare --base $(or $(BASE),main)

# the same source through mypyc, into build/native, and a proof that it plays the identical matches
native: $(VENV)/.dev
	$(PIP) "setuptools>=77" mypy
	@mkdir -p build && rm -f build/native/.proved && touch build/.begun
	LUDOTEKA_NATIVE=1 $(BIN)/python setup.py --quiet build --build-lib build/native
	$(BIN)/python -m scripts.parity
	@mv build/.begun build/native/.proved

rules: $(VENV)/.dev
	$(BIN)/python -m scripts.rules

screenshots: $(VENV)/.dev
	$(BIN)/python -m scripts.screenshots

docs: $(VENV)/.dev
	$(BIN)/python -m scripts.dev docs

# the versions that `make` installs; everything else follows pyproject.toml
lock: $(VENV)/.dev
	$(BIN)/python -m scripts.dev lock

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
