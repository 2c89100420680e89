#!/bin/sh
# packages.sh SOURCE BUILD WORK - makes the packages, unpacks the .debs into a root of their own and the .tar.gz beside
# it, and uses what lies there: each file in its package, a man page that is read without a warning, Debian's rules
# (lintian, where it is installed), and programs built against it.
set -eu
source=$1 build=$2 work=$3
here=$(dirname "$0")
rm -rf "$work"
mkdir -p "$work/root"
bad=0
wrong() {
  echo "$*"
  bad=1
}

version=$(sed -n 's/^project(fp8c VERSION \([0-9.]*\) .*/\1/p' "$source/CMakeLists.txt")
header=$(sed -n 's/^#define FP8C_VERSION_[A-Z]* \([0-9]*\).*/\1/p' "$source/include/fp8c/fp8c.h" | paste -sd.)
[ "$header" = "$version" ] || wrong "fp8c.h is of version $header, CMakeLists.txt of $version"
grep -q "^## $version\b" "$source/CHANGELOG.md" || wrong "CHANGELOG.md does not tell of $version"
head -n 1 "$source/cmake/debian/changelog" | grep -q "($version-" || wrong "cmake/debian/changelog does not begin with $version"

(cd "$build" && cpack -B "$work/packages" >"$work/cpack.log" 2>&1) || {
  tail -n 20 "$work/cpack.log"
  exit 1
}

# ---- The .tar.gz ------------------------------------------------------------------
mkdir "$work/tar"
tar -xzf "$work/packages/fp8c-$version-linux-x86_64.tar.gz" -C "$work/tar" --strip-components=1
for file in bin/fp8c include/fp8c/fp8c.h share/man/man1/fp8c.1 share/bash-completion/completions/fp8c \
  share/doc/fp8c/versions.md share/doc/fp8c/samples/threads.c; do
  [ -s "$work/tar/$file" ] || wrong "the .tar.gz has no $file"
done
[ "$("$work/tar/bin/fp8c" version)" = "fp8c $version" ] || wrong "the .tar.gz's fp8c does not tell its version"

if ! command -v dpkg-deb >/dev/null 2>&1 || ! ls "$work/packages/"*.deb >/dev/null 2>&1; then
  echo "no Debian here: the .debs are not made"
  exit $bad
fi

# ---- Each file in its package -------------------------------------------------------
libraries=usr/lib/x86_64-linux-gnu
holds() { # PACKAGE FILE...
  package=$1
  shift
  deb=$(echo "$work/packages/${package}_"*.deb)
  dpkg-deb -x "$deb" "$work/root"
  dpkg-deb -c "$deb" | sed 's/ -> .*//; s/.* \.\///' >"$work/$package.files"
  for file in "$@" "usr/share/doc/$package/copyright" "usr/share/doc/$package/changelog.gz" "usr/share/doc/$package/sbom.cdx.json"; do
    grep -qx "$file" "$work/$package.files" || wrong "$package has no $file"
  done
}
field() { dpkg-deb -f "$(echo "$work/packages/$1_"*.deb)" "$2"; }
holds fp8c usr/bin/fp8c usr/share/man/man1/fp8c.1.gz usr/share/bash-completion/completions/fp8c \
  usr/share/zsh/vendor-completions/_fp8c usr/share/fish/vendor_completions.d/fp8c.fish usr/share/doc/fp8c/plan.md
holds libfp8c-rt0 $libraries/libfp8c_rt.so.0 "$libraries/libfp8c_rt.so.$version"
holds libfp8c0 $libraries/libfp8c.so.0 "$libraries/libfp8c.so.$version"
holds libfp8c-dev usr/include/fp8c/fp8c.h usr/include/fp8c/compiler.h $libraries/libfp8c_rt.so $libraries/libfp8c.so \
  $libraries/pkgconfig/fp8c.pc $libraries/pkgconfig/fp8c_rt.pc $libraries/cmake/fp8c/fp8cConfig.cmake \
  usr/share/doc/libfp8c-dev/examples/stream.c
