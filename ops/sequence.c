/* sequence.c - sequences and optionals of tensors, as bytes.
 *
 * Values of fp8c are tensors, so a sequence is one too: u8[bytes], holding the number of
 * its elements (u64) and, for each, its type (u32), rank (u32), dimensions (i64 each) and
 * numbers, padded to a multiple of 8 bytes.  Little-endian.  An optional is such a sequence
 * of one element, or no bytes at all; an optional sequence is the sequence or no bytes.
 * Where the importer knows the elements it uses them, and none of this runs. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ops/dtype.h"
#include "ops/infer.h"
#include "ops/rows.h"

/* ---- Bytes ---------------------------------------------------------------- */

typedef struct item {
  tensor t;         /* data in the sequence, not aligned */
  size_t at, bytes; /* in the sequence, head and padding included */
} item;

static bool item_bytes(const tensor *t, size_t *out) {
  int64_t elements;
  size_t bytes;
  return tensor_shape_known(t) && shape_elements(t->dims, t->rank, &elements) &&
         size_mul((size_t)elements, dtype_bytes(t->dtype), &bytes) &&
         size_align(bytes, 8, &bytes) && size_add(bytes, 8 + 8 * (size_t)t->rank, out) &&
         *out <= INT64_MAX / 2;
}

static fp8c_status damaged(fp8c_error *err) {
  return fail(err, FP8C_ERROR_FORMAT, "its bytes are no sequence of tensors");
}

static fp8c_status too_large(fp8c_error *err) {
  return fail(err, FP8C_ERROR_NO_MEMORY, "the sequence does not fit in memory");
}

/* Of a tensor whose numbers are known. */
static bool is_there(const op_call *c, size_t i) {
  return has_input(c, i) && tensor_shape_known(c->in[i]) &&
         (c->in[i]->data || tensor_elements(c->in[i]) == 0);
}

static fp8c_status want_sequence(const op_call *c, size_t i, fp8c_error *err) {
  if (c->in[i]->dtype != FP8C_DTYPE_U8 || (rank_known(c, i) && c->in[i]->rank != 1))
    return fail(err, FP8C_ERROR_FORMAT, "input %zu is %s; a sequence is wanted", i,
                fp8c_dtype_name(c->in[i]->dtype));
  return FP8C_OK;
}

static fp8c_status read_count(const tensor *s, uint64_t *count, fp8c_error *err) {
  if (tensor_elements(s) < 8) return damaged(err);
  memcpy(count, s->data, 8);
  return FP8C_OK;
}

/* The element at `at`, which becomes the place of the next. */
static fp8c_status read_item(const tensor *s, size_t *at, item *out, fp8c_error *err) {
  size_t all = (size_t)tensor_elements(s), bytes;
  const uint8_t *p = s->data;
  uint32_t head[2];
  if (!size_within(*at, sizeof head, all)) return damaged(err);
  memcpy(head, p + *at, sizeof head);
  if (head[0] == FP8C_DTYPE_NONE || head[0] >= FP8C_DTYPE_COUNT || head[1] > FP8C_MAX_RANK ||
      !size_within(*at + 8, 8 * (size_t)head[1], all))
    return damaged(err);
  *out = (item){.t = {.dtype = (fp8c_dtype)head[0], .rank = (int)head[1]}, .at = *at};
  if (head[1]) memcpy(out->t.dims, p + *at + 8, 8 * (size_t)head[1]);
  if (!item_bytes(&out->t, &bytes) || !size_within(*at, bytes, all)) return damaged(err);
  out->t.data = (uint8_t *)s->data + *at + 8 + 8 * (size_t)head[1];
  out->bytes = bytes;
  *at += bytes;
  return FP8C_OK;
}

/* Finds an element; `count` is its number of elements.  A position may be negative. */
static fp8c_status find_item(const tensor *s, int64_t position, item *out, fp8c_error *err) {
  uint64_t count;
  size_t at = 8;
  TRY(read_count(s, &count, err));
  if (position < 0) position += (int64_t)(count > INT64_MAX ? INT64_MAX : count);
  if (position < 0 || (uint64_t)position >= count)
    return fail(err, FP8C_ERROR_ARGUMENT, "there is no element %lld in a sequence of %llu",
                (long long)position, (unsigned long long)count);
  for (int64_t i = 0; i <= position; i++) TRY(read_item(s, &at, out, err));
  return FP8C_OK;
}

