/* preset.c - named recipes for FP8: each is a row of data, the rule that its literature states for
 * products with constant weights.  Everything else computes in BF16. */
#include "compiler/compile/preset.h"

#include <string.h>

#include "base/nearest.h"
#include "base/text.h"

typedef struct preset {
  const char *name;
  const char *rule; /* what every Linear gets, as in a file of overrides */
  bool blocks;      /* its scales of blocks take each 128 of k into F32 */
} preset;

static const preset presets[] = {
    /* DeepSeek-V3: activations 1 x 128, weights 128 x 128, sums promoted every 128. */
    {"deepseek", "{\"format\": \"e4m3\", \"granularity\": \"block\"}", true},
    /* Transformer Engine's DelayedScaling, forward, as it is by itself: margin 0, amax of 1024
       runs. */
    {"transformer-engine",
     "{\"format\": \"e4m3\", \"activations\": {\"granularity\": \"tensor\", \"method\": "
     "\"delayed=1024\"}, \"weights\": {\"granularity\": \"tensor\", \"method\": \"max\"}}",
     false},
    /* Its Float8CurrentScaling. */
    {"transformer-engine-current",
     "{\"format\": \"e4m3\", \"activations\": {\"granularity\": \"tensor\", \"method\": "
     "\"dynamic\"}, \"weights\": {\"granularity\": \"tensor\", \"method\": \"max\"}}",
     false},
    /* LLM Compressor's FP8_DYNAMIC: activations per token, weights per output channel. */
    {"fp8-dynamic",
     "{\"format\": \"e4m3\", \"granularity\": \"row\", \"weights\": {\"method\": \"max\"}}", false},
};
#define PRESETS (sizeof presets / sizeof *presets)

static const preset *preset_find(const char *name) {
  for (size_t i = 0; i < PRESETS; i++)
    if (strcmp(presets[i].name, name) == 0) return &presets[i];
  return NULL;
}

static fp8c_status unknown(const char *name, arena *a, fp8c_error *err) {
  text list;
  text_init(&list, a);
  nearest meant = {.word = name};
  for (size_t i = 0; i < PRESETS; i++) {
    text_printf(&list, "%s%s", i ? ", " : "", presets[i].name);
    nearest_offer(&meant, presets[i].name);
  }
  return fail(err, FP8C_ERROR_ARGUMENT, "there is no preset \"%s\"; there are %s%s", name,
              text_cstr(&list), nearest_words(&meant, a));
}

static bool says(const char *promote) { return promote && strcmp(promote, "auto") != 0; }

fp8c_status preset_expand(fp8c_compile_options *o, arena *a, fp8c_error *err) {
  if (!o->preset) return FP8C_OK;
  const preset *p = preset_find(o->preset);
  if (!p) return unknown(o->preset, a, err);
  const struct {
    bool given;
    const char *option, *what;
  } others[] = {
      {o->precision != FP8C_PRECISION_AUTO, "--precision", "formats"},
      {o->max_error || o->target_speedup != 0 || o->fp8_share != 0,
       "--max-error, --target-speedup or --fp8-share", "formats"},
      {o->calibrate_method, "--calibrate-method", "scales"},
      {o->power_of_two_scales, "--scales pow2", "scales"},
      {o->headroom != 0, "--headroom", "scales"},
      {o->weights, "--weights", "formats"},
      {p->blocks && says(o->promote) && strcmp(o->promote, "128") != 0, "--promote",
       "sums, which go into F32 every 128 of k,"},
  };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (others[i].given)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--preset %s and %s both fix the %s of the plan; give one of them", p->name,
                  others[i].option, others[i].what);
  o->precision = FP8C_PRECISION_BF16; /* of what the rule does not name */
  if (p->blocks) o->promote = NULL;
  return FP8C_OK;
}

fp8c_status preset_rules(const fp8c_compile_options *o, arena *a, overrides **rules,
                         fp8c_error *err) {
  const preset *p = o->preset ? preset_find(o->preset) : NULL;
  if (p)
    TRY(overrides_add(a, rules, arena_printf(a, "--preset %s", p->name), "Linear", p->rule, err));
  if (!says(o->promote)) return FP8C_OK;
  const char *quote = strcmp(o->promote, "off") == 0 ? "\"" : "";
  return overrides_add(a, rules, arena_printf(a, "--promote %s", o->promote), "Linear",
                       arena_printf(a, "{\"promote\": %s%s%s}", quote, o->promote, quote), err);
}
