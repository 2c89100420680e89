/* question.h - what a pass asks of the targets before it changes a node: would a kernel take it as
 * it would then be?
 *
 * Passes put the question and print the answer; codegen answers it by what its families offer
 * (codegen/question.c). */
#ifndef IR_QUESTION_H
#define IR_QUESTION_H

#include "ir/graph.h"

typedef enum kernel_asked {
  /* An Attention with q, k, v and probabilities in E4M3. */
  ASK_ATTENTION_FP8,
  /* A Linear whose kernel turns its columns on the sums (Rotary). */
  ASK_PRODUCT_TURNS,
  /* A Linear whose columns are a gate and what it multiplies, in one kernel with their product. */
  ASK_PRODUCT_GATED,
  /* A Linear in BF16 whose kernel does what follows on its sums: would that take less time than
   * the library's product and a kernel behind it? */
  ASK_PRODUCT_EPILOGUE,
  /* The windows of a Conv whose channels are the innermost axis of image, filters and result. */
  ASK_CHANNELS_LAST,
  /* A PackedLinear as it is. */
  ASK_PACKED,
  /* A PackedLinear whose weights each run makes numbers first (DequantizePacked): would that take
   * less time? */
  ASK_DEQUANTIZED,
  /* An Attention whose heads have zeros behind their numbers, up to a multiple of `size`: would it
   * take less time than as it is? */
  ASK_WHOLE_HEADS,
  /* A ReduceMean whose region is a squeeze and excitation: would one kernel family's two launches
   * take less time than the kernels of its parts? */
  ASK_GATE
} kernel_asked;

typedef struct kernel_question {
  kernel_asked what;
  const node *n;      /* as it still is; NULL: of any node at all */
  int64_t channels;   /* CHANNELS_LAST: so many, zeros behind the model's own included */
  int64_t filters;    /* CHANNELS_LAST: so many, zeros included; 0: as many as the model has */
  int64_t size;       /* PRODUCT_TURNS: numbers of a head; 0: in pairs of neighbours.
                         WHOLE_HEADS: what they shall be a multiple of */
  bool alike;         /* PRODUCT_TURNS: each part of the columns begins at a multiple of 128 and has
                         one result, all of one width, in the columns' order */
  node *const *after; /* PRODUCT_EPILOGUE: what follows, so many nodes */
  size_t after_count;
  int64_t rows; /* of a product that turns, at most; of a gated one, or queries of a head, at
                   least; -1: not known.  Who knows the plan's sizes fills it in */
} kernel_question;

#endif
