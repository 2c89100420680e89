#!/bin/sh
# consume.sh SOURCE PREFIX WORK - what users of fp8c as it lies in PREFIX do: build the C samples outside of
# the tree, by find_package (shared and static) and by pkg-config, and start them.
set -eu
source=$1 prefix=$2 work=$3
mkdir -p "$work/project"

# A static library must not bring names of ours into a user's program.
for archive in "$prefix"/lib*/libfp8c*.a "$prefix"/lib*/*/libfp8c*.a; do
  [ -e "$archive" ] || continue
  nm -g --defined-only "$archive" | awk -v file="$archive" \
    'NF == 3 && $3 !~ /^fp8c_/ { print file ": defines " $3; bad = 1 } END { exit bad }'
done

cp "$source/samples/run.c" "$work/project/"
cat >"$work/project/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.18)
project(consumer C)
find_package(fp8c 0.1 REQUIRED)
foreach(library runtime compiler runtime_static compiler_static)
  add_executable(run_${library} run.c)
  target_link_libraries(run_${library} PRIVATE fp8c::${library})
endforeach()
TEXT
cmake -S "$work/project" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_EXE_LINKER_FLAGS="${FP8C_STATIC_DIRS:-}" >"$work/configure.log"
cmake --build "$work/build" >"$work/build.log" 2>&1 || {
  cat "$work/build.log"
  exit 1
}

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name fp8c_rt.pc)")
export PKG_CONFIG_PATH
for name in fp8c fp8c_rt; do
  # shellcheck disable=SC2046 # flags
  cc -std=c11 "$source/samples/run.c" -o "$work/run_pkg_$name" $(pkg-config --cflags --libs $name) \
    -Wl,-rpath,"$(pkg-config --variable=libdir $name)"
done

# Each program starts, and refuses a plan that is not there with a sentence.
for program in "$work"/build/run_* "$work"/run_pkg_*; do
  if [ ! -x "$program" ] || [ ! -f "$program" ]; then continue; fi
  status=0
  "$program" "$work/none.fp8c" >"$work/out.txt" 2>&1 || status=$?
  if [ $status -ne 1 ] || ! grep -q 'none.fp8c' "$work/out.txt"; then
    echo "$program: exit $status"
    cat "$work/out.txt"
    exit 1
  fi
  echo "$(basename "$program"): works"
done
