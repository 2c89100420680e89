/* lower.h - what the generators of codegen/ share: the variant being built.
 *
 * A group is what one kernel should do: a region's nodes, or one node.  Each
 * family has a function that takes a group and either adds the launches for it
 * and returns NULL, or returns in words why it cannot and has added no launch.
 * A region that is refused is lowered node by node: values inside a region are
 * F32 either way, so this changes no number. */
#ifndef CODEGEN_LOWER_H
#define CODEGEN_LOWER_H

#include "base/text.h"
#include "codegen/codegen.h"
#include "codegen/nvrtc.h"
#include "codegen/schedule.h"

typedef struct group {
  node *const *nodes;
  size_t count;
} group;

struct drafted;
struct group_schedules;

/* A form that was written. */
typedef struct written {
  uint32_t launch; /* its first in the variant */
  schedule by;
} written;

/* Why the CPU device does a node. */
typedef struct host_reason {
  const char *text; /* NULL: the GPU does it */
  bool follows;     /* it could, if what it reads had a shape */
} host_reason;

typedef struct lowering {
  const graph *g;
  const target *t;
  codegen_context *c;
  plan *p;
  plan_variant *v;
  uint32_t *value_ids;  /* by value->id; PLAN_NO_VALUE: none yet */
  host_reason *on_host; /* by node->id */
  bool *later;          /* by value->id: has a place in another value, and no memory yet */
  /* Gives such a value its memory when a kernel asks for it: a view, or a copy. */
  void (*fill)(struct lowering *l, const value *v);
  size_t value_id_count;
  kernel_source *kernels; /* one for each of v->kernels */
  struct drafted *drafts; /* of launches that may become one with their neighbours */
  uint32_t drafted_count;
  struct group_schedules *tunable; /* groups for which a family offers several schedules */
  uint32_t tunable_count;
  written *written; /* of the problems that go by schedules; in the launches' order */
  uint32_t written_count;
  uint32_t *joined; /* values whose parts their own kernels store (place_home) */
  uint32_t joined_count;
  /* The variant is a step of decoding: launches are short, and one after the other is let start
   * before those in front of it have ended (docs/kernel-design.md). */
  bool hurries;
  uint32_t arrivals, arrivals_used; /* attention_decode.c: where blocks count themselves; 0: none */
  struct mask_spans *spans;         /* attention_spans.c: what masks come to, each once */
  uint32_t spans_count;
  const uint32_t *chosen; /* a group's schedule by the id of its first node; NULL: the first */
  const uint32_t *probe;  /* the only schedule to lower, for timing; constants have no data */
  /* Rows that the product at hand computes by itself, of which its tokens are one result; NULL. */
  const struct problem *front;
  fp8c_status status; /* of reading constants */
  fp8c_error error;
} lowering;

/* ---- Values ---------------------------------------------------------------- */

/* The plan's value for `v`: made at the first call (a port, a constant, a place
 * in the arena; for what place.c put off, the copy that fills it). */
uint32_t lower_value(lowering *l, const value *v);
/* `v` is the memory of `of` under another type. */
void lower_view(lowering *l, const value *v, const value *of);
/* A place in the arena that no value of the graph has. */
uint32_t lower_temp(lowering *l, const char *name, const tensor *type);
/* A constant that the graph does not have. */
uint32_t lower_const(lowering *l, const char *name, const tensor *type, const void *data);
/* The same without a copy: `data` is in c->keep. */
uint32_t lower_const_kept(lowering *l, const char *name, const tensor *type, const void *data);
/* The constant's numbers; NULL when reading fails (l->status says why). */
const tensor *lower_load(lowering *l, const value *v);

/* Where the elements of a value lie: in `whole`, element [i, j, ...] at offset +
 * i * strides[0] + j * strides[1] ... */
typedef struct place {
  const value *whole;
  int64_t offset, strides[FP8C_MAX_RANK]; /* in elements; strides may be negative */
} place;
/* All of a value, in its order. */
void place_dense(const value *v, place *p);
/* From where a node's input lies to where its result does: Slice (why not, or NULL), Transpose. */
const char *place_slice(const node *n, place *p);
void place_transpose(const node *n, place *p);
/* Counts, for every value, the moves in front of it; called before the graph's values are asked for
 * their places. */
void place_count_moves(const graph *g);
/* False: v has memory of its own. */
bool place_of(const value *v, place *p);
/* What a kernel that reads a joined value selects from. */
#define JOINED_PARTS_MAX 128
/* A part of a joined value: where it lies, and from where on it is along the axis. */
typedef struct joined_part {
  const value *v;
  place at;
  int64_t begin;
} joined_part;
/* Whether a Concat launches nothing, as the one elementwise kernel that reads its result finds
 * each number in the part that it belongs to. */
