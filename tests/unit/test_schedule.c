/* Over a grid of problems, what the time model prices is what lowering writes: the family, its form
 * and its sizes; and no family refuses, while it writes, what it has offered. */
#include "tests/support/unit.h"

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
  const schedule *s = &l.written[0].by;
  if (s->by != priced.by || s->form != priced.form || strcmp(s->name, priced.name) != 0)
    fail_msg("priced as %s (%s), written by %s (%s)\n%s", priced.by->name, priced.name, s->by->name,
             s->name, words);
  assert_true(s->cost == priced.cost && s->shared_bytes == priced.shared_bytes &&
              s->constant_bytes == priced.constant_bytes);
  assert_int_equal(l.v->launch_count, priced.launches);
  assert_true(l.v->launches[0].shared_bytes >= priced.shared_bytes);
  assert_true(priced.seconds > 0 && priced.seconds < 1);
  return priced.by->name;
}

typedef struct conv_case {
  int channels, filters, groups, kernel, step, size, images;
  bool last, after;
  const char *type, *chip;
} conv_case;

static const char *words_of(const conv_case *c, arena *a) {
  int out = (c->size - 1) / c->step + 1, pad = c->kernel / 2, each = c->channels / c->groups;
  const char *x = c->last
                      ? arena_printf(a, "%d, %d, %d, %d", c->images, c->size, c->size, c->channels)
                      : arena_printf(a, "%d, %d, %d, %d", c->images, c->channels, c->size, c->size);
  const char *w = c->last
                      ? arena_printf(a, "%d, %d, %d, %d", c->filters, c->kernel, c->kernel, each)
                      : arena_printf(a, "%d, %d, %d, %d", c->filters, each, c->kernel, c->kernel);
  const char *y = c->last ? arena_printf(a, "%d, %d, %d, %d", c->images, out, out, c->filters)
                          : arena_printf(a, "%d, %d, %d, %d", c->images, c->filters, out, out);
  const char *rest = c->after
                         ? arena_printf(a,
                                        "    %%r = Relu %%y : f32[%s]\n"
                                        "    %%b = Cast %%r {to=16} : bf16[%s]\n  }\n  out %%b",
                                        y, y)
                         : "  out %y";
  return arena_printf(a,
                      "graph g opset 17 {\n  in %%x : %s[%s]\n  const %%w : %s[%s] = random(1)\n%s"
                      "  %%y = Conv %%x, %%w {channels_last=%d, group=%d, strides=[%d, %d], "
                      "pads=[%d, %d, %d, %d]} : %s[%s]\n%s\n}\n",
                      c->type, x, c->type, w, c->after ? "  region conv {\n" : "", c->last,
                      c->groups, c->step, c->step, pad, pad, pad, pad, c->after ? "f32" : "bf16", y,
                      rest);
}

static const char *family_of(const conv_case *c) {
  fixture f;
  oom_guard guard;
  arena_init(&f.keep, &guard);
  arena_init(&f.scratch, &guard);
  if (setjmp(guard.jump)) fail_msg("out of memory");
  const char *by = check(&f, words_of(c, &f.scratch), c->chip);
  arena_free(&f.scratch);
  arena_free(&f.keep);
  return by;
}

/* The digits of `i` in mixed bases choose a case. */
static int digit(unsigned *i, int base) {
  int d = (int)(*i % (unsigned)base);
  *i /= (unsigned)base;
  return d;
}

static void convolutions_are_written_as_priced(void **state) {
  (void)state;
  static const char *const types[] = {"bf16", "e4m3@0.1", "f32"};
  static const char *const chips[] = {"sm_90a", "sm_90a", "sm_89", "sm_120a"};
  static const int channels[] = {3, 8, 16, 24, 64, 96, 144, 16},
                   filters[] = {2, 8, 16, 64, 72, 160};
  static const int kernels[] = {1, 3, 5}, sizes[] = {1, 5, 14, 28, 61}, images[] = {1, 3, 16};
  struct {
    const char *name;
    int count;
  } seen[16] = {{0}};
  int cases = 0;
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
    const char *by = family_of(&c);
    if (by) {
      size_t k = 0;
      while (seen[k].name && strcmp(seen[k].name, by) != 0) k++;
      seen[k].name = by;
      seen[k].count++;
    }
    cases++;
  }
  print_message("%d convolutions:", cases);
  size_t families = 0;
  for (size_t k = 0; seen[k].name; k++, families++)
    print_message(" %s %d", seen[k].name, seen[k].count);
  print_message("\n");
  assert_int_equal(families, 7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(convolutions_are_written_as_priced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
