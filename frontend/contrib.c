/* contrib.c - operators of com.microsoft, as nodes of ONNX.
 *
 * ONNX Runtime's optimiser and exporters that aim at it write these.  Each becomes the nodes of its
 * definition (the lines are snippet.h's), which the passes see like any other: attention is
 * Attention, a product with 4-bit weights is DequantizeLinear and MatMul. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "frontend/onnx.h"
#include "frontend/snippet.h"

/* ---- Lines that several share ----------------------------------------------------------- */

/* %NAME: 0, 1, 2 ... below i64[1] %COUNT. */
#define COUNTING(name_, count_) \
  "%n = Squeeze %" count_       \
  "\n"                          \
  "%" name_ " = Range i64[]{0}, %n, i64[]{1}\n"

/* %positions: i64[batch, length] from %first, i64[] or [1], on for the rows of %x. */
#define POSITIONS(x_, axis_) \
  "%batch = Shape %" x_ " {start=0, end=1}\n"                            \
  "%length = Shape %" x_ " {start=$(" axis_ "), end=$(" axis_ " + 1)}\n" \
  COUNTING("count", "length")                                            \
  "%row = Add %count, %first\n"                                          \
  "%both = Concat %batch, %length {axis=0}\n"                            \
  "%positions = Expand %row, %both\n"

/* %mask, of which 1 keeps a key, as what is added to scores: mask_filter_value where it is 0.  It
 * is [batch, keys], [batch, queries, keys] or [batch] counts of keys, of which there are %total,
 * i64[1]. */
#define MASK(like_) \
  "if mask {\n"                                                                                   \
  "  let rows = size(" like_ ", 0)\n"                                                             \
  "  let given = size(mask, 0)\n"                                                                 \
  "  if rank(mask) < 1 || rank(mask) > 3: unsupported a mask of rank $(rank(mask)) is not done\n" \
  "  if rank(mask) == 1 && rows >= 0 && given >= 0 && rows != given {\n"                          \
  "    unsupported a mask of $given numbers for $rows sequences: only their lengths are done\n"   \
  "  }\n"                                                                                         \
  "  %kept = Cast %mask {to=7}\n"                                                                 \
  "  if rank(mask) == 1 {\n" COUNTING("place", "total")                                           \
  "    %end = Unsqueeze %kept, i64[1]{1}\n"                                                       \
  "    %seen = Less %place, %end\n"                                                               \
  "    %kept = Cast %seen {to=7}\n"                                                               \
  "  }\n"                                                                                         \
  "  if rank(mask) == 3: %kept = Unsqueeze %kept, i64[1]{1}\n"                                    \
  "  if rank(mask) != 3: %kept = Unsqueeze %kept, i64[2]{1, 2}\n"                                 \
  "  %not = Sub i64[]{1}, %kept\n"                                                                \
  "  %hidden = CastLike %not, %" like_ "\n"                                                       \
  "  %filter = CastLike f32[]{$mask_filter_value}, %" like_ "\n"                                  \
  "  %mask = Mul %hidden, %filter\n"                                                              \
  "}\n"

/* %mask, bool where a key is seen, as what is added to scores. */
#define HIDE(like_)                                  \
  "let f16 = is(" like_                              \
  ", f16)\n"                                         \
  "%zero = CastLike f32[]{0}, %" like_               \
  "\n"                                               \
  "if f16: %least = CastLike f32[]{-65504}, %" like_ \
  "\n"                                               \
  "if !f16: %least = CastLike f32[]{-1e30}, %" like_ \
  "\n"                                               \
  "%mask = Where %mask, %zero, %least\n"

#define ADD_SCORES                                  \
  "if mask && scores: %mask = Add %mask, %scores\n" \
  "if !mask: %mask = %scores\n"

#define HEADS                                           \
  "if num_heads < 1: invalid num_heads is $num_heads\n" \
  "let q_num_heads = num_heads\n"                       \
  "let kv_num_heads = num_heads\n"                      \
  "let softcap = 0\n"                                   \
  "let causal = unidirectional\n"                       \
  "if do_rotary: unsupported do_rotary is not done\n"   \
  "if past_present_share_buffer: unsupported past_present_share_buffer is not done\n"

/* Of %q, %k, %v, %mask, %past_key and %past_value. */
#define ATTEND                                                                                  \
  "if rank(q) == 3: %y, %new_key, %new_value = Attention %q, %k, %v, %mask, %past_key, "        \
  "%past_value {is_causal=$causal, q_num_heads=$q_num_heads, kv_num_heads=$kv_num_heads$?scale" \
  "$?softcap}\n"                                                                                \
  "if rank(q) != 3: %y, %new_key, %new_value = Attention %q, %k, %v, %mask, %past_key, "        \
  "%past_value {is_causal=$causal$?scale$?softcap}\n"

