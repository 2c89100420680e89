/* direct.h - kernels that compute each result directly from memory: a thread, or a warp,
 * for each.  One for every operator that real graphs use and that has no family of its own.
 *
 * The CUDA stands in kernels/, in one file for each family of operators.  A kernel's text here is a
 * call of one of its templates over readers in0(i), in1(i) ... that give element i as a number, and
 * writers out0(i, x).  They know the type in memory and its scale; sizes stand in `struct shape`.
 */
#ifndef CODEGEN_DIRECT_H
#define CODEGEN_DIRECT_H

#include "codegen/region.h"

typedef struct direct {
  lowering *l;
  const group *gr;
  const node *n;
  kernel_draft draft;
  text shape;
  region_code *after;  /* what follows in the region, done by out0; NULL: nothing */
  const char *library; /* the operator's text of kernels/, behind direct.cuh; NULL: none */
  launch_shape launch; /* its threads, if not as usual, blocks_held, waits_itself and warp */
  const void *sizes;   /* what its work chose (direct_work); NULL: nothing */
  const char *why;     /* first refusal */
} direct;

/* ---- direct_kernel.c: what every one is made of ------------------------------------------ */

/* `gr` begins with the operator; what follows in it is done to its only result. */
void direct_begin(direct *k, lowering *l, const group *gr);
/* The reader in<number>; an omitted input reads 0. */
void direct_in(direct *k, int number, const value *v);
/* The writer out<number>; of a value that nobody wants it does nothing. */
void direct_out(direct *k, int number, const value *v);
/* How many neighbouring results a thread may take at once, where `inner` of them lie side by side:
 * what readers of `vector` neighbours, name(at, x), and out_many(at, x) read and write. */
int direct_vector(const direct *k, int64_t inner);
/* Answers direct_vector before there is a kernel.  `after` is the region that follows the node, or
 * NULL. */
int direct_vector_of(const node *n, const region_code *after, int64_t inner);
void direct_in_many(direct *k, const char *name, const value *v, int vector);
void direct_out_many(direct *k, const value *v, int vector);
/* Constants of `struct shape`, whose index type holds them all. */
void direct_size(direct *k, const char *name, int64_t x);
/* One that follows the sizes of a run and that no template needs as a constant (draft_count). */
void direct_count(direct *k, const char *name, int64_t x);
void direct_real(direct *k, const char *name, double x);
void direct_flag(direct *k, const char *name, bool x);
/* A constant of any type, by its text; one of the text's own: "MASK_NONE". */
void direct_constant(direct *k, const char *type, const char *name, const char *x);
void direct_choice(direct *k, const char *name, const char *which);
/* A walk of shape (kernels/walk.cuh), as shape_walk makes it. */
void direct_walk(direct *k, const char *name, int rank, const int64_t *dims, int operands,
                 const int64_t *const *steps);
/* ... and a list of them, i64. */
void direct_sizes(direct *k, const char *name, const int64_t *x, int count);
/* `count` results of `lanes` threads each, whose number the text calls i, and the thread's own
 * `lane`; returns why not.  Where results share a warp (2 to 16 lanes) all of its threads stay, and
 * those `beyond` the last result do it again and store nothing. */
const char *direct_launch(direct *k, const char *what, int64_t count, int lanes, uint64_t flops);

/* The same where the text is a whole block's. */
const char *direct_launch_blocks(direct *k, const char *what, launch_shape launch);

/* The node as its shape rule and its arithmetic see it, constants loaded. */
const char *direct_call(direct *k, op_call *c);
/* A divisor in generated text: sizes of 0 launch nothing, but are compiled. */
static inline int64_t at_least_one(int64_t x) { return x > 0 ? x : 1; }
/* How far a value with one number, or one for each of `rows`, moves a row; -1: neither. */
int direct_step(const value *v, int64_t rows);
/* Readers and writers convert between floats; nothing else changes its type on the way. */
bool direct_same_type(const value *x, const value *y);
/* "float" of F32 and smaller floats, else the type in registers. */
const char *direct_type(const value *v);
/* The least and the largest integer of 8 bits: "-128, 127" or "0, 255". */
const char *direct_limits(const value *v);

