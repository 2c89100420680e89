/* export.h - what the exporter's files share; nobody outside includes it.
 *
 * A graph as ONNX computes in F32 what fp8c computes from stored formats: every
 * value in F16, BF16 or FP8 has two tensors, the stored one (a Cast or
 * QuantizeLinear gives it) and a wide one (Cast or DequantizeLinear) that
 * operators read.  Each is emitted when it is first asked for.
 *
 * A fence, Max of one operand, stands in front of every QuantizeLinear to FP8 and
 * behind every DequantizeLinear from it: ONNX Runtime's optimisers take Q/DQ to be
 * 8-bit integers, drop a Relu in front of one and make integer operators of what
 * lies between two (docs/interop.md).
 *
 * Every node says in its metadata_props what it stands for (docs/interop.md),
 * so that restore.c finds the graph again. */
#ifndef FRONTEND_EXPORT_H
#define FRONTEND_EXPORT_H

#include "base/map.h"
#include "frontend/onnx.h"
#include "frontend/onnx.pb-c.h"

#define EXPORT_FORMAT "2" /* of the metadata; the value of META_EXPORT */
#define EXPORT_IR_VERSION 10
#define EXPORT_OPSET 21 /* at least */

/* Keys of metadata_props. */
#define META_EXPORT "fp8c.export"     /* model: the format's version */
#define META_OPSET "fp8c.opset"       /* model: of the graph */
#define META_OP "fp8c.op"             /* node: the operator it is the last node of */
#define META_PART "fp8c.part"         /* node: one of the PART_ words */
#define META_NODE "fp8c.node"         /* op: its name, where another node has it */
#define META_IN "fp8c.in"             /* op of several nodes: tensors, "a", "", "b" */
#define META_OUT "fp8c.out"           /* op: tensors, where they are not the node's outputs */
#define META_VALUES "fp8c.values"     /* op: its values' names, where they are not the tensors' */
#define META_TYPES "fp8c.types"       /* op: formats of outputs that the operator does not give */
#define META_ATTRIBUTE "fp8c.attr."   /* op of several nodes: an attribute */
#define META_FROM "fp8c.from"         /* op: the model nodes it stands for */
#define META_REGION "fp8c.region"     /* op: "3 gemm", number and kind of its kernel */
#define META_WHY "fp8c.why"           /* op: reasons of its outputs; tensor: its own */
#define META_DECISION "fp8c.decision" /* op: its decision, as docs/ir.md writes one */
#define META_NAME "fp8c.name"         /* tensor: the constant's name, where it is another */
#define META_TRANSPOSED "fp8c.turned" /* tensor: the constant, transposed */

#define TYPE_FOLLOWS "follows" /* META_TYPES: what input 0 is stored in */

/* What a node is that is not the last of its operator. */
#define PART_STEP "step"   /* inside of one; restored with it */
#define PART_WIDE "wide"   /* its output is its input, in F32 */
#define PART_ROUND "round" /* its output is its input as it is stored */
#define PART_STORE "store" /* the same, of what needs no rounding */
#define PART_PORT "port"   /* its output is its input, under an output's name */

/* An initializer: a constant of the graph, or numbers of the exporter's own. */
typedef struct constant {
  Onnx__TensorProto *proto; /* without its numbers */
  const value *v;           /* NULL: `own` */
  const void *own;
  uint64_t bytes;
  bool transposed; /* the two axes of `v` are exchanged */
} constant;

typedef struct exporter {
  arena *arena;
  const graph *g;
  Onnx__NodeProto **nodes;
  size_t node_count;
  Onnx__ValueInfoProto **infos;
  size_t info_count;
  constant *constants;
  size_t constant_count;
  hash_map taken;       /* tensor names */
  hash_map nodes_named; /* node names; of the graph's, with the node */
  hash_map own;         /* the exporter's own constants, by what they hold */
  /* By value id; NULL: not emitted yet. */
  const char **name, **stored, **wide, **scale;
  bool *transposed; /* a Linear's weights and nothing else */
  int opset;
} exporter;

/* ---- export.c ---------------------------------------------------------- */

/* The whole graph as messages, initializers apart in e->constants. */
fp8c_status export_graph(arena *a, const graph *g, exporter *e, Onnx__GraphProto **out,
                         fp8c_error *err);
/* ---- export_parts.c ---------------------------------------------------- */

/* protobuf-c's strings are not const; nothing writes to them. */
static inline char *export_string(const char *s) { return (char *)(uintptr_t)s; }
/* A port of this type; a rank below 0 is not known.  export_dim then says each of its sizes: one
 * below 0 is open, with a name or without. */
Onnx__ValueInfoProto *export_typed(arena *a, const char *name, fp8c_dtype dtype, int rank);
void export_dim(arena *a, Onnx__ValueInfoProto *info, int axis, int64_t size, const char *open);
/* A port of the given type, with the symbols of e->g. */
Onnx__ValueInfoProto *export_value_info(exporter *e, const char *name, fp8c_dtype dtype,
                                        const tensor *type);
Onnx__StringStringEntryProto *export_entry_of(arena *a, const char *key, const char *words);
/* A name no other tensor has; and the value's, from its first use on. */
const char *export_fresh(exporter *e, const char *base);
const char *export_name(exporter *e, const value *v);
Onnx__NodeProto *export_emit(exporter *e, const char *op_type, const char *const *in,
                             size_t in_count, const char *const *out, size_t out_count);
