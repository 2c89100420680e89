/* ranges.c - the sizes of a plan that the same schedules serve, and what runs cost at both ends.
 *
 * A plan of many sizes has a variant for each; those next to each other whose launches are of the
 * same kernels, whatever they take as arguments or constants, are one line for a reader. */
#include <math.h>
#include <string.h>

#include "compiler/report/build.h"
#include "runtime/plan_text.h"

#define HASH_DIGITS 13 /* '_' and 12 digits end the name of a generated kernel */

static size_t stem(const char *name) {
  size_t n = strlen(name);
  return strncmp(name, "fp8c_", 5) == 0 && n > HASH_DIGITS ? n - HASH_DIGITS : n;
}

static bool same_kernels(const plan_variant *a, const plan_variant *b) {
  if (strcmp(a->target, b->target) != 0 || a->launch_count != b->launch_count) return false;
  for (uint32_t i = 0; i < a->launch_count; i++) {
    const char *x = plan_launch_kernel(a, &a->launches[i]),
               *y = plan_launch_kernel(b, &b->launches[i]);
    if (stem(x) != stem(y) || strncmp(x, y, stem(x)) != 0) return false;
  }
  return true;
}

/* Of a run by the time model; of a step's launches the first has its time, the others none.  NAN:
 * it says nothing of any. */
static double seconds_of(const job *j, uint32_t variant) {
  const double *each = j->result.model_seconds[variant];
  double sum = NAN;
  for (uint32_t i = 0; each && i < j->result.plan.variants[variant].launch_count; i++)
    if (isfinite(each[i])) sum = (isfinite(sum) ? sum : 0) + each[i];
  return sum;
}

static json_t *seconds_json(double seconds) {
  return isfinite(seconds) ? json_real(round(seconds * 1e9) / 1e9) : json_null();
}

json_t *report_ranges(const job *j) {
  const plan *p = &j->result.plan;
  uint32_t gpu = 0;
  for (uint32_t i = 0; i < p->variant_count; i++) gpu += p->variants[i].launch_count > 0;
  if (gpu < 2) return NULL;
  json_t *list = json_array();
  for (uint32_t first = 0, last; first < p->variant_count; first = last + 1) {
    const plan_variant *v = &p->variants[first];
    last = first;
    if (!v->launch_count) continue;
    while (last + 1 < p->variant_count && same_kernels(v, &p->variants[last + 1])) last++;
    json_t *o = json_object();
    json_object_set_new(o, "target", json_string(v->target));
    json_object_set_new(o, "first", json_string(v->profile));
    json_object_set_new(o, "last", json_string(p->variants[last].profile));
    json_object_set_new(o, "variants", json_integer((json_int_t)last - first + 1));
    json_object_set_new(o, "steps", json_integer((json_int_t)v->launch_count));
    json_object_set_new(o, "first_seconds", seconds_json(seconds_of(j, first)));
    json_object_set_new(o, "last_seconds", seconds_json(seconds_of(j, last)));
    json_array_append_new(list, o);
  }
  return list;
}