/* A term of a sum whose operands come straight from memory takes so many clocks of a lane, as it
 * does in convolutions (conv_direct.c). */
#define DIRECT_TERM_CLOCKS 9.2

/* The time of a kernel is that of its bytes, and what stands here. */
typedef struct direct_work {
  double clocks; /* of lanes, for all results */
  double waits;  /* seconds, however many multiprocessors there are */
  uint32_t more; /* launches besides the one */
  /* How the kernel is cut: a struct of the operator's own, which its writer finds in direct.sizes;
   * NULL: there is nothing to choose. */
  const void *sizes;
  size_t size_bytes;
} direct_work;
typedef void direct_work_of(const struct problem *p, const cost_model *m, arena *a, direct_work *w);
/* direct_window.c, direct_line.c, direct_index.c, direct_resize.c, direct_recurrent.c,
 * direct_channels.c, direct_vision.c */
direct_work_of channel_attention_work, squares_work, pooling_work, cumulate_work, each_line_work,
    loss_work, top_k_work, scatter_work, bags_work, resize_work, recurrent_work, pad_work,
    col2im_work;

/* ---- Its beginning (direct_kernel.c) -------------------------------------------------------- */

/* All the launches of the operator that `k` was begun for; NULL, or why not. */
typedef const char *direct_writer(direct *k);
/* By `writes` with the sizes that its work chose, unless it is known now.  Why the group cannot be
 * done, or NULL when its launches are added. */
const char *direct_write(lowering *l, const group *gr, direct_writer *writes, const void *sizes);
/* What depends on no data becomes a constant; why it does not, or NULL. */
const char *lower_known(lowering *l, const group *gr);
/* Why the kernel of the group's first node does not do what follows it, or NULL. */
const char *direct_refuses(const group *gr, arena *a);
/* Begins the kernel of a group whose first node has one here; why it does not, or NULL. */
const char *direct_start(direct *k, lowering *l, const group *gr);
/* Whether what follows a node can be done by its kernel. */
bool direct_takes_more(const node *n);

/* ---- The functions of direct.def ------------------------------------------------------------ */

/* direct_window.c */
direct_writer direct_pooling, direct_squares, direct_conv_integers;
/* direct_line.c */
direct_writer direct_each_line, direct_batch_norm, direct_lrn, direct_cumulate, direct_arg,
    direct_global_mean, direct_loss;
/* direct_index.c */
direct_writer direct_top_k, direct_one_hot, direct_reverse_sequence, direct_gather_nd,
    direct_scatter_elements, direct_scatter_nd, direct_bag_reduce, direct_cache_write,
    direct_cache_read, direct_pad;
/* direct_product.c */
direct_writer direct_einsum, direct_product_integers, direct_matrix_product;
/* direct_resize.c */
direct_writer direct_resize;
/* direct_quantized.c */
direct_writer direct_quantize, direct_dequantize, direct_dequantize_packed, direct_quantize_dynamic;
/* direct_recurrent.c */
direct_writer direct_recurrent;
/* direct_attention.c */
direct_writer direct_attention;
/* direct_channels.c */
direct_writer direct_channel_attention;
/* direct_vision.c */
direct_writer direct_grid_sample, direct_affine_grid, direct_roi_align, direct_deform_conv,
    direct_col2im, direct_max_unpool;
/* direct_element.c */
direct_writer direct_convert, direct_bit_cast, direct_dropout, direct_mean, direct_trilu,
    direct_eye, direct_rotary;
/* direct_transform.c */
direct_writer direct_determinant, direct_dft;
/* direct_state.c */
direct_writer direct_causal_conv, direct_linear_attention, direct_delayed_scale,
    direct_amax_history;

#endif
