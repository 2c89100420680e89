/* direct_vision.c - images sampled at coordinates that are data, and what puts images together:
 * GridSample, AffineGrid, RoiAlign, DeformConv, Col2Im, MaxUnpool. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/direct.h"
#include "codegen/problem.h"
#include "ops/move.h"

/* Entry i of a list attribute, or `otherwise`. */
static int64_t listed(const node *n, const char *name, size_t i, int64_t otherwise) {
  const int64_t *items;
  size_t count;
  return node_ints(n, name, &items, &count) && i < count ? items[i] : otherwise;
}

/* The same of each of `rank` dimensions as a list of shape. */
static void write_listed(direct *k, const char *name, int rank, int64_t otherwise) {
  int64_t items[FP8C_MAX_RANK];
  for (int d = 0; d < rank; d++) items[d] = listed(k->n, name, (size_t)d, otherwise);
  direct_sizes(k, name, items, rank);
}

/* Spatial dimensions as divisors. */
static void write_dims(direct *k, const int64_t *dims, int rank) {
  int64_t divisors[FP8C_MAX_RANK];
  for (int d = 0; d < rank; d++) divisors[d] = at_least_one(dims[d]);
  direct_size(k, "rank", rank);
  direct_sizes(k, "dims", divisors, rank);
}

const char *direct_grid_sample(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  const char *mode = node_string(n, "mode"), *padding = node_string(n, "padding_mode");
  int rank = x->rank - 2, taps = !mode || mode[0] == 'l' ? 2 : mode[0] == 'n' ? 1 : 4;
  int64_t points = dims_product(y->dims, 2, y->rank);
  direct_in(k, 0, n->in[0]);
  direct_in(k, 1, n->in[1]);
  direct_out(k, 0, n->out[0]);
  if (rank < 1 || rank > 3) return arena_printf(k->l->c->scratch, "images of %d dimensions", rank);
  direct_size(k, "rank", rank);
  direct_sizes(k, "dims", x->dims + 2, rank);
  direct_size(k, "channels", at_least_one(x->dims[1]));
  direct_size(k, "pixels", dims_product(x->dims, 2, x->rank));
  direct_size(k, "points", at_least_one(points));
  direct_size(k, "taps", taps);
  direct_size(k, "padding", padding ? padding[0] : 'z');
  direct_flag(k, "corners", node_int(n, "align_corners") != 0);
  text_add(&k->draft.body, "  out0(i, grid_sample_at<shape>(i, in0, in1));\n");
  return direct_launch(k, "grid_sample", tensor_elements(y), 1, (uint64_t)tensor_elements(y) * 16);
}

const char *direct_affine_grid(direct *k) {
  const node *n = k->n;
  const tensor *y = &n->out[0]->type;
  int spatial = y->rank - 2;
  bool corners = node_int(n, "align_corners") != 0;
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  write_dims(k, y->dims + 1, spatial);
  direct_flag(k, "corners", corners);
  text_add(&k->draft.body, "  out0(i, affine_grid_at<shape>(i, in0));\n");
  return direct_launch(k, "affine_grid", tensor_elements(y), 1, (uint64_t)tensor_elements(y) * 8);
}

const char *direct_roi_align(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  const char *transform = node_string(n, "coordinate_transformation_mode");
  bool half = !transform || strcmp(transform, "half_pixel") == 0;
  int64_t samples = node_int(n, "sampling_ratio");
  const char *mode = node_string(n, "mode");
  for (int i = 0; i < 3; i++) direct_in(k, i, n->in[i]);
  direct_out(k, 0, n->out[0]);
  direct_size(k, "images", x->dims[0]);
  direct_size(k, "channels", at_least_one(y->dims[1]));
  direct_size(k, "height", x->dims[2]);
  direct_size(k, "width", x->dims[3]);
  direct_size(k, "lines", at_least_one(y->dims[2]));
  direct_size(k, "columns", at_least_one(y->dims[3]));
  direct_size(k, "samples", samples);
  direct_flag(k, "half", half);
  direct_flag(k, "largest", mode && strcmp(mode, "max") == 0);
  text_printf(&k->draft.body, "  out0(i, roi_align_at<shape>(i, %s, in0, in1, in2));\n",
              float_text(k->l->c->scratch, node_float(n, "spatial_scale")));
  if (tensor_elements(x) == 0) return "its image is empty";
  return direct_launch(k, "roi_align", tensor_elements(y), 1, (uint64_t)tensor_elements(y) * 64);
}

