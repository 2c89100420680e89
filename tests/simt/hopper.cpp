/* hopper.cpp - what hopper.cuh declares: functions that no kernel changes. */
#include "device.cuh"

char *simt_at(simt_address at, size_t bytes) {
  if (at + bytes > simt_now->dynamic_bytes) simt_now->fault("an address beyond the block's shared memory");
  return (char *)simt_now->dynamic + at;
}
unsigned simt_thread() {
  const uint3 &t = simt_now->thread;
  const dim3 &d = simt_now->block_size;
  return t.x + d.x * (t.y + d.y * t.z);
}

/* ---- Barriers -------------------------------------------------------------------------- */

struct simt_barrier {
  unsigned count : 12, pending : 12, phase : 1, made : 7;
  int bytes; /* still expected of copies */
};
enum { SIMT_MADE = 42 };

static simt_barrier *simt_barrier_at(simt_address at) {
  simt_barrier *b = (simt_barrier *)simt_at(at, sizeof *b);
  if (b->made != SIMT_MADE) simt_now->fault("a barrier that nobody has made");
  return b;
}
static void simt_settle(simt_barrier *b) {
  if (b->pending || b->bytes) return;
  b->phase ^= 1;
  b->pending = b->count;
}
void barrier_init(simt_address at, unsigned arrivals) {
  simt_barrier *b = (simt_barrier *)simt_at(at, sizeof *b);
  *b = {arrivals, arrivals, 0, SIMT_MADE, 0};
}
void barrier_arrive(simt_address at) {
  simt_barrier *b = simt_barrier_at(at);
  if (!b->pending) simt_now->fault("more arrive at a barrier than it was made for");
  b->pending--;
  simt_settle(b);
}
void barrier_expect(simt_address at, unsigned bytes) {
  simt_barrier_at(at)->bytes += (int)bytes;
  barrier_arrive(at);
}
void barrier_wait(simt_address at, unsigned parity) {
  struct wait {
    simt_barrier *barrier;
    unsigned parity;
  } w = {simt_barrier_at(at), parity};
  simt_now->wait_until([](const void *p) { return ((const wait *)p)->barrier->phase != ((const wait *)p)->parity; }, &w);
}

/* ---- Copies ------------------------------------------------------------------------------ */

static inline simt_address simt_swizzled(simt_address at, unsigned bytes) {
  return bytes ? at ^ (at >> 3 & (bytes - 16)) : at;
}

struct simt_box {
  simt_map map;
  simt_address shared, barrier; /* barrier: of copies in */
  int at[5], tap[3];
};

static simt_box simt_box_of(const void *map) {
  simt_box c;
  memset(&c, 0, sizeof c);
  memcpy(&c.map, map, sizeof c.map);
  return c;
}

/* Calls `move(shared, global, from, to)` for every 16 bytes of the box, in its order: bytes `from`
 * to `to` of them lie in global memory, the others outside of it. */
