/* samples.c - calibration data by input name, streamed.
 *
 * Sets of images do not fit in memory together with a model, so a sample is
 * read when it is wanted; npz members are compressed streams, so reading walks
 * forward and starts a member again only when asked to go back. */
#include "passes/precision/samples.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "passes/precision/sample_files.h"

/* ---- --set, --state, --preprocess --------------------------------------------------- */

static fp8c_status split(samples *s, const char *option, const char *pair, port **p,
                         const char **rest, fp8c_error *err) {
  const char *equals = strchr(pair, '=');
  if (!equals || equals == pair || !equals[1])
    return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s\" is not of the form NAME=VALUE", option, pair);
  const char *name = arena_strndup(s->keep, pair, (size_t)(equals - pair));
  *p = samples_port(s, name);
  *rest = equals + 1;
  if (!*p)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s: the model has no input \"%s\"; its inputs are %s",
                option, name, samples_port_names(s));
  hash_add_string(&s->hash, option);
  hash_add_string(&s->hash, pair);
  return FP8C_OK;
}

static fp8c_status read_state(samples *s, port *p, const char *output, fp8c_error *err) {
  for (size_t i = 0; i < s->g->output_count; i++) {
    if (strcmp(s->g->output_names[i], output) != 0) continue;
    if (p->is_state)
      return fail(err, FP8C_ERROR_ARGUMENT, "--state names input \"%s\" twice", p->v->name);
    p->is_state = true;
    size_t count = s->data.state_count, input = (size_t)(p - s->ports);
    size_t *inputs = (size_t *)s->data.state_inputs, *outputs = (size_t *)s->data.state_outputs;
    ARENA_PUSH(s->keep, inputs, count, input);
    ARENA_PUSH(s->keep, outputs, s->data.state_count, i);
    s->data.state_inputs = inputs;
    s->data.state_outputs = outputs;
    return FP8C_OK;
  }
  return fail(err, FP8C_ERROR_ARGUMENT, "--state: the model has no output \"%s\"", output);
}

/* ---- One sample ----------------------------------------------------------------------- */

static fp8c_status check_finite(samples *s, const port *p, size_t index, const tensor *t,
                                fp8c_error *err) {
  if (!dtype_is_float(t->dtype)) return FP8C_OK;
  size_t count = (size_t)tensor_elements(t);
  for (size_t i = 0; i < count; i++) {
    double x = t->dtype == FP8C_DTYPE_F32 ? (double)((const float *)t->data)[i]
                                          : tensor_real(t, (int64_t)i);
    if (!isfinite(x))
      return fail(
          err, FP8C_ERROR_FORMAT,
          "%s: sample %zu of input \"%s\" holds %s at element %zu; calibration needs finite "
          "numbers",
          s->path, index, p->v->name, isnan(x) ? "NaN" : "infinity", i);
  }
  return FP8C_OK;
}

/* To the port's own float type. */
static void to_port_type(const port *p, arena *a, tensor *t) {
  const tensor *want = &p->v->type;
  if (t->dtype == want->dtype) {
    t->scale = want->scale;
    return;
  }
  size_t count = (size_t)tensor_elements(t);
  float *x = t->data;
  if (want->scale.kind == SCALE_TENSOR) {
    float *stored = arena_array(a, count, sizeof *stored);
    for (size_t i = 0; i < count; i++) stored[i] = x[i] / want->scale.value;
    x = stored;
  }
  t->data = arena_array(a, count, dtype_bytes(want->dtype));
  floats_encode(want->dtype, x, t->data, count, true);
  t->dtype = want->dtype;
  t->scale = want->scale;
}

