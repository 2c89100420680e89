/* problem.c - what groups of nodes ask of the kernels, read from the nodes. */
#include "codegen/problem.h"

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/conv_direct.h"
#include "ir/read.h"
#include "ops/channels_last.h"
#include "ops/ids/indices.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"

#define LANES_MACS_MAX (1 << 23) /* each lane reads both operands from a cache */
#define LANES_TERMS_MIN 64

/* ---- Windows ---------------------------------------------------------------------- */

static bool lies_last(const node *n) { return node_is(n, OP_CONV) && node_int(n, "channels_last"); }

tensor window_type(const value *v, bool last) { return last ? channels_first(v->type) : v->type; }

/* Reads the windows of a Conv or ConvTranspose, whose channels lie where they are usual, or last.
 */
static const char *read_window(const node *n, arena *a, window *w) {
  op_call c;
  fp8c_error err;
  if (node_call(n, a, false, &c, &err) != FP8C_OK) return arena_strdup(a, err.text);
  bool last = lies_last(n), transposed = node_is(n, OP_CONV_TRANSPOSE);
  tensor x = window_type(n->in[0], last), weights = window_type(n->in[1], last);
  tensor y = window_type(n->out[0], last);
  fp8c_status s = transposed ? window_transposed(&c, weights.dims + 2, w, &err)
                             : window_over(&c, &x, &weights, w, &err);
  if (s != FP8C_OK) return arena_strdup(a, err.text);
  return window_gives(w, &y) ? NULL : "its result has another size";
}

/* Results that a thread can store at once, and what follows can do so, where channels lie side by
 * side. */
static int vector_behind(const group *gr, arena *a) {
  const node *n = gr->nodes[0];
  const value *y = n->out[0];
  group after = {gr->nodes + 1, gr->count - 1};
  region_code r;
  if (after.count && region_read(&r, a, &(region_extent){.gr = &after, .given = {y}})) return 1;
  return direct_vector_of(n, after.count ? &r : NULL, y->type.dims[y->type.rank - 1]);
}

/* Beside the sums. */
static bool reads_memory(const group *gr) {
  for (size_t i = 1; i < gr->count; i++)
    for (size_t k = 0; k < gr->nodes[i]->in_count; k++) {
      const value *v = gr->nodes[i]->in[k];
      if (v && !value_is_const(v) && !(v->def && group_has(gr, v->def))) return true;
    }
  return false;
}

static void read_scales(window_problem *v, const node *n) {
  const value *x = n->in[0], *w = n->in[1], *y = n->out[0], *bias = node_input(n, 2);
  v->image_scaled_by_channel = x->type.scale.kind == SCALE_AXIS;
  v->result_scaled_by_channel = y->type.scale.kind == SCALE_AXIS;
  v->scales_follow = !v->image_scaled_by_channel && (w->type.scale.kind != SCALE_AXIS ||
                                                     (w->type.scale.axis == 0 && w->scale_vector));
  v->scaled = x->type.scale.kind || w->type.scale.kind;
  v->bias_is_f32 = !bias || (value_is_const(bias) && bias->type.dtype == FP8C_DTYPE_F32);
  v->bias_is_plain = !bias || (value_is_const(bias) && bias->type.scale.kind == SCALE_NONE);
}

/* Along this axis every pixel is a window. */
static bool axis_is_plain(const window *w, int d) {
  return w->kernel[d] == 1 && w->stride[d] == 1 && !w->before[d] && !w->after[d];
}

/* Volumes whose channels lie last and whose windows hold one frame lie in memory as images do, one
 * for each frame; and where windows hold one pixel of several frames, as images whose rows are
 * frames.  Kernels of images are more than those of volumes. */
static void take_volume_as_images(window_problem *v) {
  window *w = &v->w;
  if (w->rank != WINDOW_AXES || v->transposed || !v->last) return;
  if (!axis_is_plain(w, 0)) {
    if (!axis_is_plain(w, 1) || !axis_is_plain(w, 2)) return;
    w->in[2] *= w->in[1];
    w->out[2] *= w->out[1];
    int64_t *const lists[] = {w->in,       w->out,    w->kernel, w->stride,
                              w->dilation, w->before, w->after};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) lists[i][1] = lists[i][0];
    w->kernel[0] = w->stride[0] = w->dilation[0] = 1;
    w->before[0] = w->after[0] = 0;
  } else {
    v->images *= w->in[0];
  }
  w->in[0] = w->out[0] = 1;
  w->rank = 2;
}

static bool known(const value *v) { return v && tensor_shape_known(&v->type); }

