/* simt.c - runs generated CUDA kernels on the processor at hand.
 *
 * Two halves.  An NVRTC (nvrtc* below) whose "cubin" is a shared object: device.cuh,
 * the kernel's text, compiled by the host's C++ compiler.  And the machine that
 * runs it: the blocks one after the other, each thread of a block a coroutine
 * with a stack of its own, so that a barrier or a shuffle is a switch to the
 * next thread.  A barrier that some threads never reach is an error here, and
 * every block finds its shared memory full of NaN.
 *
 * With FP8C_SIMT_TOGETHER kernels that are asked for at the same time, those of one graph, are
 * compiled by one call of the compiler, half of whose time for one goes to what all of them have in
 * front. What is in an image then depends on who came together, so plans that are compared byte for
 * byte are made without it.
 *
 * With FP8C_SIMT_EMPTY kernels compile to nothing and fail when they are launched, or with
 * FP8C_SIMT_SKIP do nothing: enough to see what can be lowered, and timed by script. */
#include "tests/simt/simt.h"

#include <cpuid.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))

/* ---- NVRTC ------------------------------------------------------------------- */

/* What a "cubin" begins with, an ELF header as a real one's; the shared object follows. */
typedef struct image_header {
  uint8_t elf[64], section[64]; /* one section, of no type */
  char magic[8];
  uint64_t bytes; /* 0: a kernel that cannot run here */
  char name[240];
} image_header;
static const char magic[8] = "fp8csimt";

struct nvrtc_program {
  char *source, *log, *image;
  size_t image_bytes;
};
typedef struct nvrtc_program nvrtc_program;

PUBLIC int nvrtcVersion(int *major, int *minor);
PUBLIC int nvrtcCreateProgram(nvrtc_program **p, const char *source, const char *name, int headers,
                              const char *const *header_texts, const char *const *header_names);
PUBLIC int nvrtcCompileProgram(nvrtc_program *p, int options, const char *const *texts);
PUBLIC int nvrtcGetCUBINSize(nvrtc_program *p, size_t *bytes);
PUBLIC int nvrtcGetCUBIN(nvrtc_program *p, char *out);
PUBLIC int nvrtcGetProgramLogSize(nvrtc_program *p, size_t *bytes);
PUBLIC int nvrtcGetProgramLog(nvrtc_program *p, char *out);
PUBLIC int nvrtcDestroyProgram(nvrtc_program **p);
PUBLIC const char *nvrtcGetErrorString(int result);

/* The version is part of what a cached cubin is found by: it changes with what stands in front,
 * and with the processor, whose instructions the cubin may hold. */
int nvrtcVersion(int *major, int *minor) {
  uint32_t h = 2166136261u, model[4] = {0}, more[4] = {0};
  __get_cpuid(1, &model[0], &model[1], &model[2], &model[3]);
  __get_cpuid_count(7, 0, &more[0], &more[1], &more[2], &more[3]);
  model[1] = 0; /* which of its cores this is */
  for (int i = 0; i < 8; i++) h = (h ^ (i < 4 ? model[i] : more[i - 4])) * 16777619u;
  static const char *const files[] = {SIMT_FOLDER "/device.cuh", SIMT_FOLDER "/hopper.cuh",
                                      SIMT_FOLDER "/device.cpp", SIMT_FOLDER "/hopper.cpp"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    FILE *f = fopen(files[i], "rb");
    for (int c; f && (c = getc(f)) != EOF;) h = (h ^ (uint32_t)c) * 16777619u;
    if (f) fclose(f);
  }
  *major = 900;
  *minor = (int)(h >> 8);
  return 0;
}

int nvrtcCreateProgram(nvrtc_program **p, const char *source, const char *name, int headers,
                       const char *const *header_texts, const char *const *header_names) {
  (void)name, (void)headers, (void)header_texts, (void)header_names;
  *p = calloc(1, sizeof **p);
  if (*p) (*p)->source = strdup(source);
  return *p && (*p)->source ? 0 : 1;
}

