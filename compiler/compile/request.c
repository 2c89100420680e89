/* request.c - see request.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/formats.h"
#include "base/nearest.h"
#include "base/numbers.h"
#include "base/text.h"
#include "compiler/compile/preset.h"
#include "runtime/device.h"
#include "runtime/plan.h"

/* What is read, and where it goes. */
typedef struct reading {
  const fp8c_compile_options *o;
  arena *keep, *scratch;
  request *ask;
  target_list *targets;
} reading;

dim_request *request_dim(const request *ask, const char *name) {
  for (size_t i = 0; i < ask->dim_count; i++)
    if (strcmp(ask->dims[i].name, name) == 0) return &ask->dims[i];
  return NULL;
}

static fp8c_status read_dims(const reading *r, fp8c_error *err) {
  for (size_t i = 0; i < r->o->dim_count; i++) {
    dim_request d = {0};
    TRY(sizes_of_dim(r->keep, r->o->dims[i], &d, err));
    if (request_dim(r->ask, d.name))
      return fail(err, FP8C_ERROR_ARGUMENT, "--dim names \"%s\" twice", d.name);
    ARENA_PUSH(r->keep, r->ask->dims, r->ask->dim_count, d);
  }
  return FP8C_OK;
}

static fp8c_status read_shapes(const reading *r, fp8c_error *err) {
  for (size_t i = 0; i < r->o->shape_count; i++) {
    shape_request s = {0};
    TRY(sizes_of_shape(r->keep, r->o->shapes[i], &s, err));
    ARENA_PUSH(r->keep, r->ask->shapes, r->ask->shape_count, s);
  }
  return FP8C_OK;
}

/* The FP8 formats as a list of words, each behind `before` (the last one behind `last`) and in
 * front of `after`. */
static const char *fp8_words(arena *a, const char *before, const char *after, const char *last) {
  const char *all = "";
  for (size_t k = 0; k < FP8_FORMATS; k++)
    all = arena_printf(a, "%s%s%s%s", all, k && k + 1 == FP8_FORMATS ? last : before,
                       product_formats[k].name, after);
  return all;
}

static fp8c_status read_io_types(const reading *r, fp8c_error *err) {
  for (size_t i = 0; i < r->o->io_type_count; i++) {
    io_request port = {.scale = 1.0f};
    const char *type;
    TRY(request_pair(r->keep, "--io-type", r->o->io_types[i], &port.port, &type, err));
    const char *at = strchr(type, '@');
    port.dtype = dtype_from_name(at ? arena_strndup(r->keep, type, (size_t)(at - type)) : type);
    if (!dtype_is_small_float(port.dtype))
      return fail(err, FP8C_ERROR_ARGUMENT, "--io-type \"%s\": the type can be f32, f16, bf16%s",
                  r->o->io_types[i], fp8_words(r->keep, ", ", "@SCALE", " or "));
    if (dtype_is_fp8(port.dtype) != (at != NULL))
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--io-type \"%s\":%s, and only they, take a scale after @", r->o->io_types[i],
                  fp8_words(r->keep, " ", "", " and "));
    if (at && (!float_parse(at + 1, &port.scale) || !(port.scale > 0.0f) || port.scale > 3e38f))
      return fail(err, FP8C_ERROR_ARGUMENT, "--io-type \"%s\": the scale is no positive number",
                  r->o->io_types[i]);
    ARENA_PUSH(r->keep, r->ask->io, r->ask->io_count, port);
  }
  return FP8C_OK;
}

static fp8c_status read_cache(const reading *r, fp8c_error *err) {
  const char *type = r->o->kv_cache, *at = type ? strchr(type, '@') : NULL;
  if (!type) return FP8C_OK;
  cache_request *c = &r->ask->cache;
  c->dtype = dtype_from_name(at ? arena_strndup(r->keep, type, (size_t)(at - type)) : type);
  bool fp8 = c->dtype == FP8C_DTYPE_E4M3;
  if (!fp8 && (at || !dtype_is_small_float(c->dtype) || dtype_bytes(c->dtype) < 2))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--kv-cache \"%s\": the type can be f32, f16, bf16, e4m3 or e4m3@SCALE", type);
  if (!at) return FP8C_OK;
  double x;
  if (!double_parse(at + 1, &x))
    return fail(err, FP8C_ERROR_ARGUMENT, "--kv-cache \"%s\": the scale is no number", type);
  return scale_check(x, "--kv-cache", &c->scale, err);
}

