/* samples.c - calibration data by input name, streamed.
 *
 * Sets of images do not fit in memory together with a model, so a sample is
 * read when it is wanted; npz members are compressed streams, so reading walks
 * forward and starts a member again only when asked to go back.  What can be
 * wrong is looked for here, where the sentence can name the array. */
#include "passes/precision/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/npy.h"
#include "base/numbers.h"
#include "base/size.h"
#include "base/text.h"
#include "passes/precision/archive.h"
#include "passes/precision/given.h"
#include "passes/precision/preprocess.h"

#define MAX_MEMBERS 4096                     /* arrays in one .npz */
#define MAX_SAMPLE_BYTES ((uint64_t)2 << 30) /* of one input */
#define MAX_SAMPLES ((size_t)1 << 24)

/* One array in one file; its first axis counts samples. */
typedef struct source {
  const char *what; /* "set.npz, array \"ids\"" */
  npy_header header;
  size_t samples;
  const file *npy; /* NULL: */
  const archive *archive;
  size_t member;
  archive_stream *stream; /* open at byte `at` of the member; NULL */
  uint64_t at;
} source;

typedef struct port {
  const value *v;
  source **sources; /* their samples follow each other */
  size_t source_count;
  size_t sample_count; /* of all sources */
  int64_t rows;        /* of the first axis that make one sample; 0: the axis is not the port's */
  preprocess *pre;
  given_numbers set; /* of --set; none: count is 0 */
  bool is_state;
} port;

typedef struct set_folder { /* of ONNX test data */
  const char *path;
  const char **files; /* input_N.pb in order of N */
  size_t file_count;
} set_folder;

typedef struct samples {
  calibration_data data; /* first: data.user points back here */
  const graph *g;
  const char *path;
  port *ports;
  size_t port_count;
  set_folder *folders;
  size_t folder_count;
  fp8c_status (*read_pb)(arena *a, const char *path, const char **name, tensor *out,
                         fp8c_error *err);
  const char *const *fixed; /* inputs that are constants */
  size_t fixed_count;
  bool nonfinite;
  arena *keep;
  hasher hash;
} samples;

static port *find_port(samples *s, const char *name) {
  for (size_t i = 0; i < s->port_count; i++)
    if (strcmp(s->ports[i].v->name, name) == 0) return &s->ports[i];
  return NULL;
}

/* The model's input of this name is a constant now: what the data says of it is not read. */
static bool is_fixed(const samples *s, const char *name) {
  for (size_t i = 0; i < s->fixed_count; i++)
    if (strcmp(s->fixed[i], name) == 0) return true;
  return false;
}

static const char *port_names(samples *s) {
  text t;
  text_init(&t, s->keep);
  for (size_t i = 0; i < s->port_count; i++)
    text_printf(&t, "%s\"%s\"", i ? ", " : "", s->ports[i].v->name);
  return text_cstr(&t);
}

static bool ends_with(const char *s, const char *end) {
  size_t n = strlen(s), m = strlen(end);
  return n > m && strcmp(s + n - m, end) == 0;
}

static fp8c_status hash_file(samples *s, const file *f, fp8c_error *err) {
  arena_mark mark = arena_save(s->keep);
  char *chunk = arena_alloc(s->keep, HASH_CHUNK_BYTES);
  hash_add_u64(&s->hash, f->bytes);
  for (uint64_t at = 0; at < f->bytes; at += HASH_CHUNK_BYTES) {
    size_t n = f->bytes - at < HASH_CHUNK_BYTES ? (size_t)(f->bytes - at) : HASH_CHUNK_BYTES;
    TRY(file_read(f, at, chunk, n, err));
    hash_add(&s->hash, chunk, n);
  }
  arena_reset(s->keep, mark);
  return FP8C_OK;
}

/* ---- Reading bytes of an array --------------------------------------------- */

