#!/bin/sh
# symbols.sh LIBRARY PACKAGE OUT - what DEBIAN/symbols says of a shared library: its
# SONAME, and the package's version that first had each function, which is what the
# function's version node is called after (FP8C_0.1 is 0.1).
set -eu
soname=$(readelf -d "$1" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
mkdir -p "$(dirname "$3")"
{
  echo "$soname $2 #MINVER#"
  nm -D --defined-only "$1" | sed -n 's/^[0-9a-f]* [A-Z] \(.*\)$/\1/p' | sed 's/@@/@/' |
    awk -F@ '{ node = NF > 1 ? $2 : $1; from = node; sub(/^FP8C_/, "", from); print " " $1 "@" node " " from }' | LC_ALL=C sort
} >"$3"
