/* test_graph_text.c - the text form: what is printed parses back to the same,
 * what is wrong is refused at its line and column, and nothing crashes. */
#include "tests/support/unit.h"

#include <string.h>

#include "base/map.h"
#include "ir/graph_text.h"

static const char *const samples[] = {
    "graph mlp opset 17 {\n"
    "  in %x : f32[batch, 4]\n"
    "  const %w : f32[3, 4] = random(1)\n"
    "  const %b : f32[3] = {0.5, -1, nan} \n"
    "  %h = Linear %x, %w, %b : f32[batch, 3]\n"
    "  %y = Relu %h : f32[batch, 3]\n"
    "  out %y\n"
    "}\n",
    /* odd names, reasons, sources, unknown sizes, omitted inputs, two outputs */
    "graph \"a graph\" opset 20 {\n"
    "  symbol batch = 8\n"
    "  in %\"/layer.0/x y\" : f32[\"batch size\", seq, ?] \"stays \\\"wide\\\"\"\n"
    "  in %u : bf16[*]\n"
    "  const %axes : i64[1] = {-9223372036854775808}\n"
    "  const %big : u64[2] = {18446744073709551615, 0}\n"
    "  const %d : f64[3] = {0.1, -inf, 0xfff8000000000001}\n"
    "  const %n : f32[2] = {0xffc00000, -0}\n"
    "  const %k : bool[2] = {1, 0}\n"
    "  const %s : f32[2] = {0.5, 2}\n"
    "  const %q : e4m3@%s/0[2, 1] = {448, 0xff}\n"
    "  const %e : e5m2@0.001[1] = {-inf}\n"
    "  %a = Sub %\"/layer.0/x y\", %n : f32[*] named \"n 1\" from nothing\n"
    "  %b = Equal %big, %big : bool[2] from \"p\", \"q\"\n"
    "  %c = Slice %d, %axes, %axes, _, _ : f64[m]\n"
    "  %f = And %k, %b : bool[2]\n"
    "  %g = Dequantize %q : f32[2, 1]\n"
    "  %h = Dequantize %e : bf16[1]\n"
    "  out %a as \"result \\x1b\"\n"
    "  out %c\n"
    "  out %f\n"
    "  out %g\n"
    "  out %h\n"
    "}\n",
    "graph r opset 17 {\n"
    "  in %x : e4m3@0.02[16, 64]\n"
    "  const %w : e4m3@0.01[32, 64] = random(1)\n"
    "  region gemm {\n"
    "    %y = Linear %x, %w : f32[16, 32] decision {format=\"e4m3\", rule=\"score\", "
    "reason=\"31.5 dB is enough\", weights_format=\"e5m2\", sqnr_db=31.5, sqnr_bf16_db=inf, "
    "what_if_int8_db=36.5, sums_off_db=29.5, sums_512_db=33, sums_64_db=48.25, promote=512, "
    "macs=32768, merged=2}\n"
    "    %z = Cast %y {to=16} : bf16[16, 32]\n"
    "  }\n"
    "  region row {\n"
    "    %a = Relu %z : bf16[16, 32]\n"
    "  }\n"
    "  region row {\n"
    "    %b = Quantize %a {mode=\"div\"} : e4m3@0.5[16, 32] \"stored small\"\n"
    "  }\n"
    "  %p = Transpose %b {perm=[1, 0]} : e4m3@0.5[32, 16]\n"
    "  out %p\n"
    "}\n",
};
#define SAMPLES (sizeof samples / sizeof *samples)

static void parses_what_it_prints(void **state) {
  (void)state;
  for (volatile size_t i = 0; i < SAMPLES; i++) {
    oom_guard guard;
    arena a;
    arena_init(&a, &guard);
    if (setjmp(guard.jump)) fail_msg("out of memory");
    graph *g, *h;
    fp8c_error err = {0};
    text first, second;
    blob *blobs;
    size_t count;
    if (graph_parse(&a, samples[i], NULL, 0, &g, &err) != FP8C_OK) fail_msg("%s", err.text);
    text_init(&first, &a);
    graph_print_blobs(g, &first, &blobs, &count);
    if (graph_parse(&a, text_cstr(&first), blobs, count, &h, &err) != FP8C_OK)
      fail_msg("%s\n%s", err.text, text_cstr(&first));
    text_init(&second, &a);
    graph_print(h, &second);
    assert_string_equal(text_cstr(&first), text_cstr(&second));
    arena_free(&a);
  }
}

