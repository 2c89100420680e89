/* gemm.h - the one matrix product of the CPU device.
 *
 * Every element of C is one chain c = fma(a, b, c) over k = 0, 1, ... from 0,
 * whatever the processor, the tiling or the number of threads: so results are
 * the same bits everywhere, and equal to the plain loops bit for bit.
 *
 * OpenBLAS is not used (docs/dependencies.md): its serial build gives wrong results when two
 * threads call it (one unlocked table of work buffers), and its threaded build sums in an order
 * that depends on the processor. */
#ifndef OPS_GEMM_H
#define OPS_GEMM_H

#include "ops/ops.h"

/* One operand: element (o, p), o along m or n and p along k, is
 * data[o * outer + p * inner].  Codes of narrower float types count as they
 * are; scales go into gemm.alpha or gemm.scale. */
typedef struct gemm_side {
  const void *data;
  fp8c_dtype dtype; /* a float of at most 32 bits */
  int64_t outer, inner;
} gemm_side;

/* Fills panel[p * width + i] with b's element (first + i, p) for all k and
 * i < count <= width; the rest is zero already. */
typedef void gemm_pack(const void *user, int64_t first, int64_t count, int64_t width, float *panel);

/* C[i][j] = sum(a(i, p) b(j, p)) * alpha + bias. */
typedef struct gemm {
  int64_t m, n, k;
  gemm_side a, b;
  gemm_pack *pack; /* NULL: b is in memory; else b comes out of this */
  const void *pack_user;
  float *c;
  int64_t c_row; /* elements from row to row */
  float alpha;
  const float *scale;   /* NULL, or one for each j instead of alpha */
  const float *scale_m; /* NULL, or one for each i, after alpha or scale */
  const float *bias_n;  /* NULL, or one for each j */
  const float *bias_m;  /* NULL, or one for each i */
  bool add;             /* C += instead of C = */
  const float *clip;    /* NULL, or the two ends of results, as of op_call */
  bool add_scaled;      /* C = fma(sum, RN(scale_m scale), C) instead, with both scales, no bias */
} gemm;

/* One product, over the threads of the call.  With call->plain: plain loops. */
void gemm_run(const op_call *call, const gemm *g);

/* `count` products of the shape of `common`; item() sets what differs (pointers). */
void gemm_batch(const op_call *call, const gemm *common, size_t count,
                void (*item)(const void *user, size_t i, gemm *g), const void *user);

/* A product on this thread alone, with scratch of gemm_serial_floats(k). */
void gemm_serial(const gemm *g, float *scratch);
size_t gemm_serial_floats(int64_t k);

#endif
