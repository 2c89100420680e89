/* soak.c - steps of every kind on states for long, by several threads that share each program.
 *
 *   fp8c_soak [--device D] [--steps N] [--seconds S] [--threads N] [--tolerance X] [--seed N]
 * [--no-memory] PLAN[=TOLERANCE]...
 *
 * Each thread takes one of the plans, makes a session of the program that all threads share, and
 * draws steps: tokens, prompts, several slots together, text (likeliest and drawn), cuts, copies,
 * files, refusals, states and sessions that come and go.  Beside each slot it keeps the tokens that
 * the slot must hold.  It looks for three things:
 *
 *   drift   what a slot holds gives the logits that an empty one gives when it reads the same
 * tokens at once, within the plan's tolerance; and one prompt's continuation, recorded before the
 * first step, has the same tokens and the same bits of logits whenever it is taken again places
 * lengths are what was asked for, refused calls change nothing growth  at each tenth of the way all
 * threads stop, and the process's memory and the GPU's are read
 *
 * It prints one JSON object, and exits with 1 when one of these fails. */
#include <dlfcn.h>
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fp8c/fp8c.h"

#define SLOTS 4
#define MARKS 10
#define FILES 3
#define TAPE_PROMPT 5
#define PLANS_MAX 16
#define THREADS_MAX 64
#define PATH_BYTES 256
/* Steps between two checks of all slots of a thread. */
#define CHECK_EVERY 500
/* The host's memory may grow by this much in the second half of a run, because malloc gives each
 * thread an arena that it keeps. */
#define GROWTH_BYTES (3.0 * (1 << 20))

typedef struct plan {
  const char *path;
  double tolerance; /* of logits, relative to the largest */
  fp8c_program *program;
} plan;

/* A slot of the state must hold these tokens; where `known`, `logits` are those of its last token.
 */
typedef struct slot {
  int64_t *tokens;
  float *logits;
  size_t count;
  bool known;
} slot;

typedef struct worker worker;
typedef struct shared shared;

typedef struct kind {
  const char *name;
  int weight;
  void (*step)(worker *w, int64_t s);
} kind;

struct worker {
  shared *all;
  const plan *plan;
  pthread_t thread;
  int index;
  uint64_t random;
  fp8c_session *session;
  fp8c_state *state, *fresh;
  size_t capacity, vocabulary;
  slot slots[SLOTS], files[FILES];
  bool written[FILES];
  int64_t *tape_tokens; /* the continuation of the tape, and the logits behind it */
  float *tape_logits;
  size_t tape_count;
  uint64_t steps, tokens, checks, tapes, refused, counts[32];
  double drift;
  char why[1200]; /* the first thing that went wrong; "" so far */
  fp8c_error err;
};

