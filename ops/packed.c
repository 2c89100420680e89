/* packed.c - PackedLinear: a product with weights of few bits, multiplied as they are stored.
 *
 * The weight that a code stands for is computed in a register, in F32, and takes its place in the
 * chain of fused multiply-adds that gemm.h promises.  So a result has the same bits as with weights
 * that were unpacked before.  With few rows the words are read once, straight into registers; with
 * more the product asks for panels of F32 (gemm.h's pack), of which few exist at a time. */
#include "ops/packed.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "base/numbers.h"
#include "base/size.h"
#include "ops/dtype.h"
#include "ops/gemm.h"
#include "ops/infer.h"
#include "ops/lanes.h"
#include "ops/move.h"
#include "ops/packed_int8.h"
#include "ops/rows.h"

/* Where code j of a word begins. */
#define CODE_AT(bits_, j_) ((j_) / 2 * (bits_) + (j_) % 2 * 16)

/* ---- The form -------------------------------------------------------------------- */

bool packed_takes(fp8c_dtype d) {
  return dtype_is_narrow_int(d) || d == FP8C_DTYPE_I8 || d == FP8C_DTYPE_U8 ||
         d == FP8C_DTYPE_E2M1 || d == FP8C_DTYPE_E4M3 || d == FP8C_DTYPE_E5M2;
}

fp8c_status packed_form_of(fp8c_dtype codes, int64_t n, int64_t k, int64_t block, packed_form *out,
                           fp8c_error *err) {
  if (!packed_takes(codes))
    return fail(err, FP8C_ERROR_FORMAT, "weights cannot be codes of %s", fp8c_dtype_name(codes));
  packed_form f = {.codes = codes, .n = n, .k = k, .block = block};
  f.bits = (int)dtype_packed_bits(codes);
  f.each = 32 / f.bits;
  if (n < 1 || k < 1 || block < 1 || n > INT32_MAX || k > INT32_MAX || block > INT32_MAX)
    return fail(err, FP8C_ERROR_FORMAT, "%lld x %lld weights in blocks of %lld cannot be packed",
                (long long)n, (long long)k, (long long)block);
  if (block % f.each != 0)
    return fail(err, FP8C_ERROR_FORMAT,
                "a block of %lld codes of %d bits is no whole number of 32-bit words",
                (long long)block, f.bits);
  f.blocks = (k + block - 1) / block;
  f.groups = (k + f.each - 1) / f.each;
  f.panels = (n + PACKED_LANES - 1) / PACKED_LANES;
  *out = f;
  return FP8C_OK;
}

tensor packed_codes_type(const packed_form *f) {
  return (tensor){
      .dtype = FP8C_DTYPE_U8, .rank = 3, .dims = {f->panels, f->groups, 4 * PACKED_LANES}};
}

tensor packed_scales_type(const packed_form *f, fp8c_dtype dtype) {
  return (tensor){.dtype = dtype, .rank = 3, .dims = {f->panels, f->blocks, PACKED_LANES}};
}

void packed_numbers(fp8c_dtype codes, float table[256]) {
  unsigned mask = (1u << dtype_packed_bits(codes)) - 1;
  for (unsigned i = 0; i < 256; i++) {
    uint8_t code = (uint8_t)(i & mask);
    if (dtype_is_narrow_int(codes))
      table[i] = (float)dtype_narrow(codes, code);
    else if (codes == FP8C_DTYPE_I8)
      table[i] = (float)(int8_t)code;
    else if (codes == FP8C_DTYPE_U8)
      table[i] = (float)code;
    else
      floats_decode(codes, &code, &table[i], 1);
  }
}

typedef struct pack_job {
  const packed_form *f;
  const uint8_t *codes;
  uint32_t *words;
} pack_job;

