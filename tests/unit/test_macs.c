/* What every operator that multiplies matrices counts as. */
#include "tests/support/unit.h"

#include <stdio.h>

#include "ir/graph_text.h"

static const struct {
  const char *name, *node, *inputs;
  uint64_t macs;
} rows[] = {
    {"MatMul", "MatMul %a, %b : f32[2, 3, 5]", "in %a : f32[2, 3, 4]\n in %b : f32[4, 5]",
     2 * 3 * 5 * 4},
    {"Gemm turned", "Gemm %a, %b {transA=1} : f32[3, 5]", "in %a : f32[4, 3]\n in %b : f32[4, 5]",
     3 * 5 * 4},
    {"Conv", "Conv %a, %b {group=2, kernel_shape=[3, 3]} : f32[1, 4, 2, 2]",
     "in %a : f32[1, 6, 4, 4]\n in %b : f32[4, 3, 3, 3]", 4 * 2 * 2 * 27},
    {"ConvTranspose",
     "ConvTranspose %a, %b {kernel_shape=[2, 2], strides=[2, 2]} : f32[1, 5, 8, 8]",
     "in %a : f32[1, 6, 4, 4]\n in %b : f32[6, 5, 2, 2]", 6 * 16 * 20},
    {"LSTM", "LSTM %a, %b, %c {hidden_size=5} : f32[7, 1, 2, 5]",
     "in %a : f32[7, 2, 3]\n in %b : f32[1, 20, 3]\n in %c : f32[1, 20, 5]", 7 * 2 * 20 * 8},
    {"GRU both ways",
     "GRU %a, %b, %c {direction=\"bidirectional\", hidden_size=5} : f32[7, 2, 2, 5]",
     "in %a : f32[7, 2, 3]\n in %b : f32[2, 15, 3]\n in %c : f32[2, 15, 5]", 7 * 2 * 2 * 15 * 8},
    {"RNN", "RNN %a, %b, %c {hidden_size=5} : f32[7, 1, 2, 5]",
     "in %a : f32[7, 2, 3]\n in %b : f32[1, 5, 3]\n in %c : f32[1, 5, 5]", 7 * 2 * 5 * 8},
    {"Einsum", "Einsum %a, %b {equation=\"bij,bjk->bik\"} : f32[2, 3, 5]",
     "in %a : f32[2, 3, 4]\n in %b : f32[2, 4, 5]", 2 * 3 * 4 * 5},
    {"Einsum of one", "Einsum %a {equation=\"ij->ji\"} : f32[4, 3]", "in %a : f32[3, 4]", 0},
    {"MatMulInteger", "MatMulInteger %a, %b : i32[3, 5]", "in %a : u8[3, 4]\n in %b : i8[4, 5]",
     60},
    {"ConvInteger", "ConvInteger %a, %b {kernel_shape=[3, 3]} : i32[1, 4, 2, 2]",
     "in %a : u8[1, 6, 4, 4]\n in %b : u8[4, 6, 3, 3]", 4 * 4 * 54},
    {"DFT", "DFT %a : f32[3, 8, 2]", "in %a : f32[3, 8, 2]", 3 * 8 * (2 + 2 + 2) * 4},
    {"DFT of a prime", "DFT %a : f32[1, 7, 2]", "in %a : f32[1, 7, 1]", 7 * 7 * 4},
    {"DFT of one", "DFT %a : f32[4, 1, 2]", "in %a : f32[4, 1, 2]", 0},
    {"Add", "Add %a, %b : f32[3]", "in %a : f32[3]\n in %b : f32[3]", 0},
};

static void every_product_is_counted(void **state) {
  (void)state;
  arena a;
  arena_init(&a, &(oom_guard){0});
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char source[512];
    fp8c_error err;
    graph *g;
    snprintf(source, sizeof source, "graph g opset 22 {\n %s\n %%y = %s\n out %%y\n}\n",
             rows[i].inputs, rows[i].node);
    if (graph_parse(&a, source, NULL, 0, &g, &err) != FP8C_OK)
      fail_msg("%s: %s", rows[i].name, err.text);
    uint64_t macs = node_macs(g->first, &a);
    if (macs != rows[i].macs)
      fail_msg("%s: %llu, not %llu", rows[i].name, (unsigned long long)macs,
               (unsigned long long)rows[i].macs);
  }
  arena_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_product_is_counted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
