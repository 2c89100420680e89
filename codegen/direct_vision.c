/* direct_vision.c - images sampled at coordinates that are data, and what puts images together:
 * GridSample, AffineGrid, RoiAlign, DeformConv, Col2Im, MaxUnpool. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/direct.h"
#include "ops/move.h"

/* Entry i of a list attribute, or `otherwise`. */
static int64_t listed(const node *n, const char *name, size_t i, int64_t otherwise) {
  const int64_t *items;
  size_t count;
  return node_ints(n, name, &items, &count) && i < count ? items[i] : otherwise;
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
  text *body = &k->d.body;
  text_printf(body,
              "  const i64 point = i %% %lld, plane = i / %lld, image = plane / %lld;\n"
              "  const i64 from = plane * %lld, grid = (image * %lld + point) * %d;\n"
              "  i64 at[%d][4];\n  double weight[%d][4];\n",
              (long long)at_least_one(points), (long long)at_least_one(points),
              (long long)at_least_one(x->dims[1]), (long long)dims_product(x->dims, 2, x->rank),
              (long long)points, rank, rank, rank);
  for (int d = 0; d < rank; d++) /* the grid names the last dimension first */
    text_printf(body, "  grid_taps<%d, '%c', %s>(%lld, in1(grid + %d), at[%d], weight[%d]);\n",
                taps, padding ? padding[0] : 'z', node_int(n, "align_corners") ? "true" : "false",
                (long long)x->dims[d + 2], rank - 1 - d, d, d);
  text_add(body, "  double sum = 0;\n");
  for (int d = 0; d < rank; d++)
    text_printf(body, "  for (int k%d = 0; k%d < %d; k%d++)\n", d, d, taps, d);
  text_add(body, "  {\n    bool inside = true;\n    i64 offset = 0;\n    double w = 1;\n");
  for (int d = rank - 1; d >= 0; d--)
    text_printf(body,
                "    inside = inside && at[%d][k%d] >= 0;\n    offset += at[%d][k%d] * %lld;\n"
                "    w *= weight[%d][k%d];\n",
                d, d, d, d, (long long)dims_product(x->dims, d + 3, x->rank), d, d);
  text_add(body,
           "    if (inside) sum += w * (double)in0(from + offset);\n  }\n  out0(i, (float)sum);\n");
  return direct_launch(k, "grid_sample", tensor_elements(y), 1, (uint64_t)tensor_elements(y) * 16);
}

const char *direct_affine_grid(direct *k) {
  const node *n = k->n;
  const tensor *y = &n->out[0]->type;
  int spatial = y->rank - 2;
  bool corners = node_int(n, "align_corners") != 0;
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  text *body = &k->d.body;
  text_printf(body,
              "  const i64 r = i %% %d;\n  i64 left = i / %d;\n  double at[4] = {0, 0, 0, 0};\n",
              spatial, spatial);
  for (int d = spatial - 1; d >= 0; d--) {
    long long dim = at_least_one(y->dims[d + 1]);
    text_printf(body, "  { const double c = (double)(left %% %lld); left /= %lld; at[%d] = ", dim,
                dim, spatial - 1 - d);
    if (!corners)
      text_printf(body, "-1 + (2 * c + 1) / %lld.0; }\n", dim);
    else if (dim > 1)
      text_printf(body, "-1 + 2 * c / %lld.0; }\n", dim - 1);
    else
      text_add(body, "-1 + 0 * c; }\n");
  }
  text_printf(body,
              "  at[%d] = 1;\n  double sum = 0;\n  for (int k = 0; k <= %d; k++)\n"
              "    sum += (double)in0((left * %d + r) * %d + k) * at[k];\n  out0(i, (float)sum);\n",
              spatial, spatial, spatial, spatial + 1);
  return direct_launch(k, "affine_grid", tensor_elements(y), 1, (uint64_t)tensor_elements(y) * 8);
}