static void pack_panel(void *object, size_t panel, int worker) {
  (void)worker;
  const pack_job *j = object;
  const packed_form *f = j->f;
  unsigned mask = (1u << f->bits) - 1;
  uint32_t *words = j->words + (int64_t)panel * f->groups * PACKED_LANES;
  memset(words, 0, (size_t)(f->groups * PACKED_LANES) * sizeof *words);
  for (int64_t lane = 0; lane < PACKED_LANES; lane++) {
    int64_t output = (int64_t)panel * PACKED_LANES + lane;
    if (output >= f->n) break;
    for (int64_t p = 0; p < f->k; p++) {
      int64_t at = p % f->each;
      words[p / f->each * PACKED_LANES + lane] |= (j->codes[output * f->k + p] & mask)
                                                  << CODE_AT(f->bits, at);
    }
  }
}

void packed_pack(pool *threads, const packed_form *f, const uint8_t *codes, uint32_t *words) {
  pack_job j = {f, codes, words};
  pool_run(threads, (size_t)f->panels, pack_panel, &j);
}

void packed_pack_scales(const packed_form *f, size_t bytes, const void *from, void *to) {
  memset(to, 0, (size_t)(f->panels * f->blocks * PACKED_LANES) * bytes);
  for (int64_t i = 0; i < f->n; i++)
    for (int64_t b = 0; b < f->blocks; b++)
      memcpy((char *)to + (size_t)packed_scale_at(f, i, b * f->block) * bytes,
             (const char *)from + (size_t)(i * f->blocks + b) * bytes, bytes);
}

/* ---- Shape ----------------------------------------------------------------------- */

enum { IN_X, IN_CODES, IN_BIAS, IN_ROWS, IN_SCALES, IN_ZEROS };

fp8c_status packed_form_of_call(const op_call *c, packed_form *out, fp8c_error *err) {
  const char *name = op_attr_string(c, "codes");
  fp8c_dtype codes = dtype_from_name(name);
  const tensor *w = c->in[IN_CODES], *s = c->in[IN_SCALES];
  if (!packed_takes(codes))
    return fail(err, FP8C_ERROR_FORMAT, "weights cannot be codes of \"%s\"", name);
  TRY(packed_form_of(codes, op_attr_int(c, "columns"), op_attr_int(c, "depth"),
                     op_attr_int(c, "block"), out, err));
  tensor codes_type = packed_codes_type(out), scales_type = packed_scales_type(out, s->dtype);
  char have[256], want[256];
  if (w->dtype != FP8C_DTYPE_U8 || w->rank != 3 ||
      memcmp(w->dims, codes_type.dims, 3 * sizeof *w->dims) != 0)
    return fail(err, FP8C_ERROR_FORMAT, "the codes are %s%s; u8%s is wanted",
                fp8c_dtype_name(w->dtype), dims_text(w, have), dims_text(&codes_type, want));
  for (size_t i = IN_SCALES; i <= IN_ZEROS; i++) {
    if (!has_input(c, i)) continue;
    const tensor *t = c->in[i];
    bool type = dtype_is_small_float(t->dtype) || (i == IN_ZEROS && t->dtype == FP8C_DTYPE_U8);
    if (!type || t->scale.kind != SCALE_NONE || t->rank != 3 ||
        memcmp(t->dims, scales_type.dims, 3 * sizeof *t->dims) != 0)
      return fail(err, FP8C_ERROR_FORMAT, "the %s are %s%s; floats%s are wanted",
                  i == IN_SCALES ? "scales" : "zero points", fp8c_dtype_name(t->dtype),
                  dims_text(t, have), dims_text(&scales_type, want));
  }
  return FP8C_OK;
}

