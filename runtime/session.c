/* session.c - a program on one device: what every device has in common.
 *
 * The arguments of a run are checked here, once, against the ports, so that a
 * device sees tensors of the right type, rank and known dimensions.  One
 * atomic flag turns a second caller away instead of leaving it undefined. */
#include <stdatomic.h>
#include <string.h>

#include "base/clock.h"
#include "base/map.h"
#include "base/size.h"
#include "base/size_names.h"
#include "base/text.h"
#include "ops/infer.h"
#include "runtime/nvtx.h"
#include "runtime/options.h"
#include "runtime/own_states.h"
#include "runtime/replay.h"
#include "runtime/shapes.h"
#include "runtime/steps.h"
#include "runtime/trace.h"

/* Where a symbol was met first in a run's inputs. */
typedef struct symbol_size {
  int64_t size; /* -1: not yet */
  uint32_t input;
} symbol_size;

/* A symbol whose name is a sum of others: "past + seq". */
typedef struct symbol_sum {
  uint32_t symbol, count, terms[NAME_SUM_MAX];
  int64_t number;
} symbol_sum;

struct fp8c_session {
  const fp8c_program *program;
  const device *device;
  device_state *state;
  pool *threads;
  symbol_size *symbols; /* by symbol of the plan */
  symbol_sum *sums;
  uint32_t sum_count;
  own_states *own; /* NULL: the plan has none that a session keeps */
  char name[32];   /* "cpu", "cuda:0" */
  atomic_flag busy;
};

/* ---- Choosing a device ------------------------------------------------- */

static bool has_variant(const plan *p, const char *target) {
  for (uint32_t i = 0; i < p->variant_count; i++)
    if (!strcmp(p->variants[i].target, target)) return true;
  return false;
}

static bool has_gpu_variant(const plan *p) {
  for (uint32_t i = 0; i < p->variant_count; i++)
    if (strcmp(p->variants[i].target, "cpu") != 0) return true;
  return false;
}

static bool gpu_runs(const plan *p, int ordinal) {
  for (uint32_t i = 0; i < p->variant_count; i++)
    if (cuda_device_runs(ordinal, p->variants[i].target)) return true;
  return false;
}

typedef struct choice {
  const device *device;
  int ordinal;
} choice;

static fp8c_status choose(const fp8c_program *program, const char *wanted, choice *out,
                          fp8c_error *err) {
  const plan *p = program_plan(program);
  int64_t ordinal = 0;
  if (!wanted) {
    int count = has_gpu_variant(p) ? cuda_device_count() : 0;
    for (int i = 0; i < count; i++) {
      if (!gpu_runs(p, i)) continue;
      *out = (choice){&device_cuda, i};
      return FP8C_OK;
    }
    if (!has_variant(p, "cpu"))
      return fail(
          err, FP8C_ERROR_NO_DEVICE,
          "the plan has no variant for the CPU and none for a GPU of this machine (the first "
          "is for %s; %d GPUs found)",
          p->variants[0].target, cuda_device_count());
    *out = (choice){&device_cpu, 0};
    return FP8C_OK;
  }
  if (!strcmp(wanted, "cpu")) {
    if (!has_variant(p, "cpu"))
      return fail(
          err, FP8C_ERROR_UNSUPPORTED,
          "the plan has no variant for the CPU (the first is for %s); compile with --target "
          "cpu",
          p->variants[0].target);
    *out = (choice){&device_cpu, 0};
    return FP8C_OK;
  }
  if (!strncmp(wanted, "cuda:", 5) && int_parse(wanted + 5, &ordinal) && ordinal >= 0 &&
      ordinal < 1024) {
    int count = has_gpu_variant(p) ? 0 : cuda_device_count();
    if (!has_gpu_variant(p) && ordinal >= count) /* compiling again would not help */
      return fail(err, FP8C_ERROR_NO_DEVICE, "there is no GPU \"%s\" (%d found)", wanted, count);
    if (!has_gpu_variant(p))
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "the plan has no variant for a GPU; compile with --target sm_90a or another");
    *out = (choice){&device_cuda, (int)ordinal};
    return FP8C_OK;
  }
  if (!strncmp(wanted, "trace:", 6)) {
    for (uint32_t i = 0; i < p->variant_count; i++)
      if (!strcmp(p->variants[i].target, wanted + 6)) {
        *out = (choice){&device_trace, (int)i};
        return FP8C_OK;
      }
    return fail(err, FP8C_ERROR_UNSUPPORTED, "the plan has no variant for \"%s\"", wanted + 6);
  }
  return fail(err, FP8C_ERROR_ARGUMENT,
              "device \"%s\"; expected \"cpu\" or \"cuda:N\" with the number of a GPU", wanted);
}

