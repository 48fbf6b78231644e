# Everything runs in .venv, which is made on first use and refreshed when pyproject.toml changes.

PYTHON ?= python3
GAME ?= dominum
EXAMPLES ?= 2000
ARGS ?=
BIN := .venv/bin

# Pyright: do not ask the network whether there is a newer one
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1

.PHONY: help play serve test nightly verify mutants fix bench clean
.DELETE_ON_ERROR:

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: .venv/cli.stamp  ## watch one whole game, of GAME=dominum, dome-crushers or dominus-portus
	$(BIN)/tabletop-rules play $(GAME) --seed 1

serve: .venv/serve.stamp  ## play GAME in a browser, against a bot that searches; ARGS='--port 0' adds options
	$(BIN)/tabletop-rules serve $(GAME) --bots mcts:0.5s --open $(ARGS)

test: .venv/dev.stamp  ## run every check: lint, format, types, layers, tests with coverage
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pyright
	$(BIN)/lint-imports --no-logo
	$(BIN)/pytest --numprocesses=auto --dist=loadgroup --cov

nightly: .venv/dev.stamp  ## count every card and token over 10,000 and more random games of each game
	$(BIN)/pytest tests --numprocesses=auto -k X10 --games 2000

verify: .venv/dev.stamp  ## make every check on EXAMPLES=2000 games of GAME
	$(BIN)/tabletop-rules verify $(GAME) --examples $(EXAMPLES) --workers 2

mutants: .venv/dev.stamp  ## change the rules of GAME in every small way, and see whether a test notices
	$(BIN)/python -m mutation $(GAME)

fix: .venv/dev.stamp  ## format, and mend what ruff can mend
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: .venv/benchmark.stamp  ## compare speeds with OpenSpiel and RLCard
	$(BIN)/python -m benchmarks

clean:  ## remove the environment, caches and builds
	rm -rf .venv build dist htmlcov mutants .coverage .coverage.* .*_cache .hypothesis

# One stamp for each extra of pyproject.toml
.venv/%.stamp: pyproject.toml | .venv/pyvenv.cfg
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$*]'
	touch $@

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'Python 3.11 or newer is needed: make PYTHON=/path/to/python ...'; exit 1; }
	$(PYTHON) -m venv .venv