template <class MOVE> static void simt_walk(const simt_box &c, MOVE move) {
  const simt_map &m = c.map;
  const unsigned row_bytes = m.box[0] * m.element;
  const int last = m.rank - 1;
  uint64_t rows = 1;
  for (int i = 1; i < (m.windows ? 2 : m.rank); i++) rows *= m.box[i];
  int corner[4] = {c.at[1], c.at[2], c.at[3], c.at[4]};
  for (uint64_t row = 0; row < rows; row++) {
    int at[5] = {c.at[0], 0, 0, 0, 0};
    if (m.windows) {
      for (int i = 1; i < last; i++) at[i] = corner[i - 1] + c.tap[i - 1];
      at[last] = corner[last - 1];
      for (int i = 1; i <= last; i++) { /* the next corner: of the row, of the image, of the next image */
        corner[i - 1] += i < last ? m.steps[i] : 1;
        if (i == last || corner[i - 1] < (int)m.dims[i] + m.upper[i - 1]) break;
        corner[i - 1] = m.lower[i - 1];
      }
    } else {
      uint64_t left = row;
      for (int i = 1; i <= last; i++) at[i] = c.at[i] + (int)(left % m.box[i]), left /= m.box[i];
    }
    bool there = true;
    int64_t offset = (int64_t)at[0] * m.element;
    for (int i = 1; i <= last; i++) {
      there &= at[i] >= 0 && (unsigned)at[i] < m.dims[i];
      offset += at[i] * (int64_t)m.strides[i - 1];
    }
    for (unsigned byte = 0; byte < row_bytes; byte += 16) {
      const int64_t begin = -(int64_t)at[0] * m.element - byte, end = ((int64_t)m.dims[0] - at[0]) * m.element - byte;
      const int from = there && begin < 16 ? begin > 0 ? (int)begin : 0 : 16, to = end < 0 ? 0 : end < 16 ? (int)end : 16;
      move(simt_at(simt_swizzled(c.shared + (unsigned)row * row_bytes + byte, m.swizzle), 16), (char *)m.address + offset + byte, from,
           to > from ? to : from);
    }
  }
}
/* Asked when the copy is: what happens late can end no thread. */
static void simt_box_fits(const simt_box &c) {
  size_t bytes = c.map.element;
  for (int i = 0; i < (c.map.windows ? 2 : c.map.rank); i++) bytes *= c.map.box[i];
  simt_at(c.shared, bytes);
  simt_barrier_at(c.barrier);
}
static void simt_bring(const void *object) {
  simt_box c;
  memcpy(&c, object, sizeof c);
  simt_barrier *b = simt_barrier_at(c.barrier);
  simt_walk(c, [&](char *shared, const char *global, int from, int to) {
    memset(shared, 0, 16);
    memcpy(shared + from, global + from, (size_t)(to - from));
    b->bytes -= 16;
  });
  simt_settle(b);
}
void simt_copy_in(simt_address to, const void *map, simt_address barrier, int rank, const int *at) {
  simt_box c = simt_box_of(map);
  if (rank != c.map.rank || c.map.windows) simt_now->fault("a copy of another rank than its map");
  if (to & 127) simt_now->fault("a copy to no multiple of 128 bytes");
  if (at[0] * (int)c.map.element & 15) simt_now->fault("a copy from no multiple of 16 bytes of a row");
  c.shared = to, c.barrier = barrier;
  simt_box_fits(c);
  memcpy(c.at, at, (size_t)rank * sizeof *at);
  simt_now->some_time(simt_bring, &c, sizeof c);
}
static void simt_windows(simt_address to, const void *m, simt_address b, int rank, const int *at, const int *tap) {
  simt_box c = simt_box_of(m);
  if (c.map.rank != rank || !c.map.windows) simt_now->fault("a copy of windows by another map");
  if (to & 127) simt_now->fault("a copy to no multiple of 128 bytes");
  c.shared = to, c.barrier = b;
  simt_box_fits(c);
  for (int i = 0; i < rank; i++) c.at[i] = at[i];
  for (int i = 0; i < rank - 2; i++) {
    if (tap[i] < 0 || tap[i] >= (rank == 4 ? 256 : 32)) simt_now->fault("an offset of a window is too large");
    c.tap[i] = tap[i];
  }
  simt_now->some_time(simt_bring, &c, sizeof c);
}
void copy_windows(simt_address to, const void *m, int channel, int x, int y, int n, int tap_x, int tap_y, simt_address b) {
  const int at[] = {channel, x, y, n}, tap[] = {tap_x, tap_y};
  simt_windows(to, m, b, 4, at, tap);
}
void copy_windows(simt_address to, const void *m, int channel, int x, int y, int z, int n, int tap_x, int tap_y, int tap_z, simt_address b) {
  const int at[] = {channel, x, y, z, n}, tap[] = {tap_x, tap_y, tap_z};
  simt_windows(to, m, b, 5, at, tap);
}

/* What a thread has under way: copies out and products, in groups. */
template <class T> struct simt_groups {
  T *items;
  int *group, count, committed, capacity;
  void add(const T &x) {
    if (count == capacity) {
      capacity = 2 * capacity + 16;
      items = (T *)realloc(items, (size_t)capacity * sizeof *items);
      group = (int *)realloc(group, (size_t)capacity * sizeof *group);
    }
    group[count] = committed;
    items[count++] = x;
  }
  void commit() { committed++; }
  template <class DO> void wait(int left, DO one) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (group[i] < committed - left)
        one(items[i]);
      else
        items[kept] = items[i], group[kept++] = group[i];
    }
    count = kept;
  }
};

