#!/bin/sh
# Makes .venv ready: pinned pip, locked packages, the package itself as a built, compiled wheel.
# Usage: scripts/setup_env.sh demo|dev     (called by make; safe to call again)
set -eu
kind=$1
cd "$(dirname "$0")/.."
venv=.venv
python=$(sh scripts/find_python.sh)

# A .venv is stale when its interpreter is gone or is another version than the one found.
wanted=$("$python" -c 'import sys; print(sys.version.split()[0])')
have=$("$venv/bin/python" -c 'import sys; print(sys.version.split()[0])' 2>/dev/null || echo none)
if [ "$wanted" != "$have" ]; then
    rm -rf "$venv"
    if ! "$python" -m venv "$venv" 2>build-venv.log; then
        cat build-venv.log >&2; rm -f build-venv.log
        echo "patchsmith: $python cannot make virtual environments. On Debian or Ubuntu: apt-get install python3-venv" >&2
        exit 1
    fi
    rm -f build-venv.log
fi

pip() { "$venv/bin/python" -m pip --disable-pip-version-check --quiet "$@"; }
locked() { # the lock's fingerprint beside what it installed: nothing to do when equal
    mark="$venv/.lock-$1"
    if ! cmp -s "requirements/$1.txt" "$mark"; then
        echo "patchsmith: installing requirements/$1.txt"
        pip install --require-hashes -r "requirements/$1.txt"
        cp "requirements/$1.txt" "$mark"
    fi
}
locked build
locked "$kind"

rm -rf build/wheel
"$venv/bin/python" -m hatchling build -t wheel -d build/wheel >/dev/null 2>build-wheel.log || {
    cat build-wheel.log >&2; rm -f build-wheel.log; exit 1; }
rm -f build-wheel.log
pip install --no-deps --no-index --force-reinstall --compile build/wheel/*.whl
touch "$venv/.ready-$kind"