static fp8c_status read_rows(const port *p, size_t index, arena *a, tensor *out, fp8c_error *err) {
  size_t left = index, k = 0;
  while (left >= p->sources[k]->samples) left -= p->sources[k++]->samples;
  source *r = p->sources[k];
  const npy_header *h = &r->header;
  uint64_t row_bytes = h->data_bytes / (uint64_t)h->dims[0];
  uint64_t bytes = row_bytes * (uint64_t)(p->rows ? p->rows : 1);
  *out = (tensor){.dtype = h->dtype};
  if (p->rows) out->dims[out->rank++] = p->rows;
  for (int i = 1; i < h->rank; i++) out->dims[out->rank++] = h->dims[i];
  out->data = arena_alloc(a, (size_t)bytes);
  TRY(samples_read_array(r, h->data_offset + left * bytes, out->data, bytes, err));
  if (h->dtype == FP8C_DTYPE_BOOL)
    for (uint64_t i = 0; i < bytes; i++) ((uint8_t *)out->data)[i] = ((uint8_t *)out->data)[i] != 0;
  return npy_fit(h, out->data, bytes, r->what, err);
}

/* Known dims must agree with the port, symbols with each other. */
static fp8c_status bind_dims(samples *s, const port *p, size_t index, const tensor *t,
                             int64_t *symbols, fp8c_error *err) {
  const tensor *want = &p->v->type;
  if (want->rank == RANK_UNKNOWN) return FP8C_OK;
  bool same = want->rank == t->rank;
  for (int i = 0; same && i < t->rank; i++) {
    int64_t dim = want->dims[i];
    if (dim >= 0 || dim == DIM_UNKNOWN) {
      same = dim == DIM_UNKNOWN || dim == t->dims[i];
    } else if (DIM_SYMBOL_INDEX(dim) < s->g->symbol_count) {
      int64_t *bound = &symbols[DIM_SYMBOL_INDEX(dim)];
      same = *bound < 0 || *bound == t->dims[i];
      *bound = t->dims[i];
    }
  }
  if (same) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT,
              "%s: sample %zu of input \"%s\" is %s; %s was expected, with equal sizes for equal "
              "names",
              s->path, index, p->v->name, tensor_type_text(s->keep, t), samples_port_type(s, p));
}

/* Zeros or the --set value, in the port's shape; a size that nothing determines is 1. */
static fp8c_status fill_port(const port *p, const int64_t *symbols, size_t symbol_count, arena *a,
                             tensor *out, fp8c_error *err) {
  *out = p->v->type;
  out->data = NULL;
  if (out->rank == RANK_UNKNOWN) {
    out->rank = p->set.count > 1;
    out->dims[0] = (int64_t)p->set.count;
  }
  for (int i = 0; i < out->rank; i++) {
    int64_t d = out->dims[i];
    if (d >= 0) continue;
    size_t k = d == DIM_UNKNOWN ? symbol_count : DIM_SYMBOL_INDEX(d);
    out->dims[i] = k < symbol_count && symbols[k] >= 0  ? symbols[k]
                   : out->rank == 1 && p->set.count > 1 ? (int64_t)p->set.count
                                                        : 1;
  }
  int64_t count;
  if (!shape_elements(out->dims, out->rank, &count) ||
      (uint64_t)count > MAX_SAMPLE_BYTES / dtype_bytes(out->dtype))
    return fail(err, FP8C_ERROR_ARGUMENT, "input \"%s\" is too large to be filled", p->v->name);
  if (p->set.count > 1 && p->set.count != (size_t)count)
    return fail(err, FP8C_ERROR_ARGUMENT, "--set gives input \"%s\" %zu numbers; it takes %lld",
                p->v->name, p->set.count, (long long)count);
  out->data = arena_array(a, (size_t)count, dtype_bytes(out->dtype));
  if (p->set.count) given_fill(&p->set, out, count);
  return FP8C_OK;
}

static fp8c_status read_set_folder(samples *s, const set_folder *f, arena *a, tensor *inputs,
                                   bool *given, fp8c_error *err) {
  for (size_t i = 0; i < f->file_count; i++) {
    const char *name;
    tensor t;
    TRY(s->read_pb(a, f->files[i], &name, &t, err));
    port *p = name && name[0] ? samples_port(s, name) : NULL;
    if (!p && name && samples_fixed(s, name)) continue;
    size_t k = p ? (size_t)(p - s->ports) : i;
    if (!p && s->fixed_count) /* counted with the inputs that are constants */
      return fail(err, FP8C_ERROR_FORMAT,
                  "%s: the tensor names no input of the model, which --fix needs", f->files[i]);
    p = &s->ports[k];
    if (given[k])
      return fail(err, FP8C_ERROR_FORMAT, "%s: input \"%s\" is given twice", f->files[i],
                  p->v->name);
    if (!samples_type_fits(p, t.dtype))
      return fail(err, FP8C_ERROR_FORMAT, "%s: the tensor holds %s, input \"%s\" wants %s",
                  f->files[i], fp8c_dtype_name(t.dtype), p->v->name, samples_port_type(s, p));
    inputs[k] = t;
    given[k] = true;
  }
  return FP8C_OK;
}

