/* write.c - an exported model to its file.
 *
 * Constants are the bulk: they go from where they lie straight into the file, one
 * at a time.  The wire format lets a message be written in pieces, so the graph is
 * its packed structure with the initializers behind it.  What does not fit into
 * the 2 GiB of a protobuf file goes beside it, as ONNX's external data. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "frontend/export.h"

#define EXTERNAL_BYTES 1024 /* smaller constants always stay in the file */
#define EXTERNAL_ALIGN 64   /* of the constants in the file beside it */
#define PIECE_BYTES ((size_t)1 << 20)

enum {
  TAG_GRAPH = 7 << 3 | 2,
  TAG_INITIALIZER = 5 << 3 | 2,
  TAG_RAW_DATA = 9 << 3 | 2
}; /* field, length-delimited */

size_t export_pack(arena *a, const ProtobufCMessage *m, uint8_t **out) {
  size_t bytes = protobuf_c_message_get_packed_size(m);
  *out = arena_alloc(a, bytes + 1);
  return protobuf_c_message_pack(m, *out);
}

/* ---- Numbers ------------------------------------------------------------ */

static fp8c_status read_blob(const blob *b, uint64_t at, void *out, size_t bytes, fp8c_error *err) {
  if (b->memory) {
    memcpy(out, (const char *)b->memory + at, bytes);
    return FP8C_OK;
  }
  return file_read(b->file, b->offset + at, out, bytes, err);
}

/* The two axes of a matrix change places. */
static void transpose(const char *from, char *to, size_t rows, size_t columns, size_t each) {
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++)
      memcpy(to + (j * rows + i) * each, from + (i * columns + j) * each, each);
}

fp8c_status export_numbers(const constant *c, arena *a, const void **out, fp8c_error *err) {
  *out = c->own;
  if (!c->v) return FP8C_OK;
  size_t bytes = (size_t)c->bytes;
  char *data = arena_alloc(a, bytes + 1);
  if (bytes) TRY(read_blob(&c->v->blob, 0, data, bytes, err));
  *out = data;
  if (!c->transposed) return FP8C_OK;
  char *transposed = arena_alloc(a, bytes + 1);
  const tensor *t = &c->v->type;
  transpose(data, transposed, (size_t)t->dims[0], (size_t)t->dims[1], dtype_bytes(t->dtype));
  *out = transposed;
  return FP8C_OK;
}

static fp8c_status write_numbers(file_writer *w, const constant *c, arena *scratch,
                                 fp8c_error *err) {
  arena_mark mark = arena_save(scratch);
  fp8c_status status = FP8C_OK;
  const void *data;
  if (!c->v || c->transposed) {
    status = export_numbers(c, scratch, &data, err);
    if (status == FP8C_OK) status = file_writer_write(w, data, (size_t)c->bytes, err);
  } else {
    char *piece = arena_alloc(scratch, PIECE_BYTES);
    for (uint64_t at = 0; at < c->bytes && status == FP8C_OK; at += PIECE_BYTES) {
      size_t n = c->bytes - at < PIECE_BYTES ? (size_t)(c->bytes - at) : PIECE_BYTES;
      status = read_blob(&c->v->blob, at, piece, n, err);
      if (status == FP8C_OK) status = file_writer_write(w, piece, n, err);
    }
  }
  arena_reset(scratch, mark);
  if (status != FP8C_OK && c->v) return fail_in(err, status, "constant \"%s\"", c->v->name);
  return status;
}

/* ---- Pieces of the message ----------------------------------------------- */

static size_t varint_bytes(uint64_t x) {
  size_t n = 1;
  for (; x >= 128; x >>= 7) n++;
  return n;
}

static fp8c_status write_varint(file_writer *w, uint64_t x, fp8c_error *err) {
  uint8_t bytes[10];
  size_t n = 0;
  for (; x >= 128; x >>= 7) bytes[n++] = (uint8_t)(x | 128);
  bytes[n++] = (uint8_t)x;
  return file_writer_write(w, bytes, n, err);
}

/* An initializer on the wire: its packed structure, and its numbers unless they lie beside. */
typedef struct piece {
  uint8_t *head;
  size_t head_bytes;
  uint64_t inside_bytes, total_bytes;
} piece;

static piece piece_of(arena *a, const constant *c, bool beside) {
  piece p = {.inside_bytes = beside ? 0 : c->bytes};
  p.head_bytes = export_pack(a, &c->proto->base, &p.head);
  p.total_bytes = p.head_bytes;
  if (!beside) p.total_bytes += varint_bytes(TAG_RAW_DATA) + varint_bytes(c->bytes) + c->bytes;
  return p;
}

static void put_beside(arena *a, constant *c, const char *location, uint64_t offset) {
  Onnx__TensorProto *t = c->proto;
  t->has_data_location = 1;
  t->data_location = ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL;
  char *words[] = {arena_strdup(a, location), arena_printf(a, "%llu", (unsigned long long)offset),
                   arena_printf(a, "%llu", (unsigned long long)c->bytes)};
  static const char *const keys[] = {"location", "offset", "length"};
  for (size_t i = 0; i < 3; i++)
    ARENA_PUSH(a, t->external_data, t->n_external_data, export_entry_of(a, keys[i], words[i]));
}

/* ---- The file beside -------------------------------------------------------- */

