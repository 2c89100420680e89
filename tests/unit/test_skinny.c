/* The layout of the weights of products with few rows, against the fragments of the PTX
 * manual; and which attentions stay BF16 for the cache they read. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/codegen.h"
#include "codegen/gemm_skinny.h"
#include "ir/graph_text.h"

/* mma m16n8k16, A: register r of lane 4 g + q holds row g + 8 (r % 2), k 2 q + 8 (r / 2) and the
 * next; B: register r holds column g, the same k.  The kernel makes two such of 32 bytes: of
 * every word the low half, then the high half; its tokens are words of memory in the same way. */
static void sums_of_fragments(const skinny_weights *s, int64_t block, int tile,
                              const uint8_t *packed, const uint8_t *tokens, int64_t sums[16]) {
  int64_t pieces = (s->k_bytes + 63) / 64;
  for (int i = 0; i < 16; i++) sums[i] = 0;
  for (int64_t piece = 0; piece < pieces; piece++)
    for (int step = 0; step < 2; step++)
      for (int half = 0; half < 2; half++)
        for (int row = 0; row < 16; row++)
          for (int k = 0; k < 16; k++) {
            int q = k % 8 / 2, word = row / 8 + 2 * (k / 8), byte = 2 * half + k % 2;
            int lane = 4 * (row % 8) + q;
            int64_t at = (((block * pieces + piece) * s->tiles + tile) * 2 + step) * 512;
            int64_t b = piece * 64 + 16 * q + 8 * step + 4 * (k / 8) + byte;
            if (b < s->k_bytes)
              sums[row] += packed[at + lane * 16 + word * 4 + byte] * tokens[b];
            else
              assert_int_equal(packed[at + lane * 16 + word * 4 + byte], 0);
          }
}

static void check(skinny_weights s) {
  int out = s.gated ? s.tiles / 2 : s.tiles;
  int64_t columns = s.gated ? s.columns / 2 : s.columns;
  s.blocks = (columns + 16 * out - 1) / (16 * out);
  uint8_t *w = malloc((size_t)(s.columns * s.k_bytes)), *x = malloc((size_t)s.k_bytes);
  uint8_t *packed = malloc((size_t)skinny_bytes(&s));
  unsigned seed = 1;
  for (int64_t i = 0; i < s.columns * s.k_bytes; i++)
    w[i] = (uint8_t)((seed = seed * 69069 + 1) >> 24);
  for (int64_t i = 0; i < s.k_bytes; i++) x[i] = (uint8_t)((seed = seed * 69069 + 1) >> 24);
  memset(packed, 0xA5, (size_t)skinny_bytes(&s));
  for (int64_t b = 0; b < s.blocks; b++) skinny_pack(&s, b, w, packed);
  for (int64_t b = 0; b < s.blocks; b++)
    for (int tile = 0; tile < s.tiles; tile++) {
      int64_t sums[16];
      sums_of_fragments(&s, b, tile, packed, x, sums);
      for (int r = 0; r < 16; r++) {
        int64_t column = (b * out + tile % out) * 16 + r, want = 0;
        if (s.apart) { /* pairs of a head in turn, the second ones in the lower half of a tile */
          int64_t pair = (b * out + tile) * 8 + r % 8, head = pair / s.apart;
          column =
              2 * pair < columns ? head * 2 * s.apart + pair % s.apart + r / 8 * s.apart : columns;
        }
        if (column < columns)
          for (int64_t k = 0; k < s.k_bytes; k++)
            want += w[(column + (tile < out ? 0 : columns)) * s.k_bytes + k] * x[k];
        assert_int_equal(sums[r], want);
      }
    }
  free(w);
  free(x);
  free(packed);
}

