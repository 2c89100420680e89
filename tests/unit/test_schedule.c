/* Over a grid of problems, what the time model prices is what lowering writes: the family, its form
 * and its sizes; and no family refuses, while it writes, what it has offered. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <string.h>

#include "codegen/families.h"
#include "ir/graph_text.h"

typedef struct fixture {
  arena keep, scratch;
  graph *g;
} fixture;

/* The graph's first node, with what stands in its region. */
static group first_group(const graph *g, arena *a) {
  node **nodes = NULL;
  uint32_t count = 0;
  for (node *n = g->first; n && (n == g->first || (n->region && n->region == g->first->region));
       n = n->next)
    ARENA_PUSH(a, nodes, count, n);
  return (group){nodes, count};
}

/* Lowers one group by itself. */
static const char *lower_one(fixture *f, const target *t, const group *gr, lowering *l) {
  codegen_context *c = NEW(&f->scratch, codegen_context);
  *c = (codegen_context){.keep = &f->keep, .scratch = &f->scratch};
  *l = (lowering){.g = f->g,
                  .t = t,
                  .c = c,
                  .fill = lower_now,
                  .p = NEW(&f->scratch, plan),
                  .v = NEW(&f->scratch, plan_variant),
                  .value_id_count = f->g->next_value_id,
                  .value_ids = NEW_ARRAY(&f->scratch, uint32_t, f->g->next_value_id + 1),
                  .later = NEW_ARRAY(&f->scratch, bool, f->g->next_value_id + 1),
                  .on_host = NEW_ARRAY(&f->scratch, host_reason, f->g->next_node_id + 1)};
  for (size_t i = 0; i <= f->g->next_value_id; i++) l->value_ids[i] = PLAN_NO_VALUE;
  return lower_whole(l, gr);
}

/* The family that it is priced for and written by; NULL: none offers it, which lowering says too.
 */
static const char *check(fixture *f, const char *words, const char *chip) {
  fp8c_error err;
  if (graph_parse(&f->keep, words, NULL, 0, &f->g, &err) != FP8C_OK)
    fail_msg("%s\n%s", err.text, words);
  cost_model m = {.target = target_find(chip)};
  group gr = first_group(f->g, &f->scratch);
  problem p;
  lowering l;
  assert_true(problem_read(&p, &gr, &f->scratch));
  schedule priced = schedule_of(&p, &m, &f->scratch);
  const char *why = lower_one(f, m.target, &gr, &l);
  if (!priced.by) {
    assert_non_null(why);
    return NULL;
  }
  if (why) fail_msg("%s offers what it refuses: %s\n%s", priced.by->name, why, words);
  assert_int_equal(l.written_count, 1);
  for (size_t i = 0; i < f->g->output_count; i++) /* what lies in another value is copied now */
    (void)lower_value(&l, f->g->outputs[i]);
  const schedule *s = &l.written[0].by;
  if (s->by != priced.by || s->form != priced.form || strcmp(s->name, priced.name) != 0)
    fail_msg("priced as %s (%s), written by %s (%s)\n%s", priced.by->name, priced.name, s->by->name,
             s->name, words);
  assert_true(s->cost == priced.cost && s->shared_bytes == priced.shared_bytes &&
              s->constant_bytes == priced.constant_bytes);
  assert_int_equal(l.v->launch_count, priced.launches);
  if (!priced.launches) {
    assert_true(priced.seconds == 0);
    return priced.by->name;
  }
  assert_true(l.v->launches[0].shared_bytes >= priced.shared_bytes);
  assert_true(priced.seconds > 0 && priced.seconds < 1);
  return priced.by->name;
}

static const char *family_of(const char *words, const char *chip) {
  fixture f;
  oom_guard guard;
  arena_init(&f.keep, &guard);
  arena_init(&f.scratch, &guard);
  if (setjmp(guard.jump)) fail_msg("out of memory");
  const char *by = check(&f, words, chip);
  arena_free(&f.scratch);
  arena_free(&f.keep);
  return by;
}

typedef struct conv_case {
  int channels, filters, groups, kernel, step, size, images;
  bool last, after;
  const char *type, *chip;
} conv_case;

static void write_dims(char to[64], bool last, int images, int channels, int height, int width) {
  if (last)
    snprintf(to, 64, "%d, %d, %d, %d", images, height, width, channels);
  else
    snprintf(to, 64, "%d, %d, %d, %d", images, channels, height, width);
}