static fp8c_status member_read(source *r, void *out, uint64_t bytes, fp8c_error *err) {
  char *p = out;
  while (bytes > 0) {
    char skipped[4096];
    uint64_t step = p ? bytes : bytes < sizeof skipped ? bytes : sizeof skipped;
    int64_t n = archive_read(r->stream, p ? p : skipped, step);
    if (n <= 0)
      return fail(err, FP8C_ERROR_FORMAT, "%s: the member is damaged or ends early", r->what);
    if (p) p += n;
    bytes -= (uint64_t)n;
    r->at += (uint64_t)n;
  }
  return FP8C_OK;
}

static void close_stream(void *object) {
  source *r = object;
  if (r->stream) archive_close(r->stream);
  r->stream = NULL;
}

/* Bytes [offset, offset + bytes) of the .npy file, header included. */
static fp8c_status source_read(source *r, uint64_t offset, void *out, uint64_t bytes,
                               fp8c_error *err) {
  if (r->npy) return file_read(r->npy, offset, out, (size_t)bytes, err);
  if (!r->stream || r->at > offset) {
    close_stream(r);
    r->at = 0;
    TRY(archive_begin(r->archive, r->member, &r->stream, err));
  }
  TRY(member_read(r, NULL, offset - r->at, err));
  TRY(member_read(r, out, bytes, err));
  char end;
  /* At the end archive_read compares the checksum. */
  if (r->at == r->header.data_offset + r->header.data_bytes &&
      archive_read(r->stream, &end, 1) != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%s: the member's checksum is wrong", r->what);
  return FP8C_OK;
}

/* ---- What a port wants -------------------------------------------------------- */

static const char *port_type(samples *s, const port *p) {
  return tensor_type_text(s->keep, &p->v->type);
}

/* Checks an array against its port and finds how many samples it holds. */
static fp8c_status check_source(samples *s, port *p, source *r, fp8c_error *err) {
  npy_header *h = &r->header;
  const tensor *t = &p->v->type;
  h->dtype = npy_meaning(h, t->dtype);
  if (h->dtype == FP8C_DTYPE_NONE)
    return fail(err, FP8C_ERROR_FORMAT, "%s: raw elements of %zu byte(s), where the input wants %s",
                r->what, h->element_bytes, port_type(s, p));
  if (h->fortran && h->rank > 1)
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: the array is stored column-major; save numpy.ascontiguousarray(array)",
                r->what);
  bool floats = h->dtype == FP8C_DTYPE_F32 && dtype_is_small_float(t->dtype);
  if (p->pre && !dtype_is_small_float(t->dtype))
    return fail(err, FP8C_ERROR_ARGUMENT, "--preprocess gives f32, input \"%s\" wants %s",
                p->v->name, port_type(s, p));
  if (!p->pre && h->dtype != t->dtype && !floats)
    return fail(err, FP8C_ERROR_FORMAT, "%s: the array holds %s, the input wants %s%s", r->what,
                fp8c_dtype_name(h->dtype), port_type(s, p),
                dtype_is_small_float(t->dtype) ? " (--preprocess can convert it)" : "");
  if (h->rank == 0 || (t->rank != RANK_UNKNOWN && h->rank != t->rank && h->rank != t->rank + 1))
    return fail(
        err, FP8C_ERROR_FORMAT,
        "%s: the array has %d dimensions; %d, or %d with the samples in front, were expected "
        "for %s",
        r->what, h->rank, t->rank, t->rank + 1, port_type(s, p));
  bool batched = t->rank != RANK_UNKNOWN && h->rank == t->rank;
  int64_t rows = !batched ? 0 : t->dims[0] >= 0 ? t->dims[0] : 1;
  for (int i = 1; i < h->rank; i++) {
    int64_t want = t->rank == RANK_UNKNOWN ? -1 : t->dims[batched ? i : i - 1];
    if (want >= 0 && want != h->dims[i])
      return fail(err, FP8C_ERROR_FORMAT, "%s: dimension %d is %lld; %lld was expected for %s",
                  r->what, i, (long long)h->dims[i], (long long)want, port_type(s, p));
  }
  uint64_t row_bytes = h->dims[0] > 0 ? h->data_bytes / (uint64_t)h->dims[0] : 0;
  if (row_bytes == 0 || (batched && rows == 0))
    return fail(err, FP8C_ERROR_FORMAT, "%s: the array is empty: it holds no samples", r->what);
  if (batched && h->dims[0] % rows != 0)
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: %lld rows do not divide into samples of %lld, the model's batch", r->what,
                (long long)h->dims[0], (long long)rows);
  if (row_bytes > MAX_SAMPLE_BYTES || (batched && row_bytes > MAX_SAMPLE_BYTES / (uint64_t)rows))
    return fail(err, FP8C_ERROR_FORMAT, "%s: one sample would take more than 2 GiB", r->what);
  uint64_t count = (uint64_t)(batched ? h->dims[0] / rows : h->dims[0]);
  if (count > MAX_SAMPLES)
    return fail(err, FP8C_ERROR_FORMAT, "%s: %llu samples; at most %zu are read", r->what,
                (unsigned long long)count, MAX_SAMPLES);
  if (p->source_count && p->rows != rows)
    return fail(err, FP8C_ERROR_FORMAT, "%s: the array's rank differs from the file before",
                r->what);
  p->rows = rows;
  r->samples = (size_t)count;
  return FP8C_OK;
}

