/* rows.c - products as rows times a matrix. */
#include "passes/precision/rows.h"

#include <string.h>

#include "base/numbers.h"
#include "base/random.h"
#include "ops/ids/products.h"
#include "ops/window.h"

bool row_shape_of(const node *n, row_shape *out) {
  if (!node_has_weights(n)) return false;
  const tensor *w = &n->in[1]->type;
  if (!tensor_shape_known(w) || w->rank < 2 || w->scale.kind != SCALE_NONE ||
      tensor_elements(w) <= 0 || !dtype_is_small_float(w->dtype))
    return false;
  size_t all = (size_t)tensor_elements(w), first = (size_t)w->dims[0];
  *out = (row_shape){.groups = 1};
  if (node_is(n, OP_LINEAR) && w->rank == 2) {
    out->width = first;
  } else if (node_is(n, OP_CONV) && w->rank > 2) {
    out->groups = (size_t)node_int(n, "group");
    if (first % out->groups != 0) return false;
    out->width = first / out->groups;
  } else if (node_is(n, OP_CONV_TRANSPOSE) && w->rank > 2 && node_int(n, "group") == 1) {
    out->transposed = true;
    out->depth = first;
    out->width = all / first;
    return true;
  } else {
    return false;
  }
  out->depth = all / first;
  return true;
}

static bool same_attr(const node *a, const node *b, const char *name) {
  const int64_t *x = NULL, *y = NULL;
  size_t m = 0, n = 0;
  bool has = node_ints(a, name, &x, &m);
  if (has != node_ints(b, name, &y, &n) || m != n) return false;
  return !has || m == 0 || memcmp(x, y, m * sizeof *x) == 0;
}

bool same_rows(const node *a, const node *b) {
  static const char *const windows[] = {"strides", "dilations", "pads"};
  row_shape s, t;
  if (a->in[0] != b->in[0] || node_input(a, 3) != node_input(b, 3) || a->op != b->op ||
      !row_shape_of(a, &s) || !row_shape_of(b, &t) || s.groups != t.groups || s.depth != t.depth)
    return false;
  if (!node_is(a, OP_CONV)) return true;
  const tensor *v = &a->in[1]->type, *w = &b->in[1]->type;
  for (int i = 1; i < v->rank; i++)
    if (v->dims[i] != w->dims[i]) return false;
  for (size_t i = 0; i < 3; i++)
    if (!same_attr(a, b, windows[i])) return false;
  return strcmp(node_string(a, "auto_pad"), node_string(b, "auto_pad")) == 0;
}

/* The place that stands for stretch `i` of `kept` stretches of `all` places: all of
 * them, or a seeded one in each, so that no regular pattern of the data is met. */
static size_t place_at(size_t i, size_t kept, size_t all) {
  if (kept == all) return i;
  size_t from = (size_t)((unsigned __int128)all * i / kept);
  size_t to = (size_t)((unsigned __int128)all * (i + 1) / kept);
  return from + (size_t)random_at(i) % (to - from);
}

typedef struct gathering {
  const float *x;
  const row_shape *s;
  window w;
  size_t channels, volume; /* of the image */
  size_t all, kept;
  float *out;
} gathering;

static void linear_row(void *object, size_t i, int worker) {
  (void)worker;
  const gathering *g = object;
  size_t at = place_at(i, g->kept, g->all), depth = g->s->depth;
  memcpy(g->out + i * depth, g->x + at * depth, depth * sizeof *g->out);
}

/* A pixel of [batch][channels][volume]. */
static void pixel_row(void *object, size_t i, int worker) {
  (void)worker;
  const gathering *g = object;
  size_t at = place_at(i, g->kept, g->all), volume = g->volume;
  const float *x = g->x + at / volume * g->s->depth * volume + at % volume;
  for (size_t k = 0; k < g->s->depth; k++) g->out[i * g->s->depth + k] = x[k * volume];
}

/* The patch under one output position; zeros outside the image. */
static void patch_row(void *object, size_t i, int worker) {
  (void)worker;
  const gathering *g = object;
  const window *w = &g->w;
  size_t at = place_at(i, g->kept, g->all), positions = (size_t)window_volume(w->out);
  size_t image = at / positions, position = at % positions;
  int64_t out[WINDOW_AXES], from[WINDOW_AXES];
  for (int a = WINDOW_AXES; a-- > 0; position /= (size_t)w->out[a]) {
    out[a] = (int64_t)(position % (size_t)w->out[a]);
    from[a] = out[a] * w->stride[a] - w->before[a];
  }
  size_t depth = g->s->depth, volume = g->volume, per_group = g->channels / g->s->groups;
  for (size_t group = 0; group < g->s->groups; group++) {
    float *to = g->out + (group * g->kept + i) * depth;
    const float *x = g->x + (image * g->channels + group * per_group) * volume;
    for (size_t ch = 0; ch < per_group; ch++, x += volume)
      for (int64_t kz = 0; kz < w->kernel[0]; kz++)
        for (int64_t ky = 0; ky < w->kernel[1]; ky++)
          for (int64_t kx = 0; kx < w->kernel[2]; kx++) {
            int64_t z = from[0] + kz * w->dilation[0], y = from[1] + ky * w->dilation[1];
            int64_t at_x = from[2] + kx * w->dilation[2];
            bool inside =
                z >= 0 && z < w->in[0] && y >= 0 && y < w->in[1] && at_x >= 0 && at_x < w->in[2];
            *to++ = inside ? x[(z * w->in[1] + y) * w->in[2] + at_x] : 0.0f;
          }
  }
}

fp8c_status rows_gather(const node *n, const row_shape *s, const tensor *x, pass_context *c,
                        gathered_rows *out, fp8c_error *err) {
  gathering g = {.x = x->data, .s = s, .out = out->x};
  void (*row)(void *, size_t, int) = linear_row;
  g.all = s->depth ? (size_t)tensor_elements(x) / s->depth : 0;
  if (!node_is(n, OP_LINEAR)) {
    g.channels = (size_t)x->dims[1];
    g.volume = 1;
    for (int i = 2; i < x->rank; i++) g.volume *= (size_t)x->dims[i];
    g.all = (size_t)x->dims[0] * g.volume;
    row = pixel_row;
  }
  if (node_is(n, OP_CONV)) {
    op_call call;
    arena_mark mark = arena_save(c->scratch);
    TRY(node_call(n, c->scratch, false, &call, err));
    TRY(window_over(&call, x, &n->in[1]->type, &g.w, err));
    arena_reset(c->scratch, mark);
    g.all = (size_t)(x->dims[0] * window_volume(g.w.out));
    row = patch_row;
  }
  out->count = g.kept = g.all < out->limit ? g.all : out->limit;
  pool_run(c->threads, g.kept, row, &g);
  return FP8C_OK;
}