/* ---- Create and free --------------------------------------------------- */

/* The caller's options in this library's struct. */
static fp8c_status take_options(const fp8c_session_options *given, fp8c_session_options *o,
                                fp8c_error *err) {
  memset(o, 0, sizeof *o);
  if (!given) return FP8C_OK;
  size_t least = offsetof(fp8c_session_options, device) + sizeof given->device;
  TRY(options_check(given, given->size, least, sizeof *o, "fp8c_session_options", err));
  memcpy(o, given, given->size < sizeof *o ? given->size : sizeof *o);
  uint32_t flags = FP8C_SESSION_NO_GRAPH | FP8C_SESSION_TIMING | FP8C_SESSION_CHECK |
                   FP8C_SESSION_PLAIN | FP8C_SESSION_COUNT_SATURATED;
  if (o->flags & ~flags)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "fp8c_session_options.flags has unknown bits 0x%x",
                o->flags & ~flags);
  if (!o->device_alloc != !o->device_free)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "fp8c_session_options: set both device_alloc and device_free, or neither");
  return FP8C_OK;
}

/* Symbols that are sums of others, as far as all of them are there. */
static fp8c_status find_sums(fp8c_session *s, fp8c_error *err) {
  const plan *p = program_plan(s->program);
  oom_guard guard;
  arena names;
  arena_init(&names, &guard);
  if (setjmp(guard.jump)) {
    arena_free(&names);
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory while creating a session");
  }
  hash_map by_name;
  map_init(&by_name, &names);
  for (uint32_t i = 0; i < p->symbol_count; i++)
    map_put(&by_name, p->symbols[i])->item = (void *)(uintptr_t)(i + 1);
  for (uint32_t i = 0; i < p->symbol_count; i++) {
    name_sum named;
    if (!name_sum_read(p->symbols[i], &named)) continue;
    symbol_sum *sum = &s->sums[s->sum_count];
    *sum = (symbol_sum){.symbol = i, .number = named.number};
    for (size_t k = 0; k < named.count && sum->count == k; k++) {
      const map_entry *e =
          map_find(&by_name, arena_strndup(&names, named.names[k].at, named.names[k].length));
      if (e) sum->terms[sum->count++] = (uint32_t)((uintptr_t)e->item - 1);
    }
    if (sum->count == named.count) s->sum_count++;
  }
  arena_free(&names);
  return FP8C_OK;
}

static fp8c_status create(const fp8c_program *program, const fp8c_session_options *options,
                          uint32_t more_flags, fp8c_session **out, fp8c_error *err) {
  if (!out) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_session_create: out is NULL");
  *out = NULL;
  if (!program) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_session_create: program is NULL");
  fp8c_session_options o;
  choice c = {0};
  TRY(take_options(options, &o, err));
  TRY(choose(program, o.device, &c, err));
  o.flags |= more_flags;
  if ((o.flags & FP8C_SESSION_COUNT_SATURATED) && !c.device->saturation)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "saturated elements are counted on the CPU device alone; choose \"cpu\"");

  fp8c_session *s = host_alloc(sizeof *s);
  if (!s) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory while creating a session");
  s->program = program;
  s->device = c.device;
  atomic_flag_clear(&s->busy);
  size_t symbol_bytes = program_plan(program)->symbol_count * sizeof *s->symbols;
  s->symbols = host_alloc(symbol_bytes ? symbol_bytes : 1);
  s->sums = host_alloc((program_plan(program)->symbol_count + 1) * sizeof *s->sums);
  fp8c_status status = s->symbols && s->sums ? find_sums(s, err)
                                             : fail(err, FP8C_ERROR_NO_MEMORY,
                                                    "out of memory while creating a session");
  if (status == FP8C_OK) status = pool_create(o.threads, &s->threads, err);
  if (status == FP8C_OK)
    status =
        c.device->create(program_open_view(program), &o, c.ordinal, s->threads, &s->state, err);
  if (status == FP8C_OK) status = own_states_create(program, c.device, s->state, &s->own, err);
  if (status != FP8C_OK) {
    fp8c_session_free(s);
    return status;
  }
  if (c.device == &device_cuda) {
    static const char digits[] = "0123456789";
    char *at = s->name;
    memcpy(at, "cuda:", 5), at += 5;
    for (int unit = 1000; unit > 0; unit /= 10)
      if (c.ordinal >= unit || unit == 1) *at++ = digits[c.ordinal / unit % 10];
  } else {
    memcpy(s->name, c.device->kind, strlen(c.device->kind) + 1);
  }
  *out = s;
  return FP8C_OK;
}