static void print_conv(const conv_case *c, char *to, size_t size) {
  int out = (c->size - 1) / c->step + 1, pad = c->kernel / 2;
  char x[64], w[64], y[64], after[256] = "  out %y";
  write_dims(x, c->last, c->images, c->channels, c->size, c->size);
  write_dims(w, c->last, c->filters, c->channels / c->groups, c->kernel, c->kernel);
  write_dims(y, c->last, c->images, c->filters, out, out);
  if (c->after)
    snprintf(after, sizeof after,
             "    %%r = Relu %%y : f32[%s]\n    %%b = Cast %%r {to=16} : bf16[%s]\n  }\n  out %%b",
             y, y);
  snprintf(to, size,
           "graph g opset 17 {\n  in %%x : %s[%s]\n  const %%w : %s[%s] = random(1)\n%s"
           "  %%y = Conv %%x, %%w {channels_last=%d, group=%d, strides=[%d, %d], "
           "pads=[%d, %d, %d, %d]} : %s[%s]\n%s\n}\n",
           c->type, x, c->type, w, c->after ? "  region conv {\n" : "", c->last, c->groups, c->step,
           c->step, pad, pad, pad, pad, c->after ? "f32" : "bf16", y, after);
}

/* ---- What was left to its readers ------------------------------------------------------------ */

static const char deviation_text[] =
    "graph g opset 23 {\n  in %x : e4m3@0.1[8, 256]\n  const %w : e4m3@0.02[64, 256] = random(1)\n"
    "  const %b : f32[64] = random(2)\n  %f = InverseDeviation %x : f32[8, 1]\n"
    "  %y = Linear %x, %w, %b, %f : f32[8, 64]\n  out %y\n}\n";

/* The factors of rows are left to a product that has whole rows; whoever asks for them all the same
 * finds them computed. */
static void a_norm_left_to_its_product_is_made_when_asked_for(void **state) {
  (void)state;
  fixture f;
  oom_guard guard;
  arena_init(&f.keep, &guard);
  arena_init(&f.scratch, &guard);
  if (setjmp(guard.jump)) fail_msg("out of memory");
  fp8c_error err;
  if (graph_parse(&f.keep, deviation_text, NULL, 0, &f.g, &err) != FP8C_OK)
    fail_msg("%s", err.text);
  lowering l;
  group alone = {&f.g->first, 1};
  assert_null(lower_one(&f, target_find("sm_90a"), &alone, &l));
  assert_int_equal(l.v->launch_count, 0);
  uint32_t id = lower_value(&l, f.g->first->out[0]);
  assert_int_equal(l.status, FP8C_OK);
  assert_int_equal(l.v->launch_count, 1);
  assert_int_equal(l.v->launches[0].writes[0], id);
  arena_free(&f.scratch);
  arena_free(&f.keep);
}

/* The digits of `i` in mixed bases choose a case. */
static int digit(unsigned *i, int base) {
  int d = (int)(*i % (unsigned)base);
  *i /= (unsigned)base;
  return d;
}

/* ---- Families seen -------------------------------------------------------------------- */

typedef struct tally {
  struct {
    const char *name;
    int count;
  } by[16];
  int cases;
} tally;

static void count(tally *t, const char *by) {
  size_t k = 0;
  t->cases++;
  if (!by) return;
  while (t->by[k].name && strcmp(t->by[k].name, by) != 0) k++;
  t->by[k].name = by;
  t->by[k].count++;
}

/* Every family of the kind took some of them. */
static void assert_families(const tally *t, problem_kind kind) {
  size_t k = 0, families = 0;
  for (size_t i = 0; family_at(i); i++) families += family_at(i)->kind == (int)kind;
  print_message("%d problems:", t->cases);
  for (; t->by[k].name; k++) print_message(" %s %d", t->by[k].name, t->by[k].count);
  print_message("\n");
  assert_int_equal(k, families);
}

/* ---- Convolutions ---------------------------------------------------------------------- */

static void convolutions_are_written_as_priced(void **state) {
  (void)state;
  static const char *const types[] = {"bf16", "e4m3@0.1", "f32"};
  static const char *const chips[] = {"sm_90a", "sm_90a", "sm_89", "sm_120a"};
  static const int channels[] = {3, 8, 16, 24, 64, 96, 144, 16},
                   filters[] = {2, 8, 16, 64, 72, 160};
  static const int kernels[] = {1, 3, 5}, sizes[] = {1, 5, 14, 28, 61}, images[] = {1, 3, 16};
  tally seen = {0};
  for (unsigned start = 7; start < 777600; start += 911) {
    unsigned i = start;
    conv_case c = {.type = types[digit(&i, 3)], .chip = chips[digit(&i, 4)]};
    c.channels = channels[digit(&i, 8)];
    c.filters = filters[digit(&i, 6)];
    c.kernel = kernels[digit(&i, 3)];
    c.size = sizes[digit(&i, 5)];
    c.images = images[digit(&i, 3)];
    c.step = 1 + digit(&i, 2);
    c.last = digit(&i, 3) > 0;
    c.after = digit(&i, 2);
    c.groups = digit(&i, 3) == 0 ? c.channels : 1;
    if (c.groups > 1) c.filters = c.channels;
    if ((double)c.channels * c.filters * c.size * c.size * c.images > 2e8) continue;
    char words[2048];
    print_conv(&c, words, sizeof words);
    count(&seen, family_of(words, c.chip));
  }
  assert_families(&seen, PROBLEM_WINDOWS);
}

