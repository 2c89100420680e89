/* test_graph.c - building, changing, cloning, inferring and verifying graphs. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ir/graph.h"
#include "ir/graph_text.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/unary.h"

typedef struct fixture {
  oom_guard guard;
  arena a;
} fixture;

static int setup(void **state) {
  fixture *f = test_calloc(1, sizeof *f);
  arena_init(&f->a, &f->guard);
  if (setjmp(f->guard.jump)) return -1;
  *state = f;
  return 0;
}

static int teardown(void **state) {
  fixture *f = *state;
  arena_free(&f->a);
  test_free(f);
  return 0;
}

static tensor f32_type(int rank, int64_t d0, int64_t d1) {
  tensor t = {.dtype = FP8C_DTYPE_F32, .rank = rank, .dims = {d0, d1}};
  return t;
}

static const char *printed(arena *a, const graph *g) {
  text t;
  text_init(&t, a);
  graph_print(g, &t);
  return text_cstr(&t);
}

static graph *parsed(arena *a, const char *source) {
  graph *g;
  fp8c_error err = {0};
  if (graph_parse(a, source, NULL, 0, &g, &err) != FP8C_OK) fail_msg("%s", err.text);
  return g;
}

/* x -> Relu -> r -> Add(r, r) -> y */
static graph *sample(arena *a, node **relu, node **add) {
  graph *g = graph_new(a, "g", 17);
  tensor t = f32_type(2, DIM_SYMBOL(0), 4);
  graph_symbol(g, "batch");
  value *x = graph_input(g, "x", &t);
  *relu = graph_node(g, NULL, op_get(OP_RELU), "r", &x, 1, 1);
  value *r = (*relu)->out[0];
  *add = graph_node(g, NULL, op_get(OP_ADD), "y", (value *[]){r, r}, 2, 1);
  graph_output(g, "out", (*add)->out[0]);
  fp8c_error err;
  assert_int_equal(graph_infer(g, &err), FP8C_OK);
  return g;
}

static void builds_and_counts_uses(void **state) {
  fixture *f = *state;
  node *relu, *add;
  fp8c_error err = {0};
  graph *g = sample(&f->a, &relu, &add);
  assert_int_equal(graph_verify(g, &err), FP8C_OK);
  assert_int_equal(relu->out[0]->user_count, 2);
  assert_false(value_used_once(relu->out[0]));
  assert_true(value_is_output(add->out[0]));
  assert_ptr_equal(value_def_of(add->out[0], OP_ADD), add);
  assert_null(value_def_of(add->out[0], OP_RELU));
  assert_int_equal(add->out[0]->type.dims[0], DIM_SYMBOL(0));
  assert_string_equal(printed(&f->a, g),
                      "graph g opset 17 {\n"
                      "  in %x : f32[batch, 4]\n"
                      "  %r = Relu %x : f32[batch, 4]\n"
                      "  %y = Add %r, %r : f32[batch, 4]\n"
                      "  out %y as \"out\"\n"
                      "}\n");
}

static void makes_names_unique(void **state) {
  fixture *f = *state;
  graph *g = graph_new(&f->a, "g", 17);
  value *a = graph_const_f32(g, "c", 1), *b = graph_const_f32(g, "c", 2);
  value *c = graph_const_f32(g, "c.1", 3), *d = graph_const_f32(g, "c", 4);
  assert_string_equal(a->name, "c");
  assert_string_equal(b->name, "c.1");
  assert_string_equal(c->name, "c.1.1");
  assert_string_equal(d->name, "c.2");
  value_swap_names(a, d);
  assert_ptr_equal(graph_find_value(g, "c"), d);
  assert_ptr_equal(graph_find_value(g, "c.2"), a);
  value_rename(d, "e");
  assert_null(graph_find_value(g, "c"));
  assert_string_equal(graph_const_f32(g, "c", 5)->name, "c");
  char name[16];
  for (int i = 0; i < 1000; i++) {
    snprintf(name, sizeof name, "n%d", i);
    assert_string_equal(graph_const_f32(g, name, 0)->name, name);
  }
  assert_ptr_equal(graph_find_value(g, "e"), d);
}