fp8c_status fp8c_session_create(const fp8c_program *program, const fp8c_session_options *options,
                                fp8c_session **out, fp8c_error *err) {
  return create(program, options, 0, out, err);
}

fp8c_status session_create_lean(const fp8c_program *program, const fp8c_session_options *options,
                                bool keeps, fp8c_session **out, fp8c_error *err) {
  return create(program, options, SESSION_LEAN | (keeps ? SESSION_KEEP : 0), out, err);
}

void fp8c_session_free(fp8c_session *s) {
  if (!s) return;
  own_states_free(s->own);
  if (s->state) s->device->destroy(s->state);
  pool_free(s->threads);
  host_free(s->symbols);
  host_free(s->sums);
  host_free(s);
}

const char *fp8c_session_device(const fp8c_session *s) { return s ? s->name : ""; }

/* ---- Running ----------------------------------------------------------- */

static fp8c_status check_tensor(const fp8c_port *p, const fp8c_tensor *t, const char *side,
                                const char *where, fp8c_error *err) {
  char found[256];
  TRY(shape_check(p, t, side, err));
  int64_t elements = 0;
  size_t bytes = 0;
  if (!shape_elements(t->shape, t->rank, &elements) ||
      !size_mul((size_t)elements, fp8c_dtype_bits(t->dtype) / 8, &bytes) || bytes > INT64_MAX)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s\" of shape %s is larger than memory can be",
                side, p->name, shape_text(t->rank, t->shape, found));
  if (bytes > 0 && !t->data)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s\": data is NULL; expected %zu bytes", side,
                p->name, bytes);
  if ((uintptr_t)t->data % (fp8c_dtype_bits(t->dtype) / 8) != 0)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s\": data is not aligned to %zu bytes", side,
                p->name, fp8c_dtype_bits(t->dtype) / 8);
  if (t->place != FP8C_PLACE_HOST && t->place != FP8C_PLACE_DEVICE)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s\": place %d; expected host (0) or device (1)",
                side, p->name, (int)t->place);
  if (t->place == FP8C_PLACE_DEVICE && !strcmp(where, "cpu"))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "%s \"%s\" lies on a device; a session on the CPU takes host memory", side,
                p->name);
  return FP8C_OK;
}

/* What the names of sizes say holds: graphs were made in the belief of it. */
static fp8c_status check_sums(const fp8c_session *s, fp8c_error *err) {
  const plan *p = program_plan(s->program);
  for (uint32_t i = 0; i < s->sum_count; i++) {
    const symbol_sum *sum = &s->sums[i];
    int64_t size = s->symbols[sum->symbol].size, expected = sum->number;
    bool known = size >= 0;
    for (uint32_t k = 0; k < sum->count && known; k++) {
      int64_t one = s->symbols[sum->terms[k]].size;
      known = one >= 0 && !__builtin_add_overflow(expected, one, &expected);
    }
    if (known && size != expected)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "\"%s\" is %lld in input \"%s\"; by the other inputs it is %lld",
                  p->symbols[sum->symbol], (long long)size,
                  p->inputs[s->symbols[sum->symbol].input].name, (long long)expected);
  }
  return FP8C_OK;
}

