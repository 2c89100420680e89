/* request.c - a compile's options, parsed and applied to the graph. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/cache.h"
#include "base/nearest.h"
#include "base/numbers.h"
#include "base/size.h"
#include "compiler/compile/plan_cache.h"
#include "ops/move.h"
#include "passes/precision/given.h"
#include "runtime/device.h"

#define FIXED_BYTES_MAX ((size_t)256 << 20)

/* Splits "name=rest"; the name may hold anything but '='. */
static fp8c_status split_pair(arena *a, const char *option, const char *text_, const char **name,
                              const char **rest, fp8c_error *err) {
  const char *equals = strchr(text_, '=');
  if (!equals || equals == text_ || equals[1] == 0)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s\" is not of the form NAME=VALUE", option, text_);
  *name = arena_strndup(a, text_, (size_t)(equals - text_));
  *rest = equals + 1;
  return FP8C_OK;
}

static fp8c_status parse_sizes(arena *a, const char *option, const char *whole, const char *list,
                               char separator, int64_t **sizes, size_t *count, fp8c_error *err) {
  *sizes = NULL;
  *count = 0;
  for (const char *p = list;; p++) {
    const char *end = strchr(p, separator);
    size_t length = end ? (size_t)(end - p) : strlen(p);
    int64_t size;
    if (!int_parse(arena_strndup(a, p, length), &size) || size < 1 || size > (int64_t)1 << 40)
      return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s\": \"%.*s\" is not a size of at least 1",
                  option, whole, (int)length, p);
    ARENA_PUSH(a, *sizes, *count, size);
    if (!end) return FP8C_OK;
    p = end;
  }
}

static fp8c_status read_dims(job *j, fp8c_error *err) {
  for (size_t i = 0; i < j->o->dim_count; i++) {
    dim_request d = {0};
    const char *list;
    TRY(split_pair(j->keep, "--dim", j->o->dims[i], &d.name, &list, err));
    for (size_t k = 0; k < j->dim_count; k++)
      if (strcmp(j->dims[k].name, d.name) == 0)
        return fail(err, FP8C_ERROR_ARGUMENT, "--dim names \"%s\" twice", d.name);
    TRY(parse_sizes(j->keep, "--dim", j->o->dims[i], list, ',', &d.sizes, &d.size_count, err));
    ARENA_PUSH(j->keep, j->dims, j->dim_count, d);
  }
  return FP8C_OK;
}

static fp8c_status read_shapes(job *j, fp8c_error *err) {
  for (size_t i = 0; i < j->o->shape_count; i++) {
    shape_request s = {0};
    const char *list;
    int64_t *sizes;
    size_t count;
    TRY(split_pair(j->keep, "--shape", j->o->shapes[i], &s.port, &list, err));
    TRY(parse_sizes(j->keep, "--shape", j->o->shapes[i], list, 'x', &sizes, &count, err));
    if (count > FP8C_MAX_RANK)
      return fail(err, FP8C_ERROR_ARGUMENT, "--shape \"%s\" has %zu dimensions; %d are possible",
                  j->o->shapes[i], count, FP8C_MAX_RANK);
    s.rank = (int)count;
    memcpy(s.dims, sizes, count * sizeof *sizes);
    ARENA_PUSH(j->keep, j->shapes, j->shape_count, s);
  }
  return FP8C_OK;
}

static fp8c_status read_io_types(job *j, fp8c_error *err) {
  for (size_t i = 0; i < j->o->io_type_count; i++) {
    io_request r = {.scale = 1.0f};
    const char *type;
    TRY(split_pair(j->keep, "--io-type", j->o->io_types[i], &r.port, &type, err));
    const char *at = strchr(type, '@');
    r.dtype = dtype_from_name(at ? arena_strndup(j->keep, type, (size_t)(at - type)) : type);
    if (!dtype_is_small_float(r.dtype))
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--io-type \"%s\": the type can be f32, f16, bf16, e4m3@SCALE or e5m2@SCALE",
                  j->o->io_types[i]);
    if (dtype_is_fp8(r.dtype) != (at != NULL))
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--io-type \"%s\": e4m3 and e5m2, and only they, take a scale after @",
                  j->o->io_types[i]);
    if (at && (!float_parse(at + 1, &r.scale) || !(r.scale > 0.0f) || r.scale > 3e38f))
      return fail(err, FP8C_ERROR_ARGUMENT, "--io-type \"%s\": the scale is no positive number",
                  j->o->io_types[i]);
    ARENA_PUSH(j->keep, j->io, j->io_count, r);
  }
  return FP8C_OK;
}

