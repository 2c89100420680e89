/* wgmma.c - the text of wgmma's instructions. */
#include "codegen/wgmma.h"

void wgmma_add(text *t, const wgmma_shape *w) {
  int bytes = (int)dtype_bytes(w->a), sums = w->pairs ? w->columns / 4 : w->columns / 2;
  int next = sums + (w->registers ? 4 : 1);
  text_printf(t,
              "struct %s {\n  static FORCEINLINE void of(%s *d, %s a, u64 b, int accumulate) {\n"
              "    asm volatile(\"{\\n.reg .pred p;\\nsetp.ne.b32 p, %%%d, 0;\\n"
              "wgmma.mma_async.sync.aligned.m64n%dk%d.%s.%s.%s {",
              w->name, w->pairs ? "u32" : "float", w->registers ? "const u32 *" : "u64", next + 1,
              w->columns, 32 / bytes, w->pairs ? "f16" : "f32", fp8c_dtype_name(w->a),
              fp8c_dtype_name(w->b));
  for (int i = 0; i < sums; i++) text_printf(t, "%s%%%d", i ? "," : "", i);
  text_add(t, "}, ");
  if (w->registers)
    text_printf(t, "{%%%d, %%%d, %%%d, %%%d}", sums, sums + 1, sums + 2, sums + 3);
  else
    text_printf(t, "%%%d", sums);
  text_printf(t, ", %%%d, p, 1, 1", next);
  if (bytes == 2) /* whether A, where it is in memory, and B lie across */
    text_printf(t, "%s, %d", w->registers ? "" : ", 0", w->across);
  text_add(t, ";\\n}\\n\" : ");
  for (int i = 0; i < sums; i++)
    text_printf(t, "%s\"+%c\"(d[%d])", i ? ", " : "", w->pairs ? 'r' : 'f', i);
  text_printf(t, " : %s, \"l\"(b), \"r\"(accumulate));\n  }\n};\n",
              w->registers ? "\"r\"(a[0]), \"r\"(a[1]), \"r\"(a[2]), \"r\"(a[3])" : "\"l\"(a)");
}