/* As an element is stored: with its scale applied. */
static tensor element_type(const tensor *t) {
  tensor e = *t;
  if (t->scale.kind != SCALE_NONE) e.dtype = FP8C_DTYPE_F32;
  e.scale = (scale){.kind = SCALE_NONE};
  return e;
}

static uint8_t *write_item(const op_call *c, uint8_t *to, const tensor *t) {
  tensor real = t->scale.kind == SCALE_NONE ? *t : tensor_as_f32(c, t);
  uint32_t head[2] = {(uint32_t)real.dtype, (uint32_t)real.rank};
  size_t all = 0, bytes = tensor_bytes(&real);
  item_bytes(&real, &all);
  memset(to, 0, all);
  memcpy(to, head, sizeof head);
  if (real.rank) memcpy(to + 8, real.dims, 8 * (size_t)real.rank);
  if (bytes) memcpy(to + 8 + 8 * (size_t)real.rank, real.data, bytes);
  return to + all;
}

static fp8c_status out_bytes(op_call *c, bool known, size_t bytes, fp8c_error *err) {
  int64_t dim = known ? (int64_t)bytes : DIM_UNKNOWN;
  c->out[0].dtype = FP8C_DTYPE_U8;
  return out_dims(c, 0, 1, &dim, err);
}

/* The numbers of `from` in the form of `to`. */
static fp8c_status copy_numbers(const op_call *c, const tensor *from, const tensor *to,
                                fp8c_error *err) {
  size_t bytes = tensor_bytes(from);
  if (from->dtype == to->dtype && to->scale.kind == SCALE_NONE) {
    if (bytes) memcpy(to->data, from->data, bytes);
    return FP8C_OK;
  }
  if (!dtype_is_small_float(from->dtype) || !dtype_is_small_float(to->dtype))
    return fail(err, FP8C_ERROR_FORMAT, "the element is %s; %s is wanted",
                fp8c_dtype_name(from->dtype), fp8c_dtype_name(to->dtype));
  tensor aligned = *from;
  aligned.data = arena_alloc(c->scratch, bytes + 1);
  if (bytes) memcpy(aligned.data, from->data, bytes);
  float *real = arena_array(c->scratch, (size_t)tensor_elements(from), sizeof *real);
  tensor_decode(c->threads, &aligned, real);
  tensor_encode(c->threads, real, to);
  return FP8C_OK;
}

/* Input `i`, an integer with one element; false when it is not known yet. */
static fp8c_status read_position(const op_call *c, size_t i, int64_t otherwise, int64_t *out,
                                 bool *known, fp8c_error *err) {
  size_t count;
  *out = otherwise;
  *known = true;
  if (!has_input(c, i)) return FP8C_OK;
  TRY(known_ints(c, i, out, 1, &count, known, err));
  if (*known && count != 1) return fail(err, FP8C_ERROR_FORMAT, "its position is not one number");
  return FP8C_OK;
}

/* ---- Making ---------------------------------------------------------------- */

fp8c_status infer_sequence_construct(op_call *c, fp8c_error *err) {
  size_t total = 8;
  bool known = true;
  for (size_t i = 0; i < c->in_count; i++) {
    size_t bytes;
    if (!has_input(c, i)) return fail(err, FP8C_ERROR_FORMAT, "input %zu is missing", i);
    tensor t = element_type(c->in[i]);
    if (!tensor_shape_known(&t)) {
      known = false;
      continue;
    }
    if (!item_bytes(&t, &bytes) || !size_add(total, bytes, &total)) return too_large(err);
  }
  return out_bytes(c, known, total, err);
}

fp8c_status eval_sequence_construct(op_call *c, fp8c_error *err) {
  (void)err;
  uint64_t count = c->in_count;
  uint8_t *to = c->out[0].data;
  memcpy(to, &count, 8);
  to += 8;
  for (size_t i = 0; i < c->in_count; i++) to = write_item(c, to, c->in[i]);
  return FP8C_OK;
}

fp8c_status infer_sequence_insert(op_call *c, fp8c_error *err) {
  TRY(want_sequence(c, 0, err));
  tensor t = element_type(c->in[1]);
  size_t bytes = 0, total = 0;
  bool known = tensor_shape_known(c->in[0]) && tensor_shape_known(&t);
  if (known &&
      (!item_bytes(&t, &bytes) || !size_add((size_t)tensor_elements(c->in[0]), bytes, &total)))
    return too_large(err);
  return out_bytes(c, known, total, err);
}