static fp8c_status read_cache(job *j, fp8c_error *err) {
  const char *type = j->o->kv_cache, *at = type ? strchr(type, '@') : NULL;
  if (!type) return FP8C_OK;
  cache_request *r = &j->cache;
  r->dtype = dtype_from_name(at ? arena_strndup(j->keep, type, (size_t)(at - type)) : type);
  bool fp8 = r->dtype == FP8C_DTYPE_E4M3;
  if (!fp8 && (at || !dtype_is_small_float(r->dtype) || dtype_bytes(r->dtype) < 2))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--kv-cache \"%s\": the type can be f32, f16, bf16, e4m3 or e4m3@SCALE", type);
  if (!at) return FP8C_OK;
  double x;
  if (!double_parse(at + 1, &x))
    return fail(err, FP8C_ERROR_ARGUMENT, "--kv-cache \"%s\": the scale is no number", type);
  return scale_check(x, "--kv-cache", &r->scale, err);
}

static fp8c_status add_target(job *j, const char *name, fp8c_error *err) {
  const target *t = target_find(name);
  if (!t) {
    text names;
    text_init(&names, j->scratch);
    for (size_t i = 0; target_at(i); i++)
      text_printf(&names, "%s%s", i ? ", " : "", target_at(i)->name);
    nearest meant = {.word = name};
    for (size_t i = 0; target_at(i); i++) nearest_offer(&meant, target_at(i)->name);
    return fail(err, FP8C_ERROR_ARGUMENT, "there is no target \"%s\"; there are %s%s", name,
                text_cstr(&names), nearest_words(&meant, j->scratch));
  }
  for (size_t i = 0; i < j->target_count; i++)
    if (j->targets[i] == t) return FP8C_OK;
  ARENA_PUSH(j->keep, j->targets, j->target_count, t);
  j->has_gpu |= t->chip != NULL;
  return FP8C_OK;
}

/* Default targets: cpu, plus the GPU that is present. */
static fp8c_status read_targets(job *j, fp8c_error *err) {
  for (size_t i = 0; i < j->o->target_count; i++) TRY(add_target(j, j->o->targets[i], err));
  if (j->target_count > 0) return FP8C_OK;
  TRY(add_target(j, "cpu", err));
  char present[16];
  fp8c_error why = {0};
  j->defaulted = true; /* compile.c says so, once it knows what the formats are decided for */
  if (cuda_device_count() == 0) return FP8C_OK;
  if (cuda_device_target(0, present, &why) == FP8C_OK) {
    j->defaulted = false;
    return add_target(j, present, err);
  }
  job_say(j, FP8C_SEVERITY_WARNING, "no-gpu-target", "", "%s; the plan is for the CPU alone",
          why.text);
  return FP8C_OK;
}

static const char *default_cache(arena *a) {
  const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (xdg && xdg[0] == '/') return arena_printf(a, "%s/fp8c", xdg);
  if (home && home[0] == '/') return arena_printf(a, "%s/.cache/fp8c", home);
  return NULL;
}

/* What takes no time of the run. Split channels are more work, and what Linear reads is mostly
 * made where an addition has a price: taken unasked only where a share of FP8 is asked for and
 * time is not what counts. */
static const char *default_repairs(const job *j) {
  return j->goal == GOAL_SHARE ? "round,centre-maps,split,bias" : "round,centre-maps,bias";
}