const char *direct_deform_conv(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type, *y = &n->out[0]->type;
  int64_t parts_of = node_int(n, "group"), parts = node_int(n, "offset_group");
  int64_t taps = w->dims[2] * w->dims[3], size = y->dims[2] * y->dims[3];
  for (int i = 0; i < 5; i++) direct_in(k, i, node_input(n, (size_t)i));
  direct_out(k, 0, n->out[0]);
  direct_size(k, "taps", at_least_one(taps));
  direct_size(k, "size", at_least_one(size));
  direct_size(k, "each", w->dims[1]);
  direct_size(k, "results", at_least_one(w->dims[0]));
  direct_size(k, "group_results", at_least_one(w->dims[0] / parts_of));
  direct_size(k, "channels", x->dims[1]);
  direct_size(k, "offset_channels", at_least_one(x->dims[1] / parts));
  direct_size(k, "parts", parts);
  direct_size(k, "height", x->dims[2]);
  direct_size(k, "width", x->dims[3]);
  direct_size(k, "columns", at_least_one(y->dims[3]));
  direct_size(k, "tap_columns", at_least_one(w->dims[3]));
  write_listed(k, "strides", 2, 1);
  write_listed(k, "pads", 2, 0);
  write_listed(k, "dilations", 2, 1);
  direct_flag(k, "has_mask", node_input(n, 4) != NULL);
  text_add(&k->draft.body, "  out0(i, deform_conv_at<shape>(i, in0, in1, in2, in3, in4));\n");
  return direct_launch(k, "deform_conv", tensor_elements(y), 1,
                       (uint64_t)(tensor_elements(y) * w->dims[1] * taps) * 10);
}

/* Each pixel collects what the columns put there, in the CPU device's order. */
/* Clocks of a lane for a tap of a result: which column it is in, if any (folds of VOLO). */
#define TAP_CLOCKS 35

void col2im_work(const problem *p, const cost_model *m, arena *a, direct_work *w) {
  const node *n = p->gr.nodes[0];
  int64_t block[FP8C_MAX_RANK], taps = 1;
  size_t count;
  (void)m;
  (void)a;
  if (!value_ints(n->in[2], block, FP8C_MAX_RANK, &count)) return;
  for (size_t i = 0; i < count; i++) taps *= block[i];
  w->clocks = TAP_CLOCKS * (double)taps * (double)tensor_elements(&n->out[0]->type);
}

const char *direct_col2im(direct *k) {
  const node *n = k->n;
  const tensor *y = &n->out[0]->type;
  int rank = y->rank - 2;
  int64_t block[FP8C_MAX_RANK], count[FP8C_MAX_RANK];
  size_t blocks;
  if (!value_ints(n->in[2], block, FP8C_MAX_RANK, &blocks) || (int)blocks != rank)
    return "its block is not constant";
  int64_t taps = 1, columns = 1, image = dims_product(y->dims, 2, y->rank);
  for (int d = 0; d < rank; d++) {
    size_t u = (size_t)d;
    int64_t room = y->dims[d + 2] + listed(n, "pads", u, 0) +
                   listed(n, "pads", u + (size_t)rank, 0) -
                   ((block[d] - 1) * listed(n, "dilations", u, 1) + 1);
    count[d] = room < 0 ? 0 : room / listed(n, "strides", u, 1) + 1;
    taps *= block[d];
    columns *= count[d];
  }
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  write_dims(k, y->dims + 2, rank);
  direct_size(k, "pixels", at_least_one(image));
  direct_size(k, "taps", taps);
  direct_size(k, "columns", columns);
  direct_sizes(k, "block", block, rank);
  direct_sizes(k, "counts", count, rank);
  write_listed(k, "pads", rank, 0);
  write_listed(k, "dilations", rank, 1);
  write_listed(k, "strides", rank, 1);
  text_add(&k->draft.body, "  out0(i, col2im_at<shape>(i, in0));\n");
  return direct_launch(k, "col2im", tensor_elements(y), 1, (uint64_t)(tensor_elements(y) * taps));
}

/* Each result looks for the last of its plane's values whose index names it. */
const char *direct_max_unpool(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int rank = x->rank - 2;
  int64_t pooled[FP8C_MAX_RANK];
  for (int d = 0; d < rank; d++) {
    size_t u = (size_t)d;
    pooled[d] = (x->dims[d + 2] - 1) * listed(n, "strides", u, 1) - listed(n, "pads", u, 0) -
                listed(n, "pads", u + (size_t)rank, 0) + listed(n, "kernel_shape", u, 1);
  }
  int64_t image = dims_product(y->dims, 2, y->rank), each = dims_product(x->dims, 2, x->rank);
  direct_in(k, 0, n->in[0]);
  direct_in(k, 1, n->in[1]);
  direct_out(k, 0, n->out[0]);
  write_dims(k, y->dims + 2, rank);
  direct_size(k, "pixels", at_least_one(image));
  direct_size(k, "each", each);
  direct_sizes(k, "pooled", pooled, rank);
  text_printf(&k->draft.body, "  out0(i, max_unpool_at<shape, %s>(i, in0, in1));\n",
              direct_type(n->in[0]));
  return direct_launch(k, "max_unpool", tensor_elements(y), 1,
                       (uint64_t)(tensor_elements(y) * each));
}