/* The question of a convolution in a format, as it would stand before the chip or with its channels
 * last: no weights, no scales, no bias.  Our kernel for Hopper is among those that take it. */
static void ask(const char *words, fp8c_dtype format, bool placed, int64_t channels) {
  fixture f;
  oom_guard guard;
  arena_init(&f.keep, &guard);
  arena_init(&f.scratch, &guard);
  if (setjmp(guard.jump)) fail_msg("out of memory");
  cost_model m = {.target = target_find("sm_90a")};
  if (graph_parse(&f.keep, words, NULL, 0, &f.g, NULL) != FP8C_OK) fail_msg("%s", words);
  group gr = first_group(f.g, &f.scratch);
  problem p;
  assert_true(problem_read(&p, &gr, &f.scratch));
  problem_in_format(&p, format);
  if (placed)
    problem_as_placed(&p, &m, &f.scratch);
  else
    problem_channels_last(&p, channels);
  size_t k = 0;
  while (strcmp(family_at(k)->name, "conv_sm90") != 0) k++;
  schedule_list offered = {.a = &f.scratch};
  assert_null(family_offers(family_at(k), &p, &m, &offered));
  assert_true(offered.count > 0);
  schedule s = schedule_of(&p, &m, &f.scratch);
  assert_non_null(s.by);
  assert_true(s.seconds > 0 && s.seconds < 1);
  arena_free(&f.scratch);
  arena_free(&f.keep);
}

static void questions_of_convolutions_need_no_weights(void **state) {
  (void)state;
  static const fp8c_dtype formats[] = {FP8C_DTYPE_BF16, FP8C_DTYPE_E4M3};
  static const int filters[] = {16, 64, 128};
  for (unsigned start = 0; start < 12; start++) {
    unsigned i = start;
    conv_case c = {.type = "bf16", .channels = 64, .groups = 1, .kernel = 3, .step = 1};
    fp8c_dtype format = formats[digit(&i, 2)];
    c.filters = filters[digit(&i, 3)];
    c.size = 56;
    c.images = 8;
    char words[2048];
    print_conv(&c, words, sizeof words);
    ask(words, format, digit(&i, 2), c.channels);
  }
}

/* ---- Products -------------------------------------------------------------------------- */

/* What stands behind a product of `rows` x `columns`: nothing, one result, a gate of two halves, or
 * an addend as large as the result. */
static void print_product(int what, const char *type, int rows, int columns, int depth, char *to,
                          size_t size) {
  char y[32], half[32], behind[640], extra[64] = "";
  snprintf(y, sizeof y, "[%d, %d]", rows, columns);
  snprintf(half, sizeof half, "[%d, %d]", rows, columns / 2);
  if (what == 0)
    snprintf(behind, sizeof behind, "  %%y = Linear %%x, %%w, %%b : bf16%s\n  out %%y", y);
  if (what == 1)
    snprintf(behind, sizeof behind,
             "  region gemm {\n    %%y = Linear %%x, %%w, %%b : f32%s\n    %%g = Gelu %%y : f32%s\n"
             "    %%q = Quantize %%g : e4m3@0.02%s\n  }\n  out %%q",
             y, y, y);
  if (what == 2)
    snprintf(
        behind, sizeof behind,
        "  region gemm {\n    %%y = Linear %%x, %%w : f32%s\n    %%l, %%m = Split %%y {axis=1, "
        "num_outputs=2} : f32%s, f32%s\n    %%s = Swish %%l : f32%s\n    %%p = Mul %%s, %%m : "
        "f32%s\n    %%q = Quantize %%p : e4m3@0.02%s\n  }\n  out %%q",
        y, half, half, half, half, half);
  if (what == 3) {
    snprintf(extra, sizeof extra, "  in %%r : bf16%s\n", y);
    snprintf(
        behind, sizeof behind,
        "  region gemm {\n    %%y = Linear %%x, %%w, %%b : f32%s\n    %%s = Add %%y, %%r : f32%s\n"
        "    %%c = Cast %%s {to=16} : bf16%s\n  }\n  out %%c",
        y, y, y);
  }
  if (what == 4) snprintf(behind, sizeof behind, "  %%y = MatMul %%x, %%t : f32%s\n  out %%y", y);
  snprintf(to, size,
           "graph g opset 24 {\n%s  in %%x : %s[%d, %d]\n  in %%t : %s[%d, %d]\n"
           "  const %%w : %s[%d, %d] = random(1)\n  const %%b : f32[%d] = random(2)\n%s\n}\n",
           extra, type, rows, depth, type, depth, columns, type, columns, depth, columns, behind);
}

