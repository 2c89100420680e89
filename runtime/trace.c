/* trace.c - the tracing device: what would be launched, in words.
 *
 * Tests of the generator need to see launches on machines without a GPU, and in
 * the order a device would make them.  It goes the way of every device, so the
 * checks of session.c hold for it too; it computes nothing. */
#include "runtime/trace.h"

#include <string.h>

struct device_state {
  oom_guard guard;
  arena arena;
  const plan *plan;
  uint32_t index;
  fp8c_session_options options;
};

static void print_args(const plan_variant *v, const plan_launch *l, text *out) {
  char digits[32];
  for (uint32_t i = 0; i < l->arg_count; i++) {
    const plan_arg *a = &l->args[i];
    if (i) text_add(out, ", ");
    switch (a->kind) {
      case PLAN_ARG_VALUE:
        plan_print_value(v, a->value, out);
        if (a->offset) text_printf(out, "+%llu", (unsigned long long)a->offset);
        break;
      case PLAN_ARG_I32:
      case PLAN_ARG_I64:
        text_printf(out, "%lld", (long long)a->i);
        break;
      case PLAN_ARG_F32:
        text_add(out, float_print(a->f, digits));
        break;
      case PLAN_ARG_MAP:
        text_add(out, "map ");
        plan_print_value(v, a->value, out);
        break;
    }
  }
}

static void print_crossing(const plan_variant *v, const uint32_t *ids, uint32_t count,
                           const char *open, text *out) {
  text_add(out, open);
  for (uint32_t i = 0; i < count; i++) {
    if (i) text_add(out, ", ");
    plan_print_value(v, ids[i], out);
  }
}

static void trace_launch(const plan_variant *v, const plan_launch *l, text *out) {
  switch (l->kind) {
    case PLAN_LAUNCH_KERNEL:
      text_printf(out, "launch %s <%u,%u,%u; %u,%u,%u> (", v->kernels[l->kernel].symbol, l->grid[0],
                  l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2]);
      print_args(v, l, out);
      text_add(out, ")");
      break;
    case PLAN_LAUNCH_GEMM:
      text_add(out, "gemm ");
      plan_print_value(v, l->gemm->d, out);
      text_add(out, " = ");
      plan_print_value(v, l->gemm->a, out);
      text_add(out, " . ");
      plan_print_value(v, l->gemm->b, out);
      text_printf(out, " %lld x %lld x %lld %s", (long long)l->gemm->m, (long long)l->gemm->n,
                  (long long)l->gemm->k, l->precision ? l->precision : "");
      break;
    case PLAN_LAUNCH_COPY:
      text_add(out, "copy ");
      plan_print_value(v, l->copy_from, out);
      text_add(out, " to ");
      plan_print_value(v, l->copy_to, out);
      break;
    case PLAN_LAUNCH_HOST:
      text_add(out, "host");
      for (uint32_t i = 0; i < l->host->block->program.op_count; i++)
        text_printf(out, "%s %s", i ? "," : "", l->host->block->program.ops[i].op->name);
      print_crossing(v, l->reads, l->read_count, " (", out);
      print_crossing(v, l->writes, l->write_count, ") -> (", out);
      text_add(out, ")");
      break;
  }
}

static void trace_op(const plan_variant *v, const plan_op *o, text *out) {
  text_printf(out, "run %s", o->op->name);
  for (uint32_t i = 0; i < o->in_count; i++) {
    text_add(out, i ? ", " : " ");
    plan_print_value(v, o->in[i], out);
  }
  text_add(out, " -> ");
  for (uint32_t i = 0; i < o->out_count; i++) {
    if (i) text_add(out, ", ");
    plan_print_value(v, o->out[i], out);
  }
}

static uint32_t line_count(const plan_variant *v) { return v->op_count + v->launch_count; }

static void trace_line(const plan_variant *v, uint32_t i, text *out) {
  if (i < v->op_count)
    trace_op(v, &v->ops[i], out);
  else
    trace_launch(v, &v->launches[i - v->op_count], out);
}

void trace_print(const plan *p, uint32_t index, text *out) {
  const plan_variant *v = &p->variants[index];
  for (uint32_t i = 0; i < line_count(v); i++) {
    trace_line(v, i, out);
    text_add(out, "\n");
  }
}

/* ---- The device -------------------------------------------------------- */

static fp8c_status trace_create(program_view program, const fp8c_session_options *options,
                                int ordinal, pool *threads, device_state **out, fp8c_error *err) {
  (void)threads;
  *out = NULL;
  device_state *s = host_alloc(sizeof *s);
  if (!s) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory while creating a session");
  arena_init(&s->arena, &s->guard);
  s->plan = program.plan;
  s->index = (uint32_t)ordinal;
  s->options = *options;
  *out = s;
  return FP8C_OK;
}

static void trace_destroy(device_state *s) {
  if (!s) return;
  arena_free(&s->arena);
  host_free(s);
}

static fp8c_status trace_run(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                             fp8c_error *err) {
  const plan_variant *v = &s->plan->variants[s->index];
  (void)inputs;
  (void)outputs;
  if (!s->options.log) return FP8C_OK;
  if (setjmp(s->guard.jump)) {
    arena_free(&s->arena);
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) while tracing",
                s->guard.wanted_bytes);
  }
  for (uint32_t i = 0; i < line_count(v); i++) {
    text line;
    text_init(&line, &s->arena);
    trace_line(v, i, &line);
    s->options.log(s->options.user, FP8C_LOG_INFO, text_cstr(&line));
  }
  arena_free(&s->arena);
  return FP8C_OK;
}

static fp8c_status trace_wait(device_state *s, fp8c_error *err) {
  (void)s;
  (void)err;
  return FP8C_OK;
}

static fp8c_status trace_views(device_state *s, fp8c_tensor *outputs, fp8c_error *err) {
  (void)s;
  (void)outputs;
  return fail(err, FP8C_ERROR_UNSUPPORTED, "a tracing session computes nothing to look at");
}

static size_t trace_step_count(const device_state *s) {
  return line_count(&s->plan->variants[s->index]);
}

static bool trace_step(const device_state *s, size_t index, fp8c_step *out) {
  const plan_variant *v = &s->plan->variants[s->index];
  if (index >= line_count(v)) return false;
  *out = (fp8c_step){.precision = ""};
  if (index < v->op_count) {
    out->name = v->ops[index].name;
    out->kind = "op";
    out->kernel = v->ops[index].op->name;
    return true;
  }
  const plan_launch *l = &v->launches[index - v->op_count];
  static const char *const kinds[] = {"kernel", "gemm", "copy", "host"};
  out->name = l->name;
  out->kind = kinds[l->kind];
  out->kernel = l->kind == PLAN_LAUNCH_KERNEL ? v->kernels[l->kernel].symbol : kinds[l->kind];
  out->precision = l->precision ? l->precision : "";
  return true;
}

static void trace_graph(const device_state *s, fp8c_graph_info *out) {
  (void)s;
  *out = (fp8c_graph_info){0};
}

static const char *trace_graph_kernel(const device_state *s, size_t index) {
  (void)s;
  (void)index;
  return NULL;
}

const device device_trace = {.kind = "trace",
                             .create = trace_create,
                             .destroy = trace_destroy,
                             .run = trace_run,
                             .enqueue = trace_run,
                             .wait = trace_wait,
                             .views = trace_views,
                             .step_count = trace_step_count,
                             .step = trace_step,
                             .graph = trace_graph,
                             .graph_kernel = trace_graph_kernel};