fp8c_status eval_sequence_insert(op_call *c, fp8c_error *err) {
  const tensor *s = c->in[0];
  uint64_t count;
  int64_t position;
  bool known;
  item it;
  size_t at = 8, all = (size_t)tensor_elements(s);
  TRY(read_count(s, &count, err));
  TRY(read_position(c, 2, (int64_t)count, &position, &known, err));
  if (position < 0) position += (int64_t)count;
  if (position < 0 || (uint64_t)position > count)
    return fail(err, FP8C_ERROR_ARGUMENT, "there is no place %lld in a sequence of %llu",
                (long long)position, (unsigned long long)count);
  for (int64_t i = 0; i < position; i++) TRY(read_item(s, &at, &it, err));
  uint8_t *to = c->out[0].data;
  memcpy(to, s->data, at);
  count++;
  memcpy(to, &count, 8);
  to = write_item(c, to + at, c->in[1]);
  if (all > at) memcpy(to, (const uint8_t *)s->data + at, all - at);
  return FP8C_OK;
}

fp8c_status infer_sequence_erase(op_call *c, fp8c_error *err) {
  TRY(want_sequence(c, 0, err));
  int64_t position;
  bool known;
  item it = {.bytes = 0};
  TRY(read_position(c, 1, -1, &position, &known, err));
  known = known && is_there(c, 0);
  if (known) TRY(find_item(c->in[0], position, &it, err));
  return out_bytes(c, known, known ? (size_t)tensor_elements(c->in[0]) - it.bytes : 0, err);
}

fp8c_status eval_sequence_erase(op_call *c, fp8c_error *err) {
  const tensor *s = c->in[0];
  int64_t position;
  bool known;
  item it;
  uint64_t count;
  TRY(read_position(c, 1, -1, &position, &known, err));
  TRY(find_item(s, position, &it, err));
  TRY(read_count(s, &count, err));
  uint8_t *to = c->out[0].data;
  const uint8_t *from = s->data;
  size_t behind = it.at + it.bytes, all = (size_t)tensor_elements(s);
  memcpy(to, from, it.at);
  count--;
  memcpy(to, &count, 8);
  if (all > behind) memcpy(to + it.at, from + behind, all - behind);
  return FP8C_OK;
}

/* ---- Taking apart ------------------------------------------------------------ */

fp8c_status infer_sequence_at(op_call *c, fp8c_error *err) {
  TRY(want_sequence(c, 0, err));
  TRY(dtype_attr(c, "dtype", FP8C_DTYPE_F32, &c->out[0].dtype, err));
  int64_t position;
  bool known;
  item it;
  TRY(read_position(c, 1, 0, &position, &known, err));
  if (!known || !is_there(c, 0)) return FP8C_OK;
  TRY(find_item(c->in[0], position, &it, err));
  return out_dims(c, 0, it.t.rank, it.t.dims, err);
}

fp8c_status eval_sequence_at(op_call *c, fp8c_error *err) {
  int64_t position;
  bool known;
  item it;
  TRY(read_position(c, 1, 0, &position, &known, err));
  TRY(find_item(c->in[0], position, &it, err));
  return copy_numbers(c, &it.t, &c->out[0], err);
}

fp8c_status infer_sequence_length(op_call *c, fp8c_error *err) {
  TRY(want_sequence(c, 0, err));
  c->out[0].dtype = FP8C_DTYPE_I64;
  return out_dims(c, 0, 0, NULL, err);
}

fp8c_status eval_sequence_length(op_call *c, fp8c_error *err) {
  uint64_t count;
  TRY(read_count(c->in[0], &count, err));
  memcpy(c->out[0].data, &count, 8);
  return FP8C_OK;
}

fp8c_status infer_optional_has_element(op_call *c, fp8c_error *err) {
  TRY(want_sequence(c, 0, err));
  c->out[0].dtype = FP8C_DTYPE_BOOL;
  return out_dims(c, 0, 0, NULL, err);
}

fp8c_status eval_optional_has_element(op_call *c, fp8c_error *err) {
  (void)err;
  *(uint8_t *)c->out[0].data = tensor_elements(c->in[0]) > 0;
  return FP8C_OK;
}