static void products_are_written_as_priced(void **state) {
  (void)state;
  static const char *const types[] = {"e4m3@0.1", "bf16", "f32", "f16"};
  static const char *const chips[] = {"sm_90a", "sm_89", "sm_100a", "sm_120a"};
  static const int rows[] = {1, 7, 16, 24, 33, 300, 2500}, sizes[] = {16, 30, 64, 208, 1024};
  tally seen = {0};
  for (unsigned start = 3; start < 14000; start += 11) {
    unsigned i = start;
    const char *type = types[digit(&i, 4)], *chip = chips[digit(&i, 4)];
    int what = digit(&i, 5), height = rows[digit(&i, 7)], columns = sizes[digit(&i, 5)];
    int depth = sizes[digit(&i, 5)];
    char words[2048];
    print_product(what, type, height, columns, depth, words, sizeof words);
    count(&seen, family_of(words, chip));
  }
  assert_families(&seen, PROBLEM_PRODUCT);
}

/* ---- Weights of few bits ------------------------------------------------------------------ */

static void print_packed(const char *type, const char *codes, const char *scales, int bits,
                         int rows, int columns, int depth, int block, bool after, char *to,
                         size_t size) {
  int panels = (columns + 31) / 32, groups = (depth * bits + 31) / 32;
  int blocks = (depth + block - 1) / block;
  char y[32], product[256];
  snprintf(y, sizeof y, "[%d, %d]", rows, columns);
  snprintf(
      product, sizeof product,
      "%%y = PackedLinear %%x, %%w, %%b, _, %%s {block=%d, codes=\"%s\", columns=%d, depth=%d} : "
      "f32%s",
      block, codes, columns, depth, y);
  snprintf(to, size,
           "graph g opset 24 {\n  in %%x : %s[%d, %d]\n  const %%w : u8[%d, %d, 128] = random(1)\n"
           "  const %%s : %s[%d, %d, 32] = random(2)\n  const %%b : f32[%d] = random(3)\n",
           type, rows, depth, panels, groups, scales, panels, blocks, columns);
  size_t end = strlen(to);
  if (after)
    snprintf(to + end, size - end,
             "  region gemm {\n    %s\n    %%g = Gelu %%y : f32%s\n    %%q = Cast %%g {to=16} : "
             "bf16%s\n  }\n  out %%q\n}\n",
             product, y, y);
  else
    snprintf(to + end, size - end, "  %s\n  out %%y\n}\n", product);
}

static void packed_products_are_written_as_priced(void **state) {
  (void)state;
  static const char *const types[] = {"bf16", "f16", "f32"}, *const scales[] = {"f32", "bf16",
                                                                                "e8m0"};
  static const char *const chips[] = {"sm_90a", "sm_89", "sm_100a", "sm_120a"};
  static const struct {
    const char *name;
    int bits;
  } codes[] = {{"i4", 4}, {"e4m3", 8}, {"u2", 2}, {"e2m1", 4}};
  static const int rows[] = {1, 16, 17, 300}, columns[] = {30, 64, 208}, depths[] = {64, 96, 1024};
  static const int blocks[] = {16, 32, 128, 48};
  tally seen = {0};
  for (unsigned start = 1; start < 20736; start += 19) {
    unsigned i = start;
    const char *type = types[digit(&i, 3)], *chip = chips[digit(&i, 4)], *s = scales[digit(&i, 3)];
    unsigned which = (unsigned)digit(&i, 4);
    int height = rows[digit(&i, 4)], width = columns[digit(&i, 3)], depth = depths[digit(&i, 3)];
    char words[2048];
    print_packed(type, codes[which].name, s, codes[which].bits, height, width, depth,
                 blocks[digit(&i, 4)], start % 2, words, sizeof words);
    count(&seen, family_of(words, chip));
  }
  assert_families(&seen, PROBLEM_PACKED);
}

/* ---- Attention --------------------------------------------------------------------------- */

