#!/bin/sh
# Prints the first Python that is 3.11 or newer: $PYTHON if given, else the ones on PATH.
for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        "$candidate" -c 'import sys; print(sys.executable)'
        exit 0
    fi
done
echo "patchsmith: no Python 3.11 or newer found (looked for: ${PYTHON:-python3, python3.11 to python3.14}). Install one, or name it: make PYTHON=/path/to/python3 ..." >&2
exit 1