static simt_groups<simt_box> simt_out[1024];

/* What threads have stored and not yet fenced: the copy engine and wgmma may not see it. */
enum { SIMT_CHUNKS = 16384 }; /* of 16 bytes */
static unsigned short simt_unfenced[SIMT_CHUNKS]; /* the thread that stored, and one more */
static unsigned short simt_stored[1024][2048];
static int simt_stored_count[1024];

void simt_store(simt_address at) {
  const unsigned me = simt_thread(), chunk = at / 16 % SIMT_CHUNKS;
  if (simt_unfenced[chunk] == me + 1 || simt_stored_count[me] == 2048) return;
  simt_unfenced[chunk] = (unsigned short)(me + 1);
  simt_stored[me][simt_stored_count[me]++] = (unsigned short)chunk;
}
void fence_async() {
  const unsigned me = simt_thread();
  for (int i = 0; i < simt_stored_count[me]; i++)
    if (simt_unfenced[simt_stored[me][i]] == me + 1) simt_unfenced[simt_stored[me][i]] = 0;
  simt_stored_count[me] = 0;
}
static void simt_fenced(const char *p) {
  if (simt_unfenced[(p - (const char *)simt_now->dynamic) / 16 % SIMT_CHUNKS])
    simt_now->fault("what was stored without a fence is read by a copy or a product");
}

void copy_out(const void *m, simt_address from, int x, int y) {
  simt_box c = simt_box_of(m);
  if (c.map.rank != 2 || c.map.windows) simt_now->fault("a copy of another rank than its map");
  if (from & 127) simt_now->fault("a copy from no multiple of 128 bytes");
  c.shared = from, c.at[0] = x, c.at[1] = y;
  simt_walk(c, [](const char *shared, char *, int, int) { simt_fenced(shared); });
  simt_out[simt_thread()].add(c);
}
void copies_commit() { simt_out[simt_thread()].commit(); }
void simt_copies_wait(int left) {
  simt_out[simt_thread()].wait(left, [](const simt_box &c) {
    simt_walk(c, [](const char *shared, char *global, int from, int to) { memcpy(global + from, shared + from, (size_t)(to - from)); });
  });
}

/* ---- Shared memory by address ------------------------------------------------------------- */

const unsigned short *simt_row(simt_address at) {
  if (at & 15) simt_now->fault("a matrix's row at no multiple of 16");
  return (const unsigned short *)simt_at(at, 16);
}
void load_matrix4(simt_address at, unsigned &a, unsigned &b, unsigned &c, unsigned &d) {
  unsigned r[4];
  simt_matrices(r, simt_row(at), false);
  a = r[0], b = r[1], c = r[2], d = r[3];
}
/* stmatrix: lane 8 i + r has the address of row r of matrix i; lane l gives elements 2 (l % 4)
 * and the next of row l / 4. */
void store_matrix4(simt_address at, unsigned a, unsigned b, unsigned c, unsigned d) {
  const unsigned lane = simt_lane(), mine[4] = {a, b, c, d};
  char *row = (char *)(uintptr_t)simt_row(at);
  simt_store(at);
  const char *all = simt_now->exchange(0xFFFFFFFFu, mine, sizeof mine);
  for (unsigned q = 0; q < 4; q++) memcpy(row + 4 * q, all + 64 * (4 * (lane & 7) + q) + 4 * (lane >> 3), 4);
}

/* ---- wgmma ---------------------------------------------------------------------------------- */

static float simt_from_8[2][256]; /* E4M3, E5M2 */
static const float *simt_table(bool e5m2) {
  static bool made;
  for (unsigned i = 0; !made && i < 256; i++) simt_from_8[0][i] = simt_from_e4m3(i), simt_from_8[1][i] = simt_from_e5m2(i);
  made = true;
  return simt_from_8[e5m2];
}

static bool simt_is_half(char format) { return format == 'b' || format == 'h'; }
static float simt_half_number(const char *from, char format) {
  unsigned short x;
  memcpy(&x, from, 2);
  return format == 'b' ? simt_from_bf16(x) : simt_from_f16(x);
}

