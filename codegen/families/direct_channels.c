/* direct_channels.c - attention whose scores are of channels (kernels/channels.cuh): sums over all
 * rows of a head, then shares and results, in two launches. */
#include "base/numbers.h"
#include "base/size.h"
#include "codegen/attention.h"
#include "codegen/direct.h"
#include "codegen/families.h"
#include "codegen/problem.h"

#define THREADS 128   /* CHANNEL_THREADS */
#define ROWS 64       /* of a block's turn: 16 for each warp */
#define HEAD_MAX 64   /* channels of a head */
#define BLOCKS_EACH 2 /* for a multiprocessor, where rows can be shared */
/* Tensor cores, whose operands pass through shared memory, take so many clocks of a lane for a
 * term. */
#define TILE_TERM_CLOCKS 0.25
/* Seconds beside those of rows: shares, and what joins sums; of XCiT, DaViT and EdgeNeXt on an
 * H200. */
#define WAITS 6e-6

/* Each head's rows are cut into `parts` of `part_rows`; a block of either kernel has one part. */
typedef struct cut {
  int64_t batch, rows, heads, size;
  int64_t parts, part_rows;
  bool tiles;
} cut;

static bool same_16_bits(const node *n) {
  fp8c_dtype t = n->in[0]->type.dtype;
  for (size_t i = 0; i < 3; i++)
    if (n->in[i]->type.dtype != t || n->in[i]->type.scale.kind != SCALE_NONE) return false;
  return t == FP8C_DTYPE_BF16 || t == FP8C_DTYPE_F16;
}

/* Rows of q, k and v where they lie: of heads that tensor cores take. */
bool channel_attention_takes_rows(const node *n) {
  int64_t size = n->in[0]->type.dims[2] / node_int(n, "heads");
  return same_16_bits(n) && size % 2 == 0 && size <= HEAD_MAX;
}

static cut cut_of(const node *n, int multiprocessors) {
  const tensor *x = &n->in[0]->type;
  cut c = {.batch = x->dims[0], .rows = x->dims[1], .heads = node_int(n, "heads")};
  c.size = x->dims[2] / c.heads;
  c.tiles = channel_attention_takes_rows(n);
  int64_t all = at_least_one(c.batch * c.heads), turns = at_least_one(divide_up(c.rows, ROWS));
  int64_t parts = divide_up((int64_t)BLOCKS_EACH * multiprocessors, all);
  if (parts > turns) parts = turns;
  c.part_rows = divide_up(turns, parts) * ROWS;
  c.parts = at_least_one(divide_up(c.rows, c.part_rows));
  return c;
}

void channel_attention_work(const problem *p, const cost_model *m, arena *a, direct_work *w) {
  const node *n = p->gr.nodes[0];
  cut *c = NEW(a, cut);
  *c = cut_of(n, cost_multiprocessors(m));
  double terms = (double)node_macs(n, a);
  w->more = 1;
  w->waits = WAITS;
  w->clocks = terms * (c->tiles ? TILE_TERM_CLOCKS : DIRECT_TERM_CLOCKS);
  w->sizes = c;
  w->size_bytes = sizeof *c;
}

static void write_sizes(direct *k, const cut *c) {
  direct_size(k, "rows", c->rows);
  direct_size(k, "heads", c->heads);
  direct_size(k, "size", c->size);
  direct_size(k, "parts", c->parts);
  direct_size(k, "part_rows", c->part_rows);
}

/* The strides of an operand as arguments: "batch, row". */
static const char *strides_text(direct *k, const heads *h) {
  return arena_printf(k->l->c->scratch, "%lld, %lld", (long long)h->batch_stride,
                      (long long)h->row_stride);
}

/* Bytes that a copy takes at once: rows of heads begin at a multiple of them. */
static int copy_bytes(const cut *c, const heads *q, const heads *k) {
  int bytes = 16;
  while (2 * c->size % bytes || 2 * q->row_stride % bytes || 2 * k->row_stride % bytes) bytes /= 2;
  return bytes;
}

static launch_shape shape_of(const cut *c) {
  int64_t all = c->batch * c->heads;
  return (launch_shape){.blocks = (uint64_t)(all * c->parts),
                        .threads = THREADS,
                        .warp = true,
                        .flops = (uint64_t)(2 * all * c->rows * c->size * c->size)};
}