bool region_joins(const node *n);
/* The parts that are not empty of such a Concat; NULL: v is none. */
joined_part *joined_parts(const value *v, arena *a, uint32_t *count);
/* An image whose channels lie last as a part of another value, whose pixels are `*pitch` elements
 * apart from a multiple of 16 bytes on.  False: it is none. */
bool place_pixels(const value *v, place *p, int64_t *pitch);
/* As place_pixels, but images begin `*apart` elements from each other: more than their pixels take,
 * as where tokens of an image lie behind one more token. */
bool place_images(const value *v, place *p, int64_t *pitch, int64_t *apart);
/* Tells in *p where the kernel that computes v stores it: in the result of a Concat of rows, where
 * the rows of v begin at multiples of 16 bytes (8 where no tensor copy
 * stores or reads them) and all other readers of v can read them there; of several Concats in that
 * of the most parts, and whoever cannot read there has a copy.
 * Returns false if v has memory of its own. */
bool place_home(const value *v, place *p);
/* Tells in *p where v is read: where place_home or place_pixels says.  Returns false if v is read
 * in memory of its own. */
bool place_read(const value *v, place *p);
/* Returns true if the kernel of the convolution n reads its image v where place_pixels says. */
bool conv_reads_pixels(const node *n, const value *v);
/* Returns true if the kernel of n reads its image v where place_images says. */
bool conv_reads_images(const node *n, const value *v);
/* families/layout.c: puts what a node has stored elsewhere where place_home says it is read. */
void lower_homes(lowering *l, const node *n);
/* All of `whole`, in its order. */
bool place_is_dense(const value *v, const place *p);
/* Whether elements of the one type are those of the other, as they are. */
bool place_same_numbers(const tensor *x, const tensor *y);
/* Whether x has the dimensions of y. */
bool place_has_shape(const tensor *x, const tensor *y);
/* families/places.c: a lowering's `fill`. */
void lower_now(lowering *l, const value *v);
/* The result has its input's memory: Reshape and the like, and what changes nothing. */
bool node_is_view(const node *n);

/* The node stores new rows of a state of the plan, whose memory is the result's: nobody else reads
 * what was there before, or reads the rows that were there. */
bool lower_state_stays(const lowering *l, const node *n);

/* next_token.c: behind all other launches, where the plan's model is one of tokens. */
void lower_next_token(lowering *l);

bool group_has(const group *gr, const node *n);
/* Defined in the group and needed outside of it. */
bool group_stores(const group *gr, const value *v);
/* Has a user inside the group. */
bool group_uses(const group *gr, const value *v);

/* ---- Launches -------------------------------------------------------------- */

/* Parameters of a kernel: 4096 bytes of pointers, which every driver takes. */
#define PARAMETERS_MOST 512

/* A kernel being written: its parameters in order, and its text. */
typedef struct kernel_draft {
  lowering *l;
  const char **declarations; /* of each parameter, without its name */
  text parameters;
  text functions; /* device functions in front of the kernel */
  text body;
  plan_arg *args;
  uint32_t arg_count;
  text by_value; /* statements for parameters that the shape reads; empty: there is none */
  uint32_t *reads, *writes;
  uint32_t read_count, write_count;
  uint64_t bytes_moved;
} kernel_draft;

void draft_begin(kernel_draft *d, lowering *l);
/* Adds a value to the draft's reads or writes, once; false when it was there. */
bool draft_list(kernel_draft *d, uint32_t **ids, uint32_t *count, uint32_t id);
/* Each adds a parameter and returns its number: p<number> in the text. */
uint32_t draft_read(kernel_draft *d, uint32_t id, const char *element);
/* A pointer `offset` bytes into the value, of which `bytes` are read. */
uint32_t draft_read_part(kernel_draft *d, uint32_t id, const char *element, uint64_t offset,
                         uint64_t bytes);
/* A pointer to the first pixel of an image whose channels lie last, wherever that is
 * (place_pixels).
 */
uint32_t draft_pixels(kernel_draft *d, const value *image, const char *element);
uint32_t draft_write(kernel_draft *d, uint32_t id, const char *element);
/* ... of which `bytes` from there on are written. */
uint32_t draft_write_part(kernel_draft *d, uint32_t id, const char *element, uint64_t offset,
                          uint64_t bytes);
uint32_t draft_f32(kernel_draft *d, float x);
/* A tensor's one scale, or one over it, as a factor that a template is given: "p3"; "1" where it
 * has none. */
