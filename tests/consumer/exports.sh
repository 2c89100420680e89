#!/bin/sh
# exports.sh INCLUDE LIBFP8C LIBFP8C_RT - a library exports the functions its
# headers declare, all of them and nothing else, and carries its major version.
set -eu
include=$1 all=$2 runtime=$3
bad=0

declared() { sed -n 's/^FP8C_API.*[ *]\(fp8c_[a-z0-9_]*\)(.*/\1/p' "$@" | sort -u; }
exported() { nm -D --defined-only "$1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort -u; }

check() { # LIBRARY HEADER...
  library=$1
  shift
  wanted=$(declared "$@") found=$(exported "$library")
  if [ "$wanted" != "$found" ]; then
    echo "$library: exported functions differ from what $* declares:"
    printf '%s\n' "$wanted" >"$work/wanted"
    printf '%s\n' "$found" >"$work/found"
    diff "$work/wanted" "$work/found" || true
    bad=1
  fi
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
check "$all" "$include/fp8c/fp8c.h" "$include/fp8c/compiler.h"
check "$runtime" "$include/fp8c/fp8c.h"

major=$(sed -n 's/^#define FP8C_VERSION_MAJOR \([0-9]*\).*/\1/p' "$include/fp8c/fp8c.h")
for library in "$all" "$runtime"; do
  readelf -d "$library" | grep -q "SONAME.*\.so\.$major\]" || {
    echo "$library: its SONAME does not end in .so.$major"
    bad=1
  }
done

# What only runs plans needs no protobuf, no JSON, no ZIP.
if readelf -d "$runtime" | grep NEEDED | grep -E 'protobuf|jansson|zip'; then
  echo "$runtime: needs a library of the compiler"
  bad=1
fi
exit $bad
