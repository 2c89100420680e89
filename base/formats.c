/* formats.c - the rows of formats.def. */
#include "base/formats.h"

#include <stddef.h>

#include "base/numbers.h"

#define ROW(id_, name_, weights_, blas_, terminal_, fill_, line_, style_, ...)                  \
  {                                                                                             \
    .dtype = FP8C_DTYPE_##id_, .weights = FP8C_DTYPE_##weights_, .name = #name_, .shown = #id_, \
    .blas = blas_, .terminal = terminal_, .fill = fill_, .line = line_, .style = style_,        \
    __VA_ARGS__                                                                                 \
  }

const product_format product_formats[PRODUCT_FORMATS] = {
#define ROUNDED_FORMAT(id_, name_, ...)                                          \
  ROW(id_, name_, __VA_ARGS__, .round = "round_" #name_, .pair = #name_ "x2_of", \
      .figure = "sqnr_" #name_ "_db"),
#define WHOLE_FORMAT(id_, name_, ...) ROW(id_, name_, __VA_ARGS__, .round = NULL),
#include "base/formats.def"
};

const product_format *product_format_of(fp8c_dtype dtype) {
  for (size_t i = 0; i < PRODUCT_FORMATS; i++)
    if (product_formats[i].dtype == dtype) return &product_formats[i];
  return NULL;
}

fp8c_dtype usual_weights(fp8c_dtype activations) {
  const product_format *f = product_format_of(activations);
  return f ? f->weights : FP8C_DTYPE_NONE;
}

bool fp8_is_native(fp8c_dtype dtype) {
  return dtype_is_fp8(dtype) && product_format_of(dtype)->blas;
}