/* [batch, heads, length, size] as [batch, length, heads * size], and back. */
#define IN_ROWS(name_)                     \
  "if rank(" name_                         \
  ") == 4 {\n"                             \
  "  %turned = Transpose %" name_          \
  " {perm=[0, 2, 1, 3]}\n"                 \
  "  %" name_                              \
  " = Reshape %turned, i64[3]{0, 0, -1}\n" \
  "}\n"
#define IN_HEADS(name_, heads_)                         \
  "if rank(" name_                                      \
  ") != 4 {\n"                                          \
  "  %split = Reshape %" name_ ", i64[4]{0, 0, " heads_ \
  ", -1}\n"                                             \
  "  %" name_                                           \
  " = Transpose %split {perm=[0, 2, 1, 3]}\n"           \
  "}\n"

/* Of %x, %weights, %bias, %mask, %past and %scores: %y, and output 1. */
#define ATTENTION                                                          \
  "let third = dim(weights, 1) / 3\n"                                      \
  "let stated = count(qkv_hidden_sizes) == 3\n"                            \
  "let q_size = stated ? item(qkv_hidden_sizes, 0) : third\n"              \
  "let k_size = stated ? item(qkv_hidden_sizes, 1) : third\n"              \
  "let v_size = stated ? item(qkv_hidden_sizes, 2) : third\n"              \
  "%all = MatMul %x, %weights\n"                                           \
  "if bias: %all = Add %all, %bias\n"                                      \
  "%q, %k, %v = Split %all, i64[3]{$q_size, $k_size, $v_size} {axis=-1}\n" \
  "%total = Shape %x {start=1, end=2}\n"                                   \
  "%past_key = _\n"                                                        \
  "%past_value = _\n"                                                      \
  "if past {\n"                                                            \
  "  %past_key = Gather %past, i64[]{0} {axis=0}\n"                        \
  "  %past_value = Gather %past, i64[]{1} {axis=0}\n"                      \
  "  %before = Shape %past {start=3, end=4}\n"                             \
  "  %total = Add %total, %before\n"                                       \
  "}\n" MASK("x") ADD_SCORES ATTEND                                        \
      "if wanted(1) {\n"                                                   \
      "  %one_key = Unsqueeze %new_key, i64[1]{0}\n"                       \
      "  %one_value = Unsqueeze %new_value, i64[1]{0}\n"                   \
      "  %present = Concat %one_key, %one_value {axis=0}\n"                \
      "  out 1 %present\n"                                                 \
      "}\n"

#define ROTATE(x_, heads_)                                     \
  "%" x_ " = RotaryEmbedding %" x_                             \
  ", %cosines, %sines, %positions {interleaved=$interleaved, " \
  "num_heads=" heads_ ", rotary_embedding_dim=$part}\n"

#define FUSED_MATMUL                                                               \
  "in a, b\n"                                                                      \
  "attr alpha=1.0, transA=0, transB=0, transBatchA=0, transBatchB=0\n"             \
  "if transA && rank(a) < 0: unsupported the rank of \"$name(a)\" must be known\n" \
  "if transB && rank(b) < 0: unsupported the rank of \"$name(b)\" must be known\n" \
  "if transBatchA && rank(a) > 2: %a = Transpose %a {perm=$batch_first(a)}\n"      \
  "if transBatchB && rank(b) > 2: %b = Transpose %b {perm=$batch_first(b)}\n"      \
  "if transA && rank(a) > 1: %a = Transpose %a {perm=$transposed(a)}\n"            \
  "if transB && rank(b) > 1: %b = Transpose %b {perm=$transposed(b)}\n"            \
  "%y = MatMul %a, %b\n"                                                           \
  "if alpha != 1 {\n"                                                              \
  "  %factor = CastLike f32[]{$alpha}, %y\n"                                       \
  "  %y = Mul %y, %factor\n"                                                       \
  "}\n"                                                                            \
  "out 0 %y\n"

#define GROUP_NORM                                                                     \
  "if channels_last: %x = Transpose %x {perm=$channels_first(x)}\n"                    \
  "%gamma = CastLike %gamma, %x\n"                                                     \
  "%beta = CastLike %beta, %x\n"                                                       \
  "%y = GroupNormalization %x, %gamma, %beta {epsilon=$epsilon, num_groups=$groups}\n" \
  "if activation: %y = Swish %y\n"                                                     \
  "if channels_last: %y = Transpose %y {perm=$channels_last(y)}\n"                     \
  "out 0 %y\n"