static fp8c_status add_source(samples *s, const char *name, source *r, fp8c_error *err) {
  port *p = find_port(s, name);
  if (!p && is_fixed(s, name)) return FP8C_OK;
  if (!p)
    return fail(err, FP8C_ERROR_FORMAT, "%s is no input of the model, whose inputs are %s", r->what,
                port_names(s));
  TRY(check_source(s, p, r, err));
  ARENA_PUSH(s->keep, p->sources, p->source_count, r);
  p->sample_count += r->samples;
  return FP8C_OK;
}

/* ---- Files ---------------------------------------------------------------------- */

static fp8c_status add_npy(samples *s, const char *path, const char *name, fp8c_error *err) {
  file *f;
  source *r = NEW(s->keep, source);
  TRY(file_open(s->keep, path, &f, err));
  r->npy = f;
  r->what = arena_printf(s->keep, "%s", path);
  size_t prefix = f->bytes < NPY_PREFIX_BYTES ? (size_t)f->bytes : NPY_PREFIX_BYTES;
  char *start = arena_alloc(s->keep, prefix + 1);
  TRY(file_read(f, 0, start, prefix, err));
  TRY(npy_parse(start, prefix, r->what, &r->header, err));
  if (r->header.data_bytes != f->bytes - r->header.data_offset)
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: the header announces %llu bytes of numbers, the file holds %llu", path,
                (unsigned long long)r->header.data_bytes,
                (unsigned long long)(f->bytes - r->header.data_offset));
  TRY(add_source(s, name, r, err)); /* before all of what may be very large is read */
  hash_add_string(&s->hash, name);
  return hash_file(s, f, err);
}

static fp8c_status add_member(samples *s, const char *path, const archive *z, size_t index,
                              fp8c_error *err) {
  const archive_member *m = &z->members[index];
  if (!ends_with(m->name, ".npy"))
    return fail(err, FP8C_ERROR_FORMAT, "%s: member \"%s\" is no .npy array", path, m->name);
  const char *name = arena_strndup(s->keep, m->name, strlen(m->name) - 4);
  source *r = NEW(s->keep, source);
  r->archive = z;
  r->member = index;
  r->what = arena_printf(s->keep, "%s, array \"%s\"", path, name);
  arena_defer(s->keep, close_stream, r);
  uint64_t prefix = m->bytes < NPY_PREFIX_BYTES ? m->bytes : NPY_PREFIX_BYTES;
  char *start = arena_alloc(s->keep, (size_t)prefix + 1);
  TRY(source_read(r, 0, start, prefix, err));
  TRY(npy_parse(start, (size_t)prefix, r->what, &r->header, err));
  if (r->header.data_bytes != m->bytes - r->header.data_offset)
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: the header announces %llu bytes of numbers, the member holds %llu", r->what,
                (unsigned long long)r->header.data_bytes,
                (unsigned long long)(m->bytes - r->header.data_offset));
  return add_source(s, name, r, err);
}

