/* export_integers.c - FakeQuantize in ONNX's operators. */
#include <string.h>

#include "base/text.h"
#include "frontend/export.h"

/* Of 8 bits Q/DQ, as engines look for it, signed where zero is their middle (ONNX Runtime 1.31
 * moves other signed pairs of opset 21 wrongly); of 16, which need opset 21, its arithmetic. */
fp8c_status export_fake_quantize(exporter *e, const node *n, const char *const *out,
                                 fp8c_error *err) {
  const char *x, *base = arena_printf(e->arena, "%s.codes", n->out[0]->name);
  float low = node_float(n, "low");
  TRY(export_wide(e, n->in[0], &x, err));
  const char *s = export_own_f32(e, "fp8c.scale", node_float(n, "scale"));
  if (strcmp(node_string(n, "codes"), "8 bits") == 0) {
    tensor type = {.dtype = low == INT8_MIN ? FP8C_DTYPE_I8 : FP8C_DTYPE_U8};
    uint8_t zero = low == INT8_MIN ? 0 : (uint8_t)-low;
    const char *z = export_own(e, "fp8c.zero_point", &type, &zero);
    const char *in[] = {x, s, z};
    in[0] = export_step(e, "QuantizeLinear", in, 3, base);
    export_emit(e, "DequantizeLinear", in, 3, out, 1);
    return FP8C_OK;
  }
  const char *units = export_step(e, "Div", (const char *[]){x, s}, 2, base);
  const char *clip[] = {export_step(e, "Round", &units, 1, base),
                        export_own_f32(e, "fp8c.low", low),
                        export_own_f32(e, "fp8c.high", low + 65535)};
  const char *in[] = {export_step(e, "Clip", clip, 3, base), s};
  export_emit(e, "Mul", in, 2, out, 1);
  return FP8C_OK;
}