static fp8c_status read_weights(const reading *r, fp8c_error *err) {
  if (!r->o->weights || weight_only_parse(r->o->weights, &r->ask->weights)) return FP8C_OK;
  return fail(err, FP8C_ERROR_ARGUMENT,
              "--weights \"%s\": there are " WEIGHT_ONLY_FORMS
              "; a block is a power of two from 16 to 65536",
              r->o->weights);
}

static fp8c_status add_target(const reading *r, const char *name, fp8c_error *err) {
  const target *t = target_find(name);
  if (!t) {
    text names;
    text_init(&names, r->scratch);
    for (size_t i = 0; target_at(i); i++) {
      const chip_row *chip = target_at(i)->chip;
      bool own = chip && strcmp(chip->name, target_at(i)->name) == 0; /* no family's form */
      text_printf(&names, "%s%s%s%s%s", i ? ", " : "", target_at(i)->name, own ? " (" : "",
                  own ? chip->gpus : "", own ? ")" : "");
    }
    nearest meant = {.word = name};
    for (size_t i = 0; target_at(i); i++) nearest_offer(&meant, target_at(i)->name);
    return fail(err, FP8C_ERROR_ARGUMENT, "there is no target \"%s\"; there are %s%s", name,
                text_cstr(&names), nearest_words(&meant, r->scratch));
  }
  for (size_t i = 0; i < r->targets->count; i++)
    if (r->targets->list[i] == t) return FP8C_OK;
  ARENA_PUSH(r->keep, r->targets->list, r->targets->count, t);
  r->targets->has_gpu |= t->chip != NULL;
  return FP8C_OK;
}

/* Default targets: cpu, plus the GPU that is present. */
static fp8c_status read_targets(const reading *r, fp8c_error *err) {
  for (size_t i = 0; i < r->o->target_count; i++) TRY(add_target(r, r->o->targets[i], err));
  if (r->targets->count > 0) return FP8C_OK;
  TRY(add_target(r, "cpu", err));
  char present[16];
  fp8c_error why = {0};
  r->targets->defaulted = true;
  if (cuda_device_count() == 0) return FP8C_OK;
  if (cuda_device_target(0, present, &why) == FP8C_OK) {
    r->targets->defaulted = false;
    return add_target(r, present, err);
  }
  r->targets->unusable = arena_strdup(r->keep, why.text);
  return FP8C_OK;
}

/* What takes no time of the run. Split channels are more work, and what Linear reads is mostly
 * made where an addition has a price: taken unasked only where a goal is searched for, which weighs
 * them. */
static const char *default_repairs(const reading *r) {
  if (r->o->calibration && r->o->calibrate)
    return "round,bias"; /* figures are of values as they are */
  if (r->o->save_calibration) return "round,centre-maps,bias"; /* it is of the values as they are */
  return r->ask->goal != GOAL_NONE ? "round,centre-maps,equalise,split,bias"
                                   : "round,centre-maps,equalise,bias";
}