/* The kernel's name: what stands before the first parenthesis after its launch bounds. */
static bool find_name(const char *source, char *name, size_t size) {
  const char *at = strstr(source, "extern \"C\" __global__ void __launch_bounds__(");
  at = at ? strchr(at, ')') : NULL;
  const char *end = at ? strchr(at, '(') : NULL;
  if (!end) return false;
  at += strspn(at + 1, " ") + 1;
  if ((size_t)(end - at) >= size) return false;
  memcpy(name, at, (size_t)(end - at));
  name[end - at] = 0;
  return true;
}

/* A product of a warpgroup: its one string names what is multiplied, its operands are the same
 * in every kernel. */
static const char *write_product(FILE *f, const char *at) {
  static const char named[] = "wgmma.mma_async.sync.aligned.", predicate[] = ", p, ";
  const char *what = strstr(at, named) + strlen(named);
  const char *how = strstr(what, predicate) + strlen(predicate);
  fprintf(f, "simt_multiply(d, a, b, accumulate, \"%.*s %.*s\");", (int)strcspn(what, " "), what,
          (int)strcspn(how, ";"), how);
  return strstr(what, ");\n") + 2;
}

/* "extern __shared__ T x[];" is a pointer to what the launch gives. */
static void write_source(FILE *f, const char *source) {
  static const char declared[] = "extern __shared__ ", aligned[] = "__align__(1024) ";
  static const char product[] = "asm volatile(\"{\\n.reg .pred p;\\nsetp.ne.b32";
  for (const char *at, *next; (at = strstr(source, declared)); source = strchr(at, ';') + 1) {
    while ((next = strstr(source, product)) && next < at) {
      fprintf(f, "%.*s", (int)(next - source), source);
      source = write_product(f, next);
    }
    const char *type = at + strlen(declared), *bracket = strchr(type, '[');
    if (strncmp(type, aligned, strlen(aligned)) == 0) type += strlen(aligned);
    const char *name = bracket;
    while (name > type && name[-1] != ' ') name--;
    fprintf(f, "%.*s%.*s*const %.*s = (%.*s*)simt_now->dynamic;", (int)(at - source), source,
            (int)(name - type), type, (int)(bracket - name), name, (int)(name - type), type);
  }
  for (const char *next; (next = strstr(source, product));) {
    fprintf(f, "%.*s", (int)(next - source), source);
    source = write_product(f, next);
  }
  fputs(source, f);
}

static bool read_all(const char *path, char **data, size_t *bytes) {
  FILE *f = fopen(path, "rb");
  if (!f) return false;
  fseek(f, 0, SEEK_END);
  *bytes = (size_t)ftell(f);
  rewind(f);
  *data = calloc(1, *bytes + 1);
  bool good = *data && fread(*data, 1, *bytes, f) == *bytes;
  fclose(f);
  return good;
}