static void print_attention(const char *type, bool codes, int samples, int rows, int keys,
                            int heads_count, int size, int what, bool mixed, char *to,
                            size_t bytes) {
  char y[48], mask[64] = "", after[200], attributes[160], matrix[48] = "";
  const char *last = what == 1 ? ", %m" : "", *mixes = "";
  if (mixed) snprintf(matrix, sizeof matrix, "  in %%h : f32[%d, %d]\n", heads_count, heads_count);
  if (mixed) mixes = what == 1 ? ", _, _, _, %h, _, %h" : ", _, _, _, _, %h, _, %h";
  snprintf(y, sizeof y, "[%d, %d, %d]", samples, rows, heads_count * size);
  if (what == 1) snprintf(mask, sizeof mask, "  in %%m : bool[%d, 1, 1, %d]\n", samples, keys);
  snprintf(attributes, sizeof attributes, "{q_num_heads=%d, kv_num_heads=%d%s%s}", heads_count,
           heads_count, codes ? ", probabilities=\"e4m3\", scores=\"f16\"" : "",
           what == 2 ? ", is_causal=1" : "");
  if (what == 3)
    snprintf(after, sizeof after, "    %%b = Quantize %%y : e4m3@0.02%s\n  }\n  out %%b", y);
  else
    snprintf(after, sizeof after, "  out %%y");
  snprintf(
      to, bytes,
      "graph g opset 23 {\n%s  in %%q : %s%s\n  in %%k : %s[%d, %d, %d]\n  in %%v : %s[%d, %d, "
      "%d]\n%s%s  %%y = Attention %%q, %%k, %%v%s%s %s : %s%s\n%s\n}\n",
      mask, type, y, type, samples, keys, heads_count * size, type, samples, keys,
      heads_count * size, matrix, what == 3 ? "  region attention {\n" : "", last, mixes,
      attributes, what == 3 ? "f32" : "bf16", y, after);
}

static void attentions_are_written_as_priced(void **state) {
  (void)state;
  static const char *const types[] = {"e4m3@0.05", "bf16", "f32", "f16"};
  static const char *const chips[] = {"sm_90a", "sm_90a", "sm_89", "sm_120a"};
  static const int rows[] = {1, 12, 70, 197, 600}, keys[] = {32, 200, 1024, 4000};
  static const int sizes[] = {64, 128, 40, 20}, counts[] = {2, 16};
  tally seen = {0};
  for (unsigned start = 5; start < 10240; start += 7) {
    unsigned i = start;
    int kind = digit(&i, 4);
    const char *chip = chips[digit(&i, 4)];
    int what = digit(&i, 4), height = rows[digit(&i, 5)], width = keys[digit(&i, 4)];
    int size = sizes[digit(&i, 4)], heads_count = counts[digit(&i, 2)];
    char words[2048];
    print_attention(types[kind], kind == 0, 1 + 5 * (int)(start % 2), height, width, heads_count,
                    size, what, kind > 0 && start % 5 == 0, words, sizeof words);
    count(&seen, family_of(words, chip));
  }
  assert_families(&seen, PROBLEM_ATTENTION);
}

/* ---- Rows and reductions ------------------------------------------------------------------ */

/* What is computed of %x, whose three dimensions are the case's: over the last axis, others, or
 * any. */
static const struct row_case {
  const char *words;
  int results; /* of each dimension, whether the result has it: bits 4, 2, 1; kept as 1 */
  bool small;  /* of small floats only */
} row_cases[] = {
    {"LayerNormalization %x, %g, %g", 7, true},
    {"RMSNormalization %x, %g", 7, true},
    {"Softmax %x", 7, true},
    {"LogSoftmax %x", 7, true},
    {"InverseDeviation %x", 6, true},
    {"ReduceMean %x, %last", 6, false},
    {"ReduceL2 %x, %last", 6, false},
    {"ReduceSum %x, %middle", 5, false},
    {"ReduceMax %x, %first", 3, false},
    {"ReduceProd %x, %ends", 2, false},
    {"ReduceLogSumExp %x, %middle", 5, false},
    {"MeanVarianceNormalization %x {axes=[0, 2]}", 7, true},
};

static void print_row(const struct row_case *c, const char *type, const int dims[3], bool after,
                      char *to, size_t size) {
  char y[48], body[400];
  bool integer = strcmp(type, "i32") == 0;
  snprintf(y, sizeof y, "[%d, %d, %d]", c->results & 4 ? dims[0] : 1, c->results & 2 ? dims[1] : 1,
           c->results & 1 ? dims[2] : 1);
  if (after)
    snprintf(
        body, sizeof body,
        "  region row {\n    %%y = %s : f32%s\n    %%z = Cast %%y {to=16} : bf16%s\n  }\n  out "
        "%%z",
        c->words, y, y);
  else
    snprintf(body, sizeof body, "  %%y = %s : %s%s\n  out %%y", c->words, integer ? "i32" : "f32",
             y);
  snprintf(to, size,
           "graph g opset 23 {\n  in %%x : %s[%d, %d, %d]\n  const %%g : f32[%d] = random(1)\n"
           "  const %%first : i64[1] = {0}\n  const %%middle : i64[1] = {1}\n"
           "  const %%last : i64[1] = {2}\n  const %%ends : i64[2] = {0, 2}\n%s\n}\n",
           type, dims[0], dims[1], dims[2], dims[2], body);
}

