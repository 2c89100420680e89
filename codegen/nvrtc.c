/* nvrtc.c - CUDA source text to cubins, in parallel, cached by content.
 *
 * NVRTC is opened at run time: a plan for a GPU can be made on a machine that
 * has the library and no GPU, and everything else works without it.  A program
 * object belongs to one thread, and compiles of different programs run side by
 * side.  A cached cubin is found by the hash of all that decides it (source,
 * options, NVRTC version). */
#include "codegen/nvrtc.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cache.h"
#include "base/dylib.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/text.h"

typedef struct nvrtc_program nvrtc_program;

typedef struct nvrtc_functions {
  int (*version)(int *major, int *minor);
  int (*create)(nvrtc_program **p, const char *source, const char *name, int headers,
                const char *const *header_texts, const char *const *header_names);
  int (*compile)(nvrtc_program *p, int options, const char *const *option_texts);
  int (*cubin_size)(nvrtc_program *p, size_t *bytes);
  int (*cubin)(nvrtc_program *p, char *out);
  int (*log_size)(nvrtc_program *p, size_t *bytes);
  int (*log)(nvrtc_program *p, char *out);
  int (*destroy)(nvrtc_program **p);
  const char *(*error_text)(int result);
} nvrtc_functions;

#define ROW(symbol_, field_) \
  { symbol_, offsetof(nvrtc_functions, field_) }
static const dylib_symbol symbols[] = {
    ROW("nvrtcVersion", version),
    ROW("nvrtcCreateProgram", create),
    ROW("nvrtcCompileProgram", compile),
    ROW("nvrtcGetCUBINSize", cubin_size),
    ROW("nvrtcGetCUBIN", cubin),
    ROW("nvrtcGetProgramLogSize", log_size),
    ROW("nvrtcGetProgramLog", log),
    ROW("nvrtcDestroyProgram", destroy),
    ROW("nvrtcGetErrorString", error_text),
};
#undef ROW

/* Opened once for the process and never closed: cubins of two versions in one
 * process would not be reproducible. */
static struct {
  pthread_once_t once;
  fp8c_status status;
  fp8c_error error;
  nvrtc_functions f;
  int major, minor;
  char version[32];
} lib = {.once = PTHREAD_ONCE_INIT};

static void open_library(void) {
  const char *given = getenv("FP8C_NVRTC");
  const char *const usual[] = {"libnvrtc.so.13", "libnvrtc.so.12",
                               "/usr/local/cuda/lib64/libnvrtc.so.13",
                               "/usr/local/cuda/lib64/libnvrtc.so.12"};
  bool named =
      given && given[0]; /* then no other: kernels of another version would be a surprise */
  void *handle = NULL;
  lib.status = dylib_open(named ? &given : usual, named ? 1 : sizeof usual / sizeof usual[0],
                          symbols, sizeof symbols / sizeof symbols[0], &lib.f, &handle, &lib.error);
  if (lib.status != FP8C_OK) return;
  if (lib.f.version(&lib.major, &lib.minor) != 0) {
    dylib_close(handle);
    lib.status = fail(&lib.error, FP8C_ERROR_NO_DEVICE, "NVRTC does not tell its version");
    return;
  }
  snprintf(lib.version, sizeof lib.version, "%d.%d", lib.major, lib.minor);
}

const char *nvrtc_version_text(void) {
  pthread_once(&lib.once, open_library);
  return lib.status == FP8C_OK ? lib.version : "";
}

/* ---- The cache ----------------------------------------------------------- */

#define CUBIN_MAX_BYTES ((size_t)64 << 20)

static hash cache_key(const char *source, const char *const *options, size_t option_count) {
  hasher h;
  hash_begin(&h);
  hash_add_string(&h, lib.version);
  for (size_t i = 0; i < option_count; i++) hash_add_string(&h, options[i]);
  hash_add_string(&h, source);
  return hash_end(&h);
}

/* A cubin that this compile has already: another size of the model has the same kernel. */
typedef struct made_cubin {
  hash key;
  const void *cubin;
  size_t bytes;
} made_cubin;

static uint64_t first_word(const hash *key) {
  uint64_t word;
  memcpy(&word, key->bytes, sizeof word);
  return word;
}

static bool from_made(const codegen_context *c, const hash *key, kernel_source *k) {
  const map_entry *e = c->made ? map_find_u64(c->made, first_word(key)) : NULL;
  const made_cubin *m = e ? e->item : NULL;
  if (!m || memcmp(&m->key, key, sizeof *key) != 0) return false;
  k->cubin = m->cubin;
  k->cubin_bytes = m->bytes;
  return true;
}

static void keep_made(codegen_context *c, const hash *key, const kernel_source *k) {
  if (!c->made || !k->cubin) return;
  made_cubin *m = NEW(c->keep, made_cubin);
  *m = (made_cubin){*key, k->cubin, k->cubin_bytes};
  map_put_u64(c->made, first_word(key))->item = m;
}

/* False when there is no entry to believe. */
static bool from_cache(codegen_context *c, const hash *key, kernel_source *k) {
  void *cubin;
  k->cached =
      cache_load(c->cache, CACHE_KERNELS, key, CUBIN_MAX_BYTES, c->keep, &cubin, &k->cubin_bytes) &&
      k->cubin_bytes > 0;
  if (k->cached) k->cubin = cubin;
  return k->cached;
}

/* ---- Compiling ----------------------------------------------------------- */

typedef struct job {
  kernel_source *kernel;
  hash key;
  char *cubin; /* host_alloc: workers do not use arenas */
  size_t bytes;
  fp8c_status status;
  fp8c_error error;
} job;

