/* make_plan.c - writes small plans for replay_plan to damage, and small exports for
 * replay_onnx, so that they are always of the current format.
 *
 *   make_plan PLANS EXPORTS */
#include <stdio.h>

#include "codegen/codegen.h"
#include "frontend/onnx.h"
#include "ir/graph_text.h"
#include "tests/support/gpu_plan.h"
#include "tests/support/slots_graph.h"

typedef struct source {
  const char *words;
  plan_memory memory; /* of what it keeps from run to run */
} source;

/* Keys that grow, a sum that only the last run has left, and inputs that follow from the tokens. */
static plan_state kept_of_tokens[] = {{.input = 1, .output = 1, .axis = 1, .rows = PLAN_ROWS_GROW},
                                      {.input = 3, .output = 2, .axis = -1}};
static plan_fill told_by_tokens[] = {{0, PLAN_ROLE_TOKENS}, {2, PLAN_ROLE_MASK}};
/* A session's own. */
static plan_state kept_of_runs[] = {{.input = 1, .output = 1, .axis = -1}};

static const source sources[] = {
    {"graph mlp opset 20 {\n"
     "  in    %x : f32[n, 8]\n"
     "  const %w : f32[4, 8] = random(1)\n"
     "  const %b : f32[4] = random(2)\n"
     "  %h = Linear %x, %w, %b : f32[n, 4]\n"
     "  %y = Relu %h : f32[n, 4]\n"
     "  out %y\n"
     "}\n",
     {0}},
    {"graph shapes opset 20 {\n"
     "  in    %x : f32[2, s, 4]\n"
     "  const %i : i64[1] = {0}\n"
     "  const %m : i64[2] = {2, -1}\n"
     "  %sh = Shape %x : i64[3]\n"
     "  %g  = Gather %sh, %i : i64[1]\n"
     "  %to = Concat %g, %m {axis=0} : i64[3]\n"
     "  %r  = Reshape %x, %to : f32[2, 2, k]\n"
     "  %t  = Transpose %r {perm=[0, 2, 1]} : f32[2, k, 2]\n"
     "  out %t\n"
     "}\n",
     {0}},
    {"graph fp8 opset 20 {\n"
     "  in    %ids : i64[2]\n"
     "  const %e : bf16[5, 4] = random(1)\n"
     "  const %s : f32[3] = {0.5, 1, 2}\n"
     "  const %w : e4m3@%s/0[3, 4] = random(2)\n"
     "  %x = Gather %e, %ids : f32[2, 4]\n"
     "  %q = Quantize %x {mode=\"div\"} : e4m3@0.01[2, 4]\n"
     "  %y = Linear %q, %w : f32[2, 3]\n"
     "  %g = Gelu %y {approximate=\"tanh\"} : bf16[2, 3]\n"
     "  out %g\n"
     "}\n",
     {0}},
    /* Weights of 4 bits in blocks, of which the last is short. */
    {"graph packed opset 25 {\n"
     "  in    %x : f32[n, 20]\n"
     "  const %w : u8[1, 3, 128] = random_bytes(1)\n"
     "  const %s : bf16[1, 2, 32] = random(2)\n"
     "  const %z : u8[1, 2, 32] = random(3)\n"
     "  %y = PackedLinear %x, %w, _, _, %s, %z {block=16, codes=\"u4\", columns=3, depth=20} : "
     "f32[n, 3]\n"
     "  out %y\n"
     "}\n",
     {0}},
    /* A state whose rows are at the end. */
    {"graph states opset 25 {\n"
     "  in    %h : f32[4, 2]\n"
     "  in    %n : i64[1]\n"
     "  in    %x : f32[4, 2]\n"
     "  %r = CacheRead %h, %n {axis=0} : f32[4, 2]\n"
     "  %y = Add %r, %x : f32[4, 2]\n"
     "  out %y\n"
     "}\n",
     {0}},
    /* No Loop: a changed bit of its count would be a long run, and nothing wrong. */
    {"graph flow opset 20 {\n"
     "  in    %x : f32[n, 2]\n"
     "  in    %s : f32[2]\n"
     "  in    %c : bool[]\n"
     "  %l, %all = Scan %s, %x, %x {body=graph body opset 20 {\n"
     "      in %v : f32[2]\n"
     "      in %row : f32[2]\n"
     "      in %k : f32[n, 2]\n"
     "      %w = Add %v, %row : f32[2]\n"
     "      %z = Mul %w, %k : f32[n, 2]\n"
     "      out %w as \"w\"\n"
     "      out %z as \"z\"\n"
     "    }, captures=1, num_scan_inputs=1} : f32[2], f32[n, n, 2]\n"
     "  %y = If %c, %l {else_branch=graph e opset 20 {\n"
     "      in %a : f32[2]\n"
     "      %b = Neg %a : f32[2]\n"
     "      out %b\n"
     "    }, then_branch=graph t opset 20 {\n"
     "      in %a : f32[2]\n"
     "      %b = Exp %a : f32[2]\n"
     "      out %b\n"
     "    }} : f32[2]\n"
     "  out %y\n"
     "  out %all\n"
     "}\n",
     {0}},
    /* The same weights as numbers. */
    {"graph unpacked opset 25 {\n"
     "  in    %x : bf16[n, 20]\n"
     "  const %w : u8[1, 3, 128] = random_bytes(1)\n"
     "  const %s : bf16[1, 2, 32] = random(2)\n"
     "  const %z : u8[1, 2, 32] = random(3)\n"
     "  %d = DequantizePacked %w, %s, %z {block=16, codes=\"u4\", columns=3, depth=20, to=16} : "
     "bf16[3, 20]\n"
     "  %y = Linear %x, %d : bf16[n, 3]\n"
     "  out %y\n"
     "}\n",
     {0}},
    /* Scales by the largest magnitudes of earlier runs. */
    {"graph delayed opset 25 {\n"
     "  in    %x : f32[2, 8]\n"
     "  in    %h : f32[2, 3]\n"
     "  const %axis : i64[1] = {-1}\n"
     "  %s, %r, %t, %u = DelayedScale %h {algorithm=\"max\", factors=[0.5, 0.25], first=[1, 2]} : "
     "f32[1], f32[1], f32[1], f32[1]\n"
     "  %y = Mul %x, %r : f32[2, 8]\n"
     "  %z = Mul %y, %t : f32[2, 8]\n"
     "  %a = Abs %x : f32[2, 8]\n"
     "  %m = ReduceMax %a, %axis : f32[2, 1]\n"
     "  %n = AmaxHistory %h, %m, %y : f32[2, 3]\n"
     "  out %z\n"
     "  out %n as \"hn\"\n"
     "}\n",
     {.tokens = PLAN_NO_VALUE, .logits = PLAN_NO_VALUE, .states = kept_of_runs, .state_count = 1}},
    /* A layer whose state is rounded in every step, and channels that are read as two numbers. */
    {"graph recurrent opset 25 {\n"
     "  in    %x : f32[3, 2, 16]\n"
     "  in    %n : i32[2]\n"
     "  const %r : e4m3@0.001953125[2, 8, 2] = random(1)\n"
     "  const %c : i32[4] = {-1, 4, -1, 5}\n"
     "  const %w : e4m3@0.5[3, 6] = random(2)\n"
     "  const %m : i64[2] = {6, 4}\n"
     "  %y, %h = LSTM %x, _, %r, _, %n {direction=\"bidirectional\", gates_given=1, "
     "hidden_size=2, state=\"e4m3\", state_scale=0.00390625} : f32[3, 2, 2, 2], f32[2, 2, 2]\n"
     "  %f = Reshape %y, %m : f32[6, 4]\n"
     "  %q = QuantizeSplit %f, %c {more=2} : e4m3@0.02[6, 6]\n"
     "  %z = Linear %q, %w : f32[6, 3]\n"
     "  out %z\n"
     "  out %h\n"
     "}\n",
     {0}},
    /* Several sequences of tokens. */
    {SLOTS_GRAPH("tokens"),
     {.capacity = 8,
      .vocabulary = 9,
      .tokens = 0,
      .logits = 0,
      .states = kept_of_tokens,
      .state_count = 2,
      .fills = told_by_tokens,
      .fill_count = 2}},
};