static fp8c_status read_scales(job *j, fp8c_error *err) {
  const fp8c_compile_options *o = j->o;
  TRY(repairs_parse(o->repairs ? o->repairs : default_repairs(j), &j->repairs, err));
  if (o->calibrate_method) TRY(scale_policy_parse(o->calibrate_method, &j->scales, err));
  if (o->headroom != 0 && !(o->headroom >= 1 && o->headroom <= 65536))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the headroom is a factor from 1 to 65536, or 0 to 96.3 dB; not %g", o->headroom);
  j->scales.headroom = o->headroom;
  j->scales.power_of_two = o->power_of_two_scales;
  if (j->scales.method == SCALE_CONSTANT && o->headroom > 1)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "a headroom multiplies scales that are chosen; constant=SCALE is given");
  int exponent;
  if (j->scales.method == SCALE_CONSTANT && o->power_of_two_scales &&
      frexpf(j->scales.constant, &exponent) != 0.5f)
    return fail(err, FP8C_ERROR_ARGUMENT, "the constant scale %g is no power of two",
                (double)j->scales.constant);
  return FP8C_OK;
}

/* What a search is to find; at most one thing. */
static fp8c_status read_goal(job *j, fp8c_error *err) {
  const fp8c_compile_options *o = j->o;
  int wanted = (o->max_error != NULL) + (o->target_speedup != 0) + (o->fp8_share != 0);
  const char *name = o->max_error        ? "--max-error"
                     : o->target_speedup ? "--target-speedup"
                                         : "--fp8-share";
  if (wanted > 1)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--max-error, --target-speedup and --fp8-share each say what to optimise for; give "
                "one of them");
  j->judge_outputs = o->judge_outputs;
  if (o->max_error) {
    TRY(budget_parse(j->keep, o->max_error, &j->budget, err));
    j->goal = GOAL_ERROR;
  } else if (o->target_speedup != 0) {
    j->goal = GOAL_SPEED;
    if (!(o->target_speedup >= 1 && o->target_speedup <= 100))
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--target-speedup is a factor over BF16 from 1 to 100, not %g",
                  o->target_speedup);
  } else if (o->fp8_share != 0) {
    j->goal = GOAL_SHARE;
    if (!(o->fp8_share > 0 && o->fp8_share <= 1))
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--fp8-share lies above 0%% and up to 100%%, not at %g%%", 100 * o->fp8_share);
  }
  if (!(o->time_limit_seconds >= 0) || isinf(o->time_limit_seconds))
    return fail(err, FP8C_ERROR_ARGUMENT, "--time-limit is a number of seconds above 0, not %g",
                o->time_limit_seconds);
  if (!(o->metric_timeout_seconds >= 0) || isinf(o->metric_timeout_seconds))
    return fail(err, FP8C_ERROR_ARGUMENT, "--metric-timeout is a number of seconds above 0, not %g",
                o->metric_timeout_seconds);
  if (o->evaluate && !o->calibrate)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--evaluate judges what --calibrate chose, and there is no --calibrate");
  bool limit = o->time_limit_seconds > 0 && o->tune == FP8C_TUNE_OFF;
  if (j->goal == GOAL_NONE && (limit || o->write_over_budget))
    return fail(err, FP8C_ERROR_ARGUMENT, "%s has nothing to do without %s",
                o->write_over_budget ? "--write-over-budget" : "--time-limit",
                o->write_over_budget ? "--max-error"
                                     : "--max-error, --target-speedup, --fp8-share or --tune");
  if (j->goal == GOAL_NONE) return FP8C_OK;
  if (!o->calibrate)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s measures errors, which needs --calibrate", name);
  if (o->precision != FP8C_PRECISION_AUTO)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s chooses formats, which --precision %s leaves none of",
                name,
                o->precision == FP8C_PRECISION_FP8    ? "fp8"
                : o->precision == FP8C_PRECISION_BF16 ? "bf16"
                                                      : "f32");
  return FP8C_OK;
}