const char *draft_scale(kernel_draft *d, const tensor *t);
const char *draft_inverse_scale(kernel_draft *d, const tensor *t);
uint32_t draft_i64(kernel_draft *d, int64_t x);
/* A count that follows the sizes of a run, such as the rows of a batch, in the kernel's text: the
 * number, or, in a plan of several sizes, the parameter that has it ("p3"). */
const char *draft_count(kernel_draft *d, int64_t x);
/* The same as a member of `struct shape` under which templates know it: a constant, or, in a plan
 * of several sizes, a parameter.  Templates use it where no constant is needed. */
void draft_shape_count(kernel_draft *d, text *sizes, const char *type, const char *name, int64_t x);
/* A tensor map over a value; in the text a `const __grid_constant__ tensor_map`. */
uint32_t draft_map(kernel_draft *d, uint32_t id, plan_tensor_map *map, bool write);
/* One over the part of the value that begins at byte `offset`, of which `bytes` are read or
 * written. */
uint32_t draft_map_part(kernel_draft *d, uint32_t id, plan_tensor_map *map, uint64_t offset,
                        uint64_t bytes, bool write);

typedef struct launch_shape {
  uint64_t blocks;
  uint32_t threads, shared_bytes;
  uint64_t flops;
  uint32_t blocks_held; /* of a multiprocessor, at least, which bounds registers; 0: any number */
  bool waits_itself;    /* calls dependency_wait where it must; others do so first of all */
  bool hurries;         /* ... and lets the next kernel start before that, where lowering.hurries */
  bool reads_older;     /* before it waits, too: what other launches than the last one wrote */
  bool hopper;          /* its text uses kernels/hopper.cuh */
  bool warp;            /* its text uses kernels/warp.cuh */
  bool multiplies;      /* its text uses kernels/epilogue.cuh */
  bool attends;         /* its text uses kernels/attention_common.cuh, and warp.cuh */
  bool joins;           /* may share a launch: `block` is its number in the text, not blockIdx.x */
} launch_shape;

/* A launch that joins, as it was drafted. */
typedef struct drafted {
  uint32_t launch; /* in the variant */
  kernel_draft draft;
  const char *what, *library; /* NULL: its text needs none */
  launch_shape shape;
} drafted;

/* Fuses neighbouring launches that do not depend on each other into one (horizontal fusion).  Must
 * run before memory is assigned and kernels are compiled. */
void fuse_horizontally(lowering *l);

/* The kernel's text is complete: names it "fp8c_<what>_<hash>", finds an equal
 * one made before or adds it, and adds the launch.  `library` is the text file
 * of codegen/kernels it needs besides the prelude, or NULL. */
void draft_launch(kernel_draft *d, const char *what, const char *library, launch_shape shape,
                  const group *gr);

/* An empty launch at the end of the variant, with the group's names. */
plan_launch *lower_launch(lowering *l, const group *gr);
/* For how many multiprocessors work is cut. */
int lower_multiprocessors(const lowering *l);
/* "bf16 -> e4m3", from what the launch reads and writes. */
const char *precision_text(lowering *l, const uint32_t *reads, uint32_t read_count,
                           const uint32_t *writes, uint32_t write_count);

/* ---- Texts ----------------------------------------------------------------- */

const char *memory_type(fp8c_dtype d); /* in memory: "bf16", "boolean"; NULL: not on the GPU */
const char *number_type(fp8c_dtype d); /* in registers: "float", "bool", "i64" */
/* A word of 1 to 16 bytes that moves as it is: "u8" to "uint4". */
const char *unit_type(size_t bytes);
/* A float as CUDA text that reads back exactly ("0.5f"). */
const char *float_text(arena *a, float x);
/* What templates of kernels/ know of their problem: constants of `struct shape`: sizes of its
 * index type, flags, ... */
void shape_size(text *sizes, const char *name, int64_t x);
void shape_flag(text *sizes, const char *name, bool x);
/* ... a list of i64, ... */
void shape_list(text *sizes, const char *name, const int64_t *x, int count);
/* ... and a struct that kernels/walk.cuh reads: `rank` dimensions, and what a step along each moves
 * in every operand, steps[operand][dimension]. */
void shape_walk(text *sizes, const char *name, int rank, const int64_t *dims, int operands,
                const int64_t *const *steps);
/* The struct, in front of the kernel: "i32", "u32" or "i64" as its `index`. */
void draft_shape(kernel_draft *d, const char *index, const text *sizes);