static void rows_are_written_as_priced(void **state) {
  (void)state;
  static const char *const types[] = {"bf16", "e4m3@0.1", "f32", "i32"};
  static const char *const chips[] = {"sm_90a", "sm_89"};
  static const int outer[] = {1, 3, 16, 700}, middle[] = {1, 7, 64, 129},
                   inner[] = {1, 2, 17, 96, 768, 1280, 5000, 40000};
  tally seen = {0};
  for (unsigned start = 1; start < 24576; start += 13) {
    unsigned i = start;
    const char *type = types[digit(&i, 4)], *chip = chips[digit(&i, 2)];
    const struct row_case *c = &row_cases[digit(&i, 12)];
    int dims[3] = {outer[digit(&i, 4)], middle[digit(&i, 4)], inner[digit(&i, 8)]};
    /* a kernel of another family computes what its sum is over, and then what follows it */
    bool after = digit(&i, 2) && c->small && !strstr(c->words, "Variance");
    if ((c->small && strcmp(type, "i32") == 0) || (double)dims[0] * dims[1] * dims[2] > 1e8)
      continue;
    char words[2048];
    print_row(c, type, dims, after, words, sizeof words);
    count(&seen, family_of(words, chip));
  }
  assert_families(&seen, PROBLEM_ROWS);
}

/* ---- Elementwise --------------------------------------------------------------------------- */

static void print_elements(int what, const char *type, const int dims[3], char *to, size_t size) {
  char y[48], other[48], extra[128] = "", body[400];
  snprintf(y, sizeof y, "[%d, %d, %d]", dims[0], dims[1], dims[2]);
  switch (what % 4) {
    case 1:
      snprintf(other, sizeof other, "[1, 1, %d]", dims[2]);
      break;
    case 2:
      snprintf(other, sizeof other, "[%d, %d, 1]", dims[0], dims[1]);
      break;
    case 3:
      snprintf(other, sizeof other, "[%d, 1, %d]", dims[0], dims[2]);
      break;
    default:
      snprintf(other, sizeof other, "%s", y);
  }
  if (what < 4) {
    snprintf(extra, sizeof extra, "  in %%r : %s%s\n", type, other);
    snprintf(
        body, sizeof body,
        "  region eltwise {\n    %%a = Mul %%x, %%r : f32%s\n    %%s = Sigmoid %%a : f32%s\n   "
        " %%q = Quantize %%s : e4m3@0.02%s\n  }\n  out %%q",
        y, y, y);
  } else if (what == 4) {
    snprintf(body, sizeof body, "  %%y = Gelu %%x : f32%s\n  out %%y", y);
  } else {
    snprintf(extra, sizeof extra, "  in %%i : i64[%d]\n", dims[1]);
    snprintf(body, sizeof body, "  %%y = Gather %%x, %%i {axis=1} : %s%s\n  out %%y", type, y);
  }
  snprintf(to, size, "graph g opset 20 {\n  in %%x : %s%s\n%s%s\n}\n", type, y, extra, body);
}

static void elements_are_written_as_priced(void **state) {
  (void)state;
  static const char *const types[] = {"bf16", "e4m3@0.1", "f32"};
  static const char *const chips[] = {"sm_90a", "sm_120a"};
  static const int outer[] = {0, 1, 3, 700}, middle[] = {1, 7, 64}, inner[] = {1, 2, 17, 96, 5000};
  tally seen = {0};
  for (unsigned start = 1; start < 2160; start += 5) {
    unsigned i = start;
    const char *type = types[digit(&i, 3)], *chip = chips[digit(&i, 2)];
    int what = digit(&i, 6);
    int dims[3] = {outer[digit(&i, 4)], middle[digit(&i, 3)], inner[digit(&i, 5)]};
    char words[2048];
    print_elements(what, type, dims, words, sizeof words);
    count(&seen, family_of(words, chip));
  }
  assert_families(&seen, PROBLEM_ELEMENTWISE);
}

/* ---- Norms of images ------------------------------------------------------------------------ */

static void image_norms_are_written_as_priced(void **state) {
  (void)state;
  static const char *const types[] = {"bf16", "f32", "e4m3@0.1"};
  static const int images[] = {0, 1, 4, 64}, channels[] = {6, 32, 320, 2048},
                   sizes[] = {1, 7, 32, 180};
  tally seen = {0};
  for (unsigned start = 1; start < 4608; start += 5) {
    unsigned i = start;
    const char *type = types[digit(&i, 3)];
    int n = images[digit(&i, 4)], c = channels[digit(&i, 4)], size = sizes[digit(&i, 4)];
    bool last = digit(&i, 2), after = digit(&i, 2), groups = digit(&i, 2);
    char x[64], attributes[64], norm[256], words[2048];
    if ((double)n * c * size * size > 3e8) continue;
    write_dims(x, last, n, c, size, size);
    snprintf(attributes, sizeof attributes, "{channels_last=%d%s}", last,
             groups ? c == 6 ? ", num_groups=3" : ", num_groups=32" : "");
    snprintf(norm, sizeof norm, "%s %%x, %%g, %%g %s : f32[%s]",
             groups ? "GroupNormalization" : "InstanceNormalization", attributes, x);
    snprintf(words, sizeof words,
             "graph g opset 21 {\n  in %%x : %s[%s]\n  const %%g : f32[%d] = random(1)\n%s%%y = "
             "%s\n",
             type, x, c, after ? "  region norm {\n    " : "  ", norm);
    size_t length = strlen(words);
    if (after)
      snprintf(words + length, sizeof words - length,
               "    %%s = Swish %%y : f32[%s]\n    %%q = Quantize %%s : e4m3@0.1[%s]\n  }\n  out "
               "%%q\n}\n",
               x, x);
    else
      snprintf(words + length, sizeof words - length, "  out %%y\n}\n");
    count(&seen, family_of(words, "sm_90a"));
  }
  assert_families(&seen, PROBLEM_IMAGE_NORM);
}

