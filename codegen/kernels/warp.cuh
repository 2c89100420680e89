/* warp.cuh - what the threads of a warp do together, and copies into shared memory that they do not
 * wait for: the instructions of every chip that products and attention are written in. */

#ifndef FP8C_SIMT
/* BYTES (4, 8 or 16), or zeros when `valid` is false. */
template <int BYTES> FORCEINLINE void copy_part(void *to, const void *from, bool valid) {
  const u32 at = (u32)__cvta_generic_to_shared(to);
  const int bytes = valid ? BYTES : 0;
  if constexpr (BYTES == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at), "l"(from), "r"(bytes) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %3, %2;" ::"r"(at), "l"(from), "r"(bytes), "n"(BYTES) : "memory");
}
FORCEINLINE void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int LEFT> FORCEINLINE void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory"); }
/* 16 bytes of what the kernel before may have written: stays behind the wait for it. */
FORCEINLINE uint4 load_after(const u8 *p) {
  uint4 v;
  asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p) : "memory");
  return v;
}
/* What is read once, by one thread, or zeros; in the order in which it is asked for.  Not .nc: ptxas
 * moves such loads behind the wait for the kernel before. */
FORCEINLINE void load_streamed(words<16> &to, const void *from, bool valid) {
  to.w[0] = to.w[1] = to.w[2] = to.w[3] = 0;
  if (valid)
    asm volatile("ld.global.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to.w[0]), "=r"(to.w[1]), "=r"(to.w[2]), "=r"(to.w[3])
                 : "l"(from));
}
FORCEINLINE void load_streamed(words<8> &to, const void *from, bool valid) {
  to.w[0] = to.w[1] = 0;
  if (valid) asm volatile("ld.global.L1::no_allocate.v2.u32 {%0, %1}, [%2];" : "=r"(to.w[0]), "=r"(to.w[1]) : "l"(from));
}
/* 1, 2 or 4 bytes of the same, zeros above. */
template <int BYTES> FORCEINLINE u32 load_bits_after(const void *p) {
  u32 x;
  if constexpr (BYTES == 1) asm volatile("ld.global.u8 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
  if constexpr (BYTES == 2) asm volatile("ld.global.u16 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
  if constexpr (BYTES == 4) asm volatile("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
  return x;
}
FORCEINLINE void load_matrices(u32 (&r)[4], const u16 *p) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"((u32)__cvta_generic_to_shared(p)));
}
FORCEINLINE void load_matrices_transposed(u32 (&r)[4], const u16 *p) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"((u32)__cvta_generic_to_shared(p)));
}
/* d += a b, 16 rows by 8 columns: k is 32 of 8-bit numbers, 16 of 16-bit ones. */
#define MULTIPLY(name_, form_)                                                                                 \
  FORCEINLINE void name_(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1) {                                   \
    asm volatile("mma.sync.aligned." form_ " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"  \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                              \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));                              \
  }
MULTIPLY(multiply_e4m3_e4m3, "m16n8k32.row.col.f32.e4m3.e4m3.f32")
MULTIPLY(multiply_e4m3_e5m2, "m16n8k32.row.col.f32.e4m3.e5m2.f32")
MULTIPLY(multiply_e5m2_e4m3, "m16n8k32.row.col.f32.e5m2.e4m3.f32")
MULTIPLY(multiply_e5m2_e5m2, "m16n8k32.row.col.f32.e5m2.e5m2.f32")
MULTIPLY(multiply_bf16_bf16, "m16n8k16.row.col.f32.bf16.bf16.f32")
MULTIPLY(multiply_f16_f16, "m16n8k16.row.col.f32.f16.f16.f32")
#undef MULTIPLY
/* Four 8-bit numbers as F16, exactly: bytes 0 and 1, bytes 2 and 3. */
FORCEINLINE void e4m3x4_f16(u32 word, u32 &low, u32 &high) {
  asm("{ .reg .b16 l, h; mov.b32 {l, h}, %2; cvt.rn.f16x2.e4m3x2 %0, l; cvt.rn.f16x2.e4m3x2 %1, h; }"
      : "=r"(low), "=r"(high)
      : "r"(word));
}
FORCEINLINE void e5m2x4_f16(u32 word, u32 &low, u32 &high) {
  asm("{ .reg .b16 l, h; mov.b32 {l, h}, %2; cvt.rn.f16x2.e5m2x2 %0, l; cvt.rn.f16x2.e5m2x2 %1, h; }"
      : "=r"(low), "=r"(high)
      : "r"(word));
}
#endif

/* A word of memory as what the tensor core multiplies: one word of 16-bit numbers, two of 8-bit ones. */
template <class T> struct operand_words;
template <> struct operand_words<e4m3> {
  static constexpr int COUNT = 2;
  static FORCEINLINE void of(u32 word, u32 *to, int stride) { e4m3x4_f16(word, to[0], to[stride]); }
};
template <> struct operand_words<e5m2> {
  static constexpr int COUNT = 2;
  static FORCEINLINE void of(u32 word, u32 *to, int stride) { e5m2x4_f16(word, to[0], to[stride]); }
};
template <> struct operand_words<f16> {
  static constexpr int COUNT = 1;
  static FORCEINLINE void of(u32 word, u32 *to, int) { to[0] = word; }
};
template <> struct operand_words<bf16> {
  static constexpr int COUNT = 1;
  static FORCEINLINE void of(u32 word, u32 *to, int) { to[0] = word; }
};
template <class T> FORCEINLINE void multiply_words(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1) { multiply_f16_f16(d, a, b0, b1); }
template <> FORCEINLINE void multiply_words<bf16>(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1) { multiply_bf16_bf16(d, a, b0, b1); }
/* As multiply_e4m3_e4m3 for 8-bit numbers that no instruction multiplies: each word's lower half in one product of F16, its upper
 * half in another.  Both operands have the same k in the same half, so the sum is of the same products. */
template <class A, class B> FORCEINLINE void multiply_as_f16(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1) {
  u32 left[2][4], right[2][2];
#pragma unroll
  for (int i = 0; i < 4; i++) operand_words<A>::of(a[i], &left[0][i], 4);
  operand_words<B>::of(b0, &right[0][0], 2);
  operand_words<B>::of(b1, &right[0][1], 2);
#pragma unroll
  for (int i = 0; i < 2; i++) multiply_f16_f16(d, left[i], right[i][0], right[i][1]);
}