static const char *read_windows(window_problem *v, const group *gr, arena *a) {
  const node *n = gr->nodes[0];
  v->transposed = node_is(n, OP_CONV_TRANSPOSE);
  v->last = lies_last(n);
  v->constant = value_is_const(n->in[1]);
  v->image = n->in[0]->type.dtype;
  v->filter = n->in[1]->type.dtype;
  v->result = n->out[0]->type.dtype;
  v->groups = node_int(n, "group");
  v->blocks = v->transposed ? 1 : node_int(n, "blocks");
  read_scales(v, n);
  int64_t weights = tensor_elements(&n->in[1]->type);
  if (weights == 0) return "its kernel is empty";
  const char *why = read_window(n, a, &v->w);
  if (why) return why;
  v->given = v->w;
  tensor x = window_type(n->in[0], v->last), y = window_type(n->out[0], v->last);
  v->images = x.dims[0];
  v->channels = x.dims[1];
  v->rows = y.dims[1] / v->groups;
  v->pixels = v->images * window_volume(v->w.out);
  v->depth = y.dims[1] ? weights / y.dims[1] : 0;
  take_volume_as_images(v);
  place part;
  if (!v->last || !place_pixels(n->in[0], &part, &v->pitch)) v->pitch = 0;
  v->vector = v->last ? vector_behind(gr, a) : 1;
  v->reads_more = reads_memory(gr);
  v->unfused = fused_read_conv(&v->f, gr, a);
  if (!v->unfused) v->unstored = fused_results(&v->f, gr);
  return NULL;
}

/* ---- Products ------------------------------------------------------------------------- */

static const char *read_product(product_problem *p, const group *gr, arena *a) {
  const node *n = gr->nodes[0];
  p->x = n->in[0]->type.dtype;
  p->w = n->in[1]->type.dtype;
  p->constant = value_is_const(n->in[1]);
  for (size_t i = 1; i < gr->count; i++)
    if (gr->nodes[i]->op->family == FAMILY_GEMM) return "its region has two products";
  if (!cost_product_of(n, a, &p->size)) p->size = (cost_product){.batch = 1}; /* it is empty */
  p->size.operands = cost_wider(n);
  p->unfused = fused_read(&p->f, gr, a);
  if (!p->unfused) p->unstored = fused_results(&p->f, gr);
  if (!p->unfused && p->f.parts) p->parts = PARTS_ANY; /* families look at them */
  return NULL;
}

/* ---- Attention ------------------------------------------------------------------------ */

static void read_attention_problem(attention_problem *p, const group *gr) {
  const node *n = gr->nodes[0];
  p->unread = read_attention(n, &p->a);
  p->unstored = attention_targets(gr, p->targets, &p->target_count);
  p->sized = cost_attention_of(n, &p->size);
}

/* ---- Regions without products --------------------------------------------------------- */

static bool all_known(const node *n) {
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && !known(n->in[i])) return false;
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i] && !known(n->out[i])) return false;
  return n->out_count > 0 && n->out[0];
}

static bool goes_by_rows(const node *n) {
  bool rows = n->op->family == FAMILY_ROW || op_has(n->op, FACT_REDUCES) ||
              node_is(n, OP_MEAN_VARIANCE_NORMALIZATION);
  return rows && n->in_count > 0 && n->in[0];
}

static problem_kind region_kind(const group *gr) {
  problem_kind kind = PROBLEM_ELEMENTWISE;
  for (size_t i = 0; i < gr->count; i++) {
    const node *n = gr->nodes[i];
    if (!all_known(n)) return PROBLEM_NONE;
    if (i == 0 && op_has(n->op, FACT_IMAGE_NORM) && n->in_count == 3)
      kind = PROBLEM_IMAGE_NORM;
    else if (kind == PROBLEM_IMAGE_NORM && !region_knows(n))
      return PROBLEM_NONE;
    else if (goes_by_rows(n))
      kind = PROBLEM_ROWS;
    else if (!region_knows(n) || (gr->count == 1 && n->op->family == FAMILY_LAYOUT))
      return PROBLEM_NONE;
  }
  return kind;
}

static bool has_region(problem_kind kind) {
  return kind == PROBLEM_ROWS || kind == PROBLEM_ELEMENTWISE || kind == PROBLEM_IMAGE_NORM;
}

/* The trailing axes of a row operator; 0: it is none, or its axes are others. */
static int row_dims_of(const node *n) {
  int rank = n->in[0] ? n->in[0]->type.rank : 0, first;
  if (rank == 0) return 0;
  if (op_has(n->op, FACT_ROW_NORM)) return rank - (int)node_axis(n, rank);
  if (node_is(n, OP_INVERSE_DEVIATION)) return 1;
  if (node_is(n, OP_SOFTMAX) || node_is(n, OP_LOG_SOFTMAX)) return node_axis(n, rank) == rank - 1;
  return op_has(n->op, FACT_REDUCES) && node_reduces_from(n, &first) ? rank - first : 0;
}

