/* centre.c - takes the mean of each channel off an activation before it is rounded.
 *
 * FP8 rounds a number by a share of its size, so a channel that lies far from zero is
 * rounded coarsely however little it varies.  W x = W (x - m) + W m: with m the mean of
 * each channel over the samples, the product reads small numbers, and W m goes into its
 * bias.  One addition of a constant vector is left, in the kernel that makes x.
 *
 * A few massive rows (tokens, pixels) would be all of a plain mean, and taking it off would
 * make the others large.  So a row whose mean square e is more than four times the typical
 * one of its sample, t, counts as 4 t / e of a row.
 *
 * Whether it pays is asked where it counts: the noise at the model's outputs with x
 * rounded as it is, and with x centred, on a few samples; and the rows of the outputs, each as a
 * share of its own signal, must not lose by it.  A mean over samples can be one of padding
 * that nothing depends on. */
#include "passes/passes/centring.h"

#include <math.h>
#include <string.h>

#include "passes/match.h"
#include "passes/precision/work.h"

/* ---- The cache: means of what is centred, in the order of the candidates ----------------- */

static const char *key_of(const centring *s) {
  const char *key = evaluation_key(s->g, s->c);
  return key[0] ? arena_printf(s->c->scratch, "%s-%s%s%s", key, scale_method(s->c),
                               s->c->repairs & REPAIR_CENTRE ? "" : "-maps",
                               s->c->repairs_limited ? "-limited" : "")
                : "";
}

static bool from_cache(centring *s, const char *key) {
  const json_t *document = cache_read(s->c, "centres", key);
  const json_t *list = json_object_get(document, "centres");
  if (!list || json_array_size(list) != s->count) return false;
  for (size_t i = 0; i < s->count; i++) {
    centre *k = &s->list[i];
    const json_t *row = json_array_get(list, i);
    if (json_array_size(row) == 0) continue; /* not centred */
    if (json_array_size(row) != k->channels + 2) return false;
    for (size_t n = 0; n < k->channels + 2; n++)
      if (!json_is_number(json_array_get(row, n))) return false;
  }
  const char *left = json_string_value(json_object_get(document, "left"));
  s->left = left ? arena_strdup(s->c->keep, left) : NULL;
  for (size_t i = 0; i < s->count; i++) {
    centre *k = &s->list[i];
    const json_t *row = json_array_get(list, i);
    k->kept = json_array_size(row) > 0;
    if (!k->kept) continue;
    k->plain = json_number_value(json_array_get(row, 0));
    k->centred = json_number_value(json_array_get(row, 1));
    k->mean = NEW_ARRAY(s->c->keep, float, k->channels);
    for (size_t n = 0; n < k->channels; n++)
      k->mean[n] = (float)json_number_value(json_array_get(row, n + 2));
  }
  return true;
}

static void to_cache(const centring *s, const char *key) {
  if (!s->c->cache) return;
  json_t *list = json_array();
  for (size_t i = 0; i < s->count; i++) {
    const centre *k = &s->list[i];
    json_t *row = json_array();
    if (k->kept) {
      json_array_append_new(row, json_real(k->plain));
      json_array_append_new(row, json_real(k->centred));
      for (size_t n = 0; n < k->channels; n++)
        json_array_append_new(row, json_real((double)k->mean[n]));
    }
    json_array_append_new(list, row);
  }
  json_t *document = json_pack("{s:o}", "centres", list);
  if (s->left) json_object_set_new(document, "left", json_string(s->left));
  cache_write(s->c, "centres", key, document);
  json_decref(document);
}

/* ---- The pass ------------------------------------------------------------------------------ */

static fp8c_status decide(centring *s, fp8c_error *err) {
  pass_context *c = s->c;
  size_t changes = c->changes;
  TRY(centre_find_candidates(s, err));
  if (s->count == 0) return FP8C_OK;
  const char *key = key_of(s);
  if (from_cache(s, key)) return FP8C_OK;
  TRY(centre_find_means(s, err));
  TRY(centre_judge(s, err));
  to_cache(s, key);
  c->changes = changes; /* the clone's */
  return FP8C_OK;
}

fp8c_status pass_centre(graph *g, pass_context *c, fp8c_error *err) {
  if (!(c->repairs & (REPAIR_CENTRE | REPAIR_CENTRE_MAPS)) || !wants_fp8(c) || !c->samples ||
      !c->evaluate || !c->evaluate->rerun || c->samples->sample_count < 2)
    return FP8C_OK;
  centres *m = centres_of(c);
  if (!m->known) {
    arena_mark mark = arena_save(c->scratch);
    centring s = {.c = c, .g = g};
    TRY(decide(&s, err));
    arena_reset(c->scratch, mark); /* lets the runner go */
    *m = (centres){s.list, s.count, true};
    size_t kept = 0;
    if (s.left) pass_remark(c, "centre", NULL, "%s", s.left);
    for (size_t i = 0; i < s.count; i++) kept += s.list[i].kept;
    if (kept)
      pass_remark(c, "centre", NULL,
                  "%zu of %zu activations are rounded without the mean of each channel, which "
                  "lowers their noise at the outputs",
                  kept, s.count);
  }
  for (size_t i = 0; i < m->count; i++) TRY(centre_apply(c, g, &m->list[i], err));
  return FP8C_OK;
}