fp8c_status job_read_options(job *j, fp8c_error *err) {
  const fp8c_compile_options *o = j->o;
  if (!o->model_path) return fail(err, FP8C_ERROR_ARGUMENT, "no model was named");
  if ((unsigned)o->norms > FP8C_NORMS_FOLD)
    return fail(err, FP8C_ERROR_ARGUMENT, "there is no way %d of treating norms", (int)o->norms);
  if ((unsigned)o->tune > FP8C_TUNE_FULL)
    return fail(err, FP8C_ERROR_ARGUMENT, "there is no way %d of timing kernels", (int)o->tune);
  TRY(read_goal(j, err));
  TRY(read_scales(j, err));
  for (size_t i = 0; i < o->disable_count; i++)
    if (!pass_find(o->disable[i]))
      return fail(err, FP8C_ERROR_ARGUMENT, "there is no pass \"%s\"; `fp8c passes` lists them",
                  o->disable[i]);
  if (o->stop_after && !pass_find(o->stop_after))
    return fail(err, FP8C_ERROR_ARGUMENT, "there is no pass \"%s\"; `fp8c passes` lists them",
                o->stop_after);
  if (o->dump_after && strcmp(o->dump_after, "all") != 0 && !pass_find(o->dump_after))
    return fail(err, FP8C_ERROR_ARGUMENT, "there is no pass \"%s\"; `fp8c passes` lists them",
                o->dump_after);
  TRY(read_dims(j, err));
  TRY(read_shapes(j, err));
  TRY(read_io_types(j, err));
  TRY(read_cache(j, err));
  TRY(read_targets(j, err));
  const char *folder = o->cache_dir ? o->cache_dir : default_cache(j->keep);
  if (folder && folder[0] && plan_made_by(j, &j->made_by)) {
    j->disk_cache = NEW(j->keep, cache);
    j->disk_cache->folder = folder;
  }
  if (o->calibration && o->calibrate)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--calibration stands for the samples of --calibrate; give one of them");
  if (o->save_calibration && !o->calibrate)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--save-calibration writes what --calibrate found, and there is no --calibrate");
  if (o->precision == FP8C_PRECISION_FP8 && !o->calibrate && !o->calibration &&
      j->scales.method != SCALE_CONSTANT)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--precision fp8 needs calibration data for the activations' scales; give "
                "--calibrate, or --precision auto for BF16 where scales are missing");
  if (o->overrides && o->precision == FP8C_PRECISION_F32)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--precision f32 changes no format, so nothing can be pinned by --override");
  if (o->overrides) TRY(overrides_read(j->keep, o->overrides, &j->overrides, err));
  return FP8C_OK;
}

/* ---- Shapes ------------------------------------------------------------ */

static value *find_input(const graph *g, const char *name) {
  for (size_t i = 0; i < g->input_count; i++)
    if (strcmp(g->inputs[i]->name, name) == 0) return g->inputs[i];
  return NULL;
}

static fp8c_status apply_shape(job *j, const shape_request *s, fp8c_error *err) {
  value *v = find_input(j->graph, s->port);
  if (!v) return fail(err, FP8C_ERROR_ARGUMENT, "--shape: the model has no input \"%s\"", s->port);
  if (v->type.rank != s->rank)
    return fail(err, FP8C_ERROR_ARGUMENT, "--shape: input \"%s\" has %d dimensions, not %d",
                s->port, v->type.rank, s->rank);
  for (int i = 0; i < s->rank; i++) {
    int64_t dim = v->type.dims[i];
    if (dim >= 0 && dim != s->dims[i])
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--shape: dimension %d of input \"%s\" is %lld in the model, not %lld", i,
                  s->port, (long long)dim, (long long)s->dims[i]);
    if (dim < 0)
      TRY(graph_bind(j->graph, j->graph->symbols[DIM_SYMBOL_INDEX(dim)].name, s->dims[i], err));
  }
  int64_t elements;
  size_t bytes;
  if (!shape_elements(v->type.dims, s->rank, &elements) ||
      !size_mul((size_t)elements, dtype_bytes(v->type.dtype), &bytes) ||
      bytes > (size_t)OUTPUT_MAX_BYTES)
    return fail(err, FP8C_ERROR_ARGUMENT, "--shape: input \"%s\" would exceed 2^40 bytes", s->port);
  return FP8C_OK;
}