static void replaces_and_removes(void **state) {
  fixture *f = *state;
  node *relu, *add;
  fp8c_error err = {0};
  graph *g = sample(&f->a, &relu, &add);
  value_replace(relu->out[0], g->inputs[0]);
  assert_int_equal(relu->out[0]->user_count, 0);
  assert_int_equal(g->inputs[0]->user_count, 3);
  assert_int_equal(graph_remove_dead(g), 1);
  assert_int_equal(g->inputs[0]->user_count, 2);
  assert_int_equal(graph_verify(g, &err), FP8C_OK);
  value_replace(add->out[0], g->inputs[0]);
  assert_ptr_equal(g->outputs[0], g->inputs[0]);
  assert_string_equal(g->output_names[0], "out");
  assert_int_equal(graph_remove_dead(g), 1);
  assert_null(g->first);
  assert_int_equal(graph_verify(g, &err), FP8C_OK);
}

static void sets_attributes(void **state) {
  fixture *f = *state;
  graph *g = graph_new(&f->a, "g", 17);
  tensor t = f32_type(1, 4, 0);
  value *x = graph_input(g, "x", &t);
  node *n = graph_node(g, NULL, op_get(OP_SELU), "y", &x, 1, 1);
  assert_true(node_float(n, "alpha") > 1.67f && node_float(n, "alpha") < 1.68f);
  node_set_float(n, "gamma", 2);
  node_set_float(n, "alpha", 3);
  assert_int_equal(n->attrs.count, 2);
  assert_string_equal(n->attrs.items[0].name, "alpha");
  assert_true(node_float(n, "gamma") == 2);
  node_set_float(n, "gamma", 1.05070102214813232421875f); /* the default */
  assert_int_equal(n->attrs.count, 1);
  assert_null(node_attr(n, "gamma"));
}

static void clones(void **state) {
  fixture *f = *state;
  graph *g = parsed(&f->a,
                    "graph g opset 17 {\n"
                    "  symbol seq = 5\n"
                    "  in %x : f32[batch, 4] \"wide\"\n"
                    "  const %s : f32[2] = {0.5, 2}\n"
                    "  const %w : e4m3@%s/0[2, 4] = random(3)\n"
                    "  region gemm {\n"
                    "    %y = Linear %x, %w : f32[batch, 2] named \"n\" from \"a\", \"b\" "
                    "decision {format=\"e4m3\", reason=\"because\", sqnr_db=31.5, macs=12}\n"
                    "    %q = Quantize %y {mode=\"div\"} : e4m3@0.25[batch, 2] \"stored small\"\n"
                    "  }\n"
                    "  out %q\n"
                    "}\n");
  oom_guard guard;
  arena other;
  arena_init(&other, &guard);
  if (setjmp(guard.jump)) fail_msg("out of memory");
  graph *h = graph_clone(g, &other);
  fp8c_error err = {0};
  if (graph_verify(h, &err) != FP8C_OK) fail_msg("%s", err.text);
  assert_string_equal(printed(&f->a, h), printed(&f->a, g));
  assert_int_equal(h->first->id, g->first->id);
  assert_ptr_equal(graph_find_value(h, "w")->blob.memory, graph_find_value(g, "w")->blob.memory);
  assert_ptr_equal(h->first->region, h->first->next->region);
  assert_ptr_not_equal(h->first->region, g->first->region);
  arena_free(&other);
}

static void binds_symbols(void **state) {
  fixture *f = *state;
  node *relu, *add;
  fp8c_error err = {0};
  graph *g = sample(&f->a, &relu, &add);
  assert_int_equal(graph_bind(g, "sequence", 3, &err), FP8C_ERROR_ARGUMENT);
  assert_int_equal(graph_bind(g, "batch", -1, &err), FP8C_ERROR_ARGUMENT);
  assert_int_equal(graph_bind(g, "batch", 3, &err), FP8C_OK);
  assert_int_equal(graph_bind(g, "batch", 4, &err), FP8C_ERROR_ARGUMENT);
  assert_int_equal(graph_infer(g, &err), FP8C_OK);
  assert_int_equal(add->out[0]->type.dims[0], 3);
  assert_int_equal(graph_verify(g, &err), FP8C_OK);
}