static int run_compiler(const char **command, const char *log) {
  pid_t child = fork();
  if (child == 0) {
    int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(fd, 1);
    dup2(fd, 2);
    unsetenv("LD_LIBRARY_PATH"); /* our libcuda is not for it */
    unsetenv("LD_PRELOAD");
    execvp(command[0], (char *const *)(uintptr_t)command);
    _exit(127);
  }
  int status = 1;
  if (child < 0 || waitpid(child, &status, 0) < 0) return 1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* A kernel that is to be compiled. */
typedef struct request {
  nvrtc_program *p;
  image_header h;
  int result;
  bool done;
  struct request *next;
} request;

/* Macros that `source` defines are as they were once it is over: pushes them, or pops them. */
static void keep_macros(FILE *f, const char *source, const char *what) {
  for (const char *line = source; line; line = strchr(line, '\n'), line += line != NULL) {
    const char *at = line + strspn(line, " \t");
    if (*at != '#') continue;
    at += 1 + strspn(at + 1, " \t");
    if (strncmp(at, "define ", 7) != 0) continue;
    at += 7 + strspn(at + 7, " \t");
    int length = (int)strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    fprintf(f, "#pragma %s_macro(\"%.*s\")\n", what, length, at);
  }
}

/* The sources as one text: each in a namespace of its own where there are several. */
static bool write_sources(const char *path, request *const *all, int count) {
  FILE *f = fopen(path, "w");
  if (!f) return false;
  for (int i = 0; i < count; i++) {
    const char *source = all[i]->p->source;
    if (count > 1) {
      keep_macros(f, source, "push");
      fprintf(f, "namespace simt_kernel_%d {\n", i);
    }
    write_source(f, source);
    fprintf(f, "\nSIMT_KERNEL(%s)\n", all[i]->h.name);
    if (count > 1) {
      fprintf(f, "}\n");
      keep_macros(f, source, "pop");
    }
  }
  return fclose(f) == 0;
}

/* The object is the image of each of them, which finds its own by its name. */
static bool make_image(request *r, const char *shared, size_t bytes) {
  r->h.bytes = bytes;
  r->p->image_bytes = sizeof r->h + bytes;
  r->p->image = malloc(r->p->image_bytes);
  if (!r->p->image) return false;
  memcpy(r->p->image, &r->h, sizeof r->h);
  if (bytes) memcpy(r->p->image + sizeof r->h, shared, bytes);
  return true;
}

/* Compiles them together, all for one chip; false: none has an image, and one alone has a log. */
static bool compile(request *const *all, int count) {
  /* without C++'s libraries, whose names are long to read */
  static const char *const flags[] = {SIMT_FLAGS, "-shared", "-nodefaultlibs",
                                      "-x",       "c++",     "-include"};
  char folder[] = "/tmp/fp8c-simt-XXXXXX", source[64], object[64], log[64], arch[32];
  char front[3][sizeof SIMT_FRONT + 32]; /* what the build has compiled once for all kernels */
  int chip = all[0]->h.elf[49], words = 1;
  const char *command[32] = {SIMT_COMPILER};
  if (!mkdtemp(folder)) return false;
  snprintf(source, sizeof source, "%s/k.cu", folder);
  snprintf(object, sizeof object, "%s/k.so", folder);
  snprintf(log, sizeof log, "%s/log", folder);
  static const char *const kept[] = {"device.cuh", "device.o", "hopper.o"};
  for (int i = 0; i < 3; i++)
    snprintf(front[i], sizeof front[i], SIMT_FRONT "/%d0/%s", chip, kept[i]);
  snprintf(arch, sizeof arch, "-D__CUDA_ARCH__=%d0", chip);
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) command[words++] = flags[i];
  bool built = access(front[0], R_OK) == 0;
  command[words++] = built ? front[0] : SIMT_FOLDER "/device.cuh";
  const char *const rest[] = {arch,
                              source,
                              built ? "-xnone" : SIMT_FOLDER "/device.cpp",
                              built ? front[1] : SIMT_FOLDER "/hopper.cpp",
                              built ? front[2] : "-xnone",
                              "-o",
                              object,
                              "-lm",
                              "-lc",
                              "-lgcc"};
  for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) command[words++] = rest[i];
  char *shared = NULL;
  size_t bytes = 0, log_bytes;
  bool good = write_sources(source, all, count) && run_compiler(command, log) == 0 &&
              read_all(object, &shared, &bytes);
  if (!good && count == 1) read_all(log, &all[0]->p->log, &log_bytes);
  if (!getenv("FP8C_SIMT_KEEP")) unlink(source), unlink(object), unlink(log), rmdir(folder);
  for (int i = 0; i < count && good; i++) good = make_image(all[i], shared, bytes);
  free(shared);
  return good;
}

/* ---- Those that are asked for at the same time -------------------------------------- */

#define TOGETHER_MAX 8
#define WAIT_US 2000 /* for others, by the one that compiles */