fp8c_status job_apply_shapes(job *j, fp8c_error *err) {
  for (size_t i = 0; i < j->shape_count; i++) TRY(apply_shape(j, &j->shapes[i], err));
  return j->shape_count ? graph_infer(j->graph, err) : FP8C_OK;
}

/* ---- Inputs made constants ---------------------------------------------- */

static fp8c_status fix_input(job *j, const char *name, const char *list, fp8c_error *err) {
  graph *g = j->graph;
  value *v = find_input(g, name);
  for (size_t i = 0; i < j->fixed_count; i++)
    if (strcmp(j->fixed[i], name) == 0)
      return fail(err, FP8C_ERROR_ARGUMENT, "--fix names input \"%s\" twice", name);
  if (!v) return fail(err, FP8C_ERROR_ARGUMENT, "--fix: the model has no input \"%s\"", name);
  if (!tensor_shape_known(&v->type))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--fix: input \"%s\" has free dimensions; fix its shape too (--shape %s=AxBxC)",
                name, name);
  given_numbers n;
  int64_t elements;
  size_t bytes;
  TRY(given_read(j->keep, "--fix", name, v->type.dtype, list, &n, err));
  if (!shape_elements(v->type.dims, v->type.rank, &elements) ||
      !size_mul((size_t)elements, dtype_bytes(v->type.dtype), &bytes) || bytes > FIXED_BYTES_MAX)
    return fail(err, FP8C_ERROR_ARGUMENT, "--fix: input \"%s\" is larger than %zu MiB", name,
                FIXED_BYTES_MAX >> 20);
  if (n.count > 1 && (int64_t)n.count != elements)
    return fail(err, FP8C_ERROR_ARGUMENT, "--fix gives input \"%s\" %zu numbers; it takes %lld",
                name, n.count, (long long)elements);
  tensor t = v->type;
  t.data = arena_alloc(g->arena, bytes + !bytes);
  given_fill(&n, &t, elements);
  value *c = graph_const(g, NULL, &v->type, (blob){.bytes = bytes, .memory = t.data});
  value_replace(v, c);
  value_swap_names(v, c);
  size_t at = 0;
  while (g->inputs[at] != v) at++;
  memmove(g->inputs + at, g->inputs + at + 1, (g->input_count - at - 1) * sizeof *g->inputs);
  g->input_count--;
  j->fixed_types[j->fixed_count] = c->type;
  ARENA_PUSH(j->keep, j->fixed, j->fixed_count, name);
  return FP8C_OK;
}

fp8c_status job_fix_inputs(job *j, fp8c_error *err) {
  j->fixed_types = NEW_ARRAY(j->keep, tensor, j->o->fix_count + 1);
  for (size_t i = 0; i < j->o->fix_count; i++) {
    const char *name, *list;
    TRY(split_pair(j->keep, "--fix", j->o->fixes[i], &name, &list, err));
    TRY(fix_input(j, name, list, err));
  }
  /* Shapes that its numbers decide are known from here on. */
  return j->fixed_count ? graph_infer(j->graph, err) : FP8C_OK;
}

/* Every --dim must name a symbol of an input; every symbol must have sizes when
 * a GPU variant is wanted. */
fp8c_status job_check_dims(job *j, fp8c_error *err) {
  const graph *g = j->graph;
  text missing;
  text_init(&missing, j->scratch);
  bool *seen = NEW_ARRAY(j->scratch, bool, g->symbol_count + 1);
  for (size_t i = 0; i < g->input_count; i++)
    for (int d = 0; d < g->inputs[i]->type.rank; d++) {
      int64_t dim = g->inputs[i]->type.dims[d];
      if (dim >= 0) continue;
      size_t s = DIM_SYMBOL_INDEX(dim);
      if (seen[s]) continue;
      seen[s] = true;
      bool given = false;
      for (size_t k = 0; k < j->dim_count; k++)
        if (strcmp(j->dims[k].name, g->symbols[s].name) == 0) given = j->dims[k].used = true;
      if (!given) text_printf(&missing, " --dim %s=SIZE", g->symbols[s].name);
    }
  for (size_t k = 0; k < j->dim_count; k++)
    if (!j->dims[k].used)
      return fail(
          err, FP8C_ERROR_ARGUMENT,
          "--dim: no input of the model has a dimension named \"%s\"; `fp8c show` lists them",
          j->dims[k].name);
  if (j->has_gpu && !j->measures && missing.length)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "a GPU variant needs every dimension fixed; add%s (or --shape INPUT=AxBxC)",
                text_cstr(&missing));
  return FP8C_OK;
}