fp8c_status infer_packed_linear(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[IN_X];
  packed_form f;
  if (!has_input(c, IN_CODES) || !has_input(c, IN_SCALES))
    return fail(err, FP8C_ERROR_FORMAT, "its codes or scales are missing");
  if (!dtype_is_small_float(x->dtype))
    return fail(err, FP8C_ERROR_FORMAT, "input 0 has type %s; a float is wanted",
                fp8c_dtype_name(x->dtype));
  TRY(packed_form_of_call(c, &f, err));
  if (has_input(c, IN_BIAS)) {
    int64_t same;
    TRY(want_rank(c, IN_BIAS, 1, err));
    if (!dtype_is_small_float(c->in[IN_BIAS]->dtype))
      return fail(err, FP8C_ERROR_FORMAT, "the bias has type %s; a float is wanted",
                  fp8c_dtype_name(c->in[IN_BIAS]->dtype));
    TRY(dim_same(f.n, c->in[IN_BIAS]->dims[0], "output features and bias", &same, err));
  }
  if (has_input(c, IN_ROWS))
    return fail(err, FP8C_ERROR_FORMAT, "input 3 is left out in this operator");
  if (!rank_known(c, 0)) return FP8C_OK;
  if (x->rank == 0) return fail(err, FP8C_ERROR_FORMAT, "input 0 is a scalar; a vector is wanted");
  int64_t same, dims[FP8C_MAX_RANK];
  TRY(dim_same(x->dims[x->rank - 1], f.k, "inner dimensions", &same, err));
  memcpy(dims, x->dims, sizeof dims);
  dims[x->rank - 1] = f.n;
  TRY(out_sized(c, 0, x->rank, dims, err));
  if (dtype_is_fp8(x->dtype)) c->out[0].dtype = FP8C_DTYPE_F32;
  return FP8C_OK;
}

/* ---- Weights in registers ----------------------------------------------------------- */

/* What the loops read. */
typedef struct weights {
  packed_form f;
  const uint32_t *words;
  const float *scales;
  const uint8_t *zero_codes; /* one of both, or neither */
  const float *zeros;
  float factor;
  float table[256];
} weights;

/* Any processor: the number of output i at p. */
static float weight_at(const weights *w, int64_t i, int64_t p) {
  int64_t at = packed_scale_at(&w->f, i, p);
  float x = w->table[packed_code(&w->f, w->words, i, p)];
  if (w->zero_codes) x = x - (float)w->zero_codes[at];
  if (w->zeros) x = x - w->zeros[at];
  return x * (w->scales[at] * w->factor);
}

#define VECTORS_MOST 8 /* of outputs, at once */

#if defined(__x86_64__)
/* How a code becomes a number: by 16 entries of a table, by its bits, by 256 entries. */
typedef enum reading { READ_16, READ_E4M3, READ_I8, READ_U8, READ_256 } reading;

static reading reading_of(const packed_form *f) {
  if (f->bits <= 4) return READ_16;
  return f->codes == FP8C_DTYPE_E4M3 ? READ_E4M3
         : f->codes == FP8C_DTYPE_I8 ? READ_I8
         : f->codes == FP8C_DTYPE_U8 ? READ_U8
                                     : READ_256;
}

#define LEVEL_V4
#include "ops/packed_walk.h"
#undef LEVEL_V4
#define LEVEL_V3
#include "ops/packed_walk.h"
#undef LEVEL_V3
#endif

/* ---- Many rows: panels for gemm.h ---------------------------------------------------- */

static void fill_any(const weights *w, int64_t first, int64_t count, int64_t width, float *panel) {
  for (int64_t i = 0; i < count; i++)
    for (int64_t p = 0; p < w->f.k; p++) panel[p * width + i] = weight_at(w, first + i, p);
}

static void fill_panel(const void *user, int64_t first, int64_t count, int64_t width,
                       float *panel) {
  const weights *w = user;
#if defined(__x86_64__)
  cpu_level level = cpu_level_used();
  if (level == CPU_V4 && width % 16 == 0) {
    fill_v4(w, first, width, panel);
    return;
  }
  if (level >= CPU_V3 && width % 8 == 0) {
    fill_v3(w, first, width, panel);
    return;
  }
#endif
  fill_any(w, first, count, width, panel);
}