holds fp8c-onnxruntime $libraries/fp8c/libfp8c_ort.so
holds fp8c-triton $libraries/fp8c/triton/fp8c/libtriton_fp8c.so
cat "$work"/*.files | grep -v '/$' | sort | uniq -d >"$work/twice"
[ ! -s "$work/twice" ] || wrong "in two packages: $(cat "$work/twice")"
for package in fp8c-onnxruntime fp8c-triton; do
  field $package Depends | grep -q "libfp8c0 (= $version-" || wrong "$package does not depend on its libfp8c0"
done
for pair in fp8c:libprotobuf-c1 libfp8c-rt0:libsodium23 libfp8c0:libpcre2-8-0 fp8c-onnxruntime:libprotobuf-c1 fp8c-triton:libjansson4; do
  sbom=$work/root/usr/share/doc/${pair%:*}/sbom.cdx.json
  grep -q "\"purl\": \"pkg:deb/debian/${pair#*:}@" "$sbom" || wrong "$sbom does not list ${pair#*:}"
done
# A plugin finds its library where Debian puts it, and needs nothing else that is not named.
for plugin in fp8c/libfp8c_ort.so fp8c/triton/fp8c/libtriton_fp8c.so; do
  lost=$(LD_LIBRARY_PATH=$work/root/$libraries ldd "$work/root/$libraries/$plugin" | grep 'not found' || true)
  [ -z "$lost" ] || wrong "$plugin: $lost"
done
grep -q "^usr/lib" "$work/fp8c.files" && wrong "fp8c holds libraries"
field fp8c Recommends | grep -q nvrtc || wrong "fp8c does not recommend NVRTC"
field libfp8c0 Recommends | grep -q nvrtc || wrong "libfp8c0 does not recommend NVRTC"
field libfp8c-rt0 Depends | grep -q libsodium || wrong "libfp8c-rt0 does not depend on libsodium"
! field libfp8c-rt0 Depends | grep -Eq 'protobuf|jansson' || wrong "libfp8c-rt0 depends on what only a compiler needs"
field libfp8c-dev Depends | grep -q "libfp8c-rt0 (= $version-" || wrong "libfp8c-dev does not depend on its libfp8c-rt0"

# ---- Symbols: the library's, all of them, each of a version ----------------------------
for pair in libfp8c-rt0:libfp8c_rt libfp8c0:libfp8c; do
  package=${pair%:*} library=$work/root/$libraries/${pair#*:}.so.0
  dpkg-deb -e "$(echo "$work/packages/${package}_"*.deb)" "$work/$package.control"
  nm -D --defined-only "$library" | awk '$2 == "T" { sub(/@@/, "@", $3); print $3 }' | sort >"$work/exported"
  sed -n 's/^ \(fp8c_[^ ]*\) .*/\1/p' "$work/$package.control/symbols" | sort >"$work/stated"
  if [ ! -s "$work/exported" ] || ! cmp -s "$work/exported" "$work/stated"; then
    wrong "$package: symbols differ from what the library has"
    diff "$work/exported" "$work/stated" || true
  fi
  ! grep -v '@FP8C_[0-9.]*$' "$work/exported" || wrong "$package: functions without a version"
  head -n 1 "$work/$package.control/symbols" | grep -qx "$(basename "$library") $package #MINVER#" || wrong "$package: the SONAME in symbols"
done

# ---- The man page, and what Debian's checker says ----------------------------------------
if command -v man >/dev/null 2>&1; then
  MANROFFSEQ='' man --warnings -E UTF-8 -l "$work/root/usr/share/man/man1/fp8c.1.gz" >"$work/page" 2>"$work/warnings" || true
  [ ! -s "$work/warnings" ] || wrong "the man page: $(head -n 3 "$work/warnings")"
  grep -q -- --calibrate "$work/page" || wrong "the man page does not tell of --calibrate"
fi
if command -v lintian >/dev/null 2>&1; then
  lintian --allow-root --fail-on error "$work/packages/"*.deb >"$work/lintian" 2>&1 || wrong "lintian: $(grep '^E:' "$work/lintian" || cat "$work/lintian")"
else
  echo "lintian is not installed: its rules were not checked"
fi

# ---- Programs ---------------------------------------------------------------------------
sh "$here/consume.sh" "$source" "$work/root/usr" "$work/consume" || bad=1
exit $bad