/* Sums of many terms of one sign go into F32 on the way; zeros between groups are no terms. */
#define LONG_K (9 * 512)
static bool sums_fast(int terms) {
  static uint8_t weights[16 * LONG_K];
  fixture f;
  oom_guard guard;
  fp8c_error err;
  arena_init(&f.keep, &guard);
  arena_init(&f.scratch, &guard);
  if (setjmp(guard.jump)) fail_msg("out of memory");
  memset(weights, 0x80, sizeof weights); /* -0 */
  for (int row = 0; row < 16; row++) memset(weights + row * LONG_K, 0x38, (size_t)terms);
  blob b = {.bytes = sizeof weights, .memory = weights};
  const char *words =
      "graph g opset 23 {\n  in %x : e4m3@0.1[1, 14, 14, 512]\n"
      "  const %w : e4m3@0.1[16, 3, 3, 512] = blob(0)\n"
      "  %y = Conv %x, %w {channels_last=1, pads=[1, 1, 1, 1]} : bf16[1, 14, 14, 16]\n"
      "  out %y\n}\n";
  if (graph_parse(&f.keep, words, &b, 1, &f.g, &err) != FP8C_OK) fail_msg("%s", err.text);
  group gr = first_group(f.g, &f.scratch);
  problem p;
  lowering l;
  assert_true(problem_read(&p, &gr, &f.scratch));
  if (lower_one(&f, target_find("sm_90a"), &gr, &l)) fail_msg("it has no kernel");
  bool fast = fused_sums_fast(&l, &p.v.f);
  arena_free(&f.keep);
  arena_free(&f.scratch);
  return fast;
}

static void zeros_between_groups_are_no_terms(void **state) {
  (void)state;
  assert_true(sums_fast(9 * 16));
  assert_true(sums_fast(4096));
  assert_false(sums_fast(4097));
}

/* ---- Moves, and operators with a kernel of their own -------------------------------------------
 */