static fp8c_status add_npz(samples *s, const char *path, fp8c_error *err) {
  file *f;
  TRY(file_open(s->keep, path, &f, err));
  if (f->bytes == 0) return fail(err, FP8C_ERROR_FORMAT, "%s: the file is empty", path);
  archive *z = NEW(s->keep, archive);
  TRY(archive_open(s->keep, f, MAX_MEMBERS, z, err));
  size_t before[64] = {0};
  for (size_t i = 0; i < s->port_count && i < 64; i++) before[i] = s->ports[i].source_count;
  for (size_t i = 0; i < z->count; i++) TRY(add_member(s, path, z, i, err));
  for (size_t i = 0; i < s->port_count && i < 64; i++)
    if (s->ports[i].source_count > before[i] + 1)
      return fail(err, FP8C_ERROR_FORMAT, "%s: array \"%s\" is there twice", path,
                  s->ports[i].v->name);
  return hash_file(s, f, err);
}

/* "input_12.pb" -> 12; false for other names. */
static bool input_number(const char *name, int64_t *number) {
  if (strncmp(name, "input_", 6) != 0 || !ends_with(name, ".pb")) return false;
  char digits[20];
  size_t n = strlen(name) - 9;
  if (n == 0 || n >= sizeof digits) return false;
  memcpy(digits, name + 6, n);
  digits[n] = 0;
  return digits[0] >= '0' && digits[0] <= '9' && int_parse(digits, number);
}

static fp8c_status add_set_folder(samples *s, const char *path, char **names, size_t count,
                                  fp8c_error *err) {
  set_folder r = {.path = path};
  for (int64_t wanted = 0;; wanted++) {
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
      int64_t number;
      if (!input_number(names[i], &number) || number != wanted) continue;
      const char *whole = path_join(s->keep, path, names[i]);
      file *f;
      arena_mark mark = arena_save(s->keep);
      TRY(file_open(s->keep, whole, &f, err));
      TRY(hash_file(s, f, err));
      arena_reset(s->keep, mark);
      whole = path_join(s->keep, path, names[i]);
      ARENA_PUSH(s->keep, r.files, r.file_count, whole);
      found = true;
    }
    if (!found) break;
  }
  if (!s->read_pb)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "%s: .pb tensors are not read here", path);
  if (r.file_count > s->port_count + s->fixed_count)
    return fail(err, FP8C_ERROR_FORMAT, "%s: %zu input_N.pb files, the model has %zu inputs", path,
                r.file_count, s->port_count + s->fixed_count);
  ARENA_PUSH(s->keep, s->folders, s->folder_count, r);
  return FP8C_OK;
}

static bool has_inputs(char **names, size_t count) {
  int64_t number;
  for (size_t i = 0; i < count; i++)
    if (input_number(names[i], &number)) return true;
  return false;
}

static fp8c_status add_folder(samples *s, const char *path, fp8c_error *err) {
  char **names;
  size_t count, npz = 0, npy = 0;
  TRY(folder_list(s->keep, path, &names, &count, err));
  if (has_inputs(names, count)) return add_set_folder(s, path, names, count, err);
  for (size_t i = 0; i < count; i++) {
    npz += ends_with(names[i], ".npz");
    npy += ends_with(names[i], ".npy");
  }
  if (npz && npy)
    return fail(err, FP8C_ERROR_FORMAT, "%s holds .npz and .npy files; one kind was expected",
                path);
  for (size_t i = 0; i < count; i++) {
    const char *whole = path_join(s->keep, path, names[i]);
    if (ends_with(names[i], ".npz")) {
      TRY(add_npz(s, whole, err));
    } else if (ends_with(names[i], ".npy")) {
      TRY(add_npy(s, whole, arena_strndup(s->keep, names[i], strlen(names[i]) - 4), err));
    } else if (strncmp(names[i], "test_data_set_", 14) == 0 && folder_exists(whole)) {
      char **inner;
      size_t inner_count;
      TRY(folder_list(s->keep, whole, &inner, &inner_count, err));
      if (has_inputs(inner, inner_count)) TRY(add_set_folder(s, whole, inner, inner_count, err));
    }
  }
  if (npz + npy + s->folder_count == 0)
    return fail(err, FP8C_ERROR_FORMAT,
                "%s holds no .npz, no NAME.npy and no test_data_set_*/input_N.pb", path);
  return FP8C_OK;
}

