#!/bin/sh
# Renews the hashed lock files in requirements/. Run as: make lock
set -eu
UV_VERSION=0.13.9
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$(sh scripts/find_python.sh)" -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip install --quiet "uv==$UV_VERSION"
compile() {
    "$scratch/venv/bin/uv" pip compile --quiet --universal --python-version 3.11 \
        --generate-hashes --allow-unsafe --no-emit-index-url --upgrade \
        --custom-compile-command 'make lock' "$@"
}
compile requirements/build.in -o requirements/build.txt
compile pyproject.toml -o requirements/demo.txt
compile pyproject.toml requirements/dev.in -o requirements/dev.txt