/* One symbol has one size in a run, over all inputs. */
static fp8c_status check_symbols(const fp8c_session *s, const fp8c_tensor *inputs,
                                 fp8c_error *err) {
  const plan *p = program_plan(s->program);
  for (uint32_t i = 0; i < p->symbol_count; i++) s->symbols[i].size = -1;
  for (uint32_t i = 0; i < p->input_count; i++)
    for (int k = 0; k < p->inputs[i].rank; k++) {
      if (p->inputs[i].dims[k] >= 0) continue;
      size_t index = DIM_SYMBOL_INDEX(p->inputs[i].dims[k]);
      symbol_size *first = &s->symbols[index];
      if (first->size < 0) *first = (symbol_size){inputs[i].shape[k], i};
      if (first->size != inputs[i].shape[k])
        return fail(err, FP8C_ERROR_ARGUMENT,
                    "\"%s\" is %lld in input \"%s\" and %lld in input \"%s\"; expected one size",
                    p->symbols[index], (long long)first->size, p->inputs[first->input].name,
                    (long long)inputs[i].shape[k], p->inputs[i].name);
    }
  return check_sums(s, err);
}

/* Against all ports of the plan. */
static fp8c_status check_ports(const fp8c_session *s, const fp8c_tensor *inputs,
                               const fp8c_tensor *outputs, bool views, fp8c_error *err) {
  const plan *p = program_plan(s->program);
  for (size_t i = 0; i < p->input_count; i++)
    TRY(check_tensor(program_input(s->program, i), &inputs[i], "input", s->name, err));
  TRY(check_symbols(s, inputs, err));
  for (size_t i = 0; !views && i < p->output_count; i++)
    TRY(check_tensor(program_output(s->program, i), &outputs[i], "output", s->name, err));
  return FP8C_OK;
}

/* A run's tensors by port of the plan: the caller's, and those of states that the session keeps. */
typedef struct all_ports {
  const fp8c_tensor *inputs, *outputs;
} all_ports;

/* `views`: the outputs' memory is the session's. */
static fp8c_status check_run(const fp8c_session *s, const run_ports *p, bool views, all_ports *all,
                             fp8c_error *err) {
  if (program_plan(s->program)->memory.state_count && !s->own)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "this plan keeps states from run to run (it was compiled with --capacity): `fp8c "
                "generate` runs it, and in C fp8c_state_create with fp8c_state_step");
  TRY(shape_check_counts(s->program, p->inputs, p->input_count, p->outputs, p->output_count, err));
  *all = s->own ? (all_ports){own_states_inputs(s->own, p->inputs),
                              own_states_outputs(s->own, views ? NULL : p->outputs)}
                : (all_ports){p->inputs, p->outputs};
  return check_ports(s, all->inputs, all->outputs, views, err);
}

static fp8c_status advance(fp8c_session *s, fp8c_status status) {
  if (status == FP8C_OK && s->own) own_states_advance(s->own);
  return status;
}

static fp8c_status enter(fp8c_session *s, const char *call, fp8c_error *err) {
  if (!s) return fail(err, FP8C_ERROR_ARGUMENT, "%s: session is NULL", call);
  if (!atomic_flag_test_and_set_explicit(&s->busy, memory_order_acquire)) return FP8C_OK;
  return fail(err, FP8C_ERROR_BUSY,
              "%s: another thread is inside this session; use one session for each thread", call);
}

static fp8c_status leave(fp8c_session *s, fp8c_status status) {
  atomic_flag_clear_explicit(&s->busy, memory_order_release);
  return status;
}

/* A profiler sees a run as a range with the model's name, and within it a range for
 * each step that is issued by itself. */
static fp8c_status run_in_range(fp8c_session *s, const fp8c_tensor *inputs,
                                const fp8c_tensor *outputs, bool states_only, fp8c_error *err) {
  const device *d = s->device;
  nvtx_push(program_plan(s->program)->model_name);
  fp8c_status status = states_only && d->run_for_states
                           ? d->run_for_states(s->state, inputs, outputs, err)
                           : d->run(s->state, inputs, outputs, err);
  nvtx_pop();
  return status;
}

fp8c_status fp8c_session_run(fp8c_session *s, const fp8c_tensor *inputs, size_t input_count,
                             const fp8c_tensor *outputs, size_t output_count, fp8c_error *err) {
  all_ports all;
  run_ports given = {inputs, input_count, outputs, output_count};
  TRY(enter(s, "fp8c_session_run", err));
  fp8c_status status = check_run(s, &given, false, &all, err);
  if (status == FP8C_OK) status = run_in_range(s, all.inputs, all.outputs, false, err);
  return leave(s, advance(s, status));
}