static void unknown_sizes_become_symbols(void **state) {
  fixture *f = *state;
  graph *g = graph_new(&f->a, "g", 17);
  tensor t = f32_type(2, 2, 6), shape = {.dtype = FP8C_DTYPE_I64, .rank = 1, .dims = {2}};
  value *in[] = {graph_input(g, "x", &t), graph_input(g, "s", &shape)};
  node *n = graph_node(g, NULL, op_get(OP_RESHAPE), "y", in, 2, 1);
  fp8c_error err = {0};
  assert_int_equal(node_infer(n, &err), FP8C_OK);
  assert_int_equal(n->out[0]->type.rank, 2);
  assert_true(n->out[0]->type.dims[0] < 0 && n->out[0]->type.dims[0] != DIM_UNKNOWN);
  assert_string_equal(g->symbols[DIM_SYMBOL_INDEX(n->out[0]->type.dims[0])].name, "y.0");
  assert_int_equal(graph_verify(g, &err), FP8C_OK);
}

static void finds_many_symbols(void **state) {
  fixture *f = *state;
  graph *g = graph_new(&f->a, "g", 17);
  size_t index = 99;
  assert_false(graph_find_symbol(g, "n.0", &index));
  for (int i = 0; i < 100000; i++)
    assert_true(graph_symbol(g, arena_printf(&f->a, "n.%d", i)) == DIM_SYMBOL(i));
  for (int i = 0; i < 100000; i += 7) {
    const char *name = arena_printf(&f->a, "n.%d", i);
    assert_true(graph_symbol(g, name) == DIM_SYMBOL(i));
    assert_true(graph_find_symbol(g, name, &index) && index == (size_t)i);
  }
  assert_false(graph_find_symbol(g, "n", &index));
}

/* What replaces a value has its shape, however little its rule can tell. */
static void replacing_keeps_known_dims(void **state) {
  fixture *f = *state;
  graph *g = graph_new(&f->a, "g", 17);
  tensor t = f32_type(2, 2, 6), shape = {.dtype = FP8C_DTYPE_I64, .rank = 1, .dims = {2}};
  t.dims[0] = graph_symbol(g, "batch");
  value *in[] = {graph_input(g, "x", &t), graph_input(g, "s", &shape)};
  fp8c_error err = {0};
  node *relu = graph_node(g, NULL, op_get(OP_RELU), "r", in, 1, 1);
  node *reshape = graph_node(g, NULL, op_get(OP_RESHAPE), "y", in, 2, 1);
  assert_int_equal(node_infer(relu, &err), FP8C_OK);
  assert_int_equal(node_infer(reshape, &err), FP8C_OK);
  graph_output(g, "y", relu->out[0]);
  value_replace(relu->out[0], reshape->out[0]);
  assert_true(g->outputs[0] == reshape->out[0]);
  assert_int_equal(graph_infer(g, &err), FP8C_OK);
  assert_true(g->outputs[0]->type.dims[0] == t.dims[0]);
  assert_int_equal(g->outputs[0]->type.dims[1], 6);
}

static void loads_from_a_file(void **state) {
  fixture *f = *state;
  char path[] = "/tmp/fp8c-test-graph-XXXXXX";
  int fd = mkstemp(path);
  float numbers[4] = {1, 2, 3, 4};
  assert_true(fd >= 0);
  assert_int_equal(write(fd, numbers, sizeof numbers), sizeof numbers);
  close(fd);
  file *opened;
  fp8c_error err = {0};
  assert_int_equal(file_open(&f->a, path, &opened, &err), FP8C_OK);
  graph *g = graph_new(&f->a, "g", 17);
  tensor t = f32_type(1, 3, 0), loaded;
  value *v = graph_const(g, "w", &t, (blob){.file = opened, .offset = 4, .bytes = 12});
  assert_int_equal(value_load(v, &f->a, &loaded, &err), FP8C_OK);
  assert_memory_equal(loaded.data, numbers + 1, 12);
  assert_non_null(v->blob.memory); /* small: kept */
  value *beyond = graph_const(g, "w", &t, (blob){.file = opened, .offset = 8, .bytes = 12});
  assert_int_not_equal(value_load(beyond, &f->a, &loaded, &err), FP8C_OK);
  assert_non_null(strstr(err.text, "w.1"));
  value *wrong = graph_const(g, "w", &t, (blob){.file = opened, .offset = 0, .bytes = 16});
  assert_int_equal(value_load(wrong, &f->a, &loaded, &err), FP8C_ERROR_INTERNAL);
  double x;
  assert_true(value_scalar(graph_const_f32(g, "s", 2.5f), &x) && x == 2.5);
  assert_false(value_scalar(v, &x));
  int64_t ints[4], three[3] = {4, -5, 6};
  size_t count;
  assert_true(value_ints(graph_const_i64s(g, "i", three, 3), ints, 4, &count));
  assert_int_equal(count, 3);
  assert_int_equal(ints[1], -5);
  assert_false(value_ints(graph_const_i64s(g, "i", three, 3), ints, 2, &count));
  unlink(path);
}

