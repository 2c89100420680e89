/* random.c - ONNX's operators that draw random numbers, as nodes that compute them.
 *
 * A number is a hash of its place and of the node's key, so that a plan gives the same results on
 * every device and in every run; where the shape is known it becomes a constant. The key is the
 * node's seed or, where it has none, its name and place in the model. */
#include <string.h>

#include "base/random.h"
#include "frontend/snippet.h"

/* %place: u32, a number for each element of %shape. */
#define PLACES                                  \
  "%count = ReduceProd %shape {keepdims=0}\n"   \
  "%place = Range i64[]{0}, %count, i64[]{1}\n" \
  "%place = Cast %place {to=12}\n"

#define SHIFTED(bits_)                  \
  "%far = BitShift %hash, u32[]{" bits_ \
  "} {direction=\"RIGHT\"}\n"           \
  "%hash = BitwiseXor %hash, %far\n"

/* %NAME: F32 in [0, 1), one for each place. */
#define DRAW(name_, key_) \
  "%hash = Mul %place, u32[]{2654435769}\n"                   \
  "%hash = Add %hash, %" key_ "\n" SHIFTED("16")              \
  "%hash = Mul %hash, u32[]{2146121005}\n" SHIFTED("15")      \
  "%hash = Mul %hash, u32[]{2221713035}\n" SHIFTED("16")      \
  "%hash = BitShift %hash, u32[]{8} {direction=\"RIGHT\"}\n"  \
  "%" name_ " = Cast %hash {to=1}\n"                          \
  "%" name_ " = Mul %" name_ ", f32[]{5.9604644775390625e-8}\n"

#define UNIFORM                         \
  DRAW("y", "key")                      \
  "%y = Mul %y, f32[]{$(high - low)}\n" \
  "%y = Add %y, f32[]{$low}\n"

/* Box and Muller's: of two draws, the first of which is not 0. */
#define NORMAL                                     \
  DRAW("far_out", "key")                           \
  DRAW("turn", "other_key")                        \
  "%far_out = Sub f32[]{1}, %far_out\n"            \
  "%far_out = Log %far_out\n"                      \
  "%far_out = Mul %far_out, f32[]{-2}\n"           \
  "%far_out = Sqrt %far_out\n"                     \
  "%turn = Mul %turn, f32[]{6.2831853071795865}\n" \
  "%turn = Cos %turn\n"                            \
  "%y = Mul %far_out, %turn\n"                     \
  "%y = Mul %y, f32[]{$scale}\n"                   \
  "%y = Add %y, f32[]{$mean}\n"

#define SHAPED "%y = Reshape %y, %shape {allowzero=1}\n"

#define LIKE_SHAPE \
  "prepare\n"      \
  "%shape = Shape %x\n" PLACES
#define GIVEN_SHAPE "prepare\n" PLACES

#define LIKE_TYPE                        \
  "if dtype: %y = Cast %y {to=$dtype}\n" \
  "if !dtype: %y = CastLike %y, %x\n"    \
  "out 0 %y\n"
#define GIVEN_TYPE                            \
  "if dtype != 1: %y = Cast %y {to=$dtype}\n" \
  "out 0 %y\n"

static value *key_of(snippet *x, uint64_t seed) {
  tensor t = {.dtype = FP8C_DTYPE_U32};
  uint32_t key = (uint32_t)random_next(&seed);
  return graph_const_copy(snippet_importer(x)->g, NULL, &t, &key);
}

/* %key and %other_key.  Copies of a node, as of a function's, differ as others do. */
static void take_keys(snippet *x) {
  importer *im = snippet_importer(x);
  uint64_t seed = im->built_count;
  float given = snippet_float(x, "seed");
  uint32_t bits;
  memcpy(&bits, &given, sizeof bits);
  for (const char *c = snippet_title(x); *c; c++) seed = random_at(seed ^ (unsigned char)*c);
  if (snippet_gives(x, "seed")) seed = bits;
  im->random_count++;
  if (im->random_count == 1) im->random_node = arena_strdup(im->keep, snippet_title(x));
  snippet_set(x, "key", key_of(x, seed));
  snippet_set(x, "other_key", key_of(x, ~seed));
}

static void take_keys_and_shape(snippet *x) {
  take_keys(x);
  snippet_set_ints(x, "shape", "shape");
}

const snippet_operator random_operators[] = {
    {.op_type = "Bernoulli",
     .text = "in x\n"
             "attr dtype=0, seed=0.0\n"
             "let low = 0\n"
             "let high = 1\n" LIKE_SHAPE UNIFORM SHAPED "%likely = Cast %x {to=1}\n"
             "%y = Less %y, %likely\n" LIKE_TYPE,
     .prepare = take_keys},
    {.op_type = "Multinomial",
     .text = "in x\n"
             "attr dtype=6, sample_size=1, seed=0.0\n"
             "let low = 0\n"
             "let high = 1\n"
             "prepare\n"
             "%rows = Shape %x {start=0, end=1}\n"
             "%shape = Concat %rows, i64[1]{$sample_size} {axis=0}\n" PLACES UNIFORM SHAPED
             "%likely = Cast %x {to=1}\n"
             "%likely = Softmax %likely {axis=1}\n"
             "%upto = CumSum %likely, i64[]{1}\n"
             "%upto = Slice %upto, i64[1]{0}, i64[1]{-1}, i64[1]{1}\n" /* the last takes the rest */
             "%upto = Unsqueeze %upto, i64[1]{1}\n"
             "%y = Unsqueeze %y, i64[1]{2}\n"
             "%y = LessOrEqual %upto, %y\n"
             "%y = Cast %y {to=6}\n"
             "%y = ReduceSum %y, i64[1]{2} {keepdims=0}\n"
             "if dtype != 6: %y = Cast %y {to=$dtype}\n"
             "out 0 %y\n",
     .prepare = take_keys},
    {.op_type = "RandomNormal",
     .text = "attr shape=[], dtype=1, mean=0.0, scale=1.0, seed=0.0\n" GIVEN_SHAPE NORMAL SHAPED
         GIVEN_TYPE,
     .prepare = take_keys_and_shape},
    {.op_type = "RandomNormalLike",
     .text = "in x\n"
             "attr dtype=0, mean=0.0, scale=1.0, seed=0.0\n" LIKE_SHAPE NORMAL SHAPED LIKE_TYPE,
     .prepare = take_keys},
    {.op_type = "RandomUniform",
     .text = "attr shape=[], dtype=1, low=0.0, high=1.0, seed=0.0\n" GIVEN_SHAPE UNIFORM SHAPED
         GIVEN_TYPE,
     .prepare = take_keys_and_shape},
    {.op_type = "RandomUniformLike",
     .text = "in x\n"
             "attr dtype=0, low=0.0, high=1.0, seed=0.0\n" LIKE_SHAPE UNIFORM SHAPED LIKE_TYPE,
     .prepare = take_keys},
    {.op_type = NULL},
};
