/* next_token.c - the last launches of a variant that takes one token of each sequence: the next
 * one, the most likely or one that is drawn, becomes the run's input, so that a run can follow
 * without a word from the host.
 *
 * Many blocks look at a part of the logits each, and one for each sequence at what they found: a
 * block alone took 38 us for 151,936 tokens on an H200, of a step of 613. */
#include "base/numbers.h"
#include "codegen/lower.h"

enum { THREADS = 256, EACH = 1024 /* logits of a block */, LANES = 1024 /* as in sample.c */ };

/* The input that has this role; PLAN_NO_VALUE.  From the one that says how many tokens came before
 * a run states_in_place has all others computed. */
static uint32_t input_of(const plan_memory *m, plan_role role) {
  uint32_t found = PLAN_NO_VALUE;
  for (uint32_t i = 0; i < m->fill_count; i++)
    if (m->fills[i].role == role) found = m->fills[i].input;
  return found;
}

/* What the host says is the same for the runs that follow: which slots they are about, and how
 * their tokens are chosen. */
static bool stays_the_same(const plan_memory *m, uint32_t input) {
  for (uint32_t i = 0; i < m->fill_count; i++)
    if (m->fills[i].input == input)
      return m->fills[i].role == PLAN_ROLE_SLOT || m->fills[i].role == PLAN_ROLE_SAMPLER;
  return false;
}

/* No launch asks the host for anything but the tokens and how many came before them. */
static bool follows_from_tokens(const lowering *l, uint32_t before) {
  const plan_memory *m = &l->p->memory;
  for (uint32_t i = 0; i < l->g->input_count; i++) {
    bool state = false;
    for (uint32_t k = 0; k < m->state_count; k++) state |= m->states[k].input == i;
    if (!state && i != before && i != m->tokens && !stays_the_same(m, i) &&
        value_is_used(l->g->inputs[i]))
      return false;
  }
  return plan_memory_of(l->v, l->v->outputs[m->logits]) != PLAN_NO_VALUE;
}

static uint32_t temporary(lowering *l, const char *name, fp8c_dtype dtype, int64_t count) {
  tensor type = {.dtype = dtype, .rank = 1, .dims = {count}};
  return lower_temp(l, name, &type);
}

static void launch(kernel_draft *d, const char *name, int64_t blocks, uint32_t threads) {
  launch_shape shape = {.blocks = (uint64_t)blocks, .threads = threads};
  group none = {NULL, 0};
  plan_variant *v = d->l->v;
  draft_launch(d, name, kernel_text_state, shape, &none);
  plan_launch *last = &v->launches[v->launch_count - 1];
  last->name = last->sources = "next token";
}

void lower_next_token(lowering *l) {
  const plan_memory *m = &l->p->memory;
  uint32_t at = m->state_count ? input_of(m, PLAN_ROLE_BEGIN) : PLAN_NO_VALUE;
  uint32_t sampler = m->state_count ? input_of(m, PLAN_ROLE_SAMPLER) : PLAN_NO_VALUE;
  if (at == PLAN_NO_VALUE || sampler == PLAN_NO_VALUE || m->tokens == PLAN_NO_VALUE ||
      m->logits == PLAN_NO_VALUE)
    return;
  const value *tokens = l->g->inputs[m->tokens], *before = l->g->inputs[at];
  const value *logits = l->g->outputs[m->logits];
  const tensor *t = &logits->type;
  int64_t sequences = tensor_elements(&before->type);
  if (tensor_elements(&tokens->type) != sequences || before->type.dtype != FP8C_DTYPE_I64 ||
      !tensor_shape_known(t) || t->rank < 1 || !memory_type(t->dtype) || dtype_is_fp8(t->dtype) ||
      logits->kind != VALUE_NODE || !follows_from_tokens(l, at))
    return;
  int64_t width = t->dims[t->rank - 1], count = tensor_elements(t);
  uint32_t id = l->v->outputs[m->logits];
  if (width < 1 || width > INT32_MAX || count % (width * sequences) != 0 ||
      l->v->values[id].kind == PLAN_VALUE_HOST)
    return;
  int64_t apart = count / sequences, first = apart - width; /* the last row of each */
  int64_t parts = (width + EACH - 1) / EACH;
  uint32_t tops = temporary(l, "likely logits", FP8C_DTYPE_F32, parts * sequences);
  uint32_t places = temporary(l, "likely tokens", FP8C_DTYPE_I32, parts * sequences);
  kernel_draft d;
  draft_begin(&d, l);
  uint32_t from =
      draft_read_part(&d, id, memory_type(t->dtype), (uint64_t)first * dtype_bytes(t->dtype),
                      (uint64_t)(count - first) * dtype_bytes(t->dtype));
  uint32_t top = draft_write(&d, tops, "float"), where = draft_write(&d, places, "i32");
  text_printf(&d.body, "  likely_tokens<%d, %d>(p%u, %lld, %lld, p%u, p%u);\n", THREADS, EACH, from,
              (long long)width, (long long)apart, top, where);
  launch(&d, "likely_tokens", parts * sequences, THREADS);
  draft_begin(&d, l);
  from = draft_read_part(&d, id, memory_type(t->dtype), (uint64_t)first * dtype_bytes(t->dtype),
                         (uint64_t)(count - first) * dtype_bytes(t->dtype));
  uint32_t how = draft_read(&d, l->v->inputs[sampler], "i64");
  top = draft_read(&d, tops, "float");
  where = draft_read(&d, places, "i32");
  uint32_t token = draft_write(&d, l->v->inputs[m->tokens], memory_type(tokens->type.dtype));
  uint32_t length = draft_write(&d, l->v->inputs[at], "i64");
  text_printf(&d.body, "  next_token<%d>(p%u, p%u, %lld, p%u, %lld, %lld, p%u, p%u, p%u);\n", LANES,
              top, where, (long long)parts, from, (long long)width, (long long)apart, how, token,
              length);
  launch(&d, "next_token", sequences, LANES);
}
