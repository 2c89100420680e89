/* slots_graph.h - a model that reads tokens of several sequences: sums of rows of a table, of as
 * many tokens as a mask holds, and a state without rows, which cannot be made shorter. */
#ifndef TESTS_SUPPORT_SLOTS_GRAPH_H
#define TESTS_SUPPORT_SLOTS_GRAPH_H

#define SLOTS_GRAPH(name_)                                         \
  "graph " name_                                                   \
  " opset 17 {\n"                                                  \
  "  in %ids : i64[batch, seq]\n"                                  \
  "  in %past : f32[batch, past, 4]\n"                             \
  "  in %mask : i64[batch, total]\n"                               \
  "  in %seen : f32[batch, 4]\n"                                   \
  "  const %table : f32[9, 4] = random(3)\n"                       \
  "  const %axes : i64[1] = {1}\n"                                 \
  "  const %wideaxis : i64[1] = {2}\n"                             \
  "  %rows = Gather %table, %ids : f32[batch, seq, 4]\n"           \
  "  %all = Concat %past, %rows {axis=1} : f32[batch, all, 4]\n"   \
  "  %held = Cast %mask {to=1} : f32[batch, total]\n"              \
  "  %wide = Unsqueeze %held, %wideaxis : f32[batch, total, 1]\n"  \
  "  %kept = Mul %all, %wide : f32[batch, all, 4]\n"               \
  "  %sum = ReduceSum %kept, %axes : f32[batch, 1, 4]\n"           \
  "  %new = ReduceSum %rows, %axes {keepdims=0} : f32[batch, 4]\n" \
  "  %now = Add %seen, %new : f32[batch, 4]\n"                     \
  "  out %sum as \"logits\"\n"                                     \
  "  out %all as \"present\"\n"                                    \
  "  out %now as \"now\"\n"                                        \
  "}\n"

#endif