/* Every kind of node an export has, and every word about one. */
static const char exported[] =
    "graph e opset 20 {\n"
    "  in    %x : f32[n, 4]\n"
    "  const %s : f32[2] = {0.5, 1}\n"
    "  const %w : e4m3@%s/0[2, 4] = random(2)\n"
    "  const %b : f32[2] = {0.25, 1}\n"
    "  region gemm {\n"
    "    %q = Quantize %x : e4m3@0.01[n, 4] \"why\"\n"
    "    %y = Linear %q, %w, %b : f32[n, 2] named \"l\" from \"m\", \"n\" decision "
    "{format=\"e4m3\", rule=\"score\", reason=\"r\", sqnr_db=31.5}\n"
    "    %c = Cast %y {to=16} : bf16[n, 2]\n"
    "  }\n"
    "  %t = Transpose %c {perm=[1, 0]} : bf16[2, n]\n"
    "  %g = Swish %t : e5m2@2[2, n]\n"
    "  out %g as \"port\"\n"
    "}\n";

static fp8c_status make_export(arena *a, const char *folder, fp8c_error *err) {
  graph *g = NULL;
  export_options o = {0};
  TRY(graph_parse(a, exported, NULL, 0, &g, err));
  TRY(folder_make(folder, err));
  return onnx_export(a, g, &o, arena_printf(a, "%s/export.onnx", folder), err);
}

static fp8c_status make(arena *a, const char *folder, size_t i, fp8c_error *err) {
  graph *g = NULL;
  plan p = {.compiler = "fp8c test", .report = "{}"};
  codegen_context c = {.keep = a, .scratch = a};
  TRY(graph_parse(a, sources[i].words, NULL, 0, &g, err));
  p.model_name = g->name;
  p.memory = sources[i].memory;
  TRY(lower_cpu(g, "", &c, &p, err));
  TRY(folder_make(folder, err));
  return plan_write(&p, arena_printf(a, "%s/%s.fp8c", folder, g->name), err);
}

static fp8c_status make_gpu(arena *a, const char *folder, fp8c_error *err) {
  return plan_write(gpu_plan(a), arena_printf(a, "%s/gpu.fp8c", folder), err);
}

int main(int argc, char **argv) {
  oom_guard guard;
  arena a;
  fp8c_error err = {0};
  fp8c_status status = FP8C_OK;
  if (argc != 3) return 2;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) return 1;
  for (size_t i = 0; i < sizeof sources / sizeof *sources && status == FP8C_OK; i++)
    status = make(&a, argv[1], i, &err);
  if (status == FP8C_OK) status = make_gpu(&a, argv[1], &err);
  if (status == FP8C_OK) status = make_export(&a, argv[2], &err);
  if (status != FP8C_OK) fprintf(stderr, "%s\n", err.text);
  arena_free(&a);
  return status != FP8C_OK;
}