static void large_constants_are_blobs(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) fail_msg("out of memory");
  float numbers[100] = {1, 2, 3};
  blob given = {.bytes = sizeof numbers, .memory = numbers};
  const char *source =
      "graph g opset 17 {\n"
      "  const %w : f32[100] = blob(0)\n"
      "  %y = Relu %w : f32[100]\n"
      "  out %y\n"
      "}\n";
  graph *g;
  fp8c_error err = {0};
  assert_int_equal(graph_parse(&a, source, &given, 1, &g, &err), FP8C_OK);
  text t;
  text_init(&t, &a);
  blob *blobs;
  size_t count;
  graph_print_blobs(g, &t, &blobs, &count);
  assert_string_equal(text_cstr(&t), source);
  assert_int_equal(count, 1);
  assert_ptr_equal(blobs[0].memory, numbers);
  assert_int_equal(graph_parse(&a, source, NULL, 0, &g, &err), FP8C_ERROR_FORMAT);
  assert_null(g);
  given.bytes--;
  assert_int_equal(graph_parse(&a, source, &given, 1, &g, &err), FP8C_ERROR_FORMAT);
  arena_free(&a);
}

/* Bodies of a graph and the sentence each is refused with. */
static void refuses_at_line_and_column(void **state) {
  static const struct {
    const char *body, *text;
  } cases[] = {
      {"  %y = Relu %x : f32[2]\n", "2:13: there is no value %x above this line"},
      {"  in %x : f32[2]\n  in %x : f32[2]\n", "3:6: the name %x is taken"},
      {"  in %x : f33[2]\n", "2:11: found 'f33'; expected a type such as f32[8, 16]"},
      {"  in %x : f32@0.5[2]\n", "2:14: f32 has no scale; only 8-bit floats have one"},
      {"  in %x : e4m3@0[2]\n", "2:15: a scale is a positive finite number"},
      {"  in %x : e4m3@-1[2]\n", "2:15: a scale is a positive finite number"},
      {"  in %x : f32[-2]\n", "2:15: a dimension cannot be -2"},
      {"  in %x : f32[1,1,1,1,1,1,1,1,1]\n", "2:31: a shape has at most 8 dimensions"},
      {"  const %w : f32[2] = {1}\n", "2:23: 1 numbers; the type has 2"},
      {"  const %w : f32[n] = {1}\n", "2:14: the shape of a constant is made of sizes"},
      {"  const %w : f32[4294967296, 4294967296] = random(1)\n",
       "2:14: the shape of a constant is made of sizes"},
      {"  const %w : f32[1000000000] = random(1)\n",
       "2:32: 4000000000 random bytes; at most 268435456"},
      {"  const %w : e4m3@1[1] = {1.01}\n", "2:27: 1.01 is no e4m3 number"},
      {"  const %w : i8[1] = {128}\n", "2:23: 128 is no i8 number"},
      {"  const %w : f32[1] = blob(0)\n", "2:23: blob(0); 0 blobs are given"},
      {"  in %x : f32[2]\n  %y = Rleu %x : f32[2]\n", "3:8: there is no operator Rleu"},
      {"  in %x : f32[2]\n  %y = Relu %x {alpha=1} : f32[2]\n",
       "3:17: Relu has no attribute \"alpha\""},
      {"  in %x : f32[2]\n  %y = Relu %x : f32[3]\n",
       "3:18: Relu: the type is stated as f32[3]; it is f32[2]"},
      {"  in %x : f32[2]\n  %y = Relu %x : i64[2]\n",
       "3:18: Relu: the type is stated as i64[2]; it is f32[2]"},
      {"  in %x : f32[2]\n  %y, %y = Relu %x : f32[2]\n", "3:7: the name %y is taken"},
      {"  in %x : f32[2]\n  %y = Relu %x : f32[2] decision {format=\"e3m4\"}\n",
       "3:42: there is no format \"e3m4\""},
      {"  in %x : f32[2]\n  %y = Relu %x : f32[2] decision {promote=100}\n",
       "3:43: promote is 100; it is -1, 0, 64, 128, 256 or 512"},
      {"  in %x : f32[2, 2]\n  %y = Linear %x, %x {promote=1} : f32[2, 2]\n",
       "3:8: Linear: promote is 1; sums go into F32 every 64, 128, 256 or 512 of k, never (-1) or "
       "as the kernel does (0)"},
      {"  in %h : f32[2, 3]\n  in %x : f32[2]\n  %y = AmaxHistory %h, %x, _ : f32[2, 3]\n",
       "4:8: AmaxHistory: input 2 is missing"},
      {"  out _\n", "2:7: an output cannot be omitted"},
      {"  in %x : f32[2] \"open\n", "2:18: the string has no closing quote on its line"},
      {"  in %x : f32[2]\n  region row {\n", "4:2: found 'x'; expected a value such as %x"},
  };
  (void)state;
  for (volatile size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    oom_guard guard;
    arena a;
    arena_init(&a, &guard);
    if (setjmp(guard.jump)) fail_msg("out of memory");
    graph *g;
    fp8c_error err = {0};
    bool ends = i + 1 == sizeof cases / sizeof *cases;
    const char *source =
        arena_printf(&a, "graph g opset 17 {\n%s%s", cases[i].body, ends ? " x" : "}\n");
    assert_int_equal(graph_parse(&a, source, NULL, 0, &g, &err), FP8C_ERROR_FORMAT);
    assert_string_equal(err.text, cases[i].text);
    arena_free(&a);
  }
}