static struct {
  pthread_mutex_t lock;
  pthread_cond_t over;
  request *waiting;
  bool compiling;
} requests = {.lock = PTHREAD_MUTEX_INITIALIZER, .over = PTHREAD_COND_INITIALIZER};

/* Takes what waits for the first one's chip, the lock held; how many. */
static int take(request **all) {
  int count = 0;
  for (request **at = &requests.waiting; *at && count < TOGETHER_MAX;) {
    if (count && (*at)->h.elf[49] != all[0]->h.elf[49]) {
      at = &(*at)->next;
      continue;
    }
    all[count++] = *at;
    *at = (*at)->next;
  }
  return count;
}

static void compile_together(request *mine) {
  request *all[TOGETHER_MAX];
  pthread_mutex_lock(&requests.lock);
  mine->next = requests.waiting;
  requests.waiting = mine;
  while (!mine->done) {
    if (requests.compiling) {
      pthread_cond_wait(&requests.over, &requests.lock);
      continue;
    }
    requests.compiling = true;
    pthread_mutex_unlock(&requests.lock);
    usleep(WAIT_US);
    pthread_mutex_lock(&requests.lock);
    int count = take(all);
    pthread_mutex_unlock(&requests.lock);
    bool good = count > 1 && compile(all, count);
    for (int i = 0; i < count && !good; i++) /* one that is wrong has its own log */
      all[i]->result = compile(&all[i], 1) ? 0 : 6;
    pthread_mutex_lock(&requests.lock);
    for (int i = 0; i < count; i++) all[i]->done = true;
    requests.compiling = false;
    pthread_cond_broadcast(&requests.over);
  }
  pthread_mutex_unlock(&requests.lock);
}

int nvrtcCompileProgram(nvrtc_program *p, int options, const char *const *texts) {
  request r = {.p = p};
  memcpy(r.h.magic, magic, sizeof magic);
  if (!find_name(p->source, r.h.name, sizeof r.h.name)) return 6;
  memcpy(r.h.elf,
         "\x7f"
         "ELF\2\1\1\0\10",
         9);                                    /* 64 bits, ABI version 8 */
  r.h.elf[18] = 190;                            /* machine: CUDA */
  r.h.elf[40] = r.h.elf[52] = r.h.elf[58] = 64; /* where sections are, the headers' sizes */
  r.h.elf[60] = 1;
  for (int i = 0; i < options; i++)
    if (strncmp(texts[i], "-arch=sm_", 9) == 0) r.h.elf[49] = (uint8_t)atoi(texts[i] + 9);
  request *const alone[] = {&r};
  if (getenv("FP8C_SIMT_EMPTY"))
    r.result = make_image(&r, NULL, 0) ? 0 : 1;
  else if (getenv("FP8C_SIMT_TOGETHER"))
    compile_together(&r);
  else
    r.result = compile(alone, 1) ? 0 : 6;
  return r.result;
}

int nvrtcGetCUBINSize(nvrtc_program *p, size_t *bytes) { return *bytes = p->image_bytes, 0; }
int nvrtcGetCUBIN(nvrtc_program *p, char *out) {
  memcpy(out, p->image, p->image_bytes);
  return 0;
}
int nvrtcGetProgramLogSize(nvrtc_program *p, size_t *bytes) {
  return *bytes = p->log ? strlen(p->log) + 1 : 1, 0;
}
int nvrtcGetProgramLog(nvrtc_program *p, char *out) {
  strcpy(out, p->log ? p->log : "");
  return 0;
}
int nvrtcDestroyProgram(nvrtc_program **p) {
  if (!*p) return 0;
  free((*p)->source);
  free((*p)->log);
  free((*p)->image);
  free(*p);
  *p = NULL;
  return 0;
}
const char *nvrtcGetErrorString(int result) {
  return result == 0 ? "no error" : result == 1 ? "out of memory" : "compilation error";
}

/* ---- Modules -------------------------------------------------------------------- */