static fp8c_status read_sample(const calibration_data *d, size_t index, arena *a, tensor *inputs,
                               fp8c_error *err) {
  samples *s = d->user;
  if (index >= d->sample_count)
    return fail(err, FP8C_ERROR_ARGUMENT, "sample %zu of %zu", index, d->sample_count);
  int64_t *symbols = NEW_ARRAY(a, int64_t, s->g->symbol_count + 1);
  for (size_t i = 0; i < s->g->symbol_count; i++) symbols[i] = s->g->symbols[i].bound;
  bool *given = NEW_ARRAY(a, bool, s->port_count + 1);
  if (s->folder_count) TRY(read_set_folder(s, &s->folders[index], a, inputs, given, err));
  if (s->memory) TRY(samples_read_memory(s, index, a, inputs, given, err));
  for (size_t i = 0; i < s->port_count; i++) {
    port *p = &s->ports[i];
    if (p->source_count) {
      TRY(read_rows(p, index, a, &inputs[i], err));
      given[i] = true;
    }
    if (!given[i]) continue;
    if (p->pre) {
      tensor raw = inputs[i];
      if (raw.dtype == p->v->type.dtype) raw.scale = p->v->type.scale; /* codes */
      TRY(preprocess_apply(p->pre, &raw, a, &inputs[i], err));
    }
    /* a narrower type would turn infinity into its largest number */
    bool shows = p->v->type.dtype == FP8C_DTYPE_F32 || p->v->type.dtype == FP8C_DTYPE_F64;
    if (!s->nonfinite || !shows) TRY(check_finite(s, p, index, &inputs[i], err));
    to_port_type(p, a, &inputs[i]);
    TRY(bind_dims(s, p, index, &inputs[i], symbols, err));
  }
  for (size_t i = 0; i < s->port_count; i++) {
    port *p = &s->ports[i];
    if (given[i] && p->derived)
      return fail(err, FP8C_ERROR_FORMAT, "%s: sample %zu has input \"%s\", " SAMPLES_DERIVED,
                  s->path, index, p->v->name);
    if (given[i] || p->derived) continue;
    if (!p->set.count && !p->is_state)
      return fail(err, FP8C_ERROR_FORMAT, "%s: input \"%s\" is missing in sample %zu", s->path,
                  p->v->name, index);
    TRY(fill_port(p, symbols, s->g->symbol_count, a, &inputs[i], err));
  }
  return FP8C_OK;
}

/* ---- Opening ---------------------------------------------------------------------------- */

static fp8c_status check_whole(samples *s, fp8c_error *err) {
  size_t wholes =
      s->memory ? s->memory->count : s->folder_count; /* samples with all their inputs */
  s->data.sample_count = wholes;
  const port *first = NULL;
  for (size_t i = 0; i < s->port_count; i++) {
    const port *p = &s->ports[i];
    if (p->set.count && p->source_count)
      return fail(err, FP8C_ERROR_ARGUMENT, "--set: input \"%s\" is in the calibration data too",
                  p->v->name);
    if (p->derived && p->set.count)
      return fail(err, FP8C_ERROR_ARGUMENT, "--set: there is input \"%s\", " SAMPLES_DERIVED,
                  p->v->name);
    if (!p->source_count) {
      if (!p->derived && !wholes && !s->memory && !p->set.count && !p->is_state)
        return fail(
            err, FP8C_ERROR_FORMAT,
            "%s: no array \"%s\", which is an input of the model (%s); --set or --state can "
            "give it",
            s->path, p->v->name, samples_port_type(s, p));
      continue;
    }
    if (s->folder_count)
      return fail(err, FP8C_ERROR_FORMAT,
                  "%s holds arrays and test_data_set folders; one kind was "
                  "expected",
                  s->path);
    if (first && p->sample_count != first->sample_count)
      return fail(err, FP8C_ERROR_FORMAT, "%s: %zu samples of \"%s\" but %zu of \"%s\"", s->path,
                  first->sample_count, first->v->name, p->sample_count, p->v->name);
    first = p;
    s->data.sample_count = p->sample_count;
  }
  if (s->data.sample_count == 0)
    return fail(err, FP8C_ERROR_FORMAT, "%s holds no samples", s->path);
  return FP8C_OK;
}