extern const char kernel_text_prelude[], kernel_text_math[], kernel_text_attention[],
    kernel_text_attention_common[], kernel_text_hopper[], kernel_text_warp[],
    kernel_text_gemm_sm90[], kernel_text_attention_sm90[], kernel_text_gemm_skinny[],
    kernel_text_gemm_mma[], kernel_text_conv_mma[], kernel_text_direct[], kernel_text_conv[],
    kernel_text_depthwise[], kernel_text_rows[], kernel_text_norm[], kernel_text_gather[],
    kernel_text_move[], kernel_text_resize[], kernel_text_window[], kernel_text_line[],
    kernel_text_index[], kernel_text_recurrent[], kernel_text_vision[], kernel_text_transform[],
    kernel_text_attention_direct[], kernel_text_walk[], kernel_text_product[], kernel_text_state[],
    kernel_text_quantized[], kernel_text_unpack[], kernel_text_element[], kernel_text_steps[],
    kernel_text_reduce[], kernel_text_few[], kernel_text_gate[], kernel_text_attention_half[],
    kernel_text_epilogue[], kernel_text_packed[], kernel_text_left[], kernel_text_attention_spans[],
    kernel_text_attention_codes[], kernel_text_attention_mixed[], kernel_text_channels[],
    kernel_text_conv_columns[], kernel_text_conv_halo[];

/* ---- Families -------------------------------------------------------------- */

/* A reduction, as reduce.c and direct_reduce.c write it. */
typedef struct reduction {
  const char *how; /* joins elements (kernels/reduce.cuh); NULL: ReduceLogSumExp, or no reduction */
  bool through_f64;     /* integers are joined in F64 where a thread computes a result */
  bool integers_shared; /* threads may share a result of integers */
} reduction;
const reduction *reduction_of(const op_info *op);
/* A node of layout.c. */
const char *lower_moves(lowering *l, const group *gr);
/* v's elements out of its place. */
const char *lower_copy(lowering *l, const group *gr, const value *v, const place *p);
/* Whether a Concat only joins keys or values for attentions that read its parts where they
 * lie (attention_readers.c). */
bool attention_takes_parts(const target *t, const node *n);
/* Returns true if cuBLASLt reads v, an operand of the MatMul n, where it lies in another value, or
 * transposed. */
bool library_reads_in_place(const node *n, const value *v);
/* cuBLASLt's: Hopper wants 32 MiB for its split algorithms; the others are content with less. */
#define WORKSPACE_BYTES ((uint64_t)32 << 20)
/* Whether an InverseDeviation is of rows that every product which takes its factors sees whole. */
bool skinny_finds_deviation(const target *t, const node *n);
/* Whether an Expand spreads indices that every gather of it reads where they were before. */
bool gather_spreads(const node *n);
/* Returns true where the kernels of the ChannelAttention n read q, k and v as parts of wider rows.
 */
bool channel_attention_takes_rows(const node *n);

/* Rows and the product of few rows that alone reads what they give as its tokens, by one launch.
 * False: no kernel does both, and nothing was added. */
bool lower_both(lowering *l, const group *rows, const group *product);
/* Everything for one group, by the family that takes it. */
const char *lower_whole(lowering *l, const group *gr);

/* ---- Schedules of a family ------------------------------------------------------- */

/* A group and the schedules that its family offers. */
typedef struct group_schedules {
  group gr;
  const schedule *schedules;
  uint32_t count;
} group_schedules;

typedef struct tuned_kernels {
  kernel_source *kernels; /* compiled, of the schedules that were chosen */
  uint32_t count;
} tuned_kernels;
/* Has the tuner choose after the whole graph is lowered.  Returns the schedules to lower the graph
 * with again (lowering.chosen), NULL where every group keeps its first. */
const uint32_t *lower_tune(lowering *l, tuned_kernels *compiled);

/* ---- Host steps ------------------------------------------------------------ */

/* The nodes that no kernel could do: control flow, and what has no shape before it runs. */
size_t host_find(const graph *g, host_reason *on_host);
/* A copy of `g` in which nodes of the host stand together as far as what they read allows:
 * behind the GPU's that do not wait for them. */
graph *host_order(const graph *g, const host_reason *on_host, codegen_context *c);
/* Nodes that stand together as one step; their results are inputs to what follows. */
fp8c_status lower_host(lowering *l, node *const *nodes, size_t count, fp8c_error *err);
/* A value that stays on the host. */
uint32_t lower_host_value(lowering *l, const char *name, const tensor *type);

/* ---- Memory ---------------------------------------------------------------- */

/* Gives every TEMP value of `v` its place in the arena; false on overflow.  hurries[i]: launch i
 * starts early and lets the next one start before it waits; NULL: none does. */
bool place_values(plan_variant *v, uint32_t output_count, const bool *hurries, arena *scratch);

#endif
