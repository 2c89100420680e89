/* parts.c - what of a graph is compiled: all of it, or the parts between nodes that fp8c has no
 * operator for.
 *
 * The compiler itself says what it lacks: the nodes are handed to it as a model, and those that it
 * reports are left to ONNX Runtime's CPU provider. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/map.h"
#include "base/text.h"
#include "integrations/ort/provider.h"

typedef struct claimed {
  const OrtNode **nodes;
  size_t count;
} claimed;

typedef struct search {
  provider *p;
  const view *view;
  arena *arena;
  hash_map by_name; /* nodes: their view_node */
  bool *lacking;    /* by node: fp8c has no such operator */
  bool found;       /* one more, in this round */
  claimed *claims;  /* what was compiled: claimed together, when nothing can fail any more */
  size_t claim_count;
} search;

/* ---- Compiling ------------------------------------------------------------------- */

static void mark(search *s, size_t index) {
  s->found = s->found || !s->lacking[index];
  s->lacking[index] = true;
}

static void note(void *user, const fp8c_diagnostic *d) {
  search *s = user;
  if (strcmp(d->code, "op-unsupported") != 0) {
    if (d->severity != FP8C_SEVERITY_NOTE)
      ort_log(s->p->ort, s->p->logger, ORT_LOG_WARNING, d->text);
    return;
  }
  const map_entry *e = map_find(&s->by_name, d->node);
  if (e) {
    mark(s, (size_t)((const view_node *)e->item - s->view->nodes));
    return;
  }
  /* It lies in a body, and nobody says in whose. */
  for (size_t i = 0; i < s->view->node_count; i++)
    if (s->view->nodes[i].has_body) mark(s, i);
}

/* The words between spaces and semicolons: "batch=1,8 seq=128". */
static const char **words_of(arena *a, const char *list, size_t *count) {
  const char **words = NULL;
  *count = 0;
  for (const char *p = list ? list : ""; *p;) {
    size_t n = strcspn(p, " ;");
    if (n) ARENA_PUSH(a, words, *count, arena_strndup(a, p, n));
    p += n + (p[n] != '\0');
  }
  return words;
}

static fp8c_status precision_of(const settings *set, fp8c_precision *out, fp8c_error *err) {
  static const char *const names[] = {[FP8C_PRECISION_AUTO] = "auto",
                                      [FP8C_PRECISION_FP8] = "fp8",
                                      [FP8C_PRECISION_BF16] = "bf16",
                                      [FP8C_PRECISION_F32] = "f32"};
  *out = FP8C_PRECISION_AUTO;
  if (!set->precision) return FP8C_OK;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(names[i], set->precision) != 0) continue;
    *out = (fp8c_precision)i;
    return FP8C_OK;
  }
  return fail(err, FP8C_ERROR_ARGUMENT,
              "the provider option precision is \"%s\"; it is one of auto, fp8, bf16, f32",
              set->precision);
}

/* Samples are of the model's inputs, which a part does not have. */
static fp8c_status options_of(search *s, const char *model, bool whole, fp8c_compile_options *o,
                              fp8c_error *err) {
  const settings *set = &s->p->set;
  *o = (fp8c_compile_options){.size = sizeof *o,
                              .model_path = model,
                              .calibrate = whole ? set->calibrate : NULL,
                              .evaluate = whole ? set->evaluate : NULL,
                              .calibration = whole ? set->calibration : NULL,
                              .max_error = whole ? set->max_error : NULL,
                              .overrides = set->overrides,
                              .cache_dir = set->cache_dir,
                              .diagnostic = note,
                              .user = s};
  o->threads = set->thread_count;
  bool cpu = strcmp(set->device, "cpu") == 0;
  o->targets = words_of(s->arena, set->target ? set->target : cpu ? "cpu" : NULL, &o->target_count);
  o->dims = words_of(s->arena, set->dims, &o->dim_count);
  return precision_of(set, &o->precision, err);
}