const char *direct_roi_align(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  const char *transform = node_string(n, "coordinate_transformation_mode");
  bool half = !transform || strcmp(transform, "half_pixel") == 0;
  int64_t samples = node_int(n, "sampling_ratio");
  arena *s = k->l->c->scratch;
  for (int i = 0; i < 3; i++) direct_in(k, i, n->in[i]);
  direct_out(k, 0, n->out[0]);
  text_printf(
      &k->d.body,
      "  const i64 column = i %% %lld, line = i / %lld %% %lld, channel = i / %lld %% %lld;\n"
      "  const i64 box = i / %lld;\n  float edge[4];\n"
      "  for (int e = 0; e < 4; e++) edge[e] = in1(4 * box + e) * %s - %s;\n"
      "  float w = edge[2] - edge[0], h = edge[3] - edge[1];\n%s"
      "  const float bin_h = h / %lld.0f, bin_w = w / %lld.0f;\n"
      "  float rows = %s, columns = %s;\n"
      "  rows = rows > 0 ? rows < 4096 ? rows : 4096 : 0;\n"
      "  columns = columns > 0 ? columns < 4096 ? columns : 4096 : 0;\n"
      "  const i64 from = (wrap_index(in2(box), %lld) * %lld + channel) * %lld;\n"
      "  out0(i, roi_bin([&](i64 at) { return in0(from + at); }, %lld, %lld,\n"
      "                  edge[1] + (float)line * bin_h, edge[0] + (float)column * bin_w, bin_h, "
      "bin_w,\n"
      "                  (i64)rows, (i64)columns, %s));\n",
      (long long)at_least_one(y->dims[3]), (long long)at_least_one(y->dims[3]),
      (long long)at_least_one(y->dims[2]), (long long)at_least_one(y->dims[2] * y->dims[3]),
      (long long)at_least_one(y->dims[1]),
      (long long)at_least_one(y->dims[1] * y->dims[2] * y->dims[3]),
      float_text(s, node_float(n, "spatial_scale")), half ? "0.5f" : "0.0f",
      half ? "" : "  w = w > 1 ? w : 1.0f, h = h > 1 ? h : 1.0f;\n", (long long)y->dims[2],
      (long long)y->dims[3], samples ? reason(k->l, "%lld.0f", (long long)samples) : "ceilf(bin_h)",
      samples ? reason(k->l, "%lld.0f", (long long)samples) : "ceilf(bin_w)",
      (long long)at_least_one(x->dims[0]), (long long)x->dims[1],
      (long long)x->dims[2] * x->dims[3], (long long)x->dims[2], (long long)x->dims[3],
      strcmp(node_string(n, "mode") ? node_string(n, "mode") : "avg", "max") == 0 ? "true"
                                                                                  : "false");
  if (tensor_elements(x) == 0) return "its image is empty";
  return direct_launch(k, "roi_align", tensor_elements(y), 1, (uint64_t)tensor_elements(y) * 64);
}

const char *direct_deform_conv(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type, *y = &n->out[0]->type;
  int64_t parts_of = node_int(n, "group"), parts = node_int(n, "offset_group");
  int64_t taps = w->dims[2] * w->dims[3], size = y->dims[2] * y->dims[3];
  bool mask = node_input(n, 4);
  for (int i = 0; i < 5; i++) direct_in(k, i, node_input(n, (size_t)i));
  direct_out(k, 0, n->out[0]);
  direct_size(k, "taps", at_least_one(taps));
  direct_size(k, "size", at_least_one(size));
  direct_size(k, "each", w->dims[1]);
  text_printf(
      &k->d.body,
      "  const i64 o = i %% shape::size, channel = i / shape::size %% %lld, image = i / "
      "shape::size / %lld;\n"
      "  const i64 start = channel / %lld * shape::each;\n  double sum = (double)in3(channel);\n"
      "  for (i64 k = 0; k < shape::each * shape::taps; k++) {\n"
      "    const i64 in = start + k / shape::taps, tap = k %% shape::taps, part = in / %lld;\n"
      "    const i64 at = (image * %lld + part) * shape::taps + tap;\n"
      "    const double y = (double)(o / %lld * %lld - %lld + tap / %lld * %lld) + (double)in2(at "
      "* 2 * shape::size + o);\n"
      "    const double z = (double)(o %% %lld * %lld - %lld + tap %% %lld * %lld) +\n"
      "                     (double)in2((at * 2 + 1) * shape::size + o);\n"
      "    const i64 from = (image * %lld + in) * %lld;\n"
      "    double v = bilinear([&](i64 p) { return in0(from + p); }, %lld, %lld, y, z) *\n"
      "               (double)in1(channel * shape::each * shape::taps + k);\n"
      "    if (%s) v *= (double)in4(at * shape::size + o);\n    sum += v;\n  }\n  out0(i, "
      "(float)sum);\n",
      (long long)w->dims[0], (long long)w->dims[0], (long long)at_least_one(w->dims[0] / parts_of),
      (long long)at_least_one(x->dims[1] / parts), (long long)parts, (long long)y->dims[3],
      (long long)listed(n, "strides", 0, 1), (long long)listed(n, "pads", 0, 0),
      (long long)w->dims[3], (long long)listed(n, "dilations", 0, 1), (long long)y->dims[3],
      (long long)listed(n, "strides", 1, 1), (long long)listed(n, "pads", 1, 0),
      (long long)w->dims[3], (long long)listed(n, "dilations", 1, 1), (long long)x->dims[1],
      (long long)x->dims[2] * x->dims[3], (long long)x->dims[2], (long long)x->dims[3],
      mask ? "true" : "false");
  return direct_launch(k, "deform_conv", tensor_elements(y), 1,
                       (uint64_t)(tensor_elements(y) * w->dims[1] * taps) * 10);
}