/* ---- Few rows -------------------------------------------------------------------------- */

#if defined(__x86_64__)
/* From here on panels are unpacked: a tile of gemm.h is full then. */
#define MANY_ROWS 12
#define PIECE_PANELS 4

typedef struct few {
  const weights *w;
  const float *x, *bias; /* x: rows of k numbers; bias: NULL or n */
  int64_t rows, pieces;
  float *y;
} few;

/* Sums of `rows` rows in `lanes` outputs from `first` on, into the result. */
static void finish_few(const few *j, const float *sums, int64_t row, int64_t rows, int64_t first,
                       int64_t lanes) {
  int64_t n = j->w->f.n, count = n - first < lanes ? n - first : lanes;
  for (int64_t r = 0; r < rows && count > 0; r++) {
    float *to = j->y + (row + r) * n + first;
    memcpy(to, sums + r * lanes, (size_t)count * sizeof *to);
    if (j->bias)
      for (int64_t i = 0; i < count; i++) to[i] += j->bias[first + i];
  }
}

static void few_piece(void *object, size_t index, int worker) {
  (void)worker;
  const few *j = object;
  int64_t panels = j->w->f.panels, each = (panels + j->pieces - 1) / j->pieces;
  int64_t first = (int64_t)index * each, end = first + each < panels ? first + each : panels;
  float sums[VECTORS_MOST * 16];
  for (int64_t row = 0, rows; row < j->rows; row += rows) {
    const float *x = j->x + row * j->w->f.k;
    int64_t left = j->rows - row, lanes;
    rows = left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
    for (int64_t lane = first * PACKED_LANES; lane < end * PACKED_LANES; lane += lanes) {
      int64_t room = end * PACKED_LANES - lane;
      lanes = cpu_level_used() == CPU_V4 ? sums_v4(j->w, lane, room, rows, x, sums)
                                         : sums_v3(j->w, lane, room, rows, x, sums);
      finish_few(j, sums, row, rows, lane, lanes);
    }
  }
}

static bool run_few(const op_call *c, const weights *w, const float *x, const float *bias,
                    int64_t rows, float *y) {
  if (rows >= MANY_ROWS || cpu_level_used() < CPU_V3) return false;
  few j = {.w = w, .x = x, .bias = bias, .rows = rows, .y = y};
  int64_t fine = w->f.panels, coarse = (w->f.panels + PIECE_PANELS - 1) / PIECE_PANELS;
  j.pieces = coarse >= 2 * pool_threads(c->threads) ? coarse : fine;
  double flops = 2.0 * (double)(w->f.n * w->f.k) * (double)rows;
  pool_run_about(c->threads, (size_t)j.pieces, flops / NS_FLOPS, few_piece, &j);
  return true;
}
#else
static bool run_few(const op_call *c, const weights *w, const float *x, const float *bias,
                    int64_t rows, float *y) {
  (void)c, (void)w, (void)x, (void)bias, (void)rows, (void)y;
  return false; /* panels are unpacked for any number of rows */
}
#endif

/* ---- The operator ------------------------------------------------------------------------ */

static fp8c_status weights_of(const op_call *c, weights *w, fp8c_error *err) {
  *w = (weights){.factor = op_attr_float(c, "factor")};
  TRY(packed_form_of_call(c, &w->f, err));
  w->words = c->in[IN_CODES]->data;
  w->scales = tensor_as_f32(c, c->in[IN_SCALES]).data;
  if (has_input(c, IN_ZEROS) && c->in[IN_ZEROS]->dtype == FP8C_DTYPE_U8)
    w->zero_codes = c->in[IN_ZEROS]->data;
  else if (has_input(c, IN_ZEROS))
    w->zeros = tensor_as_f32(c, c->in[IN_ZEROS]).data;
  packed_numbers(w->f.codes, w->table);
  return FP8C_OK;
}