/* 32 bytes of k as numbers, 32 or 16 of them, so many places apart. */
static void simt_numbers(float *to, int apart, const char *from, char format) {
  if (simt_is_half(format)) {
    for (int i = 0; i < 16; i++) to[i * apart] = simt_half_number(from + 2 * i, format);
    return;
  }
  const float *table = simt_table(format == '5');
  for (int i = 0; i < 32; i++) to[i * apart] = table[(unsigned char)from[i]];
}

/* Row `row` of a K-major operand: atoms of 8 rows, so many bytes apart; swizzled by address.  Without swizzle an atom's
 * rows are 16 bytes, and so many bytes apart stand the atoms of the next 16 bytes of k. */
static void simt_operand_row(float *to, int apart, unsigned long long d, unsigned row, char format) {
  const unsigned mode = (unsigned)(d >> 62), pitch = mode == 1 ? 128 : mode == 2 ? 64 : mode == 3 ? 32 : 16;
  const simt_address at = (simt_address)(d & 0x3FFF) * 16 + row / 8 * (simt_address)(d >> 32 & 0x3FFF) * 16 + row % 8 * pitch;
  const simt_address next = mode ? 16 : (simt_address)(d >> 16 & 0x3FFF) * 16;
  char bytes[32];
  for (unsigned i = 0; i < 32; i += 16) {
    const simt_address own = at + i / 16 * next;
    const char *from = simt_at(mode ? simt_swizzled(own, pitch) : own, 16);
    simt_fenced(from);
    memcpy(bytes + i, from, 16);
  }
  simt_numbers(to, apart, bytes, format);
}

/* Row `row` of an operand of 16-bit numbers that lies across: 16 numbers of k are rows of memory
 * with as many numbers of the operand's rows as the swizzle is wide.  8 of k stand after 8, further rows
 * of the operand in panels. */
static void simt_across_row(float *to, int apart, unsigned long long d, unsigned row, char format) {
  const unsigned mode = (unsigned)(d >> 62), pitch = mode == 1 ? 128 : mode == 2 ? 64 : 32, wide = pitch / 2;
  if (mode == 0) simt_now->fault("an operand without swizzle");
  const simt_address panels = (simt_address)(d >> 16 & 0x3FFF) * 16, eights = (simt_address)(d >> 32 & 0x3FFF) * 16;
  const simt_address at = (simt_address)(d & 0x3FFF) * 16 + row / wide * panels;
  for (unsigned k = 0; k < 16; k++) {
    const simt_address byte = at + k / 8 * eights + k % 8 * pitch + row % wide * 2;
    const char *from = simt_at(simt_swizzled(byte & ~15u, pitch), 16);
    simt_fenced(from);
    to[k * (unsigned)apart] = simt_half_number(from + (byte & 15), format);
  }
}

struct simt_product {
  void *d;
  unsigned long long a, b;
  unsigned registers[4]; /* of A, where it is not in shared memory */
  int n, accumulate;
  char format_a, format_b; /* '4' E4M3, '5' E5M2, 'b' BF16, 'h' F16 */
  bool half, a_in_registers;
  bool b_across;
};
static simt_groups<simt_product> simt_products[1024];

/* sums[row][column] of 64 x n, k in order; four rows at a time, so that B is read less often. */
typedef float simt_columns __attribute__((vector_size(64)));
static void simt_sums(float (*sums)[256], const float (*a)[32], const float (*b)[256], int n, int count) {
  for (int column = 0; column < n; column += 16)
    for (int row = 0; row < 64; row += 4) {
      simt_columns s0 = {}, s1 = {}, s2 = {}, s3 = {}, of_b;
      for (int k = 0; k < count; k++) {
        memcpy(&of_b, &b[k][column], sizeof of_b);
        s0 += a[row][k] * of_b;
        s1 += a[row + 1][k] * of_b;
        s2 += a[row + 2][k] * of_b;
        s3 += a[row + 3][k] * of_b;
      }
      const simt_columns all[4] = {s0, s1, s2, s3};
      for (int i = 0; i < 4; i++) memcpy(&sums[row + i][column], &all[i], sizeof all[i]);
    }
}