/* ---- Splitting and joining ----------------------------------------------------- */

typedef struct pieces {
  int axis;
  bool keepdims;
  int64_t count;
  const int64_t *sizes; /* NULL: `size` each, the last what is left */
  int64_t size;
} pieces;

static fp8c_status read_pieces(op_call *c, pieces *p, bool *known, fp8c_error *err) {
  const tensor *x = c->in[0];
  *known = false;
  *p = (pieces){.keepdims = true, .size = 1};
  if (!tensor_shape_known(x)) return FP8C_OK;
  TRY(axis_of(op_attr_int(c, "axis"), x->rank, &p->axis, err));
  int64_t dim = x->dims[p->axis];
  if (!has_input(c, 1)) {
    p->keepdims = op_attr_int(c, "keepdims") != 0;
  } else {
    const tensor *split = c->in[1];
    if (!is_there(c, 1)) return FP8C_OK;
    int64_t n = tensor_elements(split), sum = 0;
    int64_t *sizes = NEW_ARRAY(c->scratch, int64_t, n);
    if (!dtype_is_int(split->dtype) || split->rank > 1)
      return fail(err, FP8C_ERROR_FORMAT, "its sizes are no list of integers");
    for (int64_t i = 0; i < n; i++) {
      sizes[i] = tensor_int(split, i);
      if (sizes[i] < 0 || __builtin_add_overflow(sum, sizes[i], &sum))
        return fail(err, FP8C_ERROR_FORMAT, "a piece has size %lld", (long long)sizes[i]);
    }
    if (split->rank == 0) {
      p->size = sizes[0];
      if (p->size < 1)
        return fail(err, FP8C_ERROR_FORMAT, "pieces of size %lld", (long long)p->size);
    } else if (sum != dim) {
      return fail(err, FP8C_ERROR_FORMAT, "the pieces have %lld together; the axis has %lld",
                  (long long)sum, (long long)dim);
    } else {
      p->sizes = sizes;
      p->count = n;
    }
  }
  if (!p->sizes) p->count = dim / p->size + (dim % p->size != 0);
  *known = true;
  return FP8C_OK;
}

/* Piece `i`, which begins at `from`. */
static tensor piece_type(const tensor *x, const pieces *p, int64_t i, int64_t from) {
  tensor t = element_type(x);
  int64_t left = x->dims[p->axis] - from;
  t.dims[p->axis] = p->sizes ? p->sizes[i] : left < p->size ? left : p->size;
  t.data = NULL;
  return t;
}

static tensor squeezed(tensor t, const pieces *p) {
  if (p->keepdims) return t;
  memmove(&t.dims[p->axis], &t.dims[p->axis + 1], (size_t)(t.rank - p->axis - 1) * sizeof *t.dims);
  t.rank--;
  return t;
}

fp8c_status infer_split_to_sequence(op_call *c, fp8c_error *err) {
  pieces p;
  bool known;
  size_t total = 8;
  arena_mark mark = arena_save(c->scratch);
  TRY(read_pieces(c, &p, &known, err));
  for (int64_t i = 0, from = 0; known && i < p.count;) {
    tensor whole = piece_type(c->in[0], &p, i, from), t = squeezed(whole, &p);
    /* A stated axis may have 2^60 pieces; those of one size are counted, not walked. */
    int64_t alike = p.sizes || i + 1 == p.count ? 1 : p.count - 1;
    size_t bytes;
    if (!item_bytes(&t, &bytes) || !size_mul(bytes, (size_t)alike, &bytes) ||
        !size_add(total, bytes, &total) || total > INT64_MAX)
      return too_large(err);
    from += alike * whole.dims[p.axis];
    i += alike;
  }
  arena_reset(c->scratch, mark);
  return out_bytes(c, known, total, err);
}

