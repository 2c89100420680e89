#!/bin/sh
# layers.sh [ROOT] - who may include whom, as docs/architecture.md draws it, where CUDA stands, and how
# long functions and files may be.
#
# Each row: a module, then the modules its files may include besides itself.  A
# header is named from the root ("ir/graph.h"), so the first part of an include
# is the module; generated headers of a module count as that module.
set -eu
root=${1:-$(dirname "$0")/..}
cd "$root"

rules='
base      fp8c
ops       base fp8c
ir        base ops fp8c
frontend  base ops ir fp8c
passes    base ops ir fp8c
codegen   base ops ir fp8c runtime/plan.h
runtime   base ops fp8c
compiler  base ops ir frontend passes codegen runtime fp8c
cli       base ops runtime compiler fp8c
integrations base fp8c frontend/onnx.pb-c.h
'

bad=0
while read -r module allowed; do
  [ -n "$module" ] || continue
  for file in "$module"/*.c "$module"/*.h "$module"/*/*.c "$module"/*/*.h; do
    [ -e "$file" ] || continue
    includes=$(sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/\1/p' "$file")
    for header in $includes; do
      case $header in
        */*) ;;
        *)
          echo "$file: includes \"$header\"; name it from the root (\"$module/$header\")"
          bad=1
          continue
          ;;
      esac
      from=${header%%/*}
      ok=0
      for name in "$module" $allowed; do
        if [ "$name" = "$from" ] || [ "$name" = "$header" ]; then ok=1; fi
      done
      if [ $ok -eq 0 ]; then
        echo "$file: includes \"$header\"; $module may include: $module $allowed"
        bad=1
      fi
    done
  done
done <<RULES
$rules
RULES

# Inside a module, folders have an order too: each row is a folder and the folders of its module that its files may
# include besides itself ("." is the module's own files).
folders='
compiler/compile
compiler/search    compile
compiler/report    compile search
compiler/debug     compile
compiler/.         compile search report debug
passes/precision   .
passes/passes      . precision
'
while read -r folder allowed; do
  [ -n "$folder" ] || continue
  module=${folder%%/*}
  own=${folder#*/}
  for file in "$folder"/*.c "$folder"/*.h; do
    [ -e "$file" ] || continue
    includes=$(sed -n "s|^#include \"\\($module/[^\"]*\\)\".*|\\1|p" "$file")
    for header in $includes; do
      part=${header#"$module"/}
      case $part in
        */*) part=${part%%/*} ;;
        *) part=. ;;
      esac
      case " $own $allowed " in
        *" $part "*) ;;
        *)
          echo "$file: includes \"$header\"; $module/$own may include of $module:${allowed:+ }$allowed"
          bad=1
          ;;
      esac
    done
  done
done <<FOLDERS
$folders
FOLDERS

# The published headers stand alone: fp8c.h on nothing of ours, compiler.h on it.
for file in include/fp8c/*.h; do
  includes=$(sed -n 's/^#include "\([^"]*\)".*/\1/p' "$file")
  for header in $includes; do
    case $file:$header in
      include/fp8c/compiler.h:fp8c/fp8c.h) ;;
      *)
        echo "$file: includes \"$header\"; the published headers may not"
        bad=1
        ;;
    esac
  done
done

# Operators are told apart by their ids (node_is, op_of, op_has), never by a name written out:
# one that is misspelt would compile.  A name that a user, a file or ONNX gives may be compared.
named=$(grep -nE 'str(n?cmp|casecmp|str)\([^;]*op->name *, *"|str(n?cmp|str)\(name, "[A-Z][a-z]|(op|node)_named\(|op_find\("[a-z0-9]*", *"' \
  ops/*.c ir/*.c passes/*.c passes/*/*.c codegen/*.c codegen/*/*.c runtime/*.c compiler/*.c compiler/*/*.c 2>/dev/null || :)
if [ -n "$named" ]; then
  echo "$named"
  echo "an operator is named; node_is(n, OP_X), op_has(op, FACT_X) and op_get(OP_X) do that"
  bad=1
fi

# CUDA stands in codegen/kernels/*.cuh.  A generator writes calls of its templates, and what only it can know: a
# region's statements, the struct around them.  Lines of string literals that hold a loop, a test, a declaration or
# a builtin are counted; the number may fall, and is lowered then.  What is left is of four kinds: the heads of
# kernels, of their functors and of functions made of ops.def (lower.c, fuse_horizontal.c, region.c, fused.c,
# gemm_sm90.c, the attentions); variables that a region's statements name (emit.c, parts.c); the loops and tests around
# these, which need their names (emit.c, row.c, eltwise.c, direct_kernel.c); and constants of `struct shape`.
most=52
lines=$(grep -nE '^[^"]*"([^"\\]|\\.)*(for \(|while \(|if \(|__[a-z]+|#pragma|[^a-z](float|double|i64|i32|u32) [a-z])' codegen/*.c codegen/*/*.c 2>/dev/null |
  grep -cvE ':[0-9]+: *(return |if \(.*\) return |/\*|\*|#include)' || :)
if [ "$lines" -gt $most ]; then
  echo "codegen/*.c: $lines lines of string literals hold CUDA, and $most may: write a template in codegen/kernels/*.cuh"
  bad=1
fi

# A function is about one screen and a file is one thought: 80 and 700 lines.

# A function takes what belongs together as one struct: 7 parameters, but for three loops over plain numbers (a struct
# would be filled for each call of an inner loop).
long_parameters='pool_bin product finish_tile_any'

listed() { printf '%s\n' "$2" | tr -s ' ' '\n' | grep -qxF "$1"; }

for module in $(echo "$rules" | sed "s/ .*//"); do
  for file in "$module"/*.c "$module"/*/*.c; do
    [ -e "$file" ] || continue
    many=$(awk '
      function wide(head, depth, n, i, c) {
        n = 1
        for (i = index(head, "("); i <= length(head); i++) {
          c = substr(head, i, 1)
          if (c == "(") depth++
          if (c == ")" && --depth == 0) break
          if (c == "," && depth == 1) n++
        }
        return n
      }
      # The head of a definition begins in the first column and ends with a brace.
      /^[a-zA-Z_].*\(/ { head = ""; open = 1 }
      open { sub(/\/\*.*\*\//, ""); head = head $0 }
      open && /[;{}]/ {
        open = 0
        if ($0 ~ /\{/ && wide(head) > 7) {
          name = substr(head, 1, index(head, "(") - 1)
          sub(/.*[ *]/, "", name)
          print FNR ":" name ":" wide(head)
        }
      }' "$file")
    for each in $many; do
      name=${each#*:}
      name=${name%:*}
      listed "$name" "$long_parameters" && continue
      echo "$file:${each%%:*}: $name has ${each##*:} parameters; it may have 7: what belongs together is a struct"
      bad=1
    done
    lines=$(wc -l <"$file")
    if [ "$lines" -gt 700 ]; then
      echo "$file: $lines lines; a file may have 700"
      bad=1
    fi
    awk -v file="$file" '
      # A definition begins in the first column, and ends with a brace there.
      /^[a-zA-Z_].*\(/ && !/;$/ && !inside { start = NR; name = $0 }
      /\{$/ && start { inside = 1 }
      /^\}/ {
        if (inside && NR - start + 1 > 80) {
          printf "%s:%d: a function of %d lines; it may have 80: %s\n", file, start, NR - start + 1, name
          found = 1
        }
        inside = start = 0
      }
      END { exit found }' "$file" || bad=1
  done
done
exit $bad
