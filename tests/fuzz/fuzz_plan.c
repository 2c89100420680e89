/* fuzz_plan.c - any bytes as a plan: an error, or a program that can be used.
 *
 * A change anywhere is caught by a hash, so the bytes are tried twice: as they
 * are, and with every hash set right, which is how a hostile file comes.  What
 * is then accepted is printed, written back, taken for a graph and run on the CPU device. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/hash.h"
#include "base/size.h"
#include "compiler/compile/plan_graph.h"
#include "runtime/device.h"
#include "runtime/plan_text.h"
#include "tests/fuzz/fuzz.h"

#define HEADER_BYTES 256
#define ROOT_AT 224
#define CHUNKS_AT 80
#define BLOBS_AT 104
#define MOST_ELEMENTS 4096

static unsigned long tried, opened, ran,
    stepped; /* told in the end: changes that nothing takes try little */

static void must(bool good, const char *what, const fp8c_error *err) {
  if (good) return;
  fprintf(stderr, "%s: %s\n", what, err->text);
  abort();
}

/* Zeros of the port's shape with every symbol 2; false when that is too much. */
static bool port_tensor(const fp8c_port *port, fp8c_tensor *out) {
  int64_t elements = 0;
  *out = (fp8c_tensor){.dtype = port->dtype, .rank = port->rank < 0 ? 0 : port->rank};
  for (int i = 0; i < out->rank; i++) out->shape[i] = port->shape[i] < 0 ? 2 : port->shape[i];
  if (!shape_elements(out->shape, out->rank, &elements) || elements > MOST_ELEMENTS) return false;
  out->data = calloc((size_t)elements + 1, 8);
  return out->data != NULL;
}

/* A step that asks for gigabytes is a use of memory, not a finding. */
static bool small(int rank, const int64_t *dims) {
  int64_t elements = 1;
  for (int k = 0; k < rank; k++) {
    if (dims[k] > MOST_ELEMENTS) return false;
    if (dims[k] > 0) elements *= dims[k];
    if (elements > MOST_ELEMENTS) return false;
  }
  return true;
}

/* Of a variant, and of the bodies of its control flow. */
static bool program_small(const plan_variant *v) {
  for (uint32_t i = 0; i < v->value_count; i++)
    if (!small(v->values[i].rank, v->values[i].dims)) return false;
  for (uint32_t i = 0; i < v->op_count; i++)
    for (size_t k = 0; k < v->ops[i].attrs.count; k++) {
      const attr *a = &v->ops[i].attrs.items[k];
      if (a->kind == ATTR_GRAPH && !program_small(&((const plan_block *)a->graph)->program))
        return false;
    }
  return true;
}

static bool values_small(const plan *p) {
  for (uint32_t i = 0; i < p->input_count; i++)
    if (!small(p->inputs[i].rank, p->inputs[i].dims)) return false;
  for (uint32_t v = 0; v < p->variant_count; v++)
    if (!program_small(&p->variants[v])) return false;
  return true;
}

/* A capacity of gigabytes is a use of memory too. */
static bool states_small(const plan *p) {
  const plan_memory *m = &p->memory;
  bool fits = m->state_count > 0 && m->capacity <= MOST_ELEMENTS;
  for (uint32_t i = 0; fits && i < m->state_count; i++) {
    const plan_port *port = &p->inputs[m->states[i].input];
    int64_t elements = m->states[i].axis < 0 ? 1 : (int64_t)m->capacity;
    for (int k = 0; k < port->rank && fits; k++) {
      if (port->dims[k] > 0 && k != m->states[i].axis) elements *= port->dims[k];
      fits = elements <= 1 << 16;
    }
  }
  return fits;
}

/* Slots of the plan's states: steps of one and of both, a copy, and less of it. */
static void use_slots(const fp8c_program *program, fp8c_session *session) {
  fp8c_error err = {0};
  fp8c_state *state = NULL;
  const fp8c_state_options two = {.size = sizeof two, .slots = 2};
  const int64_t tokens[] = {0, 1, 0};
  const fp8c_state_row rows[] = {{1, tokens, 2}, {0, tokens, 1}};
  const float *logits;
  size_t width, in = fp8c_program_input_count(program), out = fp8c_program_output_count(program);
  int64_t chosen[2];
  fp8c_generation how = {.size = sizeof how, .tokens = chosen, .count = 2};
  fp8c_tensor inputs[16] = {{0}}, outputs[16];
  if (!states_small(program_plan(program))) return;
  if (fp8c_state_create(session, &two, &state, &err) != FP8C_OK) {
    must(err.text[0] && err.status != FP8C_ERROR_INTERNAL, "a bad refusal of states", &err);
    return;
  }
  bool ready = true;
  for (size_t i = 0; i < in && ready; i++)
    ready = port_tensor(fp8c_program_input(program, i), &inputs[i]);
  fp8c_status done[] = {
      fp8c_state_step(state, 0, tokens, 3, &logits, &width, &err),
      fp8c_state_step_many(state, rows, 2, &logits, &width, &err),
      fp8c_state_generate(state, 1, &how, &err),
      ready ? fp8c_state_run(state, 0, inputs, in, outputs, out, &err) : FP8C_OK,
      fp8c_state_fork(state, 0, 1, &err),
      fp8c_state_truncate(state, 1, fp8c_state_length(state, 1) > 1, &err),
      fp8c_state_truncate(state, 1, 0, &err),
  };
  for (size_t i = 0; i < sizeof done / sizeof *done; i++) {
    must(done[i] == FP8C_OK || err.text[0], "a failure without a sentence", &err);
    must(done[i] != FP8C_ERROR_INTERNAL, "internal error", &err);
    stepped += done[i] == FP8C_OK;
  }
  fp8c_state_free(state);
  for (size_t i = 0; i < in; i++) free(inputs[i].data);
}