typedef struct machine { /* simt_machine of device.cuh */
  unsigned thread[3], block[3], block_size[3], grid_size[3];
  void *dynamic;
  void (*block_barrier)(void);
  const char *(*exchange)(unsigned mask, const void *mine, size_t bytes);
  void (*together)(void (*what)(const char *all), const void *mine, size_t bytes);
  size_t dynamic_bytes;
  void (*wait_until)(bool (*ready)(const void *of), const void *of);
  void (*named_barrier)(unsigned id, unsigned threads, int wait);
  void (*some_time)(void (*call)(const void *object), const void *object, size_t bytes);
  void (*fault)(const char *what);
  void (*waited)(void);
  void (*let_go)(void);
  bool (*asked)(const void *from, size_t bytes);
} machine;

struct simt_module {
  void *object; /* NULL: what is launched fails */
  int file;     /* open as long as it is loaded: dlopen knows objects by their path */
  char name[240];
  void (*run)(void **parameters);
  size_t (*count)(void), (*size)(size_t i);
  void (*shared)(char **from, char **to);
  machine **(*place)(void); /* of the image's pointer to the machine */
};

static void *own_symbol(const simt_module *m, const char *what) {
  char name[sizeof m->name + 16];
  snprintf(name, sizeof name, "%s%s", what, m->name);
  return dlsym(m->object, name);
}

simt_module *simt_load(const void *image) {
  image_header h;
  memcpy(&h, image, sizeof h);
  if (memcmp(h.magic, magic, sizeof magic) != 0) return NULL;
  simt_module *m = calloc(1, sizeof *m);
  if (!m) return NULL;
  memcpy(m->name, h.name, sizeof m->name);
  if (!h.bytes) return m;
  int fd = memfd_create(h.name, MFD_CLOEXEC);
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  const char *data = (const char *)image + sizeof h;
  for (size_t done = 0; fd >= 0 && done < h.bytes;) {
    ssize_t n = write(fd, data + done, h.bytes - done);
    if (n <= 0) break;
    done += (size_t)n;
  }
  m->object = fd >= 0 ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  m->file = fd;
  if (!m->object) {
    fprintf(stderr, "simt: %s: %s\n", m->name, dlerror());
    if (fd >= 0) close(fd);
    free(m);
    return NULL;
  }
  *(void **)&m->run = own_symbol(m, "simt_run_");
  *(void **)&m->count = own_symbol(m, "simt_count_");
  *(void **)&m->size = own_symbol(m, "simt_size_");
  *(void **)&m->shared = dlsym(m->object, "simt_shared_ends");
  *(void **)&m->place = dlsym(m->object, "simt_place");
  return m;
}

void simt_unload(simt_module *m) {
  if (m && m->object) {
    dlclose(m->object);
    close(m->file);
  }
  free(m);
}

const char *simt_name(const simt_module *m) { return m->name; }
size_t simt_parameters(const simt_module *m) { return m->object ? m->count() : 0; }
size_t simt_parameter_bytes(const simt_module *m, size_t i) { return m->size(i); }

/* ---- Threads as coroutines --------------------------------------------------------- */

#define THREADS_MAX 1024
#define STACK_BYTES ((size_t)256 << 10)

typedef enum thread_state { FRESH, READY, AT_BARRIER, IN_WARP, WAITING, DONE } thread_state;

typedef struct thread {
  thread_state state;
  unsigned index[3];
  void *stack_top, *at;          /* where it goes on */
  bool (*ready)(const void *of); /* WAITING: until this is true */
  const void *of;
} thread;

/* What the lanes of a warp give each other: twice, for some may be one exchange ahead. */
typedef struct warp {
  unsigned mask, arrived; /* of the exchange under way */
  void (*what)(const char *all);
  unsigned left; /* lanes that have ended */
  unsigned turn;
  char given[2][32][64];
} warp;

/* bar.sync and bar.arrive of one number. */
typedef struct named {
  unsigned arrived, threads, rounds;
} named;

