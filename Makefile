# All of it needs Python 3.11 or newer and make, and a package index for the first run.
# Start with `make play` and `make test`; `make help` lists the rest.

PY ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

# Containers often forbid it, and then every process that is started compiles the whole bot again.
unexport PYTHONDONTWRITEBYTECODE
# Selenium brings trio, and its plugin for Hypothesis takes every process of the tests a quarter of a second.
export HYPOTHESIS_NO_PLUGINS := 1
# Some people's pip installs for themselves, which no environment allows.
export PIP_USER := 0

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test lint languages check conformance bench chaos coverage docs new-game setup lock release

help:  ## show this help
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/play.stamp  ## start the bot: on Discord with DISCORD_TOKEN set, else on a page in your browser (GAME=duo-dominoes LEVEL=deckhand NEW=1, HOUSE=1 for phones)
	@$(BIN)/python -m bot.boneyard play $(if $(GAME),--game $(GAME)) $(if $(LEVEL),--level $(LEVEL)) $(if $(NEW),--new) $(if $(HOUSE),--house $(filter-out 1,$(HOUSE))) $(ARGS)

test: $(VENV)/dev.stamp  ## run every test on all cores, or some (ARGS="-k duo", ARGS=tests/games/duo)
	@$(BIN)/python -m pytest -q -n auto --dist worksteal $(ARGS) $(if $(filter tests/%,$(ARGS)),,tests)

lint: $(VENV)/dev.stamp  ## style, format and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

conformance: $(VENV)/dev.stamp  ## run every rulebook's vectors
	@$(BIN)/python -m tests.conformance

check: lint conformance test languages  ## everything that a change must pass

languages: $(VENV)/dev.stamp  ## say how much of each language is translated, and what is wrong (ARGS="it" writes its files again)
	@$(BIN)/python -m tests.translations $(ARGS)

bench: $(VENV)/bench.stamp  ## compare speed with other engines (QUICK=1 for a short run)
	@$(BIN)/python -m tests.bench $(if $(QUICK),--quick) $(ARGS)

chaos: $(VENV)/dev.stamp  ## kill the bot 200 times at random moments and judge what is left (ARGS="--kills 20 --seed 7"), or try 200 faults of Discord (ARGS="--faults 200")
	@$(BIN)/python -m tests.races.chaos $(ARGS)

coverage: $(VENV)/dev.stamp  ## run every test and list the lines that no test ran
	@$(BIN)/python -m pytest -q -n auto --dist worksteal --cov --cov-report=term $(ARGS) tests

docs: $(VENV)/dev.stamp  ## write the generated documents again
	@$(BIN)/python -m tests.architecture.generated

new-game: $(VENV)/dev.stamp  ## start a game: NAME=liars-dice (PACKAGE=liars PREFIX=LD)
	@$(BIN)/python -m tests.new_game "$(NAME)" "$(PACKAGE)" "$(PREFIX)"

setup: $(VENV)/dev.stamp  ## install everything that development needs

release:  ## build wheel, source, image, bill of materials and checksums in dist, and try each ("Error 3": all is well, but no engine for the image)
	@bash .ci/release "$(PY)"

lock: $(BIN)/uv  ## update the lock files (UPGRADE=1 takes the newest versions)
	@$(LOCK) --all-extras --group dev -o requirements/dev.lock pyproject.toml
	@$(LOCK) --all-extras -c requirements/dev.lock -o requirements/play.lock pyproject.toml
	@$(LOCK) --group release -c requirements/dev.lock -o requirements/release.lock pyproject.toml
	@$(LOCK) --group bench -c requirements/dev.lock -o requirements/bench.lock

LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
  --no-emit-index-url --no-emit-find-links $(if $(UPGRADE),--upgrade)

# A Python without ensurepip (Debian without python3-venv) makes a bare environment, filled by its own pip.
PIP = if [ -x $(BIN)/pip ]; then set -- $(BIN)/python -m pip; else set -- $(PY) -m pip --python $(BIN)/python; fi; \
  "$$@" --disable-pip-version-check

$(BIN)/python:
	@command -v $(PY) >/dev/null || { echo "$(PY) was not found. Install Python 3.11 or newer, or name one with PY=..."; exit 1; }
	@$(PY) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Python 3.11 or newer is needed, and this is ' \
	  + sys.version.split()[0] + '. Name another with PY=...')"
	@$(PY) -m venv $(VENV) >/dev/null 2>&1 || $(PY) -m venv --clear --without-pip $(VENV) \
	  || { rm -rf $(VENV); echo "$(PY) cannot make virtual environments; install its venv module (Debian: python3-venv)."; exit 1; }
	@test -x $(BIN)/pip || $(PY) -m pip --version >/dev/null 2>&1 \
	  || { rm -rf $(VENV); echo "$(PY) has no pip; install it (Debian: python3-venv or python3-pip)."; exit 1; }

# An environment keeps the Python that it was made with. Refuse another one instead of ignoring it.
.PHONY: same-python
same-python: | $(BIN)/python
ifneq ($(origin PY),file)
	@asked=$$($(PY) -c 'import sys; print("%d.%d" % sys.version_info[:2])') \
	  || { echo "$(PY) does not start. Install Python 3.11 or newer, or name one with PY=..."; exit 1; }; \
	made=$$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); test "$$asked" = "$$made" \
	  || { echo "$(VENV) was made with Python $$made, not $$asked. Remove it, or add VENV=.venv-$$asked."; exit 1; }
endif

$(VENV)/%.stamp: requirements/%.lock | $(BIN)/python same-python
	@echo "Installing the packages for '$*' (up to half a minute the first time)"
	@$(PIP) install -q --no-deps --require-hashes -r $< \
	  || { sed '/^asyncpg==/,/^    # via/d' $< >$@.lock && $(PIP) install -q --no-deps --require-hashes -r $@.lock \
	    && echo "asyncpg cannot be installed here, so SQLite is the only database."; } \
	  || { echo "The packages could not be installed. Check the network and the package index that pip uses, then try again."; exit 1; }
	@touch $@

$(VENV)/bench.stamp: $(VENV)/dev.stamp

$(BIN)/uv: | $(BIN)/python
	@$(PIP) install -q uv