/* Bytes of two codes as codes, by %shape. */
#define APART(name_)                         \
  "  %low = BitwiseAnd %" name_              \
  ", u8[]{15}\n"                             \
  "  %high = BitShift %" name_               \
  ", u8[]{4} {direction=\"RIGHT\"}\n"        \
  "  %low = Unsqueeze %low, i64[1]{-1}\n"    \
  "  %high = Unsqueeze %high, i64[1]{-1}\n"  \
  "  %both = Concat %low, %high {axis=-1}\n" \
  "  %" name_ " = Reshape %both, %shape\n"

/* ---- Products of packed weights ----------------------------------------------------------- */

/* Codes of `bits` packed in bytes, rows of `row_bytes` with `row` codes each. */
static value *unpacked(snippet *x, value *v, int64_t bits, int64_t rows, int64_t row_bytes,
                       int64_t row) {
  tensor t;
  importer *im = snippet_importer(x);
  if (!value_is_const(v) || v->type.dtype != FP8C_DTYPE_U8 ||
      tensor_elements(&v->type) != rows * row_bytes) {
    snippet_refuse(x, FP8C_ERROR_UNSUPPORTED,
                   "\"%s\" must be a constant of %lld u8 numbers, packed codes of %lld bits",
                   v->name, (long long)rows * row_bytes, (long long)bits);
    return NULL;
  }
  fp8c_status status = value_load(v, im->import, &t, snippet_error(x));
  snippet_check(x, status);
  if (status != FP8C_OK) return NULL;
  tensor type = {.dtype = bits == 4   ? FP8C_DTYPE_U4
                          : bits == 2 ? FP8C_DTYPE_U2
                                      : FP8C_DTYPE_U8,
                 .rank = 2,
                 .dims = {rows, row}};
  uint8_t *out = arena_alloc(im->keep, (size_t)(rows * row) + 1);
  const uint8_t *in = t.data;
  unsigned width = (unsigned)bits, each = 8 / width, mask = (1u << width) - 1;
  for (int64_t r = 0; r < rows; r++)
    for (int64_t k = 0; k < row; k++)
      out[r * row + k] =
          (uint8_t)((unsigned)in[r * row_bytes + k / each] >> ((unsigned)(k % each) * width) &
                    mask);
  return graph_const(im->g, v->name, &type, (blob){.bytes = (uint64_t)(rows * row), .memory = out});
}

/* Zero points in a float format, one a block, as codes; they must be codes. */
static value *whole_zeros(snippet *x, const value *v, fp8c_dtype dtype, int64_t bits, int64_t rows,
                          int64_t blocks) {
  importer *im = snippet_importer(x);
  tensor t, type = {.dtype = dtype, .rank = 2, .dims = {rows, blocks}};
  uint8_t *codes = arena_alloc(im->keep, (size_t)(rows * blocks) + 1);
  bool whole = value_is_const(v) && tensor_elements(&v->type) == rows * blocks;
  if (whole) {
    fp8c_status status = value_load(v, im->import, &t, snippet_error(x));
    snippet_check(x, status);
    if (status != FP8C_OK) return NULL;
  }
  for (int64_t i = 0; whole && i < rows * blocks; i++) {
    double z = tensor_real(&t, i);
    whole = z >= 0 && z < (double)(1 << bits) && z == floor(z);
    if (whole) codes[i] = (uint8_t)z;
  }
  if (!whole) {
    snippet_refuse(x, FP8C_ERROR_UNSUPPORTED,
                   "its zero points in %s are no constant of %lld codes: only whole numbers from 0 "
                   "to %d are done",
                   fp8c_dtype_name(v->type.dtype), (long long)rows * (long long)blocks,
                   (1 << bits) - 1);
    return NULL;
  }
  return graph_const(im->g, v->name, &type,
                     (blob){.bytes = (uint64_t)(rows * blocks), .memory = codes});
}

/* g_idx says the block of each column; in order, it says nothing. */
static void check_columns(snippet *x, int64_t k, int64_t block) {
  importer *im = snippet_importer(x);
  const value *v = snippet_value(x, "indices");
  tensor t;
  if (!v) return;
  bool ordered = value_is_const(v) && dtype_is_int(v->type.dtype) && tensor_elements(&v->type) >= k;
  if (ordered) {
    fp8c_status status = value_load(v, im->import, &t, snippet_error(x));
    snippet_check(x, status);
    if (status != FP8C_OK) return;
  }
  for (int64_t i = 0; ordered && i < k; i++) ordered = tensor_int(&t, i) == i / block;
  if (!ordered)
    snippet_refuse(x, FP8C_ERROR_UNSUPPORTED,
                   "g_idx puts columns into other blocks than those of their place, which is not "
                   "done");
}