/* What happens beside the threads. */
#define LATER_BYTES 256
#define LATER_MAX 1024
typedef struct later {
  void (*call)(const void *object);
  _Alignas(16) char object[LATER_BYTES];
} later;

static struct {
  machine m;
  simt_module *module;
  void **parameters;
  void *scheduler; /* its stack, while a thread runs */
  unsigned count, now;
  bool running;   /* a thread does, not the scheduler */
  bool early;     /* threads end where they wait for the kernel before */
  bool no_waits;  /* as if kernels did not wait: a test of what finds that */
  bool waits;     /* a thread of this block has waited for it ... */
  bool waited;    /* ... of every block so far */
  bool hurries;   /* before it waits, a thread has let the next kernel start */
  uint64_t asked; /* what they read before that: a sum over all threads */
  thread threads[THREADS_MAX];
  warp warps[THREADS_MAX / 32];
  void *free_stacks[THREADS_MAX];
  unsigned free_count;
  named names[16];
  later later[LATER_MAX];
  unsigned later_count, turns; /* turns: of some_time */
  char fault[160];
} sim;

/* Saves where the caller stands in *save and goes on at `to`. */
__attribute__((naked, noinline)) static void switch_to(void **save __attribute__((unused)),
                                                       void *to __attribute__((unused))) {
  __asm__(
      "pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n"
      "movq %rsp, (%rdi)\n movq %rsi, %rsp\n"
      "popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n ret\n");
}

static void leave(thread_state why) {
  thread *t = &sim.threads[sim.now];
  t->state = why;
  switch_to(&t->at, sim.scheduler);
}

static void thread_main(void) {
  sim.module->run(sim.parameters);
  leave(DONE);
}

static void fault(const char *what) {
  if (!sim.fault[0]) snprintf(sim.fault, sizeof sim.fault, "%s (thread %u)", what, sim.now);
  if (sim.running) leave(DONE); /* the block ends early; a copy that ends late has no thread */
}

static void block_barrier(void) { leave(AT_BARRIER); }

/* `what`: what the last lane does before all go on. */
static const char *meet(unsigned mask, const void *mine, size_t bytes,
                        void (*what)(const char *all)) {
  warp *w = &sim.warps[sim.now / 32];
  unsigned lane = sim.now % 32, turn = w->turn;
  unsigned lanes = sim.count - sim.now / 32 * 32;
  if (lanes < 32) mask &= (1u << lanes) - 1;
  if (w->arrived && w->mask != mask) fault("lanes of a warp meet with different masks");
  if (w->arrived && w->what != what) fault("lanes of a warp meet for different things");
  if (!(mask >> lane & 1)) fault("a lane is not in its own mask");
  if (mask & w->left) fault("a warp waits for a lane that has left");
  w->mask = mask;
  w->what = what;
  w->arrived |= 1u << lane;
  if (bytes) memcpy(w->given[turn][lane], mine, bytes);
  if (w->arrived != mask) {
    leave(IN_WARP);
    return w->given[turn][0];
  }
  if (what && mask != 0xFFFFFFFFu) fault("a warp that is not whole multiplies");
  if (what) what(w->given[turn][0]);
  w->arrived = 0;
  w->turn ^= 1;
  for (unsigned i = 0; i < 32; i++)
    if (mask >> i & 1 && i != lane) sim.threads[sim.now / 32 * 32 + i].state = READY;
  return w->given[turn][0];
}

static const char *exchange(unsigned mask, const void *mine, size_t bytes) {
  return meet(mask, mine, bytes, NULL);
}

static void together(void (*what)(const char *all), const void *mine, size_t bytes) {
  meet(0xFFFFFFFFu, mine, bytes, what);
}

static void wait_until(bool (*ready)(const void *of), const void *of) {
  thread *t = &sim.threads[sim.now];
  if (ready(of)) return;
  t->ready = ready;
  t->of = of;
  leave(WAITING);
}

typedef struct round_of {
  const named *of;
  unsigned round;
} round_of;

