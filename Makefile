# patchsmith: `make demo` shows it, `make test` checks it. Both set up .venv by themselves.
SHELL := /bin/sh
BIN := .venv/bin
SOURCES := $(shell find src -name '*.py' -o -name py.typed) pyproject.toml README.md
LOCKS := requirements/build.txt scripts/setup_env.sh scripts/find_python.sh
export PYTHON

.PHONY: help demo test check bench bench-peers lock clean

help:
	@echo "make demo    repair a real failing project offline and show the report"
	@echo "make test    all checks: ruff, mypy, import-linter, pytest"
	@echo "make check   ruff, mypy and import-linter alone"
	@echo "make bench   start-up and speed against peers, as ratios"
	@echo "make bench-peers  install the peers that make bench compares with"
	@echo "make lock    renew the locked requirements"

.venv/.ready-demo: $(SOURCES) $(LOCKS) requirements/demo.txt
	@sh scripts/setup_env.sh demo

.venv/.ready-dev: $(SOURCES) $(LOCKS) requirements/dev.txt
	@sh scripts/setup_env.sh dev

demo: .venv/.ready-demo
	@sh scripts/demo.sh

check: .venv/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

test: check
	$(BIN)/python -m pytest -n 2
	@echo "patchsmith: all checks passed."

bench: .venv/.ready-dev
	$(BIN)/python benchmarks/run.py

bench-peers: .venv/.ready-dev
	$(BIN)/python benchmarks/peers.py

lock:
	sh scripts/lock.sh

clean:
	rm -rf .venv .venv-peers build .mypy_cache .ruff_cache .pytest_cache .hypothesis