static void operators_are_written_as_priced(void **state) {
  (void)state;
  static const struct {
    const char *family, *words;
  } cases[] = {
      {"places", "in %x : bf16[8, 64]\n  %y = Reshape %x, %s : bf16[64, 8]\n  out %y"},
      {"places",
       "in %x : bf16[8, 64]\n  %y = Transpose %x {perm=[1, 0]} : bf16[64, 8]\n"
       "  %z = Relu %y : bf16[64, 8]\n  out %z"},
      {"places",
       "in %x : bf16[8, 64]\n  %y = Transpose %x {perm=[1, 0]} : bf16[64, 8]\n"
       "  out %y"},
      {"places",
       "in %x : f32[8, 64]\n  %y, %z = Split %x {axis=1, num_outputs=2} : f32[8, 32], "
       "f32[8, 32]\n  out %y\n  out %z"},
      {"places",
       "in %x : f32[8, 64]\n  %y, %z = Split %x {axis=0, num_outputs=2} : f32[4, 64], "
       "f32[4, 64]\n  %r = Relu %y : f32[4, 64]\n  out %r\n  out %z"},
      {"moves",
       "in %x : bf16[1, 64]\n  const %e : i64[2] = {8, 64}\n"
       "  %y = Expand %x, %e : bf16[8, 64]\n  out %y"},
      {"moves",
       "in %x : f32[8, 64]\n  in %z : bf16[8, 32]\n"
       "  %y = Concat %x, %z {axis=1} : bf16[8, 96]\n  out %y"},
      {"moves",
       "in %x : f32[8, 64]\n  const %p : i64[4] = {1, 0, 0, 3}\n"
       "  %y = Pad %x, %p : bf16[9, 67]\n  out %y"},
      {"moves",
       "in %x : f32[2, 8, 4, 4]\n  %y = DepthToSpace %x {blocksize=2} : f32[2, 2, 8, 8]\n"
       "  out %y"},
      {"gather_elements",
       "in %x : bf16[8, 64]\n  in %i : i64[8, 5]\n"
       "  %y = GatherElements %x, %i {axis=1} : bf16[8, 5]\n  out %y"},
      {"known",
       "const %x : i64[3] = {4, 1, 2}\n  const %k : i64[1] = {2}\n"
       "  %y, %i = TopK %x, %k {axis=0} : i64[2], i64[2]\n  out %y\n  out %i"},
      {"direct",
       "in %x : f32[8, 64]\n  const %p : i64[4] = {1, 0, 0, 3}\n"
       "  %y = Pad %x, %p {mode=\"reflect\"} : f32[9, 67]\n  out %y"},
      {"direct",
       "in %x : f32[2, 8, 16, 16]\n  %y = MaxPool %x {kernel_shape=[2, 2], strides=[2, 2]} "
       ": f32[2, 8, 8, 8]\n  out %y"},
      {"direct",
       "in %x : f32[8, 64]\n  const %k : i64[1] = {2}\n"
       "  %y, %i = TopK %x, %k : f32[8, 2], i64[8, 2]\n  out %y\n  out %i"},
      {"direct",
       "in %x : f32[8, 64]\n  const %a : i64[1] = {1}\n"
       "  %y = CumSum %x, %a : f32[8, 64]\n  out %y"},
      {"direct",
       "in %x : f32[8, 64]\n  in %i : i64[2, 1]\n  in %u : f32[2, 64]\n"
       "  %y = ScatterND %x, %i, %u : f32[8, 64]\n  out %y"},
      {"direct",
       "in %x : f32[8, 64]\n  in %i : i64[2, 64]\n  in %u : f32[2, 64]\n"
       "  %y = ScatterElements %x, %i, %u : f32[8, 64]\n  out %y"},
      {"direct",
       "in %x : f32[4, 10]\n  in %t : i64[4]\n"
       "  %y, %p = SoftmaxCrossEntropyLoss %x, %t : f32[], f32[4, 10]\n  out %y\n  out %p"},
      {"direct",
       "in %x : f32[5, 2, 8]\n  const %w : f32[1, 16, 8] = random(1)\n"
       "  const %r : f32[1, 16, 4] = random(2)\n"
       "  %y = LSTM %x, %w, %r {hidden_size=4} : f32[5, 1, 2, 4]\n  out %y"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char words[1024];
    snprintf(words, sizeof words, "graph g opset 23 {\n  const %%s : i64[2] = {64, 8}\n  %s\n}\n",
             cases[i].words);
    const char *by = family_of(words, "sm_90a");
    if (!by || strcmp(by, cases[i].family) != 0)
      fail_msg("by %s, expected %s\n%s", by ? by : "none", cases[i].family, words);
  }
}

/* Seconds of a transposed copy that `reader` reads, which are `launches`. */
static double seconds_of_copy(const char *reader, uint32_t launches) {
  arena a;
  oom_guard guard;
  char words[512];
  graph *g;
  problem p;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) fail_msg("out of memory");
  snprintf(words, sizeof words,
           "graph g opset 23 {\n  in %%x : bf16[80, 640]\n"
           "  %%y = Transpose %%x {perm=[1, 0]} : bf16[640, 80]\n  %s\n  out %%z\n}\n",
           reader);
  if (graph_parse(&a, words, NULL, 0, &g, NULL) != FP8C_OK) fail_msg("%s", words);
  group gr = first_group(g, &a);
  cost_model m = {.target = target_find("sm_90a")};
  (void)problem_read(&p, &gr, &a);
  schedule s = schedule_of(&p, &m, &a);
  assert_string_equal(s.by->name, "places");
  assert_int_equal(s.launches, launches);
  double seconds = s.seconds;
  arena_free(&a);
  return seconds;
}

/* A reader that walks strides makes no copy; one that wants its operand whole makes one, which is
 * part of the price. */
static void copies_that_readers_want_are_priced(void **state) {
  (void)state;
  assert_true(seconds_of_copy("%z = Relu %y : bf16[640, 80]", 0) == 0);
  assert_true(seconds_of_copy("%z = Softmax %y {axis=0} : bf16[640, 80]", 1) > 1e-6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(zeros_between_groups_are_no_terms),
      cmocka_unit_test(a_norm_left_to_its_product_is_made_when_asked_for),
      cmocka_unit_test(convolutions_are_written_as_priced),
      cmocka_unit_test(questions_of_convolutions_need_no_weights),
      cmocka_unit_test(products_are_written_as_priced),
      cmocka_unit_test(packed_products_are_written_as_priced),
      cmocka_unit_test(attentions_are_written_as_priced),
      cmocka_unit_test(rows_are_written_as_priced),
      cmocka_unit_test(elements_are_written_as_priced),
      cmocka_unit_test(image_norms_are_written_as_priced),
      cmocka_unit_test(operators_are_written_as_priced),
      cmocka_unit_test(copies_that_readers_want_are_priced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