static void fragments_are_rows(void **state) {
  (void)state;
  check((skinny_weights){.columns = 16, .k_bytes = 64, .tiles = 1});
  check((skinny_weights){.columns = 34, .k_bytes = 80, .tiles = 1});
  check((skinny_weights){.columns = 100, .k_bytes = 336, .tiles = 3});
  check((skinny_weights){.columns = 192, .k_bytes = 128, .tiles = 4});
  check((skinny_weights){.columns = 80, .k_bytes = 144, .tiles = 2, .gated = true});
  check((skinny_weights){.columns = 132, .k_bytes = 64, .tiles = 4, .gated = true});
  check((skinny_weights){.columns = 144, .k_bytes = 80, .tiles = 2, .apart = 8});
  check((skinny_weights){.columns = 120, .k_bytes = 64, .tiles = 3, .apart = 6});
}

/* Why a product of `rows` does not turn heads of `size` on this chip; NULL: it does. */
static const char *turns(const char *chip, const char *types, int rows, int size, bool alike) {
  arena a;
  oom_guard guard;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) fail_msg("out of memory");
  char source[512];
  snprintf(source, sizeof source,
           "graph g opset 24 {\n  in %%x : %s[40, 64]\n  const %%w : %s[384, 64] = random(1)\n"
           "  %%y = Linear %%x, %%w : f32[40, 384]\n  out %%y\n}",
           types, types);
  graph *g;
  fp8c_error err;
  if (graph_parse(&a, source, NULL, 0, &g, &err) != FP8C_OK) fail_msg("%s", err.text);
  const kernel_question q = {
      .what = ASK_PRODUCT_TURNS, .n = g->last, .rows = rows, .size = size, .alike = alike};
  const char *why = kernel_refuses(target_find(chip), &q, &a);
  arena_free(&a);
  return why;
}

static void products_that_turn(void **state) {
  (void)state;
  const char *fp8 = "e4m3@0.1";
  assert_null(turns("cpu", "f32", -1, 6, false));
  assert_null(turns("sm_89", fp8, 16, 96, false));
  assert_null(turns("sm_90a", fp8, 2048, 128, true));
  assert_null(turns("sm_90a", fp8, -1, 64, true));
  assert_null(turns("sm_90a", fp8, 17, 0, true));
  assert_non_null(turns("sm_89", fp8, 17, 64, true));
  assert_non_null(turns("sm_90a", fp8, -1, 96, true));
  assert_non_null(turns("sm_90a", fp8, 17, 64, false));
  assert_non_null(turns("sm_90a", "bf16", 4, 64, true)); /* nobody decided that it is BF16 */
}

static const char *refusal(const char *past, int rows, const char *join) {
  arena a;
  oom_guard guard;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) fail_msg("out of memory");
  char source[1024];
  snprintf(source, sizeof source,
           "graph g opset 23 {\n  in %%q : f32[2, 4, %d, 64]\n  in %%p : %s[2, 4, 30, 64]\n"
           "  in %%n : f32[2, 4, 2, 64]\n  %%c = Cast %%p {to=1} : f32[2, 4, 30, 64]\n"
           "  %%k = %s {axis=2} : f32[2, 4, 32, 64]\n"
           "  %%y = Attention %%q, %%k, %%k : f32[2, 4, %d, 64]\n  out %%y\n}\n",
           rows, past, join, rows);
  graph *g;
  fp8c_error err;
  if (graph_parse(&a, source, NULL, 0, &g, &err) != FP8C_OK) fail_msg("%s", err.text);
  const kernel_question q = {.what = ASK_ATTENTION_FP8, .n = g->last, .rows = rows};
  const char *why = kernel_refuses(target_find("sm_90a"), &q, &a);
  arena_free(&a);
  return why;
}

static void caches_are_read_as_they_are(void **state) {
  (void)state;
  assert_non_null(refusal("bf16", 1, "Concat %c, %n"));
  assert_non_null(refusal("bf16", 16, "Concat %c, %n"));
  assert_non_null(refusal("e4m3@0.1", 1, "Concat %c, %n")); /* beside queries in BF16 */
  assert_null(refusal("bf16", 17, "Concat %c, %n"));        /* enough work for FP8 */
  assert_null(refusal("e4m3@0.1", 17, "Concat %c, %n"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fragments_are_rows),
      cmocka_unit_test(products_that_turn),
      cmocka_unit_test(caches_are_read_as_they_are),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