fp8c_status packed_unpack(const op_call *c, float *out, fp8c_error *err) {
  weights *w = NEW(c->scratch, weights);
  TRY(weights_of(c, w, err));
  for (int64_t i = 0; i < w->f.n; i++)
    for (int64_t p = 0; p < w->f.k; p++) out[i * w->f.k + p] = weight_at(w, i, p);
  return FP8C_OK;
}

fp8c_status eval_packed_linear(op_call *c, fp8c_error *err) {
  tensor x = tensor_as_f32(c, c->in[IN_X]), *out = &c->out[0];
  weights *w = NEW(c->scratch, weights);
  TRY(weights_of(c, w, err));
  int64_t m = tensor_elements(out) / w->f.n;
  float *result = f32_result(c, out);
  const float *bias = has_input(c, IN_BIAS) ? tensor_as_f32(c, c->in[IN_BIAS]).data : NULL;
  if (op_attr_int(c, "integers") != 0 && !w->zeros && packed_int8_can(&w->f)) {
    const packed_int8 p = {.f = &w->f,
                           .words = w->words,
                           .scales = w->scales,
                           .zeros = w->zero_codes,
                           .factor = w->factor,
                           .x = x.data,
                           .bias = bias,
                           .rows = m,
                           .y = result};
    packed_int8_run(c, &p);
  } else if (c->plain || !run_few(c, w, x.data, bias, m, result)) {
    gemm g = {.m = m,
              .n = w->f.n,
              .k = w->f.k,
              .a = {x.data, FP8C_DTYPE_F32, w->f.k, 1},
              .pack = fill_panel,
              .pack_user = w,
              .c = result,
              .c_row = w->f.n,
              .alpha = 1.0f,
              .bias_n = bias};
    if (c->plain) { /* the specification */
      float *all = NEW_ARRAY(c->scratch, float, w->f.n * w->f.k);
      TRY(packed_unpack(c, all, err));
      g.pack = NULL;
      g.b = (gemm_side){all, FP8C_DTYPE_F32, w->f.k, 1};
    }
    gemm_run(c, &g);
  }
  f32_done(c, result, out);
  return FP8C_OK;
}

/* ---- The weights alone ------------------------------------------------------------------- */

/* The call with its operands where PackedLinear has them. */
static op_call as_product(const op_call *c, const tensor *in[IN_ZEROS + 1]) {
  op_call product = *c;
  in[IN_CODES] = c->in[0];
  in[IN_SCALES] = c->in[1];
  in[IN_ZEROS] = c->in_count > 2 ? c->in[2] : NULL;
  product.in = in;
  product.in_count = IN_ZEROS + 1;
  return product;
}

fp8c_status infer_dequantize_packed(op_call *c, fp8c_error *err) {
  packed_form f;
  const tensor *in[IN_ZEROS + 1] = {0};
  if (!has_input(c, 0) || !has_input(c, 1))
    return fail(err, FP8C_ERROR_FORMAT, "its codes or scales are missing");
  op_call product = as_product(c, in);
  fp8c_dtype to = dtype_of_onnx(op_attr_int(c, "to"));
  if (to != FP8C_DTYPE_F32 && to != FP8C_DTYPE_F16 && to != FP8C_DTYPE_BF16)
    return fail(err, FP8C_ERROR_FORMAT, "it makes %s; f32, f16 or bf16 is wanted",
                fp8c_dtype_name(to));
  TRY(packed_form_of_call(&product, &f, err));
  TRY(out_sized(c, 0, 2, (int64_t[]){f.n, f.k}, err));
  c->out[0].dtype = to;
  return FP8C_OK;
}

fp8c_status eval_dequantize_packed(op_call *c, fp8c_error *err) {
  const tensor *in[IN_ZEROS + 1] = {0};
  op_call product = as_product(c, in);
  tensor *out = &c->out[0];
  float *result = f32_result(c, out);
  TRY(packed_unpack(&product, result, err));
  f32_done(c, result, out);
  return FP8C_OK;
}