/* Views of the caller's outputs of the run that was just made. */
static fp8c_status give_views(fp8c_session *s, const all_ports *all, fp8c_tensor *outputs,
                              fp8c_error *err) {
  if (!s->own) return s->device->views(s->state, outputs, err);
  fp8c_tensor *every = (fp8c_tensor *)(uintptr_t)all->outputs;
  TRY(s->device->views(s->state, every, err));
  return own_states_take(s->own, every, outputs, err);
}

fp8c_status fp8c_session_run_views(fp8c_session *s, const fp8c_tensor *inputs, size_t input_count,
                                   fp8c_tensor *outputs, size_t output_count, fp8c_error *err) {
  all_ports all;
  run_ports given = {inputs, input_count, outputs, output_count};
  TRY(enter(s, "fp8c_session_run_views", err));
  fp8c_status status = check_run(s, &given, true, &all, err);
  if (status == FP8C_OK) status = run_in_range(s, all.inputs, NULL, false, err);
  if (status == FP8C_OK) status = give_views(s, &all, outputs, err);
  return leave(s, status);
}

fp8c_status session_run_whole(fp8c_session *s, const fp8c_tensor *inputs, fp8c_tensor *outputs,
                              fp8c_error *err) {
  TRY(enter(s, "fp8c_state_run", err));
  fp8c_status status = check_ports(s, inputs, outputs, true, err);
  if (status == FP8C_OK) status = run_in_range(s, inputs, NULL, false, err);
  if (status == FP8C_OK) status = s->device->views(s->state, outputs, err);
  return leave(s, status);
}

/* Outputs without memory are not wanted. */
static fp8c_status check_some_ports(const fp8c_session *s, const fp8c_tensor *inputs,
                                    const fp8c_tensor *outputs, fp8c_error *err) {
  TRY(check_ports(s, inputs, outputs, true, err));
  for (size_t i = 0; i < program_plan(s->program)->output_count; i++)
    if (outputs[i].data)
      TRY(check_tensor(program_output(s->program, i), &outputs[i], "output", s->name, err));
  return FP8C_OK;
}

fp8c_status session_run_ports(fp8c_session *s, const fp8c_tensor *inputs,
                              const fp8c_tensor *outputs, bool states_only, fp8c_error *err) {
  TRY(enter(s, "fp8c_state_run", err));
  fp8c_status status = check_some_ports(s, inputs, outputs, err);
  if (status == FP8C_OK) status = run_in_range(s, inputs, outputs, states_only, err);
  return leave(s, status);
}

fp8c_status session_fetch(fp8c_session *s, uint32_t output, uint64_t from, void *to, size_t bytes,
                          fp8c_error *err) {
  TRY(enter(s, "fp8c_state_step", err));
  return leave(s, s->device->fetch(s->state, output, from, to, bytes, err));
}

bool session_continues(const fp8c_session *s, const fp8c_tensor *inputs) {
  return s->device->continues && s->device->continues(s->state, inputs);
}

fp8c_status session_run_on(fp8c_session *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                           size_t count, int64_t *tokens, fp8c_error *err) {
  TRY(enter(s, "fp8c_state_generate", err));
  fp8c_status status = check_some_ports(s, inputs, outputs, err);
  if (status == FP8C_OK) status = s->device->run_on(s->state, inputs, outputs, count, tokens, err);
  return leave(s, status);
}

/* ---- Memory of states ---------------------------------------------------- */

state_slot *session_own_slot(fp8c_session *s) { return s->own ? own_states_slot(s->own) : NULL; }

bool session_has_memory(const fp8c_session *s) { return s->device->memory != NULL; }

fp8c_status session_memory(fp8c_session *s, size_t bytes, void **out, fp8c_error *err) {
  *out = NULL;
  if (bytes == 0) bytes = 1;
  if (!s->device->memory) {
    *out = host_alloc(bytes);
    return *out ? FP8C_OK
                : fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) for a state", bytes);
  }
  TRY(enter(s, "fp8c_state_create", err));
  return leave(s, s->device->memory(s->state, bytes, out, err));
}

