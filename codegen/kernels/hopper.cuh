/* hopper.cuh - the instructions of sm_90a that kernels are written in: barriers in
 * shared memory, the copy engine, wgmma. */

struct __align__(64) tensor_map { u64 opaque[16]; };

/* ---- Barriers, copies, wgmma ------------------------------------------------ */

#ifndef FP8C_SIMT
FORCEINLINE u32 shared_address(const void *p) { return (u32)__cvta_generic_to_shared(p); }
FORCEINLINE void barrier_init(u32 b, u32 arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(b), "r"(arrivals) : "memory");
}
/* Before another thread uses what barrier_init made. */
FORCEINLINE void barriers_made() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
FORCEINLINE void barrier_expect(u32 b, u32 bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(b), "r"(bytes) : "memory");
}
FORCEINLINE void barrier_arrive(u32 b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(b) : "memory");
}
FORCEINLINE void barrier_wait(u32 b, u32 parity) {
  asm volatile(
      "{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
      "@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(b), "r"(parity)
      : "memory");
}
template <int ID> FORCEINLINE void named_sync(int threads) {
  asm volatile("bar.sync %0, %1;" ::"n"(ID), "r"(threads) : "memory");
}
template <int ID> FORCEINLINE void named_arrive(int threads) {
  asm volatile("bar.arrive %0, %1;" ::"n"(ID), "r"(threads) : "memory");
}
FORCEINLINE void copy_in(u32 to, const tensor_map *m, int x, int y, u32 barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
      "l"(m), "r"(x), "r"(y), "r"(barrier)
      : "memory");
}
FORCEINLINE void copy_in(u32 to, const tensor_map *m, int x, int y, int z, u32 barrier) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(to),
      "l"(m), "r"(x), "r"(y), "r"(z), "r"(barrier)
      : "memory");
}
/* Channels from `c` on of so many windows' corners as the map says, the first at (x, y) of image n,
 * each moved by the tap's place (tap_x, tap_y). */
FORCEINLINE void copy_windows(u32 to, const tensor_map *m, int c, int x, int y, int n, int tap_x, int tap_y, u32 barrier) {
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5}], [%6], "
      "{%7, %8};" ::"r"(to),
      "l"(m), "r"(c), "r"(x), "r"(y), "r"(n), "r"(barrier), "h"((u16)tap_x), "h"((u16)tap_y)
      : "memory");
}
/* The same of a volume's windows, at (x, y, z). */
FORCEINLINE void copy_windows(u32 to, const tensor_map *m, int c, int x, int y, int z, int n, int tap_x, int tap_y, int tap_z,
                              u32 barrier) {
  asm volatile(
      "cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5, %6}], [%7], "
      "{%8, %9, %10};" ::"r"(to),
      "l"(m), "r"(c), "r"(x), "r"(y), "r"(z), "r"(n), "r"(barrier), "h"((u16)tap_x), "h"((u16)tap_y), "h"((u16)tap_z)
      : "memory");
}
FORCEINLINE void copy_in(u32 to, const tensor_map *m, int x, int y, int z, int w, u32 barrier) {
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5}], [%6];" ::"r"(
          to),
      "l"(m), "r"(x), "r"(y), "r"(z), "r"(w), "r"(barrier)
      : "memory");
}
FORCEINLINE void copy_out(const tensor_map *m, u32 from, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(m), "r"(from), "r"(x),
               "r"(y)
               : "memory");
}
FORCEINLINE void copies_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> FORCEINLINE void copies_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
template <int N> FORCEINLINE void copies_wait() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }
FORCEINLINE void map_prefetch(const tensor_map *m) { asm volatile("prefetch.tensormap [%0];" ::"l"(m) : "memory"); }
FORCEINLINE void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
FORCEINLINE void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> FORCEINLINE void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
FORCEINLINE void fence_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
template <int R> FORCEINLINE void registers_more() { asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(R)); }
template <int R> FORCEINLINE void registers_fewer() { asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(R)); }
FORCEINLINE void load_matrix4(u32 at, u32 &a, u32 &b, u32 &c, u32 &d) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at) : "memory");
}
FORCEINLINE void load_matrix4_transposed(u32 (&r)[4], u32 at) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(at)
               : "memory");
}
FORCEINLINE void store_matrix4(u32 at, u32 a, u32 b, u32 c, u32 d) {
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(a), "r"(b), "r"(c), "r"(d)
               : "memory");
}
/* Volatile: stays behind a barrier. */
FORCEINLINE void load_shared2(float (&x)[2], u32 at) {
  asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(x[0]), "=f"(x[1]) : "r"(at));
}
FORCEINLINE void load_shared4(float (&x)[4], u32 at) {
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(x[0]), "=f"(x[1]), "=f"(x[2]), "=f"(x[3]) : "r"(at));
}
FORCEINLINE void load_shared4(u32 (&x)[4], u32 at) {
  asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];" : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(at));
}
FORCEINLINE void store_shared(u32 at, u16 x) { asm volatile("st.shared.b16 [%0], %1;" ::"r"(at), "h"(x)); }
FORCEINLINE void store_shared(u32 at, u32 x) { asm volatile("st.shared.b32 [%0], %1;" ::"r"(at), "r"(x)); }
FORCEINLINE void store_shared(u32 at, float2 x) {
  asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(at), "f"(x.x), "f"(x.y) : "memory");
}
#endif

/* A K-major tile whose rows have PITCH bytes and are swizzled as wide: atoms of 8 rows. */
template <int PITCH = 128> FORCEINLINE u64 wgmma_operand(u32 address) {
  constexpr u64 mode = PITCH == 128 ? 1 : PITCH == 64 ? 2 : 3;
  return (u64)((address & 0x3FFFF) >> 4) | (u64)1 << 16 | (u64)(8 * PITCH / 16) << 32 | mode << 62;
}
/* Where 16 bytes of a row lie in such a tile. */
template <int PITCH> FORCEINLINE u32 swizzled(u32 row, u32 chunk) {
  constexpr u32 shift = PITCH == 128 ? 0 : PITCH == 64 ? 1 : 2;
  return row * PITCH + ((chunk ^ ((row >> shift) & (PITCH / 16 - 1))) << 4);
}