/* Each pixel collects what the columns put there, in the CPU device's order. */
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
  text *body = &k->d.body;
  text_printf(body, "  i64 left = i %% %lld;\n  const i64 plane = i / %lld;\n",
              (long long)at_least_one(image), (long long)at_least_one(image));
  for (int d = rank - 1; d >= 0; d--)
    text_printf(body, "  const i64 c%d = left %% %lld; left /= %lld;\n", d,
                (long long)y->dims[d + 2], (long long)y->dims[d + 2]);
  text_printf(body,
              "  float sum = 0.0f;\n  for (i64 tap = 0; tap < %lld; tap++) {\n"
              "    i64 rest = tap, column = 0, stride = 1, reach;\n    bool inside = true;\n",
              (long long)taps);
  for (int d = rank - 1; d >= 0; d--) {
    size_t u = (size_t)d;
    long long stride = listed(n, "strides", u, 1);
    text_printf(body,
                "    reach = c%d + %lld - rest %% %lld * %lld; rest /= %lld;\n"
                "    inside = inside && reach >= 0 && reach %% %lld == 0 && reach / %lld < %lld;\n"
                "    column += reach / %lld * stride; stride *= %lld;\n",
                d, (long long)listed(n, "pads", u, 0), (long long)block[d],
                (long long)listed(n, "dilations", u, 1), (long long)block[d], stride, stride,
                (long long)count[d], stride, (long long)count[d]);
  }
  text_printf(
      body,
      "    if (inside) sum += in0((plane * %lld + tap) * %lld + column);\n  }\n  out0(i, sum);\n",
      (long long)taps, (long long)columns);
  return direct_launch(k, "col2im", tensor_elements(y), 1, (uint64_t)(tensor_elements(y) * taps));
}

/* Each result looks for the last of its plane's values whose index names it. */
const char *direct_max_unpool(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int rank = x->rank - 2;
  int64_t pooled[FP8C_MAX_RANK], all = x->dims[0] * x->dims[1];
  for (int d = 0; d < rank; d++) {
    size_t u = (size_t)d;
    pooled[d] = (x->dims[d + 2] - 1) * listed(n, "strides", u, 1) - listed(n, "pads", u, 0) -
                listed(n, "pads", u + (size_t)rank, 0) + listed(n, "kernel_shape", u, 1);
    all *= pooled[d];
  }
  int64_t image = dims_product(y->dims, 2, y->rank), each = dims_product(x->dims, 2, x->rank);
  direct_in(k, 0, n->in[0]);
  direct_in(k, 1, n->in[1]);
  direct_out(k, 0, n->out[0]);
  text *body = &k->d.body;
  text_printf(body,
              "  i64 left = i %% %lld, want = 0, stride = 1;\n  const i64 plane = i / %lld;\n"
              "  bool inside = true;\n",
              (long long)at_least_one(image), (long long)at_least_one(image));
  for (int d = rank - 1; d >= 0; d--)
    text_printf(body,
                "  { const i64 c = left %% %lld; left /= %lld; inside = inside && c < %lld;\n"
                "    want += c * stride; stride *= %lld; }\n",
                (long long)y->dims[d + 2], (long long)y->dims[d + 2], (long long)pooled[d],
                (long long)pooled[d]);
  const char *number = direct_type(n->in[0]);
  text_printf(body,
              "  want += plane * stride;\n  %s v = 0;\n"
              "  for (i64 e = plane * %lld; inside && e < (plane + 1) * %lld; e++)\n"
              "    if (in1(e) == want) v = in0(e);\n  out0(i, v);\n",
              number, (long long)each, (long long)each);
  (void)all;
  return direct_launch(k, "max_unpool", tensor_elements(y), 1,
                       (uint64_t)(tensor_elements(y) * each));
}