void session_memory_free(fp8c_session *s, void *memory) {
  if (!s->device->memory)
    host_free(memory);
  else if (memory)
    s->device->memory_free(s->state, memory);
}

/* Between pieces of host memory, `to_step` and `from_step` bytes apart. */
static void copy_pieces(void *to, size_t to_step, const void *from, size_t from_step,
                        memory_pieces p) {
  for (size_t i = 0; i < p.count; i++)
    memcpy((uint8_t *)to + i * to_step, (const uint8_t *)from + i * from_step, p.bytes);
}

fp8c_status session_memory_read(fp8c_session *s, const void *memory, void *host, memory_pieces p,
                                fp8c_error *err) {
  if (p.bytes == 0 || p.count == 0) return FP8C_OK;
  if (!s->device->memory) {
    copy_pieces(host, p.bytes, memory, p.step, p);
    return FP8C_OK;
  }
  TRY(enter(s, "reading a state", err));
  return leave(s, s->device->memory_read(s->state, memory, host, p, err));
}

fp8c_status session_memory_write(fp8c_session *s, void *memory, const void *host, memory_pieces p,
                                 fp8c_error *err) {
  if (p.bytes == 0 || p.count == 0) return FP8C_OK;
  if (!s->device->memory) {
    copy_pieces(memory, p.step, host, p.bytes, p);
    return FP8C_OK;
  }
  TRY(enter(s, "writing a state", err));
  return leave(s, s->device->memory_write(s->state, memory, host, p, err));
}

fp8c_status session_memory_copy(fp8c_session *s, void *to, const void *from, memory_pieces p,
                                fp8c_error *err) {
  if (p.bytes == 0 || p.count == 0) return FP8C_OK;
  if (!s->device->memory) {
    copy_pieces(to, p.step, from, p.step, p);
    return FP8C_OK;
  }
  TRY(enter(s, "copying a state", err));
  return leave(s, s->device->memory_copy(s->state, to, from, p, err));
}

const fp8c_program *session_program(const fp8c_session *s) { return s->program; }

fp8c_status fp8c_session_enqueue(fp8c_session *s, const fp8c_tensor *inputs, size_t input_count,
                                 const fp8c_tensor *outputs, size_t output_count, fp8c_error *err) {
  all_ports all;
  run_ports given = {inputs, input_count, outputs, output_count};
  TRY(enter(s, "fp8c_session_enqueue", err));
  fp8c_status status = check_run(s, &given, false, &all, err);
  if (status == FP8C_OK) status = s->device->enqueue(s->state, all.inputs, all.outputs, err);
  return leave(s, advance(s, status));
}

/* Where the device cannot take a run apart, all of it counts as the device's. */
static fp8c_status time_whole_run(fp8c_session *s, const fp8c_tensor *inputs,
                                  const fp8c_tensor *outputs, run_times *times, fp8c_error *err) {
  double start = clock_seconds();
  fp8c_status status = s->device->run(s->state, inputs, outputs, err);
  double seconds = clock_seconds() - start;
  *times = (run_times){.device = seconds, .total = seconds};
  return status;
}

fp8c_status session_timed_run(fp8c_session *s, const run_ports *p, bool transfers, run_times *times,
                              fp8c_error *err) {
  all_ports all;
  TRY(enter(s, "session_timed_run", err));
  fp8c_status status = check_run(s, p, false, &all, err);
  if (status == FP8C_OK)
    status = s->device->timed_run
                 ? s->device->timed_run(s->state, all.inputs, all.outputs, transfers, times, err)
                 : time_whole_run(s, all.inputs, all.outputs, times, err);
  return leave(s, advance(s, status));
}

bool session_find_value(const fp8c_session *s, const char *name, uint32_t *id) {
  return s->device->find_value && s->device->find_value(s->state, name, id);
}

fp8c_status session_value(fp8c_session *s, uint32_t id, tensor *out, fp8c_error *err) {
  if (!s->device->value)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "a session on %s keeps no values", s->name);
  return s->device->value(s->state, id, out, err);
}

