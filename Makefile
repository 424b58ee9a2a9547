# `make play` opens the games, `make test` checks everything. Both set up what they need in .venv first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
LAB_FLAGS ?=
PYTEST_FLAGS ?=

.PHONY: help play test lint locale bench bench-screen calibration strength lock notebooks-clean clean

help:
	@echo "make play             set up, then open JupyterLab on the games"
	@echo "make test             set up, then ruff, mypy, all tests, all notebooks, all browser tests"
	@echo "make lint             only ruff and mypy"
	@echo "make locale           bring new sentences into the catalogues, and name what is not translated"
	@echo "make bench            measure counting, play and start-up; needs some minutes"
	@echo "make bench-screen     measure from a tap to the redrawn screen"
	@echo "make calibration      play games, and write how often what was said is so to docs/calibration.md"
	@echo "make strength         let bots play until they are told apart, and write docs/strength.md; takes hours"
	@echo "make lock             resolve constraints.txt anew"
	@echo "make notebooks-clean  strip outputs and counts from the notebooks"
	@echo "make clean            remove the environment and every cache"

play: $(VENV)/play.stamp
	$(BIN)/jupyter lab $(if $(filter 0,$(shell id -u)),--allow-root) $(LAB_FLAGS) notebooks/start_here.ipynb

test: lint
	$(BIN)/pytest -n 2 --dist loadfile -m "not browser" $(PYTEST_FLAGS)
	$(BIN)/pytest -m browser --durations=10 $(PYTEST_FLAGS) tests

lint: $(VENV)/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

locale: $(VENV)/test.stamp
	$(BIN)/python -m tools.catalogues

bench: $(VENV)/bench.stamp
	@for part in $(filter-out bench_screen,$(notdir $(basename $(wildcard tests/benchmarks/bench_*.py)))); do \
	    echo "== $$part"; $(BIN)/python -m tests.benchmarks.$$part || exit; done

bench-screen: $(VENV)/test.stamp
	$(BIN)/python -m tests.benchmarks.bench_screen

notebooks-clean: $(VENV)/play.stamp
	$(BIN)/jupyter nbconvert --clear-output --inplace notebooks/*.ipynb

calibration: $(VENV)/test.stamp
	$(BIN)/python -m tools.calibration

strength: $(VENV)/test.stamp
	$(BIN)/python -m tools.strength

# One resolution for players, tests, Binder and CI, made with the oldest Python that we support.
lock:
	dir=$$(mktemp -d) && $(PYTHON) -m venv $$dir \
	&& $$dir/bin/pip --disable-pip-version-check install -q ".[app,test,dev,bench]" \
	&& { echo "# Every version that an environment of this project gets. Made by \`make lock\`; not edited by hand."; \
	     $$dir/bin/pip --disable-pip-version-check freeze --exclude sleuthbook; } > constraints.txt; \
	rm -rf $$dir

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/pip.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "Sleuthbook needs Python 3.11 or newer; $(PYTHON) is older or not there."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' \
	    || { echo "Python's venv is missing: on Debian and Ubuntu, apt install python3-venv."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/play.stamp: EXTRAS = app
$(VENV)/test.stamp: EXTRAS = app,test,dev
$(VENV)/bench.stamp: EXTRAS = app,test,dev,bench
$(VENV)/%.stamp: pyproject.toml constraints.txt | $(VENV)/pip.stamp
	$(PIP) install -q -c constraints.txt -e ".[$(EXTRAS)]"
	@$(BIN)/jupyter labextension disable @jupyterlab/apputils-extension:announcements 2>/dev/null
	@touch $@