/* How many of the last axes the row operators go over; why not, or NULL. */
static const char *row_axes(const group *gr, arena *a, int *axes) {
  for (size_t i = 0; i < gr->count; i++) {
    const node *n = gr->nodes[i];
    if (region_knows(n)) continue;
    int dims = row_dims_of(n);
    const char *why = region_refuses_row(n, a);
    if (why) return why;
    if (dims == 0) return arena_printf(a, "%s is not over the last axes", n->op->name);
    if (tensor_elements(&n->in[0]->type) == 0) return "its rows are empty";
    if (*axes && dims != *axes) return "its row operators go over different axes";
    /* Without keepdims a sum no longer lines up with the rows it came from. */
    if (op_has(n->op, FACT_REDUCES) && node_int(n, "keepdims") == 0 && gr->count > 1)
      return "a reduction that drops its axes stands in a region";
    *axes = dims;
  }
  return NULL;
}

static void read_region(problem *p, arena *a) {
  region_problem *v = &p->region;
  group *gr = NEW(a, group); /* which outlives `p` where it is copied */
  region_extent e = {.gr = gr};
  *gr = p->gr;
  if (p->kind == PROBLEM_IMAGE_NORM || p->kind == PROBLEM_OPERATOR) {
    e.given[0] = gr->nodes[0]->out[0];
    gr->nodes++;
    if (--gr->count == 0) return;
  }
  if (p->kind == PROBLEM_ROWS) v->unread = row_axes(gr, a, &e.row_dims);
  region_code *read = NEW(a, region_code);
  if (!v->unread) v->unread = region_read(read, a, &e);
  v->read = read;
}

/* ---- Which it is ----------------------------------------------------------------------- */

/* No region can do it. */
static bool has_own_kernel(const group *gr) {
  const node *n = gr->nodes[0];
  if (n->op->family == FAMILY_LAYOUT || node_is(n, OP_GATHER_ELEMENTS)) return gr->count == 1;
  return codegen_has_direct(n->op) && !op_has(n->op, FACT_IMAGE_NORM) && !goes_by_rows(n) &&
         !region_knows(n);
}

/* A mean in front of products. */
static bool begins_gate(const group *gr) {
  bool products = false;
  for (size_t i = 0; i < gr->count; i++) {
    if (!all_known(gr->nodes[i])) return false;
    products |= gr->nodes[i]->op->precision == CLASS_GEMM;
  }
  return products && gr->count > 1 && node_is(gr->nodes[0], OP_REDUCE_MEAN);
}

static problem_kind kind_of(const group *gr) {
  const node *n = gr->nodes[0];
  if (begins_gate(gr)) return PROBLEM_GATE;
  if (node_is(n, OP_CONV) || node_is(n, OP_CONV_TRANSPOSE)) return PROBLEM_WINDOWS;
  if (node_is(n, OP_PACKED_LINEAR)) return PROBLEM_PACKED;
  if (n->op->family == FAMILY_GEMM) return PROBLEM_PRODUCT;
  if (n->op->family == FAMILY_ATTENTION) return PROBLEM_ATTENTION;
  if (has_own_kernel(gr)) return all_known(n) ? PROBLEM_OPERATOR : PROBLEM_NONE;
  return region_kind(gr);
}

/* What is known of the operands of sums. */
static bool sums_are_known(problem_kind kind, const node *n) {
  if (kind != PROBLEM_WINDOWS && kind != PROBLEM_PRODUCT && kind != PROBLEM_PACKED &&
      kind != PROBLEM_ATTENTION)
    return true;
  if (n->in_count < 2 || !known(n->in[0]) || !known(n->in[1]) || !n->out_count || !known(n->out[0]))
    return false;
  return kind != PROBLEM_WINDOWS ||
         (n->in[1]->type.rank >= 3 && n->out[0]->type.rank >= 3 && node_int(n, "group") >= 1);
}

size_t part_nodes(const group *gr, size_t first) {
  size_t end = first;
  while (end < gr->count && gr->nodes[end]->op->precision != CLASS_GEMM) end++;
  size_t count = end - first;
  return count == gr->count ? count - 1 : count;
}

bool problem_read(problem *p, const group *gr, arena *a) {
  problem_kind kind = kind_of(gr);
  *p = (problem){.gr = *gr};
  if (kind == PROBLEM_NONE || !sums_are_known(kind, gr->nodes[0])) return false;
  p->kind = kind;
  p->undirect = direct_refuses(gr, a);
  if (kind == PROBLEM_WINDOWS) p->why = read_windows(&p->v, gr, a);
  if (kind == PROBLEM_PRODUCT || kind == PROBLEM_PACKED) p->why = read_product(&p->product, gr, a);
  if (kind == PROBLEM_ATTENTION) read_attention_problem(&p->attention, gr);
  if (has_region(kind) || (kind == PROBLEM_OPERATOR && gr->count > 1)) read_region(p, a);
  return true;
}