/* One with one output, a PART_STEP; gives the output's name, made of `base`. */
const char *export_step(exporter *e, const char *op_type, const char *const *in, size_t in_count,
                        const char *base);
void export_attr(exporter *e, Onnx__NodeProto *n, const attr *a);
void export_attr_int(exporter *e, Onnx__NodeProto *n, const char *name, int64_t i);
void export_attr_ints(exporter *e, Onnx__NodeProto *n, const char *name, const int64_t *x,
                      size_t count);
/* A tensor without its numbers; `name` may be NULL. */
Onnx__TensorProto *export_tensor(exporter *e, const char *name, const tensor *type);
void export_tensor_meta(exporter *e, Onnx__TensorProto *t, const char *key, const char *words);
void export_meta(exporter *e, Onnx__NodeProto *n, const char *key, const char *words);
/* Numbers of the exporter's own, once for each content. */
const char *export_own(exporter *e, const char *base, const tensor *type, const void *data);
const char *export_own_f32(exporter *e, const char *base, float x);
const char *export_own_i64s(exporter *e, const char *base, const int64_t *x, size_t count);
/* Elements of 4 and 2 bits, a byte each in `from`, as a file has them: several a byte, the
 * first in the low bits. */
void export_pack_narrow(exporter *e, constant *c, fp8c_dtype dtype, const uint8_t *from);

/* ---- export_values.c --------------------------------------------------- */

/* Stored in another format than F32, so that it has a wide tensor too. */
bool export_is_narrow(const tensor *t);
/* The tensor that holds the value in its own format, or in F32. */
fp8c_status export_stored(exporter *e, const value *v, const char **out, fp8c_error *err);
fp8c_status export_wide(exporter *e, const value *v, const char **out, fp8c_error *err);
/* Its scale or scales, as a tensor. */
fp8c_status export_scale(exporter *e, const value *v, const char **out, fp8c_error *err);
/* Codes of zero, which tell QuantizeLinear its type: one for each scale. */
const char *export_zero_point(exporter *e, const value *v);
/* The attribute `axis` of a QuantizeLinear or DequantizeLinear that has one. */
void export_scale_axis(exporter *e, Onnx__NodeProto *n, const value *v);
/* A node whose output is its input, otherwise held: `part` is a PART_ word. */
Onnx__NodeProto *export_convert(exporter *e, const char *op_type, const char *const *in,
                                size_t in_count, const char *out, const char *part);
/* A Max of `x` alone, which is `x`; the new tensor's name. */
const char *export_fence(exporter *e, const char *x, const char *part);
/* `exact`, a tensor in F32, rounded to what `v` is stored in. */
fp8c_status export_round(exporter *e, const value *v, const char *exact, const char *part,
                         fp8c_error *err);

/* ---- export_ops.c ------------------------------------------------------ */

/* Whether the operator is one that ONNX does not have, or has not the way it
 * computes here. */
bool export_is_composite(const node *n);
/* Emits such an operator's nodes, its outputs (in F32) under the given names, the
 * first by the last node. */
fp8c_status export_composite(exporter *e, const node *n, const char *const *out, fp8c_error *err);
/* ---- export_attention.c ------------------------------------------------ */

fp8c_status export_attention(exporter *e, const node *n, const char *const *out, fp8c_error *err);
fp8c_status export_channel_attention(exporter *e, const node *n, const char *const *out,
                                     fp8c_error *err);
/* export_integers.c, export_split.c: the same of a FakeQuantize and a QuantizeSplit. */
fp8c_status export_fake_quantize(exporter *e, const node *n, const char *const *out,
                                 fp8c_error *err);
fp8c_status export_quantize_split(exporter *e, const node *n, const char *const *out,
                                  fp8c_error *err);

/* export_mixed.c: an Attention's inputs `matrix` and behind it make new heads of x [B, H, queries,
 * keys], normed where it has that norm; x stays where they are left out. */
fp8c_status export_mixed_heads(exporter *e, const node *n, size_t matrix, const char **x,
                               fp8c_error *err);

/* export_recurrent.c: of an LSTM, GRU or RNN whose gates are given. */
fp8c_status export_recurrent(exporter *e, const node *n, const char *const *out, fp8c_error *err);

/* ---- write.c ----------------------------------------------------------- */

/* Writes the model, its constants in it or, when they do not fit in, beside it. */
fp8c_status export_write(exporter *e, const Onnx__ModelProto *m, const Onnx__GraphProto *g,
                         const char *path, bool external, fp8c_error *err);
/* A message as bytes in the arena. */
size_t export_pack(arena *a, const ProtobufCMessage *m, uint8_t **out);
/* The numbers of a constant of at most a few bytes, or of any size into memory. */
fp8c_status export_numbers(const constant *c, arena *a, const void **out, fp8c_error *err);

/* export_packed.c: a PackedLinear. */
fp8c_status export_packed_linear(exporter *e, const node *n, const char *const *out,
                                 fp8c_error *err);
/* export_bytes.c: products and sums of bytes. */
fp8c_status export_bytes(exporter *e, const node *n, const char *const *out, fp8c_error *err);

#endif