static void try_parse(const char *source) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  a.limit_bytes = (size_t)64 << 20;
  if (setjmp(guard.jump) == 0) {
    graph *g;
    fp8c_error err;
    if (graph_parse(&a, source, NULL, 0, &g, &err) == FP8C_OK) {
      text t;
      text_init(&t, &a);
      graph_print(g, &t);
    }
  }
  arena_free(&a);
}

static void survives_damage(void **state) {
  (void)state;
  char damaged[4096];
  for (size_t i = 0; i < SAMPLES; i++) {
    size_t length = strlen(samples[i]);
    assert_true(length < sizeof damaged);
    for (size_t cut = 0; cut <= length; cut++) {
      memcpy(damaged, samples[i], cut);
      damaged[cut] = 0;
      try_parse(damaged);
    }
    for (size_t at = 0; at < length; at++)
      for (int bit = 0; bit < 8; bit++) {
        memcpy(damaged, samples[i], length + 1);
        damaged[at] = (char)(damaged[at] ^ (1 << bit));
        try_parse(damaged);
      }
  }
}

/* Nodes without types, put behind those of a graph: operands are values by name or constants. */
static void splices_nodes(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) fail_msg("out of memory");
  graph *g = graph_new(&a, "g", 18);
  tensor t = {.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {2, 3}};
  hash_map names;
  map_init(&names, &a);
  map_put(&names, "x")->item = graph_input(g, "in", &t);
  map_put(&names, "bias")->item = NULL;
  size_t made;
  fp8c_error err = {0};
  assert_int_equal(graph_splice(g,
                                "%x = Reshape %x, i64[2]{3, -1}\n"
                                "%a, _ = Split %x {axis=0, num_outputs=2}\n"
                                "%y = Clip %a, _, f32[]{6}",
                                "them", &names, &made, &err),
                   FP8C_OK);
  assert_int_equal(made, 3);
  const value *y = map_find(&names, "y")->item, *x = map_find(&names, "x")->item;
  assert_string_equal(g->last->name, "them");
  assert_ptr_equal(y, g->last->out[0]);
  assert_int_equal(x->type.dims[0], 3);
  assert_int_equal(x->type.dims[1], 2);
  assert_int_equal(y->type.dims[0], 2);
  assert_null(g->last->in[1]);
  assert_int_equal(graph_splice(g, "%y = Relu %z", "them", &names, &made, &err), FP8C_ERROR_FORMAT);
  assert_non_null(strstr(err.text, "1:11: found 'z'; expected a value that was given or made"));
  assert_int_equal(made, 0);
  assert_int_equal(graph_splice(g, "%y = MatMul %x, %x", "them", &names, &made, &err),
                   FP8C_ERROR_FORMAT);
  assert_int_equal(made, 1);
  assert_int_equal(graph_splice(g, "%y = Conv %x, %bias", "them", &names, &made, &err),
                   FP8C_ERROR_FORMAT);
  arena_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parses_what_it_prints),
      cmocka_unit_test(large_constants_are_blobs),
      cmocka_unit_test(refuses_at_line_and_column),
      cmocka_unit_test(survives_damage),
      cmocka_unit_test(splices_nodes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