typedef struct batch {
  job *jobs;
  const char *const *options;
  int option_count;
  cache *cache; /* NULL: none */
  const codegen_context *context;
  atomic_bool cancelled;
} batch;

/* The line of the log that says what is wrong: the first with ": error". */
static void first_error(const char *log, char *out, size_t capacity) {
  const char *line = strstr(log, "error");
  if (!line) line = log;
  while (line > log && line[-1] != '\n') line--;
  size_t n = strcspn(line, "\n");
  if (n >= capacity) n = capacity - 1;
  memcpy(out, line, n);
  out[n] = 0;
}

static fp8c_status compile_program(nvrtc_program *p, const batch *b, job *j) {
  int result = lib.f.compile(p, b->option_count, b->options);
  if (result != 0) {
    size_t bytes = 0;
    char line[600] = "no log";
    char *log = lib.f.log_size(p, &bytes) == 0 ? host_alloc(bytes + 1) : NULL;
    if (log && lib.f.log(p, log) == 0) first_error(log, line, sizeof line);
    host_free(log);
    return fail(&j->error, FP8C_ERROR_INTERNAL, "kernel %s does not compile (%s): %s",
                j->kernel->symbol, lib.f.error_text(result), line);
  }
  if (lib.f.cubin_size(p, &j->bytes) != 0 || j->bytes == 0)
    return fail(&j->error, FP8C_ERROR_INTERNAL, "NVRTC gave no cubin for kernel %s",
                j->kernel->symbol);
  j->cubin = host_alloc(j->bytes);
  if (!j->cubin)
    return fail(&j->error, FP8C_ERROR_NO_MEMORY, "no memory for a cubin of %zu bytes", j->bytes);
  if (lib.f.cubin(p, j->cubin) != 0)
    return fail(&j->error, FP8C_ERROR_INTERNAL, "NVRTC gave no cubin for kernel %s",
                j->kernel->symbol);
  cache_keep(b->cache, CACHE_KERNELS, &j->key, j->cubin, j->bytes);
  return FP8C_OK;
}

static void compile_one(void *object, size_t i, int worker) {
  batch *b = object;
  job *j = &b->jobs[i];
  const codegen_context *c = b->context;
  if (worker == 0 && c->cancelled && c->cancelled(c->user)) atomic_store(&b->cancelled, true);
  if (atomic_load(&b->cancelled)) {
    j->status = fail(&j->error, FP8C_ERROR_CANCELLED, "the compile was ended");
    return;
  }
  nvrtc_program *p = NULL;
  int result = lib.f.create(&p, j->kernel->text, "fp8c.cu", 0, NULL, NULL);
  if (result != 0) {
    j->status = fail(&j->error, FP8C_ERROR_INTERNAL, "NVRTC refuses kernel %s: %s",
                     j->kernel->symbol, lib.f.error_text(result));
    return;
  }
  j->status = compile_program(p, b, j);
  lib.f.destroy(&p);
}

fp8c_status nvrtc_compile(kernel_source *kernels, size_t count, const target *t, codegen_context *c,
                          fp8c_error *err) {
  if (count == 0) return FP8C_OK;
  if (nvrtc_version_text()[0] == 0) {
    if (err) *err = lib.error;
    return fail_in(err, lib.status, "making code for %s needs NVRTC", t->name);
  }
  if (lib.major < 12 || (lib.major == 12 && lib.minor < 9))
    return fail(err, FP8C_ERROR_UNSUPPORTED, "NVRTC %s is too old; 12.9 or newer is needed",
                lib.version);

  /* Contraction would round once where the CPU device rounds twice; loops that
   * want it say fmaf. */
  const char *options[] = {
      arena_printf(c->scratch, "-arch=%s", t->name),
      "--std=c++17",
      "--fmad=false",
      "-default-device",
  };
  size_t option_count = sizeof options / sizeof options[0];
  job *jobs = NEW_ARRAY(c->scratch, job, count);
  size_t todo = 0;
  for (size_t i = 0; i < count; i++) {
    if (kernels[i].cubin) continue;
    hash key = cache_key(kernels[i].text, options, option_count);
    if (from_made(c, &key, &kernels[i])) continue;
    if (from_cache(c, &key, &kernels[i])) {
      keep_made(c, &key, &kernels[i]);
      continue;
    }
    jobs[todo++] = (job){.kernel = &kernels[i], .key = key};
  }
  if (c->progress) c->progress(c->user, "compile kernels", count - todo, count);
  batch b = {.jobs = jobs,
             .options = options,
             .option_count = (int)option_count,
             .cache = c->cache,
             .context = c};
  pool_run(c->threads, todo, compile_one, &b);

  /* The arena may jump out of here for want of memory, so first into it, then free. */
  fp8c_status status = FP8C_OK;
  for (size_t i = 0; i < todo; i++) {
    job *j = &jobs[i];
    void *cubin = j->status == FP8C_OK ? arena_try_alloc(c->keep, j->bytes) : NULL;
    if (cubin) {
      memcpy(cubin, j->cubin, j->bytes);
      j->kernel->cubin = cubin;
      j->kernel->cubin_bytes = j->bytes;
    } else if (j->status == FP8C_OK) {
      j->status =
          fail(&j->error, FP8C_ERROR_NO_MEMORY, "no memory for a cubin of %zu bytes", j->bytes);
    }
    host_free(j->cubin);
    if (cubin) continue;
    j->kernel->failed = j->error.text;
    if (status == FP8C_OK && err) *err = j->error;
    if (status == FP8C_OK) status = j->status;
  }
  for (size_t i = 0; i < todo; i++) keep_made(c, &jobs[i].key, jobs[i].kernel);
  if (status == FP8C_OK && c->progress) c->progress(c->user, "compile kernels", count, count);
  return status;
}