static fp8c_status read_options(samples *s, const samples_options *o, fp8c_error *err) {
  port *p;
  const char *rest;
  for (size_t i = 0; i < o->preprocess_count; i++) {
    TRY(split(s, "--preprocess", o->preprocess[i], &p, &rest, err));
    if (p->pre)
      return fail(err, FP8C_ERROR_ARGUMENT, "--preprocess names input \"%s\" twice", p->v->name);
    TRY(preprocess_parse(s->keep, p->v->name, rest, &p->pre, err));
  }
  for (size_t i = 0; i < o->set_count; i++) {
    TRY(split(s, "--set", o->sets[i], &p, &rest, err));
    if (p->set.count)
      return fail(err, FP8C_ERROR_ARGUMENT, "--set names input \"%s\" twice", p->v->name);
    TRY(given_read(s->keep, "--set", p->v->name, p->v->type.dtype, rest, &p->set, err));
  }
  for (size_t i = 0; i < o->state_count; i++) {
    TRY(split(s, "--state", o->states[i], &p, &rest, err));
    TRY(read_state(s, p, rest, err));
  }
  return FP8C_OK;
}

static const value *of_any_length(arena *a, const value *v) {
  value *any = NEW(a, value);
  *any = *v;
  if (any->type.rank > 0) any->type.dims[any->type.rank - 1] = DIM_UNKNOWN;
  return any;
}

fp8c_status samples_open(arena *a, const graph *g, const samples_options *o, calibration_data **out,
                         fp8c_error *err) {
  *out = NULL;
  if (g->input_count == 0)
    return fail(err, FP8C_ERROR_ARGUMENT, "the model has no inputs to give samples for");
  samples *s = NEW(a, samples);
  *s = (samples){.keep = a,
                 .g = g,
                 .path = arena_strdup(a, o->path),
                 .ports = NEW_ARRAY(a, port, g->input_count),
                 .port_count = g->input_count,
                 .memory = o->memory,
                 .read_pb = o->read_pb,
                 .fixed = o->fixed,
                 .fixed_count = o->fixed_count,
                 .nonfinite = o->nonfinite};
  for (size_t i = 0; i < g->input_count; i++) {
    s->ports[i].v = o->lists == g->inputs[i] ? of_any_length(a, g->inputs[i]) : g->inputs[i];
    s->ports[i].derived = o->derived && o->derived[i];
  }
  hash_begin(&s->hash);
  TRY(read_options(s, o, err));
  if (s->memory) {
    TRY(samples_hash_memory(s, err));
  } else if (folder_exists(o->path)) {
    TRY(samples_add_folder(s, s->path, err));
  } else if (ends_with(o->path, ".npz")) {
    TRY(samples_add_npz(s, s->path, err));
  } else {
    if (!file_exists(o->path))
      return fail(err, FP8C_ERROR_IO, "%s: there is no such file or folder", o->path);
    return fail(
        err, FP8C_ERROR_FORMAT,
        "%s: calibration data is a .npz file, a folder of .npz or NAME.npy files, or a folder "
        "of ONNX test data",
        o->path);
  }
  TRY(check_whole(s, err));
  hash h = hash_end(&s->hash);
  hash_hex(&h, s->data.hash);
  s->data.user = s, s->data.read = read_sample, s->data.model = g;
  *out = &s->data;
  return FP8C_OK;
}
