#!/bin/sh
# Repairs examples/two_faults, offline, in a temporary copy, and shows the report.
set -eu
cd "$(dirname "$0")/.."
bin=$(pwd)/.venv/bin
copy=$(mktemp -d "${TMPDIR:-/tmp}/patchsmith-demo.XXXXXX")
trap 'rm -rf "$copy"' EXIT
cp -R examples/two_faults "$copy/project"
cd "$copy/project"
PATH="$bin:$PATH"
echo "patchsmith: a copy of examples/two_faults, where 'python3 -m unittest' fails"
echo
if replx --run-dir "$copy/runs" python3 -m unittest; then
    echo
    echo "patchsmith: the demo project was repaired, offline; your files were not touched."
else
    status=$?
    echo "patchsmith: the demo project was not repaired (replx ended with $status)." >&2
    exit "$status"
fi