/* Zero points that are not given lie in the middle of the codes. */
static value *middles(importer *im, fp8c_dtype dtype, int64_t bits, int64_t rows, int64_t blocks) {
  tensor t = {.dtype = dtype, .rank = 2, .dims = {rows, blocks}};
  uint8_t *codes = arena_alloc(im->keep, (size_t)(rows * blocks) + 1);
  memset(codes, 1 << (bits - 1), (size_t)(rows * blocks));
  return graph_const(im->g, NULL, &t, (blob){.bytes = (uint64_t)(rows * blocks), .memory = codes});
}

/* %w and %zeros become codes of a byte each. */
static void unpack_weights(snippet *x) {
  int64_t k = snippet_int(x, "K"), n = snippet_int(x, "N"), bits = snippet_int(x, "bits");
  int64_t block = snippet_int(x, "block_size");
  if (k < 1 || n < 1 || k > INT32_MAX || n > INT32_MAX || block < 16 || block > 65536 ||
      (block & (block - 1)) != 0 || (bits != 2 && bits != 4 && bits != 8)) {
    snippet_refuse(x, FP8C_ERROR_FORMAT,
                   "K %lld, N %lld, bits %lld and block_size %lld do not go together; blocks are "
                   "powers of 2 from 16 to 65536, and codes have 2, 4 or 8 bits",
                   (long long)k, (long long)n, (long long)bits, (long long)block);
    return;
  }
  int64_t blocks = (k + block - 1) / block;
  value *w = unpacked(x, snippet_value(x, "w"), bits, n, blocks * block * bits / 8, k);
  value *zeros = snippet_value(x, "zeros");
  if (!w) return;
  if (!zeros)
    zeros = middles(snippet_importer(x), w->type.dtype, bits, n, blocks);
  else if (zeros->type.dtype == FP8C_DTYPE_U8)
    zeros = unpacked(x, zeros, bits, n, (blocks * bits + 7) / 8, blocks);
  else
    zeros = whole_zeros(x, zeros, w->type.dtype, bits, n, blocks);
  check_columns(x, k, block);
  snippet_set(x, "w", w);
  snippet_set(x, "zeros", zeros);
}

/* ---- All of them ------------------------------------------------------------------------ */