static bool round_is_over(const void *p) {
  const round_of *r = p;
  return r->of->rounds != r->round;
}

static void named_barrier(unsigned id, unsigned threads, int wait) {
  named *n = &sim.names[id & 15];
  if (n->arrived && n->threads != threads) fault("a named barrier of two numbers of threads");
  round_of mine = {n, n->rounds};
  n->threads = threads;
  if (++n->arrived == threads) {
    n->arrived = 0;
    n->rounds++;
  } else if (wait) {
    wait_until(round_is_over, &mine);
  }
}

static void let_go(void) {
  if (sim.early) sim.hurries = true; /* beyond its wait no thread goes then */
}

static void waited(void) {
  if (sim.no_waits) return;
  sim.waits = true;
  if (sim.early) leave(DONE);
}

static bool asked(const void *from, size_t bytes) {
  uint64_t h = (uint64_t)(uintptr_t)from;
  for (size_t i = 0; sim.early && i < bytes; i++)
    h = (h ^ ((const uint8_t *)from)[i]) * 0x100000001b3u;
  sim.asked += h;
  return !sim.early;
}

static void some_time(void (*call)(const void *object), const void *object, size_t bytes) {
  sim.turns = sim.turns * 1664525u + 1013904223u;
  if (sim.turns >> 31) {
    call(object);
    return;
  }
  if (sim.later_count == LATER_MAX || bytes > LATER_BYTES) fault("too much under way");
  later *l = &sim.later[sim.later_count++];
  l->call = call;
  memcpy(l->object, object, bytes);
}

/* In another order than they were asked for. */
static bool do_later(void) {
  bool any = sim.later_count > 0;
  while (sim.later_count) {
    later *l = &sim.later[--sim.later_count];
    l->call(l->object);
  }
  return any;
}

static bool give_stack(thread *t) {
  if (!sim.free_count) {
    char *p = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return false;
    mprotect(p, 4096, PROT_NONE); /* a stack that is too small faults */
    sim.free_stacks[sim.free_count++] = p + STACK_BYTES;
  }
  t->stack_top = sim.free_stacks[--sim.free_count];
  /* as switch_to leaves it: six registers and where to return; 16-byte aligned at the call */
  void **top = (void **)t->stack_top - 2;
  top[0] = (void *)(uintptr_t)thread_main;
  top[1] = NULL;
  t->at = top - 6;
  memset(t->at, 0, 6 * sizeof *top);
  return true;
}

static bool resume(unsigned i) {
  thread *t = &sim.threads[i];
  if (t->state == FRESH && !give_stack(t)) {
    snprintf(sim.fault, sizeof sim.fault, "no memory for a stack");
    return false;
  }
  sim.now = i;
  memcpy(sim.m.thread, t->index, sizeof t->index);
  t->state = READY;
  sim.running = true;
  switch_to(&sim.scheduler, t->at);
  sim.running = false;
  if (t->state != DONE) return true;
  sim.warps[i / 32].left |= 1u << i % 32;
  sim.free_stacks[sim.free_count++] = t->stack_top;
  return true;
}

static void run_block(void) {
  unsigned done = 0;
  while (!sim.fault[0] && done < sim.count) {
    bool moved = false;
    done = 0;
    for (unsigned i = 0; i < sim.count && !sim.fault[0]; i++) {
      const thread *t = &sim.threads[i];
      if (t->state <= READY || (t->state == WAITING && t->ready(t->of))) {
        if (!resume(i)) return;
        moved = true;
      }
      done += sim.threads[i].state == DONE;
    }
    if (moved || done == sim.count || do_later()) continue;
    unsigned waiting = 0, in_memory = 0;
    for (unsigned i = 0; i < sim.count; i++) {
      waiting += sim.threads[i].state == AT_BARRIER;
      in_memory += sim.threads[i].state == WAITING;
    }
    if (waiting < sim.count) {
      snprintf(sim.fault, sizeof sim.fault,
               "%u of %u threads wait at a barrier, %u at others, %u have left, the rest wait in a "
               "warp",
               waiting, sim.count, in_memory, done);
      return;
    }
    for (unsigned i = 0; i < sim.count; i++) sim.threads[i].state = READY;
  }
}