fp8c_status eval_split_to_sequence(op_call *c, fp8c_error *err) {
  pieces p;
  bool known;
  TRY(read_pieces(c, &p, &known, err));
  tensor x = c->in[0]->scale.kind == SCALE_NONE ? *c->in[0] : tensor_as_f32(c, c->in[0]);
  size_t inner = dtype_bytes(x.dtype), outer = 1;
  for (int d = p.axis + 1; d < x.rank; d++) inner *= (size_t)x.dims[d];
  for (int d = 0; d < p.axis; d++) outer *= (size_t)x.dims[d];
  uint64_t count = (uint64_t)p.count;
  uint8_t *to = c->out[0].data;
  memcpy(to, &count, 8);
  to += 8;
  for (int64_t i = 0, from = 0; i < p.count; i++) {
    tensor whole = piece_type(&x, &p, i, from), t = squeezed(whole, &p);
    size_t size = (size_t)whole.dims[p.axis];
    t.data = arena_alloc(c->scratch, tensor_bytes(&t) + 1);
    for (size_t o = 0; o < outer && inner && size; o++)
      memcpy((char *)t.data + o * size * inner,
             (const char *)x.data + (o * (size_t)x.dims[p.axis] + (size_t)from) * inner,
             size * inner);
    to = write_item(c, to, &t);
    from += whole.dims[p.axis];
  }
  return FP8C_OK;
}

/* The result's shape, and its axis. */
static fp8c_status join_shape(const op_call *c, tensor *out, int *axis, fp8c_error *err) {
  const tensor *s = c->in[0];
  bool stack = op_attr_int(c, "new_axis") != 0;
  uint64_t count;
  size_t at = 8;
  TRY(read_count(s, &count, err));
  if (count == 0) return fail(err, FP8C_ERROR_ARGUMENT, "there is nothing to join");
  for (uint64_t i = 0; i < count; i++) {
    item it;
    TRY(read_item(s, &at, &it, err));
    if (i == 0) {
      *out = it.t;
      TRY(axis_of(op_attr_int(c, "axis"), it.t.rank + stack, axis, err));
      if (it.t.rank + stack > FP8C_MAX_RANK)
        return fail(err, FP8C_ERROR_UNSUPPORTED, "the result would have rank %d",
                    it.t.rank + stack);
      continue;
    }
    bool same = it.t.rank == out->rank && it.t.dtype == out->dtype;
    for (int d = 0; same && d < out->rank; d++)
      same = (!stack && d == *axis) || it.t.dims[d] == out->dims[d];
    if (!same) return fail(err, FP8C_ERROR_ARGUMENT, "the elements differ in shape or type");
    if (!stack && __builtin_add_overflow(out->dims[*axis], it.t.dims[*axis], &out->dims[*axis]))
      return too_large(err);
  }
  if (!stack) return FP8C_OK;
  memmove(&out->dims[*axis + 1], &out->dims[*axis],
          (size_t)(out->rank - *axis) * sizeof *out->dims);
  out->dims[*axis] = (int64_t)count;
  out->rank++;
  return FP8C_OK;
}

fp8c_status infer_concat_from_sequence(op_call *c, fp8c_error *err) {
  TRY(want_sequence(c, 0, err));
  TRY(dtype_attr(c, "dtype", FP8C_DTYPE_F32, &c->out[0].dtype, err));
  if (!is_there(c, 0)) return FP8C_OK;
  tensor t;
  int axis;
  TRY(join_shape(c, &t, &axis, err));
  return out_dims(c, 0, t.rank, t.dims, err);
}

fp8c_status eval_concat_from_sequence(op_call *c, fp8c_error *err) {
  tensor all;
  int axis;
  TRY(join_shape(c, &all, &axis, err));
  bool stack = op_attr_int(c, "new_axis") != 0;
  size_t inner = dtype_bytes(all.dtype), outer = 1, at = 8;
  for (int d = axis + 1; d < all.rank; d++) inner *= (size_t)all.dims[d];
  for (int d = 0; d < axis; d++) outer *= (size_t)all.dims[d];
  bool direct = all.dtype == c->out[0].dtype && c->out[0].scale.kind == SCALE_NONE;
  all.data = direct ? c->out[0].data : arena_alloc(c->scratch, tensor_bytes(&all) + 1);
  size_t line = inner * (size_t)all.dims[axis], from = 0;
  while (from < (size_t)all.dims[axis]) {
    item it;
    TRY(read_item(c->in[0], &at, &it, err));
    size_t size = stack ? 1 : (size_t)it.t.dims[axis];
    for (size_t o = 0; o < outer && size > 0 && inner > 0; o++)
      memcpy((char *)all.data + o * line + from * inner, (const char *)it.t.data + o * size * inner,
             size * inner);
    from += size;
  }
  return direct ? FP8C_OK : copy_numbers(c, &all, &c->out[0], err);
}