/* Each way to break a promise, and a word of the sentence that says so. */
static void verifier_finds_broken_promises(void **state) {
  fixture *f = *state;
  node *relu, *add;
  fp8c_error err;
  for (int i = 0; i < 10; i++) {
    const char *word = "";
    graph *g = sample(&f->a, &relu, &add);
    switch (i) {
      case 0:
        relu->out[0]->user_count--, word = "users";
        break;
      case 1:
        add->out[0]->name = "x", word = "name";
        break;
      case 2:
        add->out[0]->output_uses = 0, word = "output";
        break;
      case 3:
        node_move(add, relu), word = "before it is defined";
        break;
      case 4:
        add->out[0]->type.dims[1] = 5, word = "shape rule";
        break;
      case 5:
        add->out[0]->type.scale = (scale){SCALE_TENSOR, 2, 0, NULL}, word = "scale";
        break;
      case 6:
        add->in_count = 1, word = "inputs";
        break;
      case 7:
        relu->out[0]->id = add->out[0]->id, word = "same id";
        break;
      case 8: {
        region *r = graph_region(g, "row");
        node *last = graph_node(g, NULL, op_get(OP_RELU), "z", &add->out[0], 1, 1);
        assert_int_equal(node_infer(last, &err), FP8C_OK);
        relu->region = last->region = r;
        word = "ended";
        break;
      }
      case 9: {
        tensor t = f32_type(2, 2, 4);
        value *w = graph_const(g, "w", &t, (blob){.bytes = 8, .memory = "12345678"});
        node_set_input(add, 1, w);
        word = "bytes";
        break;
      }
    }
    memset(&err, 0, sizeof err);
    assert_int_equal(graph_verify(g, &err), FP8C_ERROR_INTERNAL);
    if (!strstr(err.text, word)) fail_msg("case %d: \"%s\" without \"%s\"", i, err.text, word);
  }
}

static void names_the_node_of_a_shape_error(void **state) {
  fixture *f = *state;
  graph *g = graph_new(&f->a, "g", 17);
  tensor t = f32_type(2, 2, 3);
  value *x = graph_input(g, "x", &t);
  graph_node(g, NULL, op_get(OP_MATMUL), "product", (value *[]){x, x}, 2, 1);
  fp8c_error err = {0};
  assert_int_not_equal(graph_infer(g, &err), FP8C_OK);
  assert_non_null(strstr(err.text, "MatMul \"product\": "));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(builds_and_counts_uses, setup, teardown),
      cmocka_unit_test_setup_teardown(makes_names_unique, setup, teardown),
      cmocka_unit_test_setup_teardown(replaces_and_removes, setup, teardown),
      cmocka_unit_test_setup_teardown(sets_attributes, setup, teardown),
      cmocka_unit_test_setup_teardown(clones, setup, teardown),
      cmocka_unit_test_setup_teardown(binds_symbols, setup, teardown),
      cmocka_unit_test_setup_teardown(unknown_sizes_become_symbols, setup, teardown),
      cmocka_unit_test_setup_teardown(finds_many_symbols, setup, teardown),
      cmocka_unit_test_setup_teardown(replacing_keeps_known_dims, setup, teardown),
      cmocka_unit_test_setup_teardown(loads_from_a_file, setup, teardown),
      cmocka_unit_test_setup_teardown(verifier_finds_broken_promises, setup, teardown),
      cmocka_unit_test_setup_teardown(names_the_node_of_a_shape_error, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
