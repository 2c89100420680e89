#!/bin/sh
# The sample from weights to a verdict: ./dev demo calls it.
#   demo.sh FP8C PYTHON CACHE_DIR OUT_DIR
set -eu
fp8c=$1 python=$2 cache=$3 out=$4
here=$(cd "$(dirname "$0")" && pwd)
model=$cache/minilm

say() { printf '\n== %s\n' "$*"; }
size() { wc -c <"$1" | awk '{ printf "%.1f MB", $1 / 1e6 }'; }
now() { date +%s; }

mkdir -p "$out"
say "model: all-MiniLM-L6-v2, six BERT layers, real weights"
"$python" "$here/fetch.py" "$model"
"$python" "$here/export.py" "$model" "$out/minilm.onnx"
"$python" "$here/prepare.py" "$model/vocab.txt" "$here/calibrate.txt" "$here/evaluate.txt" "$out"
"$fp8c" show "$out/minilm.onnx"

say "compile: FP8, calibrated, and F32 for comparison"
start=$(now)
"$fp8c" compile "$out/minilm.onnx" -o "$out/minilm.fp8c" --dim batch=1 --dim seq=128 \
  --calibrate "$out/calibrate.npz" --report "$out/report.html" --report-json "$out/report.json"
echo "FP8 plan compiled in $(($(now) - start)) s"
"$fp8c" compile "$out/minilm.onnx" -o "$out/minilm_f32.fp8c" --target cpu --precision f32
"$fp8c" verify "$out/minilm.fp8c"

say "run: 32 sentences that the calibration did not see"
for kind in minilm minilm_f32; do
  set -- --input "input_ids=$out/input_ids.npy" --input "attention_mask=$out/attention_mask.npy"
  "$fp8c" run "$out/$kind.fp8c" "$@" --device cpu --output-dir "$out/$kind"
  "$fp8c" bench "$out/$kind.fp8c" "$@" --device cpu --duration 3 --json >"$out/$kind.bench.json"
done

say "precision: what was decided, and why"
"$fp8c" report "$out/minilm.fp8c"

say "result"
status=0
"$python" "$here/compare.py" "$here/evaluate.txt" "$out/minilm_f32" "$out/minilm" \
  "$out/report.json" "$out/minilm_f32.bench.json" "$out/minilm.bench.json" || status=$?
echo "sizes: model $(size "$out/minilm.onnx"), F32 plan $(size "$out/minilm_f32.fp8c"), FP8 plan $(size "$out/minilm.fp8c")"
echo "report: $out/report.html"
exit "$status"