/* Two neighbours of a row to a thread's sums. */
static void simt_collect(char *d, const float *sums, bool accumulate) {
  float was[2] = {0, 0}, now[2];
  if (accumulate) memcpy(was, d, sizeof was);
  for (int i = 0; i < 2; i++) now[i] = accumulate ? was[i] + sums[i] : sums[i];
  memcpy(d, now, sizeof now);
}
static void simt_collect_halves(char *d, const float *sums, bool accumulate) {
  unsigned short x[2];
  memcpy(x, d, sizeof x);
  for (int i = 0; i < 2; i++) x[i] = (unsigned short)simt_f16(accumulate ? simt_from_f16(x[i]) + sums[i] : sums[i]);
  memcpy(d, x, sizeof x);
}

/* One product of a warpgroup, of[0] to of[127] being its threads'. */
static void simt_multiply_now(const simt_product *const (&of)[128]) {
  static float a[64][32], b[32][256], sums[64][256]; /* b: columns beyond n are what they are */
  const simt_product &p = *of[0];
  for (int i = 1; i < 128; i++)
    if (of[i]->a != p.a || of[i]->b != p.b || of[i]->n != p.n || of[i]->accumulate != p.accumulate)
      simt_now->fault("threads of a warpgroup multiply different things");
  for (unsigned row = 0; row < 64; row++) {
    if (!p.a_in_registers) {
      simt_operand_row(a[row], 1, p.a, row, p.format_a);
      continue;
    }
    char bytes[32]; /* thread q of a quad has of a row bytes 4 q ... and 16 + 4 q ... */
    const unsigned quad = row / 16 * 32 + row % 8 * 4, high = row / 8 & 1;
    for (unsigned k = 0; k < 8; k++) memcpy(bytes + 4 * k, &of[quad + (k & 3)]->registers[high + 2 * (k >> 2)], 4);
    simt_numbers(a[row], 1, bytes, p.format_a);
  }
  for (int column = 0; column < p.n; column++)
    (p.b_across ? simt_across_row : simt_operand_row)(&b[0][column], 256, p.b, (unsigned)column, p.format_b);
  simt_sums(sums, a, b, p.n, simt_is_half(p.format_a) ? 16 : 32);
  for (unsigned t = 0; t < 128; t++) {
    char *d = (char *)of[t]->d;
    for (unsigned r = 0; r < 2; r++) {
      const float *row = &sums[t / 32 * 16 + t % 32 / 4 + 8 * r][2 * (t & 3)];
      if (p.half)
        for (int column = 0; column < p.n; column += 8) simt_collect_halves(d + column + 4 * r, row + column, p.accumulate);
      else
        for (int column = 0; column < p.n; column += 8) simt_collect(d + 2 * column + 8 * r, row + column, p.accumulate);
    }
  }
}

void wgmma_commit() { simt_products[simt_thread()].commit(); }

/* The last of a warpgroup that comes to wait multiplies for all. */
struct simt_meeting {
  unsigned arrived, rounds;
};
static simt_meeting simt_meetings[8];
void simt_products_wait(int left) {
  const unsigned group = simt_thread() / 128;
  simt_groups<simt_product> *mine = simt_products + 128 * group;
  struct round {
    const simt_meeting *of;
    unsigned number;
  } r = {&simt_meetings[group], simt_meetings[group].rounds};
  if (++simt_meetings[group].arrived < 128) {
    simt_now->wait_until([](const void *p) { return ((const round *)p)->of->rounds != ((const round *)p)->number; }, &r);
    return;
  }
  int due = 0;
  while (due < mine->count && mine->group[due] < mine->committed - left) due++;
  for (int i = 0; i < due; i++) {
    const simt_product *of[128];
    for (int t = 0; t < 128; t++) {
      if (mine[t].count != mine->count || mine[t].committed != mine->committed)
        simt_now->fault("threads of a warpgroup have asked for different products");
      of[t] = &mine[t].items[i];
    }
    simt_multiply_now(of);
  }
  for (int t = 0; t < 128; t++) mine[t].wait(left, [](const simt_product &) {});
  simt_meetings[group].arrived = 0;
  simt_meetings[group].rounds++;
}