static void use(fp8c_program *program) {
  fp8c_error err = {0};
  fp8c_session *session = NULL;
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 1};
  size_t in = fp8c_program_input_count(program), out = fp8c_program_output_count(program);
  fp8c_tensor inputs[16] = {{0}}, outputs[16];
  if (in > 16 || out > 16 || !values_small(program_plan(program))) return;
  if (fp8c_session_create(program, &o, &session, &err) != FP8C_OK) return;
  bool ready = true;
  for (size_t i = 0; i < in && ready; i++)
    ready = port_tensor(fp8c_program_input(program, i), &inputs[i]);
  if (ready) {
    fp8c_status status = fp8c_session_run_views(session, inputs, in, outputs, out, &err);
    must(status == FP8C_OK || err.text[0], "a failure without a sentence", &err);
    must(status != FP8C_ERROR_INTERNAL, "internal error", &err);
    ran += status == FP8C_OK;
  }
  use_slots(program, session);
  fp8c_session_free(session);
  for (size_t i = 0; i < in; i++) free(inputs[i].data);
}

static void print_and_write(const plan *p) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump) == 0) {
    fp8c_error err = {0};
    void *bytes = NULL;
    size_t count = 0;
    text t;
    text_init(&t, &a);
    plan_print(p, &t);
    must(plan_write_memory(p, NULL, &a, &bytes, &count, &err) == FP8C_OK, "not written back", &err);
    graph *g;
    must(plan_graph(p, &a, &g, &err) == FP8C_OK ||
             (err.text[0] && err.status != FP8C_ERROR_INTERNAL),
         "a bad refusal of the graph", &err);
  }
  arena_free(&a);
}

static void try(const uint8_t *data, size_t size) {
  fp8c_program *program = NULL;
  fp8c_error err = {0};
  if (fp8c_program_from_memory(data, size, &program, &err) != FP8C_OK) {
    must(err.text[0] != 0 && err.status != FP8C_ERROR_INTERNAL, "a bad refusal", &err);
    return;
  }
  if (fp8c_program_verify(program, &err) == FP8C_OK) {
    opened++;
    print_and_write(program_plan(program));
    use(program);
  }
  fp8c_program_free(program);
}

/* Sets the hashes of chunks and prefix where the header's sizes allow it. */
static bool fix_hashes(uint8_t *data, size_t size) {
  uint64_t chunks_at, chunks_bytes, blobs_at, blobs_bytes;
  if (size < HEADER_BYTES) return false;
  memcpy(&chunks_at, data + CHUNKS_AT, 8);
  memcpy(&chunks_bytes, data + CHUNKS_AT + 8, 8);
  memcpy(&blobs_at, data + BLOBS_AT, 8);
  memcpy(&blobs_bytes, data + BLOBS_AT + 8, 8);
  if (!size_within(blobs_at, blobs_bytes, size) || blobs_at < HEADER_BYTES ||
      !size_within(chunks_at, chunks_bytes, blobs_at))
    return false;
  for (uint64_t i = 0; i * HASH_CHUNK_BYTES < blobs_bytes; i++) {
    uint64_t left = blobs_bytes - i * HASH_CHUNK_BYTES;
    hash h = hash_of(data + blobs_at + i * HASH_CHUNK_BYTES,
                     left < HASH_CHUNK_BYTES ? (size_t)left : HASH_CHUNK_BYTES);
    if ((i + 1) * HASH_BYTES <= chunks_bytes)
      memcpy(data + chunks_at + i * HASH_BYTES, h.bytes, HASH_BYTES);
  }
  memset(data + ROOT_AT, 0, HASH_BYTES);
  hash root = hash_of(data, (size_t)blobs_at);
  memcpy(data + ROOT_AT, root.bytes, HASH_BYTES);
  return true;
}

#if defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
#define MOST_SECONDS 60
#else
#define MOST_SECONDS 5 /* of processor time, for one input */
#endif
#define MOST_BYTES (1L << 29) /* of the whole process, which only grows */

/* What a small plan may cost, whatever stands in its fields. */
static void in_bounds(clock_t start) {
  struct rusage used;
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  if (seconds > MOST_SECONDS) {
    fprintf(stderr, "%g s, more than %d\n", seconds, MOST_SECONDS);
    abort();
  }
#ifndef SANITIZED
  if (getrusage(RUSAGE_SELF, &used) != 0 || used.ru_maxrss < MOST_BYTES / 1024) return;
  fprintf(stderr, "%ld MiB, more than %ld\n", used.ru_maxrss >> 10, MOST_BYTES >> 20);
  abort();
#else
  (void)used;
#endif
}

static void tell(void) {
  fprintf(stderr, "%lu tried, %lu were plans, %lu ran to their end, %lu calls about slots\n", tried,
          opened, ran, stepped);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  clock_t start = clock();
  if (tried++ == 0) atexit(tell);
  try(data, size);
  uint8_t *fixed = malloc(size ? size : 1);
  if (!fixed) return 0;
  memcpy(fixed, data, size);
  if (fix_hashes(fixed, size) && memcmp(fixed, data, size) != 0) try(fixed, size);
  free(fixed);
  in_bounds(start);
  return 0;
}