static const char *write_sums(lowering *l, const group *gr, const cut *c, uint32_t found) {
  direct k;
  group single = {gr->nodes, 1};
  const node *n = gr->nodes[0];
  direct_begin(&k, l, &single);
  write_sizes(&k, c);
  if (c->tiles) {
    heads q, of_k;
    if (!attention_heads(n->in[0], c->heads, &q) || !attention_heads(n->in[1], c->heads, &of_k))
      return "its heads do not divide its width";
    uint32_t p0 = attention_read(&k.draft, n->in[0]), p1 = attention_read(&k.draft, n->in[1]);
    text_printf(&k.draft.body, "  channel_sums<shape, %d>(p%u, p%u, %s, %s, p%u);\n",
                copy_bytes(c, &q, &of_k), p0, p1, strides_text(&k, &q), strides_text(&k, &of_k),
                draft_write(&k.draft, found, "float"));
  } else {
    direct_in(&k, 0, n->in[0]);
    direct_in(&k, 1, n->in[1]);
    text_printf(&k.draft.body, "  channel_sums_any<shape>(in0, in1, p%u);\n",
                draft_write(&k.draft, found, "float"));
  }
  return direct_launch_blocks(&k, "channel_sums", shape_of(c));
}

/* `v` is the parameter of its third input, where it is read as it lies. */
static const char *write_apply(direct *k, const cut *c, uint32_t found, uint32_t v) {
  const node *n = k->n;
  const value *factors = node_input(n, 3);
  const char *of_heads = "(const float *)0";
  write_sizes(k, c);
  direct_real(k, "epsilon", node_float(n, "norm_epsilon"));
  uint32_t p = draft_read(&k->draft, found, "float");
  if (factors)
    of_heads = arena_printf(k->l->c->scratch, "p%u",
                            draft_read(&k->draft, lower_value(k->l, factors), "float"));
  uint32_t factor = draft_f32(&k->draft, node_float(n, "scale"));
  launch_shape shape = shape_of(c);
  shape.waits_itself = true;
  if (c->tiles) {
    heads of_v;
    if (!attention_heads(n->in[2], c->heads, &of_v)) return "its heads do not divide its width";
    int vector = direct_vector(k, c->size);
    direct_size(k, "vector", vector);
    direct_out_many(k, n->out[0], vector);
    text_printf(&k->draft.body, "  channel_apply<shape>(p%u, %s, p%u, %s, p%u, out_many);\n", v,
                strides_text(k, &of_v), p, of_heads, factor);
    shape.reads_older = true;
  } else {
    direct_in(k, 2, n->in[2]);
    direct_out(k, 0, n->out[0]);
    text_printf(&k->draft.body, "  channel_apply_any<shape>(in2, p%u, %s, p%u, out0);\n", p,
                of_heads, factor);
  }
  return direct_launch_blocks(k, "channel_apply", shape);
}

const char *direct_channel_attention(direct *k) {
  const node *n = k->n;
  const cut *c = k->sizes;
  const value *factors = node_input(n, 3);
  cut own;
  if (!c) own = cut_of(n, lower_multiprocessors(k->l)), c = &own;
  if (c->size > HEAD_MAX) return "its heads have more channels than their scores have room for";
  if (factors && factors->type.dtype != FP8C_DTYPE_F32) return "its heads' factors are not F32";
  if (tensor_elements(&n->out[0]->type) == 0) {
    k->launch.warp = true;
    direct_out(k, 0, n->out[0]);
    return direct_launch(k, "channel_attention", 0, 1, 0);
  }
  int64_t count = c->size * c->size + 2 * c->size;
  tensor type = {
      .dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {c->batch * c->heads * c->parts, count}};
  uint32_t found =
      lower_temp(k->l, arena_printf(k->l->c->scratch, "%s.sums", n->out[0]->name), &type);
  /* A copy of v that this parameter asks for must be launched in front of the sums: channel_apply
   * reads v before it waits for the launch in front of it. */
  uint32_t v = c->tiles ? attention_read(&k->draft, n->in[2]) : 0;
  const char *why = write_sums(k->l, k->gr, c, found);
  return why ? why : write_apply(k, c, found, v);
}