const snippet_operator contrib_operators[] = {
    {.op_type = "Attention",
     .text =
         "in x, weights, bias?, mask?, past?, scores?, past_length?\n"
         "attr num_heads=0, unidirectional=0, scale=0.0, mask_filter_value=-10000.0, do_rotary=0\n"
         "attr past_present_share_buffer=0, qkv_hidden_sizes=[]\n" HEADS
         "if past_length: unsupported past_sequence_length is not done\n" ATTENTION "out 0 %y\n"},
    {.op_type = "BiasAdd",
     .text = "in x, bias, skip\n"
             "%x = Add %x, %bias\n"
             "%x = Add %x, %skip\n"
             "out 0 %x\n"},
    {.op_type = "BiasGelu",
     .text = "in x, bias\n"
             "%x = Add %x, %bias\n"
             "%y = Gelu %x\n"
             "out 0 %y\n"},
    {.op_type = "BiasSplitGelu",
     .text = "in x, bias\n"
             "let half = dim(bias, 0) / 2\n"
             "%x = Add %x, %bias\n"
             "%a, %b = Split %x, i64[2]{$half, $(dim(bias, 0) - half)} {axis=-1}\n"
             "%b = Gelu %b\n"
             "%y = Mul %a, %b\n"
             "out 0 %y\n"},
    {.op_type = "CausalConvWithState",
     .text = "in x, w, bias?, past?\n"
             "attr ndim=1, state_window=0\n"
             "if ndim != 1: unsupported ndim is $ndim; one dimension is done\n"
             "if state_window: unsupported state_window, which keeps several states, is not done\n"
             "let silu = says(activation, silu) || says(activation, swish)\n"
             "if !silu && !says(activation, none): unsupported activation is neither silu nor "
             "swish nor none\n"
             "let kept = dim(w, 2) - 1\n"
             "if past: %x = Concat %past, %x {axis=2}\n"
             "if !past: %x = Pad %x, i64[6]{0, 0, $kept, 0, 0, 0}\n"
             "%y = Conv %x, %w, %bias {group=$(dim(w, 0))}\n"
             "if silu: %y = Swish %y\n"
             "out 0 %y\n"
             "%ends = Shape %x {start=2, end=3}\n"
             "%first = Sub %ends, i64[1]{$kept}\n"
             "%state = Slice %x, %first, %ends, i64[1]{2}\n"
             "out 1 %state\n"},
    {.op_type = "EmbedLayerNormalization",
     .text =
         "in ids, segments?, words, positions, segment_table?, gamma, beta, mask?, position_ids?\n"
         "attr epsilon=1.0e-12\n"
         "%sum = Gather %words, %ids\n"
         "if position_ids: %place = Gather %positions, %position_ids\n"
         "if !position_ids {\n"
         "  %length = Shape %ids {start=1, end=2}\n"
         "  %place = Slice %positions, i64[1]{0}, %length, i64[1]{0}\n"
         "}\n"
         "%sum = Add %sum, %place\n"
         "if segments && segment_table {\n"
         "  %segment = Gather %segment_table, %segments\n"
         "  %sum = Add %sum, %segment\n"
         "}\n"
         "%y = LayerNormalization %sum, %gamma, %beta {epsilon=$epsilon}\n"
         "out 0 %y\n"
         "if wanted(1) {\n"
         "  if !mask: %mask = Sub %ids, %ids\n"
         "  %counted = Cast %mask {to=6}\n"
         "  %lengths = ReduceSum %counted, i64[1]{1} {keepdims=0}\n"
         "  out 1 %lengths\n"
         "}\n"
         "out 2 %sum\n"},
    {.op_type = "ExpandDims",
     .text = "in x, axis\n"
             "%axis = Cast %axis {to=7}\n"
             "%axis = Reshape %axis, i64[1]{1}\n"
             "%y = Unsqueeze %x, %axis\n"
             "out 0 %y\n"},
    {.op_type = "FastGelu",
     .text = "in x, bias?\n"
             "if bias: %x = Add %x, %bias\n"
             "%y = Gelu %x {approximate=\"tanh\"}\n"
             "out 0 %y\n"},
    {.op_type = "FusedMatMul", .text = FUSED_MATMUL},
    /* Codes of 4 bits may lie two a byte; they are taken apart behind the Gather. */
    {.op_type = "GatherBlockQuantized",
     .text =
         "in data, indices, scales, zeros?\n"
         "attr bits=4, block_size=128, gather_axis=0, quantize_axis=1\n"
         "let bytes = is(data, u8)\n"
         "let two = bytes && bits == 4\n"
         "let middle = two ? 8 : 128\n"
         "if rank(data) != 2 || gather_axis != 0 || (quantize_axis != 1 && quantize_axis != -1) {\n"
         "  unsupported only rows of a table are done, in blocks along its second axis\n"
         "}\n"
         "if bytes && bits != 4 && bits != 8: unsupported codes of $bits bits are not done\n"
         "if !bytes {\n" /* pack-weights gathers what such a type has */
         "  %all = DequantizeLinear %data, %scales, %zeros {axis=1, block_size=$block_size}\n"
         "  %y = Gather %all, %indices {axis=0}\n"
         "}\n"
         "if bytes {\n"
         "  %codes = Gather %data, %indices {axis=0}\n"
         "  %s = Gather %scales, %indices {axis=0}\n"
         "  %rows = Shape %indices\n"
         "  %shape = Concat %rows, i64[1]{-1} {axis=0}\n"
         "  %blocks = Shape %s\n"
         "  %z = Expand u8[]{$middle}, %blocks\n"
         "  if zeros: %z = Gather %zeros, %indices {axis=0}\n"
         "}\n"
         "if two {\n" APART(
             "codes") "}\n"
                      "if two && zeros {\n" APART(
                          "z") "  %z = Slice %z, i64[1]{0}, i64[1]{$(dim(scales, 1))}, i64[1]{-1}\n"
                               "}\n"
                               "if bytes: %y = DequantizeLinear %codes, %s, %z {axis=-1, "
                               "block_size=$block_size}\n"
                               "out 0 %y\n"},
    {.op_type = "Gelu",
     .text = "in x\n"
             "%y = Gelu %x\n"
             "out 0 %y\n"},
    {.op_type = "GroupNorm",
     .text = "in x, gamma, beta\n"
             "attr epsilon=1.0e-5, groups=0, activation=0, channels_last=1\n" GROUP_NORM},
    /* The past may be a buffer of fixed capacity that the caller shares with the result, or grow by
     * each step: keys and values are written into a copy of it.  How much of it is valid is data,
     * and may differ from sequence to sequence: seqlens_k counts a sequence's keys, the last left
     * out; a prompt that is filled up behind its end begins at 0. */
    {.op_type = "GroupQueryAttention",
     .text =
         "in q, k?, v?, past_key?, past_value?, lengths?, total?, cosines?, sines?, positions?, "
         "scores?, "
         "head_sink?, k_scale?, v_scale?\n"
         "attr num_heads=0, kv_num_heads=0, scale=0.0, softcap=0.0, local_window_size=-1, "
         "do_rotary=0\n"
         "attr rotary_interleaved=0, smooth_softmax=0\n"
         "if num_heads < 1: invalid num_heads is $num_heads\n"
         "if kv_num_heads < 1: invalid kv_num_heads is $kv_num_heads\n"
         "let q_num_heads = num_heads\n"
         "let interleaved = rotary_interleaved != 0\n"
         "if smooth_softmax > 0 || head_sink {\n"
         "  unsupported smooth_softmax and head_sink are not done\n"
         "}\n"
         "if k_scale || v_scale {\n"
         "  unsupported a past in a format of its own (k_scale, v_scale) is not done\n"
         "}\n"
         "if past_key && past_value && (!lengths || !total) {\n"
         "  invalid seqlens_k or total_sequence_length is missing\n"
         "}\n"
         "if !k {\n"
         "  let size = dim(q, 2) / (num_heads + 2 * kv_num_heads)\n"
         "  let kv = kv_num_heads * size\n"
         "  %q, %k, %v = Split %q, i64[3]{$(num_heads * size), $kv, $kv} {axis=-1}\n"
         "}\n"
         "let past = past_key && past_value && size(past_key, 2) != 0\n"
         "if past {\n" /* %start: where each sequence's new keys begin, i64[batch] */
         "  %whole = Cast %lengths {to=7}\n"
         "  %flat = Reshape %whole, i64[1]{-1}\n"
         "  %all = Add %flat, i64[]{1}\n"
         "  %fresh = Shape %q {start=1, end=2}\n"
         "  %before = Sub %all, %fresh\n"
         "  %start = Max %before, i64[]{0}\n"
         "}\n"
         "if do_rotary {\n"
         "  if !cosines || !sines {\n"
         "    invalid do_rotary is set and cos_cache or sin_cache is missing\n"
         "  }\n"
         "  let width = 2 * dim(cosines, 1)\n"
         "  let part = size(k, 2) >= 0 && width != size(k, 2) / kv_num_heads ? width : 0\n"
         "  if !positions && past {\n"
         "    %from = Unsqueeze %start, i64[1]{1}\n"
         "    %length = Shape %q {start=1, end=2}\n" COUNTING(
             "count",
             "length") "    %positions = Add %from, %count\n"
                       "  }\n"
                       "  if !positions {\n"
                       "    %first = Identity i64[1]{0}\n" POSITIONS("q", "1") "  }\n" ROTATE(
                           "q", "$q_num_heads")
                           ROTATE("k",
                                  "$kv_num_heads") "}\n"
                                                   "if past {\n"
                                                   "  let causal = 0\n"
                                                   "  let flat = rank(q) == 3\n"
                                                   "  %fresh = Shape %q {start=1, end=2}\n"
                                                   "  %query = %q\n" IN_HEADS("k", "$kv_num_heads")
                                                       IN_HEADS(
                                                           "v",
                                                           "$kv_num_heads") "  %k = CacheWrite "
                                                                            "%past_key, %k, "
                                                                            "%start, %total\n"
                                                                            "  %v = CacheWrite "
                                                                            "%past_value, %v, "
                                                                            "%start, %total\n"
                                                                            "  %past_key = _\n"
                                                                            "  %past_value = _\n"
                                                                            "  if scores: %keys = "
                                                                            "Shape %scores "
                                                                            "{start=3, end=4}\n"
                                                                            "  if !scores: %keys = "
                                                                            "Shape %k {start=2, "
                                                                            "end=3}\n"
     /* %mask: a query of a sequence sees the keys up to its own place, the last of a window */
     COUNTING("step", "fresh") "  %from = Unsqueeze %start, i64[1]{1}\n"
                               "  %at = Add %from, %step\n"
                               "  %at = Unsqueeze %at, i64[2]{1, 3}\n" COUNTING(
                                   "place",
                                   "keys") "  %mask = LessOrEqual %place, %at\n"
                                           "  if local_window_size > 0 {\n"
                                           "    %begin = Sub %at, i64[]{$local_window_size}\n"
                                           "    %inside = Greater %place, %begin\n"
                                           "    %mask = And %mask, %inside\n"
                                           "  }\n"
                                           "  if scores {\n" HIDE(
                                               "query") "    %mask = Add %mask, %scores\n"
                                                        "  }\n" IN_HEADS("q", "$q_num_heads") ATTEND
     "  if flat {\n" IN_ROWS(
         "y") "  }\n"
              "  out 0 %y\n"
              "  out 1 %k\n"
              "  out 2 %v\n"
              "} else {\n"
              "  let causal = 1\n"
              "  %past_key = _\n"
              "  %past_value = _\n"
              "  %mask = %scores\n"
              "  if local_window_size > 0 {\n" /* a query sees the key t while t > its place -
                                                  window */
              "    %length = Shape %q {start=1, end=2}\n" COUNTING(
                  "at", "length") "    %rows = Unsqueeze %at, i64[1]{1}\n"
                                  "    %begin = Sub %rows, i64[]{$local_window_size}\n"
                                  "    %mask = Greater %at, %begin\n" HIDE(
                                      "q") "    if scores: %mask = Add %mask, %scores\n"
                                           "  }\n" ATTEND "  out 0 %y\n"
                                           "  out 1 %new_key\n"
                                           "  out 2 %new_value\n"
                                           "}\n"
                                           "out 3 _\n"},
    {.op_type = "MatMulNBits",
     .text = "in x, w, scales, zeros?, indices?, bias?\n"
             "attr K=0, N=0, bits=4, block_size=0, accuracy_level=0\n"
             "prepare\n"
             "%s = Reshape %scales, i64[2]{$N, $((K + block_size - 1) / block_size)}\n"
             "%w = DequantizeLinear %w, %s, %zeros {axis=1, block_size=$block_size, "
             "accuracy_level=$accuracy_level}\n"
             "%w = Transpose %w {perm=[1, 0]}\n"
             "%y = MatMul %x, %w\n"
             "if bias: %y = Add %y, %bias\n"
             "out 0 %y\n",
     .prepare = unpack_weights},
    {.op_type = "MultiHeadAttention",
     .text =
         "in q, k?, v?, bias?, mask?, scores?, past_key?, past_value?, past_length?\n"
         "attr num_heads=0, unidirectional=0, scale=0.0, mask_filter_value=-10000.0, do_rotary=0\n"
         "attr past_present_share_buffer=0\n" HEADS
         "if past_length: unsupported past_sequence_length is not done\n"
         "if !k && rank(q) != 5 {\n"
         "  invalid \"$name(q)\" has rank $(rank(q)); packed heads have 5\n"
         "}\n"
         /* [batch, length, heads, 2 or 3, size] */
         "if !k {\n"
         "  %q, %k, %v = Split %q, i64[3]{1, 1, 1} {axis=3}\n"
         "  %q = Reshape %q, i64[3]{0, 0, -1}\n"
         "  %k = Reshape %k, i64[3]{0, 0, -1}\n"
         "  %v = Reshape %v, i64[3]{0, 0, -1}\n"
         "}\n"
         "if rank(k) == 5 {\n"
         "  %k, %v = Split %k, i64[2]{1, 1} {axis=3}\n"
         "  %k = Reshape %k, i64[3]{0, 0, -1}\n"
         "  %v = Reshape %v, i64[3]{0, 0, -1}\n"
         "}\n"
         "if !v: invalid its key or value is missing\n" IN_ROWS("k")
             IN_ROWS("v") "if bias {\n"
                          "  let all = dim(bias, 0)\n"
                          "  let each = size(v, 2) >= 0 ? (all - size(v, 2)) / 2 : all / 3\n"
                          "  %bq, %bk, %bv = Split %bias, i64[3]{$each, $each, $(all - 2 * each)} "
                          "{axis=0}\n"
                          "  %q = Add %q, %bq\n"
                          "  %k = Add %k, %bk\n"
                          "  %v = Add %v, %bv\n"
                          "}\n"
                          "%total = Shape %k {start=1, end=2}\n"
                          "if past_key {\n"
                          "  %before = Shape %past_key {start=2, end=3}\n"
                          "  %total = Add %total, %before\n"
                          "}\n" MASK("q") ADD_SCORES ATTEND "out 0 %y\n"
                                                            "out 1 %new_key\n"
                                                            "out 2 %new_value\n"
                                                            "out 3 _\n"},
    {.op_type = "NhwcConv",
     .text = "in x, w, bias?\n"
             "%x = Transpose %x {perm=$channels_first(x)}\n"
             "%y = Conv %x, %w, %bias {$*}\n"
             "%y = Transpose %y {perm=$channels_last(y)}\n"
             "out 0 %y\n"},
    {.op_type = "QAttention",
     .text = "in x, weights, bias, x_scale, w_scale, mask?, x_zero?, w_zero?, past?\n"
             "attr num_heads=0, unidirectional=0, scale=0.0, mask_filter_value=-10000.0\n"
             "attr do_rotary=0, past_present_share_buffer=0, qkv_hidden_sizes=[]\n" HEADS
             "%scores = _\n"
             "%x = DequantizeLinear %x, %x_scale, %x_zero\n"
             "%weights = DequantizeLinear %weights, %w_scale, %w_zero {axis=1}\n" ATTENTION
             "out 0 %y\n"},
    {.op_type = "QuickGelu",
     .text = "in x\n"
             "attr alpha=1.702\n"
             "%y = Swish %x {alpha=$alpha}\n"
             "out 0 %y\n"},
    {.op_type = "RotaryEmbedding",
     .text = "in x, positions, cosines, sines\n"
             "attr num_heads=0, rotary_embedding_dim=0, interleaved=0, is_packed_batching=0, "
             "scale=1.0\n"
             "if is_packed_batching || scale != 1 {\n"
             "  unsupported is_packed_batching and scale are not done\n"
             "}\n"
             "let interleaved = interleaved != 0\n"
             "let part = rotary_embedding_dim\n"
             "if rank(x) == 3 && num_heads == 0 {\n"
             "  let num_heads = dim(x, 2) / (2 * dim(cosines, 1))\n"
             "}\n"
             "if rank(positions) == 1 {\n"
             "  %first = %positions\n"
             "  let axis = rank(x) == 4 ? 2 : 1\n" POSITIONS("x", "axis") "}\n" ROTATE(
                 "x", "$num_heads") "out 0 %x\n"},
    {.op_type = "SimplifiedLayerNormalization",
     .text = "in x, gamma\n"
             "attr axis=-1, epsilon=1.0e-5\n"
             "%y = RMSNormalization %x, %gamma {axis=$axis, epsilon=$epsilon}\n"
             "out 0 %y\n"
             "out 1 _\n"},
    {.op_type = "SkipGroupNorm",
     .text = "in x, gamma, beta, skip, bias?\n"
             "attr epsilon=1.0e-5, groups=0, activation=0, channels_last=1\n"
             "if rank(skip) == 2 && channels_last: %skip = Unsqueeze %skip, i64[2]{1, 2}\n"
             "if rank(skip) == 2 && !channels_last: %skip = Unsqueeze %skip, i64[2]{2, 3}\n"
             "if bias && !channels_last: %bias = Unsqueeze %bias, i64[2]{1, 2}\n"
             "%x = Add %x, %skip\n"
             "if bias: %x = Add %x, %bias\n"
             "out 1 %x\n" GROUP_NORM},
    {.op_type = "SkipLayerNormalization",
     .text = "in x, skip, gamma, beta?, bias?\n"
             "attr epsilon=1.0e-12\n"
             "%x = Add %x, %skip\n"
             "if bias: %x = Add %x, %bias\n"
             "%y = LayerNormalization %x, %gamma, %beta {epsilon=$epsilon}\n"
             "out 0 %y\n"
             "out 1 _\n"
             "out 2 _\n"
             "out 3 %x\n"},
    {.op_type = "SkipSimplifiedLayerNormalization",
     .text = "in x, skip, gamma, bias?\n"
             "attr epsilon=1.0e-12\n"
             "%x = Add %x, %skip\n"
             "if bias: %x = Add %x, %bias\n"
             "%y = RMSNormalization %x, %gamma {epsilon=$epsilon}\n"
             "out 0 %y\n"
             "out 1 _\n"
             "out 2 _\n"
             "out 3 %x\n"},
    {.op_type = "TransposeMatMul", .text = FUSED_MATMUL},
    {.op_type = "Trilu",
     .text = "in x, k?\n"
             "attr upper=1\n"
             "%y = Trilu %x, %k {upper=$upper}\n"
             "out 0 %y\n"},
    {.op_type = NULL},
};