static fp8c_status read_scales(const reading *r, fp8c_error *err) {
  const fp8c_compile_options *o = r->o;
  TRY(repairs_parse(o->repairs ? o->repairs : default_repairs(r), &r->ask->repairs, err));
  if (o->calibrate_method) TRY(scale_policy_parse(o->calibrate_method, &r->ask->scales, err));
  if (o->headroom != 0 && !(o->headroom >= 1 && o->headroom <= 65536))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the headroom is a factor from 1 to 65536, or 0 to 96.3 dB; not %g", o->headroom);
  r->ask->scales.headroom = o->headroom;
  r->ask->scales.power_of_two = o->power_of_two_scales;
  if (r->ask->scales.method == SCALE_CONSTANT && o->headroom > 1)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "a headroom multiplies scales that are chosen; constant=SCALE is given");
  if (r->ask->scales.method == SCALE_OF_RUN && (o->headroom > 1 || o->power_of_two_scales))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "dynamic scales are what each run's largest numbers need, without headroom, and no "
                "powers of two");
  if (r->ask->scales.method == SCALE_DELAYED && (o->headroom > 1 || o->power_of_two_scales))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "delayed scales follow from earlier runs' largest numbers, with a margin of their "
                "own (delayed=RUNS,margin=OCTAVES) for a headroom, and no powers of two");
  int exponent;
  if (r->ask->scales.method == SCALE_CONSTANT && o->power_of_two_scales &&
      frexpf(r->ask->scales.constant, &exponent) != 0.5f)
    return fail(err, FP8C_ERROR_ARGUMENT, "the constant scale %g is no power of two",
                (double)r->ask->scales.constant);
  return FP8C_OK;
}

/* What a search is to find: a budget comes first, then a speed, then a share; what else is asked
 * for is to be had with it. */
static fp8c_status read_goal(const reading *r, fp8c_error *err) {
  const fp8c_compile_options *o = r->o;
  const char *name = o->max_error        ? "--max-error"
                     : o->target_speedup ? "--target-speedup"
                                         : "--fp8-share";
  r->ask->judge_outputs = o->judge_outputs;
  if (o->max_error) {
    TRY(budget_parse(r->keep, o->max_error, &r->ask->budget, err));
    r->ask->goal = GOAL_ERROR;
  } else if (o->target_speedup != 0 || o->fp8_share != 0) {
    r->ask->goal = o->target_speedup != 0 ? GOAL_SPEED : GOAL_SHARE;
  }
  if (o->target_speedup != 0) {
    if (!(o->target_speedup >= 1 && o->target_speedup <= 100))
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--target-speedup is a factor over BF16 from 1 to 100, not %g",
                  o->target_speedup);
  }
  if (o->fp8_share != 0) {
    if (!(o->fp8_share > 0 && o->fp8_share <= 1))
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--fp8-share lies above 0%% and up to 100%%, not at %g%%", 100 * o->fp8_share);
  }
  if (!(o->time_limit_seconds >= 0) || isinf(o->time_limit_seconds))
    return fail(err, FP8C_ERROR_ARGUMENT, "--time-limit is a number of seconds above 0, not %g",
                o->time_limit_seconds);
  if (!(o->metric_timeout_seconds >= 0) || isinf(o->metric_timeout_seconds))
    return fail(err, FP8C_ERROR_ARGUMENT, "--metric-timeout is a number of seconds above 0, not %g",
                o->metric_timeout_seconds);
  if (o->evaluate && !o->calibrate)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--evaluate judges what --calibrate chose, and there is no --calibrate");
  bool limit = o->time_limit_seconds > 0 && o->tune == FP8C_TUNE_OFF;
  if (r->ask->goal == GOAL_NONE && (limit || o->write_over_budget))
    return fail(err, FP8C_ERROR_ARGUMENT, "%s has nothing to do without %s",
                o->write_over_budget ? "--write-over-budget" : "--time-limit",
                o->write_over_budget ? "--max-error"
                                     : "--max-error, --target-speedup, --fp8-share or --tune");
  if (r->ask->goal == GOAL_NONE) return FP8C_OK;
  if (!o->calibrate)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s measures errors, which needs --calibrate", name);
  if (o->precision != FP8C_PRECISION_AUTO)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s chooses formats, which --precision %s leaves none of",
                name,
                o->precision == FP8C_PRECISION_FP8    ? "fp8"
                : o->precision == FP8C_PRECISION_BF16 ? "bf16"
                                                      : "f32");
  return FP8C_OK;
}

/* Figures besides samples: scales come from the figures, and all that needs samples from the
 * samples. */