fp8c_status session_rerun(fp8c_session *s, const uint32_t *ids, const tensor *with, size_t count,
                          fp8c_tensor *outputs, size_t output_count, fp8c_error *err) {
  TRY(enter(s, "session_rerun", err));
  fp8c_status status = FP8C_OK;
  if (!s->device->rerun)
    status = fail(err, FP8C_ERROR_UNSUPPORTED, "a session on %s keeps no values", s->name);
  else if (output_count != fp8c_program_output_count(s->program))
    status = fail(err, FP8C_ERROR_ARGUMENT, "%zu outputs given; the program has %zu", output_count,
                  fp8c_program_output_count(s->program));
  else
    status = s->device->rerun(s->state, ids, with, count, outputs, err);
  return leave(s, status);
}

bool session_step_work(const fp8c_session *s, size_t index, step_work *out) {
  *out = (step_work){.nodes = ""};
  return s->device->step_work && s->device->step_work(s->state, index, out);
}

fp8c_status fp8c_session_wait(fp8c_session *s, fp8c_error *err) {
  TRY(enter(s, "fp8c_session_wait", err));
  return leave(s, s->device->wait(s->state, err));
}

void *fp8c_session_stream(const fp8c_session *s) {
  return s && s->device->stream ? s->device->stream(s->state) : NULL;
}

size_t fp8c_session_step_count(const fp8c_session *s) {
  return s ? s->device->step_count(s->state) : 0;
}

bool fp8c_session_step(const fp8c_session *s, size_t index, fp8c_step *out) {
  return s && out && s->device->step(s->state, index, out);
}

bool fp8c_session_saturation(const fp8c_session *s, size_t index, fp8c_saturation *out) {
  return s && out && s->device->saturation && s->device->saturation(s->state, index, out);
}

void fp8c_session_graph(const fp8c_session *s, fp8c_graph_info *out) {
  if (!out) return;
  *out = (fp8c_graph_info){0};
  if (s) s->device->graph(s->state, out);
}

const char *fp8c_session_graph_kernel(const fp8c_session *s, size_t index) {
  return s ? s->device->graph_kernel(s->state, index) : NULL;
}

/* ---- Taken apart (steps.h) --------------------------------------------- */

fp8c_status session_steps_begin(fp8c_session *s, const fp8c_tensor *inputs, size_t count,
                                fp8c_error *err) {
  TRY(enter(s, "session_steps_begin", err));
  all_ports all;
  const fp8c_tensor unused[1] = {{0}};
  run_ports given = {inputs, count, unused, fp8c_program_output_count(s->program)};
  fp8c_status status = check_run(s, &given, true, &all, err);
  if (status == FP8C_OK && !s->device->steps_begin)
    status = fail(err, FP8C_ERROR_UNSUPPORTED,
                  "a session on \"%s\" cannot be run step by step: it computes nothing", s->name);
  if (status == FP8C_OK) status = s->device->steps_begin(s->state, all.inputs, err);
  return leave(s, status);
}

const plan_variant *session_variant(const fp8c_session *s) { return s->device->variant(s->state); }

fp8c_status session_steps_run(fp8c_session *s, uint32_t step, fp8c_error *err) {
  TRY(enter(s, "session_steps_run", err));
  return leave(s, s->device->steps_run(s->state, step, err));
}

fp8c_status session_value_read(fp8c_session *s, uint32_t value, arena *a, tensor *out,
                               fp8c_error *err) {
  TRY(enter(s, "session_value_read", err));
  return leave(s, s->device->value_read(s->state, value, a, out, err));
}

fp8c_status session_value_give(fp8c_session *s, uint32_t value, const tensor *t, fp8c_error *err) {
  TRY(enter(s, "session_value_give", err));
  return leave(s, s->device->value_give
                      ? s->device->value_give(s->state, value, t, err)
                      : fail(err, FP8C_ERROR_UNSUPPORTED,
                             "a session on \"%s\" takes no values but its inputs", s->name));
}

void session_value_drop(fp8c_session *s, uint32_t value) {
  if (s->device->value_drop) s->device->value_drop(s->state, value);
}

tensor session_value_type(const fp8c_session *s, uint32_t value) {
  return s->device->value_type ? s->device->value_type(s->state, value)
                               : (tensor){.rank = RANK_UNKNOWN};
}