static fp8c_status compile_in(search *s, const selection *chosen, const char *folder, bool whole,
                              part *out, fp8c_error *err) {
  const char *model;
  fp8c_compile_options o;
  char *report = NULL;
  TRY(selection_write(s->p->ort, chosen, s->arena, folder, &model, err));
  TRY(options_of(s, model, whole, &o, err));
  fp8c_status status = fp8c_compile_to_memory(&o, &out->plan, &out->plan_bytes, &report, err);
  fp8c_string_free(report);
  return status;
}

static void remove_folder(void *folder) {
  char path[4096];
  static const char *const names[] = {"model.onnx", "model.data"};
  for (size_t i = 0; i < 2; i++)
    if ((size_t)snprintf(path, sizeof path, "%s/%s", (const char *)folder, names[i]) < sizeof path)
      (void)unlink(path);
  (void)rmdir(folder);
}

static fp8c_status compile_nodes(search *s, const bool *taken, bool whole, part *out,
                                 fp8c_error *err) {
  selection chosen;
  *out = (part){.plan = NULL};
  TRY(selection_make(s->p->ort, s->view, taken, s->arena, &chosen, err));
  const char *base = getenv("TMPDIR");
  char *folder = arena_printf(s->arena, "%s/fp8c-ort-XXXXXX", base && *base ? base : "/tmp");
  if (!mkdtemp(folder))
    return fail(err, FP8C_ERROR_IO, "no folder can be made in %s", base && *base ? base : "/tmp");
  arena_defer(s->arena, remove_folder, folder);
  TRY(compile_in(s, &chosen, folder, whole, out, err));
  const char **outputs = NEW_ARRAY(&s->p->memory, const char *, chosen.outputs.count + 1);
  for (size_t i = 0; i < chosen.outputs.count; i++)
    outputs[i] = arena_strdup(&s->p->memory, chosen.outputs.items[i].name);
  out->outputs = outputs;
  out->output_count = chosen.outputs.count;
  return FP8C_OK;
}

/* ---- Parts ------------------------------------------------------------------------- */

/* For every node how often, at most, the way to it changes between nodes that can be compiled and
 * others: even for the former.  Those of one number make a part, since no way leads out of it and
 * back. */
static unsigned *changes(const search *s) {
  const view *v = s->view;
  unsigned *n = NEW_ARRAY(s->arena, unsigned, v->node_count + 1);
  hash_map makers;
  map_init(&makers, s->arena);
  for (size_t i = 0; i < v->node_count; i++) {
    const view_values *reads[] = {&v->nodes[i].in, &v->nodes[i].implicit};
    n[i] = s->lacking[i];
    for (size_t r = 0; r < 2; r++)
      for (size_t k = 0; k < reads[r]->count; k++) {
        const map_entry *e = map_find(&makers, reads[r]->items[k].name);
        if (!e) continue;
        size_t from = (size_t)((const view_node *)e->item - v->nodes);
        unsigned here = n[from] + (s->lacking[from] != s->lacking[i]);
        if (here > n[i]) n[i] = here;
      }
    for (size_t k = 0; k < v->nodes[i].out.count; k++)
      if (*v->nodes[i].out.items[k].name)
        map_add(&makers, v->nodes[i].out.items[k].name, &v->nodes[i]);
  }
  return n;
}

/* A part without a product gains nothing by another provider: its tensors only go to and fro. */
static bool has_product(const view_node *n) {
  static const char *const products[] = {"MatMul",
                                         "Gemm",
                                         "Conv",
                                         "ConvTranspose",
                                         "Einsum",
                                         "LSTM",
                                         "GRU",
                                         "RNN",
                                         "Attention",
                                         "MultiHeadAttention",
                                         "GroupQueryAttention",
                                         "FusedMatMul"};
  for (size_t i = 0; i < sizeof products / sizeof *products; i++)
    if (strcmp(n->op, products[i]) == 0) return true;
  return false;
}

static void keep_part(search *s, const bool *taken, const part *made) {
  claimed c = {.nodes = NEW_ARRAY(s->arena, const OrtNode *, s->view->node_count)};
  for (size_t i = 0; i < s->view->node_count; i++)
    if (taken[i]) c.nodes[c.count++] = s->view->nodes[i].node;
  ARENA_PUSH(&s->p->memory, s->p->parts, s->p->part_count, *made);
  ARENA_PUSH(s->arena, s->claims, s->claim_count, c);
}