static char simt_format(const char *name) { return name[0] == 'b' ? 'b' : name[0] == 'f' ? 'h' : name[1]; }
static simt_product simt_product_of(void *d, unsigned long long b, int accumulate, const char *what) {
  simt_product p;
  memset(&p, 0, sizeof p);
  p.d = d, p.b = b, p.accumulate = accumulate;
  for (const char *c = strchr(what, 'n') + 1; *c >= '0' && *c <= '9'; c++) p.n = 10 * p.n + *c - '0';
  const char *type = strchr(what, '.') + 1, *first = strchr(type, '.') + 1, *second = strchr(first, '.') + 1;
  p.half = strncmp(type, "f16", 3) == 0;
  p.format_a = simt_format(first), p.format_b = simt_format(second);
  p.b_across = simt_is_half(p.format_b) && what[strlen(what) - 1] == '1';
  return p;
}
void simt_multiply(void *d, unsigned long long a, unsigned long long b, int accumulate, const char *what) {
  simt_product p = simt_product_of(d, b, accumulate, what);
  p.a = a;
  simt_products[simt_thread()].add(p);
}
void simt_multiply(void *d, const unsigned *a, unsigned long long b, int accumulate, const char *what) {
  simt_product p = simt_product_of(d, b, accumulate, what);
  p.a_in_registers = true;
  memcpy(p.registers, a, sizeof p.registers);
  simt_products[simt_thread()].add(p);
}

void simt_thread_begins() {
  simt_out[simt_thread()].count = simt_out[simt_thread()].committed = 0;
  simt_products[simt_thread()].count = simt_products[simt_thread()].committed = 0;
  simt_stored_count[simt_thread()] = 0;
  if (simt_thread() == 0) memset(simt_unfenced, 0, sizeof simt_unfenced);
  if (simt_thread() % 128 == 0) simt_meetings[simt_thread() / 128].arrived = 0;
}
void simt_thread_ends() {
  if (simt_out[simt_thread()].count) simt_now->fault("a thread leaves before its copies out of shared memory have ended");
  if (simt_products[simt_thread()].count) simt_now->fault("a thread leaves before its products have ended");
}

/* ---- Pairs of F16 ---------------------------------------------------------------------------- */

template <class F> static inline unsigned simt_halves(unsigned a, unsigned b, F one) {
  float al, ah, bl, bh;
  f16x2_real(a, al, ah);
  f16x2_real(b, bl, bh);
  return f16x2_of(one(al, bl), one(ah, bh));
}
unsigned half_max(unsigned a, unsigned b) { return simt_halves(a, b, [](float x, float y) { return fmaxf(x, y); }); }
unsigned half_max_nan(unsigned a, unsigned b) {
  return simt_halves(a, b, [](float x, float y) { return x != x || y != y ? NAN : fmaxf(x, y); });
}
unsigned half_min_nan(unsigned a, unsigned b) {
  return simt_halves(a, b, [](float x, float y) { return x != x || y != y ? NAN : fminf(x, y); });
}
unsigned half_add(unsigned a, unsigned b) { return simt_halves(a, b, [](float x, float y) { return x + y; }); }
unsigned half_sub(unsigned a, unsigned b) { return simt_halves(a, b, [](float x, float y) { return x - y; }); }
unsigned half_fma(unsigned a, unsigned b, unsigned c) {
  float al, ah, bl, bh, cl, ch;
  f16x2_real(a, al, ah);
  f16x2_real(b, bl, bh);
  f16x2_real(c, cl, ch);
  /* the product is exact in F32; the sum rounds twice only beyond its 24 bits */
  return f16x2_of((float)((double)al * bl + cl), (float)((double)ah * bh + ch));
}
unsigned half_exp2(unsigned a) {
  float low, high;
  f16x2_real(a, low, high);
  return f16x2_of(exp2f(low), exp2f(high));
}
unsigned e4m3x4_of_halves(unsigned a, unsigned b) {
  float al, ah, bl, bh;
  f16x2_real(a, al, ah);
  f16x2_real(b, bl, bh);
  return (unsigned)e4m3x2_of(al, ah) | (unsigned)e4m3x2_of(bl, bh) << 16;
}
