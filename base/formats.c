/* formats.c - the rows of formats.def. */
#include "base/formats.h"

#include <stddef.h>

#define ROW(id_, name_, mantissa_, least_, max_, weights_, blas_, terminal_, fill_, line_, style_, \
            ...)                                                                                   \
  {                                                                                                \
    .dtype = FP8C_DTYPE_##id_, .weights = FP8C_DTYPE_##weights_, .name = #name_,                   \
    .mantissa = mantissa_, .least = least_, .max = max_, .blas = blas_, .terminal = terminal_,     \
    .fill = fill_, .line = line_, .style = style_, __VA_ARGS__                                     \
  }

const product_format product_formats[PRODUCT_FORMATS] = {
#define ROUNDED_FORMAT(id_, name_, ...)                                          \
  ROW(id_, name_, __VA_ARGS__, .round = "round_" #name_, .pair = #name_ "x2_of", \
      .figure = "sqnr_" #name_ "_db"),
#define WHOLE_FORMAT(id_, name_, ...) ROW(id_, name_, __VA_ARGS__, .round = NULL),
#include "base/formats.def"
#undef ROUNDED_FORMAT
#undef WHOLE_FORMAT
};

const product_format *product_format_of(fp8c_dtype dtype) {
  for (size_t i = 0; i < PRODUCT_FORMATS; i++)
    if (product_formats[i].dtype == dtype) return &product_formats[i];
  return NULL;
}
