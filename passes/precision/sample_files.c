/* sample_files.c - see sample_files.h.  What can be wrong is looked for here, where the sentence
 * can name the array. */
#include "passes/precision/sample_files.h"

#include <string.h>

#include "base/numbers.h"
#include "base/text.h"

#define MAX_MEMBERS 4096 /* arrays in one .npz */
#define MAX_SAMPLES ((size_t)1 << 24)
#define LAST_BYTES_MAX ((uint64_t)1 << 16)

port *samples_port(samples *s, const char *name) {
  for (size_t i = 0; i < s->port_count; i++)
    if (strcmp(s->ports[i].v->name, name) == 0) return &s->ports[i];
  return NULL;
}

bool samples_fixed(const samples *s, const char *name) {
  for (size_t i = 0; i < s->fixed_count; i++)
    if (strcmp(s->fixed[i], name) == 0) return true;
  return false;
}

const char *samples_port_names(samples *s) {
  text t;
  text_init(&t, s->keep);
  for (size_t i = 0; i < s->port_count; i++)
    text_printf(&t, "%s\"%s\"", i ? ", " : "", s->ports[i].v->name);
  return text_cstr(&t);
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

fp8c_status samples_read_array(source *r, uint64_t offset, void *out, uint64_t bytes,
                               fp8c_error *err) {
  if (r->npy) return file_read(r->npy, offset, out, (size_t)bytes, err);
  last_read *last = r->last;
  if (last && last->source == r && last->offset == offset && last->bytes == bytes) {
    memcpy(out, last->data, (size_t)bytes);
    return FP8C_OK;
  }
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
  if (!last || bytes > last->room) return FP8C_OK;
  memcpy(last->data, out, (size_t)bytes);
  last->source = r;
  last->offset = offset;
  last->bytes = bytes;
  return FP8C_OK;
}

/* ---- What a port wants -------------------------------------------------------- */

const char *samples_port_type(samples *s, const port *p) {
  return tensor_type_text(s->keep, &p->v->type);
}

bool samples_type_fits(const port *p, fp8c_dtype dtype) {
  return dtype == p->v->type.dtype || p->pre ||
         (dtype == FP8C_DTYPE_F32 && dtype_is_small_float(p->v->type.dtype));
}

/* Checks an array against its port and finds how many samples it holds. */
static fp8c_status check_source(samples *s, port *p, source *r, fp8c_error *err) {
  npy_header *h = &r->header;
  const tensor *t = &p->v->type;
  h->dtype = npy_meaning(h, t->dtype);
  if (h->dtype == FP8C_DTYPE_NONE)
    return fail(err, FP8C_ERROR_FORMAT, "%s: raw elements of %zu byte(s), where the input wants %s",
                r->what, h->element_bytes, samples_port_type(s, p));
  if (h->fortran && h->rank > 1)
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: the array is stored column-major; save numpy.ascontiguousarray(array)",
                r->what);
  bool floats = h->dtype == FP8C_DTYPE_F32 && dtype_is_small_float(t->dtype);
  if (p->pre && !dtype_is_small_float(t->dtype))
    return fail(err, FP8C_ERROR_ARGUMENT, "--preprocess gives f32, input \"%s\" wants %s",
                p->v->name, samples_port_type(s, p));
  if (!p->pre && h->dtype != t->dtype && !floats)
    return fail(err, FP8C_ERROR_FORMAT, "%s: the array holds %s, the input wants %s%s", r->what,
                fp8c_dtype_name(h->dtype), samples_port_type(s, p),
                dtype_is_small_float(t->dtype) ? " (--preprocess can convert it)" : "");
  if (h->rank == 0 || (t->rank != RANK_UNKNOWN && h->rank != t->rank && h->rank != t->rank + 1))
    return fail(
        err, FP8C_ERROR_FORMAT,
        "%s: the array has %d dimensions; %d, or %d with the samples in front, were expected "
        "for %s",
        r->what, h->rank, t->rank, t->rank + 1, samples_port_type(s, p));
  bool batched = t->rank != RANK_UNKNOWN && h->rank == t->rank;
  int64_t rows = !batched ? 0 : t->dims[0] >= 0 ? t->dims[0] : 1;
  for (int i = 1; i < h->rank; i++) {
    int64_t want = t->rank == RANK_UNKNOWN ? -1 : t->dims[batched ? i : i - 1];
    if (want >= 0 && want != h->dims[i])
      return fail(err, FP8C_ERROR_FORMAT, "%s: dimension %d is %lld; %lld was expected for %s",
                  r->what, i, (long long)h->dims[i], (long long)want, samples_port_type(s, p));
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
  port *p = samples_port(s, name);
  if (!p && samples_fixed(s, name)) return FP8C_OK;
  if (!p)
    return fail(err, FP8C_ERROR_FORMAT, "%s is no input of the model, whose inputs are %s", r->what,
                samples_port_names(s));
  if (p->derived) /* whatever its shape is */
    return fail(err, FP8C_ERROR_ARGUMENT, "%s: there is input \"%s\", " SAMPLES_DERIVED, s->path,
                name);
  TRY(check_source(s, p, r, err));
  ARENA_PUSH(s->keep, p->sources, p->source_count, r);
  p->sample_count += r->samples;
  uint64_t bytes = r->header.data_bytes / r->samples;
  if (bytes > p->last.room && bytes <= LAST_BYTES_MAX)
    p->last = (last_read){.data = arena_alloc(s->keep, (size_t)bytes), .room = bytes};
  r->last = &p->last;
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
  TRY(samples_read_array(r, 0, start, prefix, err));
  TRY(npy_parse(start, (size_t)prefix, r->what, &r->header, err));
  if (r->header.data_bytes != m->bytes - r->header.data_offset)
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: the header announces %llu bytes of numbers, the member holds %llu", r->what,
                (unsigned long long)r->header.data_bytes,
                (unsigned long long)(m->bytes - r->header.data_offset));
  return add_source(s, name, r, err);
}

fp8c_status samples_add_npz(samples *s, const char *path, fp8c_error *err) {
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

fp8c_status samples_add_folder(samples *s, const char *path, fp8c_error *err) {
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
      TRY(samples_add_npz(s, whole, err));
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