const char other_operators[] = "this kernel is for other operators";

/* ---- Questions ---------------------------------------------------------------------- */

/* Sizes alone, with nothing behind the sums. */
static void forget_group(problem *p) {
  window_problem *v = &p->v;
  p->gr = (group){0};
  p->undirect = NULL;
  if (p->kind == PROBLEM_PRODUCT) {
    fused_product *f = &p->product.f;
    *f = (fused_product){
        .rows = f->rows, .columns = f->columns, .out_columns = f->columns, .k = f->k};
    p->product.unstored = NULL;
    return;
  }
  v->reads_more = false;
  v->unstored = NULL;
  v->f = (fused_product){.rows = v->pixels,
                         .columns = v->rows * v->groups,
                         .out_columns = v->rows * v->groups,
                         .k = v->depth};
  v->unfused = v->transposed    ? "its windows are transposed"
               : !v->last       ? "its channels do not lie last"
               : v->groups != 1 ? "its channels are in groups"
               : !v->constant   ? "its weights are not constant"
               : v->f.rows < 1 || v->f.k < 1 || v->f.rows > INT32_MAX || v->f.columns > INT32_MAX ||
                       v->f.k > INT32_MAX
                   ? "the product is empty or too large"
                   : NULL;
}

void problem_in_format(problem *p, fp8c_dtype format) {
  p->v.image = p->v.filter = format;
  p->product.x = p->product.w = p->product.size.operands = format;
  forget_group(p);
}

void problem_by_blocks(problem *p) {
  static const value scales;
  p->product.f.blocks[0] = p->product.f.blocks[1] = &scales;
}

void problem_channels_last(problem *p, int64_t channels) {
  window_problem *v = &p->v;
  v->last = true;
  take_volume_as_images(v);
  v->depth = v->depth / (v->channels / v->groups) * (channels / v->groups);
  v->channels = channels;
  v->vector = 16 / (int)dtype_bytes(v->image);
  if (v->vector > 8) v->vector = 8;
  while (v->vector > 1 && channels % v->vector) v->vector /= 2;
  forget_group(p);
}

/* Of the first node; 1 where it has none. */
static double results_of_node(const problem *p) {
  const node *n = p->gr.count ? p->gr.nodes[0] : NULL;
  const value *y = n && n->out_count ? n->out[0] : NULL;
  double results = known(y) ? (double)tensor_elements(&y->type) : 0;
  return results > 1 ? results : 1;
}

double problem_results(const problem *p) {
  const cost_product *s = &p->product.size;
  if (has_region(p->kind) || p->kind == PROBLEM_GATE) return 1;
  if (p->kind == PROBLEM_ATTENTION) return p->attention.sized;
  if (p->kind == PROBLEM_OPERATOR || p->kind == PROBLEM_NONE) return results_of_node(p);
  if (p->kind == PROBLEM_PRODUCT || p->kind == PROBLEM_PACKED)
    return s->rows * s->columns * s->batch;
  return (double)p->v.pixels * (double)p->v.rows * (double)p->v.groups;
}

/* ---- Straight from memory ------------------------------------------------------------- */

bool windows_cover_image(const window_problem *v) {
  if (v->transposed || !v->constant || !v->scales_follow || !v->bias_is_f32 || v->pixels < 1 ||
      v->rows < 1 || !dtype_is_small_float(v->image) || !dtype_is_small_float(v->filter) ||
      (double)v->pixels * (double)v->rows * (double)v->groups * (double)v->depth > LANES_MACS_MAX)
    return false;
  const window *w = &v->w;
  for (int d = 0; d < WINDOW_AXES; d++)
    if (w->out[d] != 1 || w->kernel[d] != w->in[d] || w->before[d] || w->after[d] ||
        (w->dilation[d] != 1 && w->kernel[d] != 1))
      return false;
  return v->groups == 1 || window_volume(w->kernel) == 1;
}

bool windows_want_lanes(const window_problem *v) {
  return !v->transposed && v->depth >= LANES_TERMS_MIN && v->pixels <= CONV_TILE &&
         (double)v->pixels * (double)v->rows * (double)v->groups * (double)v->depth <=
             LANES_MACS_MAX;
}

bool windows_want_tiles(const window_problem *v) {
  return !v->transposed && v->rows >= 8 && v->depth >= 16 && v->pixels >= 16;
}