/* What the user asked for and did not get ends the session; what fp8c cannot do is left to the CPU
 * provider. */
static bool is_fatal(const search *s, fp8c_status status) {
  const settings *set = &s->p->set;
  bool asked = set->calibrate || set->evaluate || set->calibration || set->max_error ||
               set->overrides || set->dims || set->target || set->precision;
  if (status == FP8C_ERROR_UNSUPPORTED) return false;
  return asked || status == FP8C_ERROR_NO_MEMORY || status == FP8C_ERROR_IO;
}

static fp8c_status try_part(search *s, const bool *taken, bool whole, fp8c_error *err) {
  part made;
  s->found = false;
  fp8c_status status = compile_nodes(s, taken, whole, &made, err);
  if (status == FP8C_OK) keep_part(s, taken, &made);
  if (status == FP8C_OK) return FP8C_OK;
  if (is_fatal(s, status)) return status;
  if (whole && s->found) return FP8C_OK; /* its parts come next */
  ort_log(s->p->ort, s->p->logger, ORT_LOG_WARNING,
          arena_printf(s->arena, "nodes are left to ONNX Runtime's CPU provider: %s", err->text));
  return FP8C_OK;
}

/* `whole`: all nodes are one part, with or without a product. */
static fp8c_status try_all(search *s, bool whole, fp8c_error *err) {
  const view *v = s->view;
  const unsigned *number = changes(s);
  bool *taken = NEW_ARRAY(s->arena, bool, v->node_count + 1),
       *done = NEW_ARRAY(s->arena, bool, v->node_count + 1);
  for (size_t first = 0; first < v->node_count; first++) {
    bool product = whole;
    if (done[first] || (!whole && s->lacking[first])) continue;
    for (size_t i = 0; i < v->node_count; i++) {
      taken[i] = whole || (!s->lacking[i] && number[i] == number[first]);
      done[i] = done[i] || taken[i];
      product = product || (taken[i] && has_product(&v->nodes[i]));
    }
    if (product) TRY(try_part(s, taken, whole, err));
  }
  return FP8C_OK;
}

static void say_lacking(const search *s) {
  text t;
  text_init(&t, s->arena);
  size_t count = 0;
  for (size_t i = 0; i < s->view->node_count; i++) {
    if (!s->lacking[i]) continue;
    const view_node *n = &s->view->nodes[i];
    if (count++ < 20)
      text_printf(&t, "%s%s (%s)", count > 1 ? ", " : "", n->op, text_safe(s->arena, n->name));
  }
  const settings *set = &s->p->set;
  bool samples = set->calibrate || set->calibration || set->evaluate || set->max_error;
  ort_log(s->p->ort, s->p->logger, ORT_LOG_WARNING,
          arena_printf(
              s->arena,
              "%zu nodes run on ONNX Runtime's CPU provider, as fp8c has no such operators: %s%s%s",
              count, text_cstr(&t), count > 20 ? ", ..." : "",
              samples ? "; the parts between them are compiled without samples, so without FP8, as "
                        "the samples are of the whole model's inputs"
                      : ""));
}

fp8c_status parts_claim(provider *p, const view *v, OrtEpGraphSupportInfo *info, arena *a,
                        fp8c_error *err) {
  search s = {.p = p, .view = v, .arena = a, .lacking = NEW_ARRAY(a, bool, v->node_count + 1)};
  map_init(&s.by_name, a);
  for (size_t i = 0; i < v->node_count; i++) map_add(&s.by_name, v->nodes[i].name, &v->nodes[i]);
  TRY(try_all(&s, true, err));
  if (s.found) {
    say_lacking(&s);
    TRY(try_all(&s, false, err));
  }
  OrtNodeFusionOptions o = {.version = ORT_API_USED, .drop_constant_initializers = true};
  for (size_t i = 0; i < s.claim_count; i++)
    TRY(ort_took(p->ort, p->ort->ep->AddNodesToFuse(info, s.claims[i].nodes, s.claims[i].count, &o),
                 err));
  return FP8C_OK;
}
