#!/bin/sh
# installed.sh SOURCE BUILD WORK - installs into WORK, and uses what lies there.
set -eu
source=$1 build=$2 work=$3
here=$(dirname "$0")
rm -rf "$work"
mkdir -p "$work"
cmake --install "$build" --prefix "$work/prefix" >"$work/install.log"
for file in share/man/man1/fp8c.1 share/bash-completion/completions/fp8c share/zsh/site-functions/_fp8c \
  share/fish/vendor_completions.d/fp8c.fish share/doc/fp8c/plan.md share/doc/fp8c/CHANGELOG.md share/doc/fp8c/LICENSE; do
  [ -s "$work/prefix/$file" ] || { echo "$file is not installed" && exit 1; }
done
sh "$here/consume.sh" "$source" "$work/prefix" "$work"
"$work/prefix/bin/fp8c" version