/* ---- Port types -------------------------------------------------------- */

/* ONNX TensorProto: FLOAT 1, FLOAT16 10, BFLOAT16 16 */
static int onnx_type(fp8c_dtype d) {
  return d == FP8C_DTYPE_F16 ? 10 : d == FP8C_DTYPE_BF16 ? 16 : 1;
}

/* The conversion is an ordinary node at the port, which later passes fold. */
static fp8c_status convert_input(job *j, value *v, const io_request *r, fp8c_error *err) {
  graph *g = j->graph;
  tensor wide = v->type;
  if (!dtype_is_small_float(wide.dtype))
    return fail(err, FP8C_ERROR_ARGUMENT, "--io-type: input \"%s\" is %s, which is no float type",
                r->port, fp8c_dtype_name(wide.dtype));
  bool scaled = dtype_is_fp8(r->dtype);
  node *n = graph_node(g, g->first, op_find(scaled ? "fp8c" : "", scaled ? "Dequantize" : "Cast"),
                       arena_printf(g->arena, "%s.io", r->port), &v, 1, 1);
  value *inner = n->out[0];
  inner->type = wide;
  value_replace(v, inner);
  node_set_input(n, 0, v);
  v->type.dtype = r->dtype;
  if (scaled) v->type.scale = (scale){.kind = SCALE_TENSOR, .value = r->scale};
  if (!scaled) node_set_int(n, "to", onnx_type(wide.dtype));
  return FP8C_OK;
}

static fp8c_status convert_output(job *j, size_t index, const io_request *r, fp8c_error *err) {
  graph *g = j->graph;
  value *v = g->outputs[index];
  if (!dtype_is_small_float(v->type.dtype))
    return fail(err, FP8C_ERROR_ARGUMENT, "--io-type: output \"%s\" is %s, which is no float type",
                r->port, fp8c_dtype_name(v->type.dtype));
  bool scaled = dtype_is_fp8(r->dtype);
  node *n = graph_node(g, NULL, op_find(scaled ? "fp8c" : "", scaled ? "Quantize" : "Cast"),
                       arena_printf(g->arena, "%s.io", r->port), &v, 1, 1);
  n->out[0]->type = v->type;
  n->out[0]->type.dtype = r->dtype;
  if (scaled) n->out[0]->type.scale = (scale){.kind = SCALE_TENSOR, .value = r->scale};
  if (!scaled) node_set_int(n, "to", onnx_type(r->dtype));
  graph_set_output(g, index, n->out[0]);
  return FP8C_OK;
}

fp8c_status job_apply_io_type(job *j, const io_request *r, fp8c_error *err) {
  value *in = find_input(j->graph, r->port);
  if (in) return in->type.dtype == r->dtype ? FP8C_OK : convert_input(j, in, r, err);
  for (size_t i = 0; i < j->graph->output_count; i++)
    if (strcmp(j->graph->output_names[i], r->port) == 0)
      return j->graph->outputs[i]->type.dtype == r->dtype ? FP8C_OK : convert_output(j, i, r, err);
  return fail(err, FP8C_ERROR_ARGUMENT, "--io-type: the model has no port \"%s\"", r->port);
}

fp8c_status job_apply_io_types(job *j, fp8c_error *err) {
  for (size_t i = 0; i < j->io_count; i++) TRY(job_apply_io_type(j, &j->io[i], err));
  return FP8C_OK;
}