struct shared {
  const char *device, *folder;
  double tolerance;
  uint64_t wanted, seed;
  double seconds;
  _Atomic uint64_t steps;
  _Atomic bool stop;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool pause;
  int waiting, alive;
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t draw(worker *w, uint64_t below) {
  w->random ^= w->random << 13;
  w->random ^= w->random >> 7;
  w->random ^= w->random << 17;
  return (w->random >> 11) % below;
}

/* ---- What goes wrong ------------------------------------------------------------------- */

static bool failed(worker *w, const char *what, const char *text) {
  if (!w->why[0])
    snprintf(w->why, sizeof w->why, "thread %d, step %llu, %s: %s", w->index,
             (unsigned long long)w->steps, what, text);
  return false;
}

static bool done(worker *w, fp8c_status status, const char *what) {
  return status == FP8C_OK || failed(w, what, w->err.text);
}

/* ---- Slots beside the state's ---------------------------------------------------------- */

static bool slot_make(slot *s, size_t capacity, size_t vocabulary) {
  s->tokens = calloc(capacity + 1, sizeof *s->tokens);
  s->logits = calloc(vocabulary, sizeof *s->logits);
  return s->tokens && s->logits;
}

static void slot_free(slot *s) {
  free(s->tokens);
  free(s->logits);
}

static void slot_copy(const worker *w, slot *to, const slot *from) {
  if (to == from) return;
  memcpy(to->tokens, from->tokens, from->count * sizeof *to->tokens);
  memcpy(to->logits, from->logits, w->vocabulary * sizeof *to->logits);
  to->count = from->count;
  to->known = from->known;
}

static void slot_know(const worker *w, slot *s, const float *logits) {
  memcpy(s->logits, logits, w->vocabulary * sizeof *logits);
  s->known = true;
}

/* Draws `count` tokens behind what the slot holds; the state does not know of them yet. */
static int64_t *slot_draw(worker *w, slot *s, size_t count) {
  for (size_t i = 0; i < count; i++) s->tokens[s->count + i] = (int64_t)draw(w, w->vocabulary);
  return s->tokens + s->count;
}

/* ---- Steps ----------------------------------------------------------------------------- */

static void append(worker *w, int64_t s, size_t count) {
  slot *held = &w->slots[s];
  const float *logits = NULL;
  size_t width = 0;
  const int64_t *tokens = slot_draw(w, held, count);
  if (!done(w, fp8c_state_step(w->state, s, tokens, count, &logits, &width, &w->err), "a step"))
    return;
  held->count += count;
  w->tokens += count;
  slot_know(w, held, logits);
}

static size_t room(const worker *w, int64_t s) { return w->capacity - w->slots[s].count; }

static void empty(worker *w, int64_t s) {
  if (done(w, fp8c_state_truncate(w->state, s, 0, &w->err), "a cut to nothing")) {
    w->slots[s].count = 0;
    w->slots[s].known = false;
  }
}

static void step_token(worker *w, int64_t s) {
  if (room(w, s))
    append(w, s, 1);
  else
    empty(w, s);
}

static void step_prompt(worker *w, int64_t s) {
  if (room(w, s))
    append(w, s, 1 + draw(w, room(w, s)) % 40);
  else
    empty(w, s);
}

/* Steps as many slots as the plan takes together, each by a number of tokens of its own. */
static void step_many(worker *w, int64_t first) {
  fp8c_state_row rows[SLOTS];
  size_t count = 0;
  size_t most = (size_t)fp8c_state_batch(w->state);
  for (int64_t i = 0; i < SLOTS && count < most; i++) {
    int64_t s = (first + i) % SLOTS;
    size_t tokens = 1 + (draw(w, 4) ? 0 : draw(w, 20));
    if (tokens > room(w, s)) continue;
    rows[count++] = (fp8c_state_row){s, slot_draw(w, &w->slots[s], tokens), tokens};
  }
  const float *logits = NULL;
  size_t width = 0;
  if (!count) {
    empty(w, first);
    return;
  }
  if (!done(w, fp8c_state_step_many(w->state, rows, count, &logits, &width, &w->err),
            "a step of several"))
    return;
  for (size_t i = 0; i < count; i++) {
    w->slots[rows[i].slot].count += rows[i].count;
    w->tokens += rows[i].count;
    slot_know(w, &w->slots[rows[i].slot], logits + i * width);
  }
}

/* Up to `most` slots continued, some by drawing; a slot of the text that was made has lost its
 * logits. */
static void continued(worker *w, int64_t first, size_t most) {
  int64_t slots[SLOTS], made[SLOTS][48];
  fp8c_generation how[SLOTS];
  fp8c_sampler by[SLOTS];
  size_t count = 0;
  for (int64_t i = 0; i < SLOTS && count < most; i++) {
    int64_t s = (first + i) % SLOTS;
    size_t tokens = 1 + draw(w, 40);
    if (tokens > room(w, s)) continue;
    by[count] =
        (fp8c_sampler){.size = sizeof by[0], .temperature = 0.8F, .top_k = 20, .seed = w->steps};
    how[count] = (fp8c_generation){.size = sizeof how[0],
                                   .token = (int64_t)draw(w, w->vocabulary),
                                   .sampler = draw(w, 3) ? NULL : &by[count],
                                   .tokens = made[count],
                                   .count = tokens};
    slots[count++] = s;
  }
  if (!count) {
    empty(w, first);
    return;
  }
  int64_t begun[SLOTS];
  for (size_t i = 0; i < count; i++) begun[i] = how[i].token;
  fp8c_status status = most == 1 ? fp8c_state_generate(w->state, slots[0], how, &w->err)
                                 : fp8c_state_generate_many(w->state, slots, how, count, &w->err);
  if (!done(w, status, "text")) return;
  for (size_t i = 0; i < count; i++) {
    slot *held = &w->slots[slots[i]];
    held->tokens[held->count] = begun[i];
    memcpy(held->tokens + held->count + 1, made[i], (how[i].made - 1) * sizeof made[i][0]);
    held->count += how[i].made;
    held->known = false;
    w->tokens += how[i].made;
  }
}

static void step_text(worker *w, int64_t s) { continued(w, s, 1); }

static void step_texts(worker *w, int64_t s) {
  continued(w, s, (size_t)fp8c_state_batch(w->state));
}

static void step_cut(worker *w, int64_t s) {
  slot *held = &w->slots[s];
  size_t length = draw(w, held->count + 1);
  if (!done(w, fp8c_state_truncate(w->state, s, (int64_t)length, &w->err), "a cut")) return;
  held->known = held->known && length == held->count;
  held->count = length;
}

static void step_copy(worker *w, int64_t s) {
  int64_t to = (int64_t)draw(w, SLOTS);
  if (done(w, fp8c_state_fork(w->state, s, to, &w->err), "a copy"))
    slot_copy(w, &w->slots[to], &w->slots[s]);
}

static void file_name(const worker *w, size_t file, char name[PATH_BYTES]) {
  snprintf(name, PATH_BYTES, "%s/soak%ld.%d.%zu.state", w->all->folder, (long)getpid(), w->index,
           file);
}

static void step_save(worker *w, int64_t s) {
  char name[PATH_BYTES];
  size_t file = draw(w, FILES);
  file_name(w, file, name);
  if (!done(w, fp8c_state_save(w->state, s, name, &w->err), "a file to write")) return;
  slot_copy(w, &w->files[file], &w->slots[s]);
  w->written[file] = true;
}

static void step_load(worker *w, int64_t s) {
  char name[PATH_BYTES];
  size_t file = draw(w, FILES);
  if (!w->written[file]) {
    step_save(w, s);
    return;
  }
  file_name(w, file, name);
  if (done(w, fp8c_state_load(w->state, s, name, &w->err), "a file to read"))
    slot_copy(w, &w->slots[s], &w->files[file]);
}

/* A token that is none, more than the capacity, a slot that is none, a length that is none. */
static void step_refused(worker *w, int64_t s) {
  int64_t none = (int64_t)w->vocabulary, length = (int64_t)w->slots[s].count;
  int64_t *many = w->slots[s].tokens + w->slots[s].count; /* one more than there is room for */
  size_t count = room(w, s) + 1;
  for (size_t i = 0; i < count; i++) many[i] = 1;
  bool taken = fp8c_state_step(w->state, s, &none, 1, NULL, NULL, &w->err) == FP8C_OK ||
               fp8c_state_step(w->state, s, many, count, NULL, NULL, &w->err) == FP8C_OK ||
               fp8c_state_step(w->state, SLOTS, many, 1, NULL, NULL, &w->err) == FP8C_OK ||
               fp8c_state_truncate(w->state, s, length + 1, &w->err) == FP8C_OK ||
               fp8c_state_load(w->state, s, "/nowhere/soak.state", &w->err) == FP8C_OK;
  if (taken) failed(w, "a call that is to be refused", "was taken");
  w->refused += 5;
}

static bool state_make(worker *w, int64_t slots, fp8c_state **out) {
  fp8c_state_options options = {.size = sizeof options, .slots = slots};
  return done(w, fp8c_state_create(w->session, &options, out, &w->err), "a state");
}

static void step_state(worker *w, int64_t s) {
  fp8c_state *other = NULL;
  int64_t tokens[5];
  for (size_t i = 0; i < 5; i++) tokens[i] = (int64_t)draw(w, w->vocabulary);
  if (state_make(w, 2, &other))
    done(w, fp8c_state_step(other, s & 1, tokens, 5, NULL, NULL, &w->err), "a step of a new state");
  fp8c_state_free(other);
}

static bool session_make(const worker *w, fp8c_session **out, fp8c_error *err) {
  fp8c_session_options options = {.size = sizeof options, .device = w->all->device, .threads = 1};
  return fp8c_session_create(w->plan->program, &options, out, err) == FP8C_OK;
}

/* A session beside the thread's own, with a state and a step. */
static void step_session(worker *w, int64_t s) {
  fp8c_session *own = w->session, *other = NULL;
  if (!session_make(w, &other, &w->err)) {
    failed(w, "a session", w->err.text);
    return;
  }
  w->session = other;
  step_state(w, s);
  w->session = own;
  fp8c_session_free(other);
}

/* The tape's prompt and continuation in slot `s`, which is emptied: new tokens into `tokens`, the
 * logits of the last into `logits`. */
static bool tape(worker *w, fp8c_state *state, int64_t s, int64_t *tokens, float *logits) {
  int64_t prompt[TAPE_PROMPT];
  const float *last = NULL;
  size_t width = 0;
  for (int64_t i = 0; i < TAPE_PROMPT; i++) prompt[i] = (3 + 7 * i) % (int64_t)w->vocabulary;
  if (!done(w, fp8c_state_truncate(state, s, 0, &w->err), "a cut") ||
      !done(w, fp8c_state_step(state, s, prompt, TAPE_PROMPT - 1, NULL, NULL, &w->err),
            "the tape's prompt"))
    return false;
  fp8c_generation how = {.size = sizeof how,
                         .token = prompt[TAPE_PROMPT - 1],
                         .tokens = tokens,
                         .count = w->tape_count};
  if (!done(w, fp8c_state_generate(state, s, &how, &w->err), "the tape's text") ||
      !done(w, fp8c_state_step(state, s, &tokens[how.made - 1], 1, &last, &width, &w->err),
            "the tape's last step"))
    return false;
  memcpy(logits, last, w->vocabulary * sizeof *last);
  return true;
}

static void step_tape(worker *w, int64_t s) {
  slot *held = &w->slots[s];
  held->known = false;
  held->count = 0;
  if (!tape(w, w->state, s, held->tokens, held->logits)) return;
  if (memcmp(held->tokens, w->tape_tokens, w->tape_count * sizeof *held->tokens) != 0)
    failed(w, "the recorded text", "has other tokens now");
  if (memcmp(held->logits, w->tape_logits, w->vocabulary * sizeof *held->logits) != 0)
    failed(w, "the recorded text", "has other logits now");
  w->tapes++;
  empty(w, s);
}

static const kind kinds[] = {
    {"token", 460, step_token},    {"prompt", 110, step_prompt}, {"several", 90, step_many},
    {"text", 50, step_text},       {"texts", 20, step_texts},    {"cut", 100, step_cut},
    {"copy", 80, step_copy},       {"save", 24, step_save},      {"load", 24, step_load},
    {"refused", 20, step_refused}, {"state", 12, step_state},    {"session", 1, step_session},
    {"tape", 9, step_tape},
};
enum { KINDS = sizeof kinds / sizeof kinds[0], KINDS_WEIGHT = 1000 };

/* ---- Checks ---------------------------------------------------------------------------- */

static double apart(const float *a, const float *b, size_t count) {
  double most = 0;
  double largest = 0;
  for (size_t i = 0; i < count; i++) {
    double d = fabs((double)a[i] - (double)b[i]);
    if (!(d <= most)) most = d; /* NaN too */
    if (fabs((double)b[i]) > largest) largest = fabs((double)b[i]);
  }
  return largest > 0 ? most / largest : most;
}

static void check(worker *w) {
  for (int64_t s = 0; s < SLOTS && !w->why[0]; s++) {
    slot *held = &w->slots[s];
    const float *want = NULL;
    size_t width = 0;
    if (fp8c_state_length(w->state, s) != (int64_t)held->count)
      failed(w, "a slot", "has another length than was asked for");
    if (!held->count) continue;
    if (!held->known && room(w, s)) append(w, s, 1);
    if (!held->known) continue;
    if (!done(w, fp8c_state_truncate(w->fresh, 0, 0, &w->err), "a cut") ||
        !done(w, fp8c_state_step(w->fresh, 0, held->tokens, held->count, &want, &width, &w->err),
              "a slot's tokens at once"))
      return;
    double d = apart(held->logits, want, width);
    if (!(d <= w->drift)) w->drift = d;
    if (!(d <= w->plan->tolerance)) failed(w, "a slot", "has drifted");
    w->checks++;
  }
}

/* ---- Threads --------------------------------------------------------------------------- */

/* Waits while the main thread looks at the memory. */
static void pause_here(shared *all) {
  pthread_mutex_lock(&all->lock);
  all->waiting++;
  pthread_cond_broadcast(&all->changed);
  while (all->pause) pthread_cond_wait(&all->changed, &all->lock);
  all->waiting--;
  pthread_mutex_unlock(&all->lock);
}

static bool paused(shared *all) {
  pthread_mutex_lock(&all->lock);
  bool is = all->pause;
  pthread_mutex_unlock(&all->lock);
  return is;
}

static bool begin(worker *w) {
  const float *logits = NULL;
  int64_t token = 0;
  if (!session_make(w, &w->session, &w->err)) return failed(w, "a session", w->err.text);
  if (!state_make(w, SLOTS, &w->state) || !state_make(w, 1, &w->fresh)) return false;
  w->capacity = (size_t)fp8c_state_capacity(w->state);
  if (!done(w, fp8c_state_step(w->fresh, 0, &token, 1, &logits, &w->vocabulary, &w->err),
            "the first step"))
    return false;
  bool made = w->capacity >= 16 || failed(w, "the plan", "has a capacity of less than 16 tokens");
  for (size_t i = 0; made && i < SLOTS; i++)
    made = slot_make(&w->slots[i], w->capacity, w->vocabulary);
  for (size_t i = 0; made && i < FILES; i++)
    made = slot_make(&w->files[i], w->capacity, w->vocabulary);
  w->tape_count = w->capacity / 2 < 32 ? w->capacity / 2 : 32;
  w->tape_tokens = calloc(w->tape_count, sizeof *w->tape_tokens);
  w->tape_logits = calloc(w->vocabulary, sizeof *w->tape_logits);
  if (!made || !w->tape_tokens || !w->tape_logits) return failed(w, "memory", "is short");
  return tape(w, w->state, 0, w->tape_tokens, w->tape_logits) &&
         done(w, fp8c_state_truncate(w->state, 0, 0, &w->err), "a cut");
}

static void finish(worker *w) {
  fp8c_state_free(w->state);
  fp8c_state_free(w->fresh);
  fp8c_session_free(w->session);
  for (size_t i = 0; i < SLOTS; i++) slot_free(&w->slots[i]);
  for (size_t i = 0; i < FILES; i++) {
    char name[PATH_BYTES];
    slot_free(&w->files[i]);
    file_name(w, i, name);
    if (w->written[i]) unlink(name);
  }
  free(w->tape_tokens);
  free(w->tape_logits);
}

static void one_step(worker *w) {
  int64_t s = (int64_t)draw(w, SLOTS);
  int at = (int)draw(w, KINDS_WEIGHT);
  size_t k = 0;
  while (at >= kinds[k].weight) at -= kinds[k++].weight;
  kinds[k].step(w, s);
  w->counts[k]++;
  w->steps++;
  if (w->steps % CHECK_EVERY == 0) check(w);
}

static void *work(void *data) {
  worker *w = data;
  if (begin(w)) {
    while (!w->why[0] && !atomic_load(&w->all->stop)) {
      if (paused(w->all)) pause_here(w->all);
      one_step(w);
      atomic_fetch_add(&w->all->steps, 1);
    }
    if (!w->why[0]) check(w);
  }
  if (w->why[0]) atomic_store(&w->all->stop, true);
  finish(w);
  pthread_mutex_lock(&w->all->lock);
  w->all->alive--;
  pthread_cond_broadcast(&w->all->changed);
  pthread_mutex_unlock(&w->all->lock);
  return NULL;
}

/* ---- Memory ---------------------------------------------------------------------------- */

typedef struct mark {
  uint64_t steps;
  double seconds, host, device; /* bytes; device -1 where there is none to ask */
} mark;

static double host_bytes(void) {
  long pages = 0;
  malloc_trim(0);
  FILE *f = fopen("/proc/self/statm", "r");
  if (f && fscanf(f, "%*d %ld", &pages) != 1) pages = 0;
  if (f) fclose(f);
  return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* Bytes in use on the first GPU, by the driver, in its primary context. */
static double device_bytes(bool gpu) {
  static int (*info)(size_t *, size_t *), (*current)(void *);
  static void *context;
  if (!gpu) return -1;
  if (!info) {
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    int (*retain)(void **, int) =
        driver ? (int (*)(void **, int))dlsym(driver, "cuDevicePrimaryCtxRetain") : NULL;
    current = driver ? (int (*)(void *))dlsym(driver, "cuCtxSetCurrent") : NULL;
    int (*found)(size_t *, size_t *) =
        driver ? (int (*)(size_t *, size_t *))dlsym(driver, "cuMemGetInfo_v2") : NULL;
    if (!retain || !current || !found || retain(&context, 0)) return -1;
    info = found;
  }
  size_t unused = 0;
  size_t all = 0;
  return current(context) || info(&unused, &all) ? -1 : (double)(all - unused);
}

/* Stops all threads between two steps, and reads. */
static mark look(shared *all, bool gpu, double start) {
  pthread_mutex_lock(&all->lock);
  all->pause = true;
  while (all->waiting < all->alive) pthread_cond_wait(&all->changed, &all->lock);
  mark m = {atomic_load(&all->steps), now() - start, host_bytes(), device_bytes(gpu)};
  all->pause = false;
  pthread_cond_broadcast(&all->changed);
  pthread_mutex_unlock(&all->lock);
  return m;
}

/* Watches until enough steps are done or the time is over; marks at each tenth of either. */
static size_t watch(shared *all, bool gpu, double start, mark marks[MARKS]) {
  size_t made = 0;
  double part = 0;
  while (made < MARKS && !atomic_load(&all->stop)) {
    double by_steps = (double)atomic_load(&all->steps) / (double)all->wanted;
    double by_time = (now() - start) / all->seconds;
    part = by_steps > by_time ? by_steps : by_time;
    if (part >= (double)(made + 1) / MARKS)
      marks[made++] = look(all, gpu, start);
    else
      nanosleep(&(struct timespec){0, 2000000}, NULL);
  }
  atomic_store(&all->stop, true);
  return made;
}

/* ---- What came out --------------------------------------------------------------------- */

/* In the second half of a run nothing grows.  What leaks grows in every part of it; what the driver
 * and malloc keep for sessions that are open together grows until as many were as chance brings
 * together: in steps of 2 MB, seen in the first 400,000 of a million steps of 14 threads. */
static bool grown(const mark *marks, size_t count, char *text, size_t bytes) {
  if (count < MARKS) return false;
  const mark *from = &marks[MARKS / 2 - 1], *to = &marks[MARKS - 1];
  double host = to->host - from->host, device = to->device - from->device;
  if (host <= GROWTH_BYTES && device <= 0) return false;
  snprintf(text, bytes,
           "memory grows: %.0f bytes of the process, %.0f of the GPU between the middle and "
           "the last",
           host, device);
  return true;
}

static int say(const shared *all, worker *workers, int threads, double seconds, const mark *marks,
               size_t count, bool memory) {
  const char *wrong = "";
  char text[200];
  uint64_t sums[4] = {0};
  for (int i = 0; i < threads; i++) {
    if (!*wrong && workers[i].why[0]) wrong = workers[i].why;
    sums[0] += workers[i].tokens, sums[1] += workers[i].checks, sums[2] += workers[i].tapes,
        sums[3] += workers[i].refused;
  }
  if (!*wrong && memory && grown(marks, count, text, sizeof text)) wrong = text;
  printf(
      "{\"device\": \"%s\", \"threads\": %d, \"steps\": %llu, \"seconds\": %.1f, \"tokens\": %llu, "
      "\"checks\": %llu, "
      "\"tapes\": %llu, \"refused\": %llu, \"wrong\": \"",
      all->device, threads, (unsigned long long)atomic_load(&all->steps), seconds,
      (unsigned long long)sums[0], (unsigned long long)sums[1], (unsigned long long)sums[2],
      (unsigned long long)sums[3]);
  for (const char *c = wrong; *c; c++) printf(*c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
  printf("\",\n \"kinds\": {");
  for (size_t k = 0; k < KINDS; k++) {
    uint64_t n = 0;
    for (int i = 0; i < threads; i++) n += workers[i].counts[k];
    printf("%s\"%s\": %llu", k ? ", " : "", kinds[k].name, (unsigned long long)n);
  }
  printf("},\n \"plans\": [");
  for (int i = 0; i < threads; i++)
    printf("%s\n  {\"plan\": \"%s\", \"steps\": %llu, \"drift\": %.3g, \"tolerance\": %g}",
           i ? "," : "", workers[i].plan->path, (unsigned long long)workers[i].steps,
           workers[i].drift, workers[i].plan->tolerance);
  printf("],\n \"marks\": [");
  for (size_t i = 0; i < count; i++)
    printf(
        "%s\n  {\"steps\": %llu, \"seconds\": %.2f, \"host_bytes\": %.0f, \"device_bytes\": %.0f}",
        i ? "," : "", (unsigned long long)marks[i].steps, marks[i].seconds, marks[i].host,
        marks[i].device);
  printf("]}\n");
  return *wrong ? 1 : 0;
}

static int usage(void) {
  fprintf(stderr,
          "fp8c_soak [--device D] [--steps N] [--seconds S] [--threads N] [--tolerance X] [--seed "
          "N] [--no-memory] PLAN[=TOLERANCE]...\n");
  return 2;
}

int main(int argc, char **argv) {
  shared all = {.device = "cpu",
                .folder = getenv("TMPDIR"),
                .tolerance = 2e-5,
                .wanted = 10000,
                .seconds = 3600,
                .seed = 1,
                .lock = PTHREAD_MUTEX_INITIALIZER,
                .changed = PTHREAD_COND_INITIALIZER};
  static plan plans[PLANS_MAX];
  static worker workers[THREADS_MAX];
  int threads = 4;
  int count = 0;
  bool memory = true;
  fp8c_error err = {0};
  if (!all.folder) all.folder = "/tmp";
  for (int i = 1; i < argc; i++) {
    bool more = i + 1 < argc;
    if (!strcmp(argv[i], "--no-memory"))
      memory = false;
    else if (!strcmp(argv[i], "--device") && more)
      all.device = argv[++i];
    else if (!strcmp(argv[i], "--steps") && more)
      all.wanted = strtoull(argv[++i], NULL, 10);
    else if (!strcmp(argv[i], "--seconds") && more)
      all.seconds = atof(argv[++i]);
    else if (!strcmp(argv[i], "--threads") && more)
      threads = atoi(argv[++i]);
    else if (!strcmp(argv[i], "--tolerance") && more)
      all.tolerance = atof(argv[++i]);
    else if (!strcmp(argv[i], "--seed") && more)
      all.seed = strtoull(argv[++i], NULL, 10);
    else if (argv[i][0] == '-' || count == PLANS_MAX)
      return usage();
    else
      plans[count++].path = argv[i];
  }
  if (!count || threads < 1 || threads > THREADS_MAX || !all.wanted || !(all.seconds > 0))
    return usage();
  for (int i = 0; i < count; i++) {
    char *own = strrchr(plans[i].path, '=');
    plans[i].tolerance = own ? atof(own + 1) : all.tolerance;
    if (own) *own = 0;
    if (fp8c_program_open(plans[i].path, &plans[i].program, &err) != FP8C_OK) {
      fprintf(stderr, "fp8c_soak: %s\n", err.text);
      return 1;
    }
  }
  bool gpu = strncmp(all.device, "cuda", 4) == 0;
  double start = now();
  all.alive = threads;
  for (int i = 0; i < threads; i++) {
    workers[i] =
        (worker){.all = &all,
                 .plan = &plans[i % count],
                 .index = i,
                 .random = 0x9E3779B97F4A7C15U * (all.seed * THREADS_MAX + (uint64_t)i + 1)};
    if (pthread_create(&workers[i].thread, NULL, work, &workers[i])) {
      fprintf(stderr, "fp8c_soak: no thread can be made\n");
      return 1;
    }
  }
  mark marks[MARKS];
  size_t made = watch(&all, gpu, start, marks);
  for (int i = 0; i < threads; i++) pthread_join(workers[i].thread, NULL);
  int code = say(&all, workers, threads, now() - start, marks, made, memory);
  for (int i = 0; i < count; i++) fp8c_program_free(plans[i].program);
  return code;
}