static fp8c_status check_figures(const reading *r, fp8c_error *err) {
  const fp8c_compile_options *o = r->o;
  if (!o->calibration || !o->calibrate) return FP8C_OK;
  if (o->save_calibration)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--save-calibration writes what the samples of --calibrate say, and with "
                "--calibration figures are given");
  if (o->state_count || o->norms == FP8C_NORMS_FOLD)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--calibration beside --calibrate has figures of the model's own values; %s is not "
                "for those",
                o->state_count ? "--state" : "--norms fold");
  if (r->ask->repairs & ~(REPAIR_ROUND | REPAIR_BIAS))
    return fail(
        err, FP8C_ERROR_ARGUMENT,
        "--repair %s: with --calibration values stay as they are, so \"round\" and \"bias\" "
        "are what there is",
        o->repairs);
  return FP8C_OK;
}

static fp8c_status read_promotion(const fp8c_compile_options *o, fp8c_error *err) {
  static const char *const choices[] = {"auto", "off", "512", "256", "128", "64"};
  bool wide = o->precision == FP8C_PRECISION_BF16 || o->precision == FP8C_PRECISION_F32;
  if (!o->promote) return FP8C_OK;
  size_t i = 0;
  while (i < sizeof choices / sizeof *choices && strcmp(o->promote, choices[i]) != 0) i++;
  if (i == sizeof choices / sizeof *choices)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--promote \"%s\": there are auto, off, 512, 256, 128 and 64", o->promote);
  if (i > 0 && wide && !o->overrides && !o->preset)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--promote %s is about the sums of products in FP8, and --precision %s leaves none "
                "of them in FP8",
                o->promote, o->precision == FP8C_PRECISION_F32 ? "f32" : "bf16");
  return FP8C_OK;
}

fp8c_status request_read(const fp8c_compile_options *o, arena *keep, arena *scratch, request *ask,
                         target_list *targets, fp8c_error *err) {
  const reading here = {o, keep, scratch, ask, targets}, *r = &here;
  if (!o->model_path) return fail(err, FP8C_ERROR_ARGUMENT, "no model was named");
  if ((unsigned)o->norms > FP8C_NORMS_FOLD)
    return fail(err, FP8C_ERROR_ARGUMENT, "there is no way %d of treating norms", (int)o->norms);
  if ((unsigned)o->tune > FP8C_TUNE_FULL)
    return fail(err, FP8C_ERROR_ARGUMENT, "there is no way %d of timing kernels", (int)o->tune);
  TRY(read_goal(r, err));
  TRY(read_scales(r, err));
  for (size_t i = 0; i < o->disable_count; i++)
    if (!pass_find(o->disable[i]))
      return fail(err, FP8C_ERROR_ARGUMENT, "there is no pass \"%s\"; `fp8c passes` lists them",
                  o->disable[i]);
  if (o->stop_after && !pass_find(o->stop_after))
    return fail(err, FP8C_ERROR_ARGUMENT, "there is no pass \"%s\"; `fp8c passes` lists them",
                o->stop_after);
  if (o->dump_after && strcmp(o->dump_after, "all") != 0 && !pass_find(o->dump_after))
    return fail(err, FP8C_ERROR_ARGUMENT, "there is no pass \"%s\"; `fp8c passes` lists them",
                o->dump_after);
  TRY(read_dims(r, err));
  TRY(read_shapes(r, err));
  TRY(read_io_types(r, err));
  TRY(read_cache(r, err));
  TRY(read_weights(r, err));
  if (o->capacity < 0 || o->capacity > (int64_t)PLAN_CAPACITY_MAX)
    return fail(err, FP8C_ERROR_ARGUMENT, "--capacity is a number from 1 to %lld, not %lld",
                (long long)PLAN_CAPACITY_MAX, (long long)o->capacity);
  if (o->role_count && !o->capacity)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--role says what a port is to a plan that keeps states; give --capacity too");
  TRY(read_targets(r, err));
  TRY(check_figures(r, err));
  if (o->save_calibration && !o->calibrate)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--save-calibration writes what --calibrate found, and there is no --calibrate");
  if (o->overrides && o->precision == FP8C_PRECISION_F32)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--precision f32 changes no format, so nothing can be pinned by --override");
  if (o->overrides) TRY(overrides_read(r->keep, o->overrides, &r->ask->overrides, err));
  TRY(read_promotion(o, err));
  TRY(preset_rules(o, r->keep, &r->ask->overrides, err));
  return FP8C_OK;
}
