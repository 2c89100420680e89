/* test_memory.c - where values lie in the arena: as low as what lives at the same time lets them,
 * the largest first. */
#include "tests/support/unit.h"

#include <stdio.h>

#include "codegen/lower.h"

static oom_guard guard;

typedef struct bench {
  arena a;
  plan_variant v;
} bench;

/* A variant of `values` temporaries; each launch writes one of them and reads one before it, at
 * most `reach` back. */
static void random_variant(bench *b, uint32_t values, uint32_t reach, uint64_t seed) {
  uint64_t state = seed;
  arena_init(&b->a, &guard);
  b->v = (plan_variant){.value_count = values, .launch_count = values};
  b->v.values = NEW_ARRAY(&b->a, plan_value, values);
  b->v.launches = NEW_ARRAY(&b->a, plan_launch, values);
  b->v.outputs = NEW_ARRAY(&b->a, uint32_t, 1);
  b->v.outputs[0] = values / 2;
  for (uint32_t i = 0; i < values; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    b->v.values[i] = (plan_value){.kind = PLAN_VALUE_TEMP, .bytes = 1 + (state >> 33) % 5000};
    uint32_t *ids = NEW_ARRAY(&b->a, uint32_t, 2);
    uint32_t back = 1 + (uint32_t)(state >> 40) % reach;
    ids[0] = i;
    ids[1] = back <= i ? i - back : 0;
    b->v.launches[i].writes = &ids[0];
    b->v.launches[i].write_count = 1;
    b->v.launches[i].reads = &ids[1];
    b->v.launches[i].read_count = i ? 1 : 0;
  }
}

/* The same rule, looked up in a list of all. */
static void place_simply(const plan_variant *v, uint64_t *offsets, uint64_t *arena_bytes,
                         arena *a) {
  uint32_t n = v->value_count, *first = NEW_ARRAY(a, uint32_t, n),
           *last = NEW_ARRAY(a, uint32_t, n);
  uint64_t *bytes = NEW_ARRAY(a, uint64_t, n);
  bool *placed = NEW_ARRAY(a, bool, n);
  for (uint32_t i = 0; i < n; i++) {
    first[i] = last[i] = i;
    bytes[i] = (v->values[i].bytes + 255) / 256 * 256;
  }
  for (uint32_t i = 1; i < n; i++) last[v->launches[i].reads[0]] = i;
  last[v->outputs[0]] = v->launch_count;
  *arena_bytes = 0;
  for (uint32_t done = 0; done < n; done++) {
    uint32_t next = n;
    for (uint32_t i = 0; i < n; i++)
      if (!placed[i] && (next == n || bytes[i] > bytes[next])) next = i;
    uint64_t at = 0;
    for (bool moved = true; moved;) {
      moved = false;
      for (uint32_t i = 0; i < n; i++) {
        bool meet = placed[i] && first[i] <= last[next] && first[next] <= last[i];
        if (!meet || offsets[i] >= at + bytes[next] || offsets[i] + bytes[i] <= at) continue;
        at = offsets[i] + bytes[i];
        moved = true;
      }
    }
    offsets[next] = at;
    placed[next] = true;
    if (at + bytes[next] > *arena_bytes) *arena_bytes = at + bytes[next];
  }
}

static void values_lie_as_low_as_they_can(void **state) {
  (void)state;
  static const struct {
    uint32_t values, reach;
  } rows[] = {{1, 1}, {50, 3}, {300, 8}, {1200, 40}, {1200, 1100}};
  for (size_t k = 0; k < COUNT_OF(rows); k++) {
    bench b;
    random_variant(&b, rows[k].values, rows[k].reach, 7 + k);
    uint64_t *expected = NEW_ARRAY(&b.a, uint64_t, rows[k].values), bytes;
    place_simply(&b.v, expected, &bytes, &b.a);
    assert_true(place_values(&b.v, 1, NULL, &b.a));
    assert_int_equal(b.v.arena_bytes, bytes);
    for (uint32_t i = 0; i < rows[k].values; i++)
      if (b.v.values[i].arena_offset != expected[i])
        fail_msg("row %zu: value %u at %llu, not %llu", k, i,
                 (unsigned long long)b.v.values[i].arena_offset, (unsigned long long)expected[i]);
    arena_free(&b.a);
  }
}

/* Of two values that share memory, some launch behind the first one's last reader, up to the
 * other's writer, has waited for all before it. */
static void no_launch_writes_where_one_beside_it_reads(void **state) {
  (void)state;
  enum { VALUES = 300 };
  bench b;
  random_variant(&b, VALUES, 8, 3);
  bool *hurries = NEW_ARRAY(&b.a, bool, VALUES);
  for (uint32_t i = 0; i < VALUES; i++) hurries[i] = i % 7 != 0 && i % 11 != 3;
  assert_true(place_values(&b.v, 1, hurries, &b.a));
  uint32_t last[VALUES], shared = 0;
  for (uint32_t i = 0; i < VALUES; i++) last[i] = i;
  for (uint32_t i = 1; i < VALUES; i++) last[b.v.launches[i].reads[0]] = i;
  for (uint32_t x = 0; x < VALUES; x++)
    for (uint32_t y = 0; y < VALUES; y++) {
      const plan_value *p = &b.v.values[x], *q = &b.v.values[y];
      if (x == y || p->arena_offset >= q->arena_offset + q->bytes ||
          q->arena_offset >= p->arena_offset + p->bytes || last[x] > y)
        continue;
      bool waits = false;
      for (uint32_t k = last[x] + 1; k <= y; k++) waits = waits || !hurries[k];
      if (!waits) fail_msg("value %u is written where %u may be read still", y, x);
      shared++;
    }
  assert_true(shared > VALUES); /* memory is still used again */
  arena_free(&b.a);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(values_lie_as_low_as_they_can),
                                     cmocka_unit_test(no_launch_writes_where_one_beside_it_reads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