/* ---- Where they are found --------------------------------------------------------------- */

static const struct {
  const char *domain;
  const snippet_operator *operators;
} tables[] = {{"com.microsoft", contrib_operators},
              {"com.microsoft", fused_operators},
              {"com.microsoft", quantised_operators},
              {"", random_operators}};

static const snippet_operator *find_operator(const Onnx__NodeProto *n) {
  const char *op_type = n->op_type ? n->op_type : "";
  const char *domain = is_default_domain(n->domain) ? "" : n->domain;
  /* ONNX Runtime has this one in ONNX's own domain. */
  if (strcmp(op_type, "SimplifiedLayerNormalization") == 0 && !*domain) domain = "com.microsoft";
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
    for (const snippet_operator *o = tables[t].operators; o->op_type; o++)
      if (strcmp(tables[t].domain, domain) == 0 && strcmp(o->op_type, op_type) == 0) return o;
  return NULL;
}

const char *contrib_name(size_t index, const char **domain) {
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
    for (const snippet_operator *o = tables[t].operators; o->op_type; o++) {
      *domain = tables[t].domain;
      if (index-- == 0) return o->op_type;
    }
  return NULL;
}

bool is_contrib(const Onnx__NodeProto *n) { return find_operator(n) != NULL; }

fp8c_status import_contrib(importer *im, scope *s, const Onnx__NodeProto *n, fp8c_error *err) {
  const snippet_operator *o = find_operator(n);
  return import_snippet(im, s, n, o->text, o->prepare, err);
}