static void poison(char *from, char *to) {
  if (to > from) memset(from, 0xFF, (size_t)(to - from));
}

/* Of threads that were left where they stood. */
static void give_stacks_back(void) {
  for (unsigned i = 0; i < sim.count; i++)
    if (sim.threads[i].state != DONE && sim.threads[i].state != FRESH)
      sim.free_stacks[sim.free_count++] = sim.threads[i].stack_top;
}

bool simt_launch(simt_module *m, const unsigned grid[3], const unsigned block[3],
                 size_t shared_bytes, void **parameters) {
  if (!m->object && getenv("FP8C_SIMT_SKIP")) return true;
  if (!m->object) {
    fprintf(stderr, "simt: %s was compiled to nothing\n", m->name);
    return false;
  }
  sim.module = m;
  sim.parameters = parameters;
  sim.count = block[0] * block[1] * block[2];
  sim.fault[0] = 0;
  if (sim.count == 0 || sim.count > THREADS_MAX) return false;
  char *shared = aligned_alloc(1024, (shared_bytes + 1024) & ~(size_t)1023), *from, *to;
  if (!shared) return false;
  m->shared(&from, &to);
  memcpy(sim.m.block_size, block, sizeof sim.m.block_size);
  memcpy(sim.m.grid_size, grid, sizeof sim.m.grid_size);
  sim.m.dynamic = shared;
  sim.m.block_barrier = block_barrier;
  sim.m.exchange = exchange;
  sim.m.together = together;
  sim.m.dynamic_bytes = shared_bytes;
  sim.m.wait_until = wait_until;
  sim.m.named_barrier = named_barrier;
  sim.m.some_time = some_time;
  sim.m.fault = fault;
  sim.m.waited = waited;
  sim.m.let_go = let_go;
  sim.m.asked = asked;
  sim.asked = 0;
  *m->place() = &sim.m;
  uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
  for (uint64_t b = 0; b < blocks && !sim.fault[0]; b++) {
    sim.m.block[0] = (unsigned)(b % grid[0]);
    sim.m.block[1] = (unsigned)(b / grid[0] % grid[1]);
    sim.m.block[2] = (unsigned)(b / grid[0] / grid[1]);
    poison(from, to);
    poison(shared, shared + shared_bytes);
    for (unsigned i = 0; i < sim.count; i++)
      sim.threads[i] =
          (thread){.index = {i % block[0], i / block[0] % block[1], i / block[0] / block[1]}};
    for (unsigned i = 0; i < (sim.count + 31) / 32; i++)
      sim.warps[i].arrived = sim.warps[i].left = 0;
    memset(sim.names, 0, sizeof sim.names);
    sim.later_count = 0;
    sim.waits = false;
    run_block();
    sim.waited = sim.waited && sim.waits;
    if (!sim.early) continue;
    give_stacks_back(); /* others may have waited for threads that ended early */
    sim.fault[0] = 0;
  }
  free(shared);
  if (!sim.fault[0]) return true;
  fprintf(stderr, "simt: %s, block %u: %s\n", m->name, sim.m.block[0], sim.fault);
  give_stacks_back();
  return false;
}

uint64_t simt_early(simt_module *m, const unsigned grid[3], const unsigned block[3],
                    size_t shared_bytes, void **parameters, bool *waits, bool *hurries) {
  sim.no_waits = getenv("FP8C_SIMT_NO_WAITS") != NULL;
  sim.early = sim.waited = true;
  sim.hurries = false;
  simt_launch(m, grid, block, shared_bytes, parameters);
  sim.early = false;
  *waits = sim.waited;
  *hurries = sim.hurries;
  return sim.asked;
}
