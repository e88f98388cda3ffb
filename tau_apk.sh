#!/usr/bin/env bash
# As TAU's script of this name: tau_apk.sh ORIGINAL.apk INJECTED.apk
# What follows is passed on to 'dexscope inject' (see its --help); --tau-names lets the app call
# edu.uoregon.TAU.Profiler, as TAU's injector does.
set -eu
if [ $# -lt 2 ]; then
  sed -n '2,4s/^# //p' "$0" >&2
  exit 2
fi
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
original=$1
injected=$2
shift 2
exec "$root/dexscope" inject "$original" -o "$injected" --debuggable "$@"