static bool lies_beside(const constant *c) { return c->bytes >= EXTERNAL_BYTES; }

static fp8c_status write_beside(exporter *e, file_writer *w, fp8c_error *err) {
  static const char zeros[EXTERNAL_ALIGN];
  uint64_t at = 0;
  for (size_t i = 0; i < e->constant_count; i++) {
    const constant *c = &e->constants[i];
    if (!lies_beside(c)) continue;
    TRY(write_numbers(w, c, e->arena, err));
    at += c->bytes;
    size_t gap = (size_t)(-at & (EXTERNAL_ALIGN - 1));
    TRY(file_writer_write(w, zeros, gap, err));
    at += gap;
  }
  return FP8C_OK;
}

static fp8c_status make_beside(exporter *e, file_batch *files, const char *path, fp8c_error *err) {
  arena *a = e->arena;
  const char *slash = strrchr(path, '/'), *beside = arena_printf(a, "%s.data", path);
  const char *location = arena_printf(a, "%s.data", slash ? slash + 1 : path);
  uint64_t at = 0;
  for (size_t i = 0; i < e->constant_count; i++) {
    if (!lies_beside(&e->constants[i])) continue;
    put_beside(a, &e->constants[i], location, at);
    at += e->constants[i].bytes;
    at += -at & (EXTERNAL_ALIGN - 1);
  }
  file_writer *w;
  TRY(file_batch_open(files, beside, &w, err));
  return write_beside(e, w, err);
}

/* ---- The model ---------------------------------------------------------------- */

typedef struct layout {
  uint8_t *model, *graph;
  size_t model_bytes, graph_bytes;
  piece *pieces;
  uint64_t body_bytes, total_bytes;
} layout;

static layout lay_out(exporter *e, const Onnx__ModelProto *m, const Onnx__GraphProto *g,
                      bool external) {
  layout l = {.pieces = NEW_ARRAY(e->arena, piece, e->constant_count + 1)};
  l.model_bytes = export_pack(e->arena, &m->base, &l.model);
  l.graph_bytes = export_pack(e->arena, &g->base, &l.graph);
  l.body_bytes = l.graph_bytes;
  for (size_t i = 0; i < e->constant_count; i++) {
    const constant *c = &e->constants[i];
    l.pieces[i] = piece_of(e->arena, c, external && lies_beside(c));
    uint64_t bytes = l.pieces[i].total_bytes;
    l.body_bytes += varint_bytes(TAG_INITIALIZER) + varint_bytes(bytes) + bytes;
  }
  l.total_bytes =
      l.model_bytes + varint_bytes(TAG_GRAPH) + varint_bytes(l.body_bytes) + l.body_bytes;
  return l;
}

static fp8c_status write_model(exporter *e, const layout *l, file_writer *w, fp8c_error *err) {
  TRY(file_writer_write(w, l->model, l->model_bytes, err));
  TRY(write_varint(w, TAG_GRAPH, err));
  TRY(write_varint(w, l->body_bytes, err));
  TRY(file_writer_write(w, l->graph, l->graph_bytes, err));
  for (size_t i = 0; i < e->constant_count; i++) {
    const piece *p = &l->pieces[i];
    TRY(write_varint(w, TAG_INITIALIZER, err));
    TRY(write_varint(w, p->total_bytes, err));
    TRY(file_writer_write(w, p->head, p->head_bytes, err));
    if (p->total_bytes == p->head_bytes) continue;
    TRY(write_varint(w, TAG_RAW_DATA, err));
    TRY(write_varint(w, p->inside_bytes, err));
    TRY(write_numbers(w, &e->constants[i], e->arena, err));
  }
  return FP8C_OK;
}

/* Neither the file nor the one beside it may be one that constants still lie in. */
static fp8c_status spare_constants(const exporter *e, const char *path, bool external,
                                   fp8c_error *err) {
  const char *beside = arena_printf(e->arena, "%s.data", path);
  const file *last = NULL;
  for (size_t i = 0; i < e->constant_count; i++) {
    const file *f = e->constants[i].v ? e->constants[i].v->blob.file : NULL;
    if (!f || f == last || !f->path) continue;
    last = f;
    const char *over = file_same(path, f->path)                 ? path
                       : external && file_same(beside, f->path) ? beside
                                                                : NULL;
    if (over)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "%s: the model would overwrite \"%s\", which its constants are read from", over,
                  f->path);
  }
  return FP8C_OK;
}

fp8c_status export_write(exporter *e, const Onnx__ModelProto *m, const Onnx__GraphProto *g,
                         const char *path, bool external, fp8c_error *err) {
  file_batch *files = file_batch_new(e->arena);
  file_writer *w;
  layout l = lay_out(e, m, g, external);
  if (!external && l.total_bytes > INT32_MAX) external = true;
  TRY(spare_constants(e, path, external, err));
  if (external) {
    TRY(make_beside(e, files, path, err));
    l = lay_out(e, m, g, true);
  }
  if (l.total_bytes > INT32_MAX)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "%s: the model without its constants takes %llu bytes; a protobuf file has at most "
                "2147483647",
                path, (unsigned long long)l.total_bytes);
  TRY(file_batch_open(files, path, &w, err));
  TRY(write_model(e, &l, w, err));
  return file_batch_commit(files, err);
}