/* ---- --set, --state, --preprocess --------------------------------------------------- */

static fp8c_status split(samples *s, const char *option, const char *pair, port **p,
                         const char **rest, fp8c_error *err) {
  const char *equals = strchr(pair, '=');
  if (!equals || equals == pair || !equals[1])
    return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s\" is not of the form NAME=VALUE", option, pair);
  const char *name = arena_strndup(s->keep, pair, (size_t)(equals - pair));
  *p = find_port(s, name);
  *rest = equals + 1;
  if (!*p)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s: the model has no input \"%s\"; its inputs are %s",
                option, name, port_names(s));
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
  TRY(source_read(r, h->data_offset + left * bytes, out->data, bytes, err));
  if (h->dtype == FP8C_DTYPE_BOOL)
    for (uint64_t i = 0; i < bytes; i++) ((uint8_t *)out->data)[i] = ((uint8_t *)out->data)[i] != 0;
  return FP8C_OK;
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
              s->path, index, p->v->name, tensor_type_text(s->keep, t), port_type(s, p));
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
    port *p = name && name[0] ? find_port(s, name) : NULL;
    if (!p && name && is_fixed(s, name)) continue;
    size_t k = p ? (size_t)(p - s->ports) : i;
    if (!p && s->fixed_count) /* counted with the inputs that are constants */
      return fail(err, FP8C_ERROR_FORMAT,
                  "%s: the tensor names no input of the model, which --fix needs", f->files[i]);
    p = &s->ports[k];
    if (given[k])
      return fail(err, FP8C_ERROR_FORMAT, "%s: input \"%s\" is given twice", f->files[i],
                  p->v->name);
    if (t.dtype != p->v->type.dtype && !p->pre &&
        !(t.dtype == FP8C_DTYPE_F32 && dtype_is_small_float(p->v->type.dtype)))
      return fail(err, FP8C_ERROR_FORMAT, "%s: the tensor holds %s, input \"%s\" wants %s",
                  f->files[i], fp8c_dtype_name(t.dtype), p->v->name, port_type(s, p));
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
    if (given[i]) continue;
    if (!p->set.count && !p->is_state)
      return fail(err, FP8C_ERROR_FORMAT, "%s: input \"%s\" is missing in sample %zu", s->path,
                  p->v->name, index);
    TRY(fill_port(p, symbols, s->g->symbol_count, a, &inputs[i], err));
  }
  return FP8C_OK;
}

/* ---- Opening ---------------------------------------------------------------------------- */

static fp8c_status check_whole(samples *s, fp8c_error *err) {
  s->data.sample_count = s->folder_count;
  const port *first = NULL;
  for (size_t i = 0; i < s->port_count; i++) {
    const port *p = &s->ports[i];
    if (p->set.count && p->source_count)
      return fail(err, FP8C_ERROR_ARGUMENT, "--set: input \"%s\" is in the calibration data too",
                  p->v->name);
    if (!p->source_count) {
      if (!s->folder_count && !p->set.count && !p->is_state)
        return fail(
            err, FP8C_ERROR_FORMAT,
            "%s: no array \"%s\", which is an input of the model (%s); --set or --state can "
            "give it",
            s->path, p->v->name, port_type(s, p));
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
                 .read_pb = o->read_pb,
                 .fixed = o->fixed,
                 .fixed_count = o->fixed_count,
                 .nonfinite = o->nonfinite};
  for (size_t i = 0; i < g->input_count; i++) s->ports[i].v = g->inputs[i];
  hash_begin(&s->hash);
  TRY(read_options(s, o, err));
  if (folder_exists(o->path)) {
    TRY(add_folder(s, s->path, err));
  } else if (ends_with(o->path, ".npz")) {
    TRY(add_npz(s, s->path, err));
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
