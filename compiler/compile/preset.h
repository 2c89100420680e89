/* preset.h - named recipes for FP8 (--preset). */
#ifndef COMPILER_COMPILE_PRESET_H
#define COMPILER_COMPILE_PRESET_H

#include "compiler/compile/request.h"

/* Sets the options that the preset of `o` stands for.  A name that there is not, and an option that
 * contradicts the preset, are errors.  Without a preset nothing changes. */
fp8c_status preset_expand(fp8c_compile_options *o, arena *a, fp8c_error *err);

/* Adds what `o` says of all products with constant weights, its preset and its promote, to the
 * user's rules, which outrank it.  `*rules` may be NULL, and stays NULL if neither is given. */
fp8c_status preset_rules(const fp8c_compile_options *o, arena *a, overrides **rules,
                         fp8c_error *err);

#endif
