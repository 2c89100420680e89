/* plan_cache.c - plans by everything that decides their bytes. */
#include "compiler/compile/plan_cache.h"

#include <fcntl.h>
#include <gnu/libc-version.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/build_id.h"
#include "base/cache.h"
#include "base/cpu.h"
#include "compiler/compile/tune.h"

/* More than this many bytes of plans: the one that was not used for longest goes. */
#define CACHE_BYTES_MAX ((uint64_t)8 << 30)
/* Samples lie at most so many folders deep: ours, and test_data_set_0 within. */
#define FOLDER_DEPTH 2

/* ---- Files -------------------------------------------------------------------------- */

typedef struct keying {
  job *j;
  hasher content;
  hasher stamps; /* inode, size and time of each file: has one changed since? */
  bool stamps_only;
} keying;

static void add_stamp(keying *k, const struct stat *st) {
  hash_add_u64(&k->stamps, (uint64_t)st->st_ino);
  hash_add_u64(&k->stamps, (uint64_t)st->st_size);
  hash_add_u64(&k->stamps, (uint64_t)st->st_mtim.tv_sec);
  hash_add_u64(&k->stamps, (uint64_t)st->st_mtim.tv_nsec);
}

static bool add_opened(keying *k, const file *f) {
  struct stat st;
  if (fstat(f->fd, &st)) return false;
  add_stamp(k, &st);
  if (k->stamps_only) return true;
  hash content;
  if (file_hash(f, k->j->threads, &content, NULL) != FP8C_OK) return false;
  hash_add_u64(&k->content, f->bytes);
  hash_add(&k->content, &content, sizeof content);
  return true;
}

static bool add_file(keying *k, const char *path) {
  arena_mark mark = arena_save(k->j->scratch);
  file *f;
  bool ok = file_open(k->j->scratch, path, &f, NULL) == FP8C_OK && add_opened(k, f);
  arena_reset(k->j->scratch, mark);
  return ok;
}

/* Samples: their content was hashed when they were opened. */
static bool add_stamps(keying *k, const char *path, int depth) {
  struct stat st;
  if (stat(path, &st)) return false;
  add_stamp(k, &st);
  if (!S_ISDIR(st.st_mode)) return true;
  arena *a = k->j->scratch;
  arena_mark mark = arena_save(a);
  char **names;
  size_t count;
  bool ok = depth < FOLDER_DEPTH && folder_list(a, path, &names, &count, NULL) == FP8C_OK;
  for (size_t i = 0; ok && i < count; i++)
    ok = add_stamps(k, path_join(a, path, names[i]), depth + 1);
  arena_reset(a, mark);
  return ok;
}

static bool add_files(keying *k) {
  const job *j = k->j;
  bool ok = add_file(k, j->o->model_path);
  for (size_t i = 0; i < j->model.info.file_count && ok; i++)
    ok = add_opened(k, j->model.info.files[i]);
  const char *const others[] = {j->o->calibration, j->o->overrides};
  for (size_t i = 0; i < sizeof others / sizeof *others && ok; i++) {
    hash_add_u64(&k->content, others[i] != NULL);
    ok = !others[i] || add_file(k, others[i]);
  }
  /* Those in memory were hashed whole, and nobody can change them meanwhile. */
  const char *const samples[] = {j->o->calibrate_samples ? NULL : j->o->calibrate,
                                 j->o->evaluate_samples ? NULL : j->o->evaluate};
  for (size_t i = 0; i < sizeof samples / sizeof *samples && ok; i++)
    ok = !samples[i] || add_stamps(k, samples[i], 0);
  hash_add_string(&k->content, j->samples.all ? j->samples.all->hash : "");
  hash_add_string(&k->content, j->samples.evaluation ? j->samples.evaluation->hash : "");
  return ok;
}

/* ---- The key ------------------------------------------------------------------------- */

static void add_strings(hasher *h, const char *const *items, size_t count) {
  hash_add_u64(h, count);
  for (size_t i = 0; i < count; i++) hash_add_string(h, items[i]);
}

static void add_number(hasher *h, double x) { hash_add(h, &x, sizeof x); }

static void add_options(const job *j, hasher *h) {
  const fp8c_compile_options *o = j->o;
  /* A new option belongs below, among the files, or into must_not_be_kept(); reports decide
   * nothing. */
  _Static_assert(sizeof(fp8c_compile_options) == 544, "the options that decide a plan");
  hash_add_string(h, o->calibrate_method);
  hash_add_u64(h, (uint64_t)o->precision << 8 | (uint64_t)o->tune);
  hash_add_u64(h, j->targets.count);
  for (size_t i = 0; i < j->targets.count; i++) {
    hash_add_string(h, j->targets.list[i]->name);
    hash_add_string(h, tune_device(j, j->targets.list[i], j->scratch));
  }
  hash_add_string(
      h, j->targets.assumed ? j->targets.assumed->name : ""); /* its sizes are the samples' */
  add_strings(h, o->dims, o->dim_count);
  add_strings(h, o->shapes, o->shape_count);
  add_strings(h, o->fixes, o->fix_count);
  add_strings(h, o->io_types, o->io_type_count);
  add_strings(h, o->sets, o->set_count);
  add_strings(h, o->states, o->state_count);
  add_strings(h, o->preprocess, o->preprocess_count);
  add_strings(h, o->disable, o->disable_count);
  add_strings(h, o->judge_ports, o->judge_port_count);
  hash_add_u64(h, (uint64_t)o->allow_cpu_fallback << 5 | (uint64_t)o->no_cublaslt << 4 |
                      (uint64_t)o->power_of_two_scales << 3 | (uint64_t)o->judge_outputs << 2 |
                      (uint64_t)o->all_logits << 7 | (uint64_t)o->strict << 6 |
                      (uint64_t)o->skip_nonfinite << 1 | (uint64_t)o->write_over_budget);
  add_number(h, o->headroom);
  add_number(h, o->target_speedup);
  add_number(h, o->fp8_share);
  hash_add_string(h, o->max_error);
  hash_add_string(h, o->repairs);
  hash_add_u64(h, (uint64_t)o->norms);
  hash_add_string(h, o->kv_cache);
  hash_add_string(h, o->weights);
  hash_add_string(h, o->preset);
  hash_add_string(h, o->promote);
  hash_add_u64(h, (uint64_t)o->capacity);
  add_strings(h, o->roles, o->role_count);
}

static bool must_not_be_kept(const job *j) {
  const fp8c_compile_options *o = j->o;
  return !j->disk_cache || o->dump_after || o->stop_after || o->pass_limit || o->save_calibration ||
         o->time_limit_seconds > 0 ||
         (j->ask.goal == GOAL_ERROR && j->ask.budget.metric == METRIC_COMMAND);
}

/* What computes: this build, the kernels of this processor, the C library's mathematics,
 * the compiler of the GPU's kernels. */
bool plan_made_by(const job *j, hash *out) {
  hasher h;
  hash_begin(&h);
  hash_add_string(&h, cpu_level_name(cpu_level_used()));
  hash_add_string(&h, gnu_get_libc_version());
  hash_add_string(&h, j->targets.has_gpu ? nvrtc_version_text() : "");
  /* the compiler and the runtime may be libraries of their own */
  static const char here = 0;
  bool known = build_id_add(&h, &here) && build_id_add(&h, (const void *)(uintptr_t)plan_write);
  *out = hash_end(&h);
  return known;
}

bool plan_cache_key(job *j, plan_key *out) {
  if (must_not_be_kept(j)) return false;
  keying k = {.j = j};
  hash_begin(&k.content);
  hash_begin(&k.stamps);
  hash_add_string(&k.content, "fp8c plan 2");
  hash_add(&k.content, &j->made_by, sizeof j->made_by);
  add_options(j, &k.content);
  const char *slash = strrchr(j->o->model_path, '/');
  hash_add_string(&k.content, slash ? slash + 1 : j->o->model_path);
  if (!add_files(&k)) return false;
  out->key = hash_end(&k.content);
  out->stamps = hash_end(&k.stamps);
  return true;
}

/* Whether the files are still those that the key was made of. */
static bool unchanged(job *j, const plan_key *key) {
  keying k = {.j = j, .stamps_only = true};
  hash_begin(&k.content);
  hash_begin(&k.stamps);
  if (!add_files(&k)) return false;
  hash now = hash_end(&k.stamps);
  return memcmp(&now, &key->stamps, sizeof now) == 0;
}

/* ---- The folder ------------------------------------------------------------------------ */

const plan *plan_cache_find(job *j, const plan_key *key) {
  file *f;
  plan *p;
  plan_source *source;
  if (!cache_open(j->disk_cache, CACHE_PLANS, &key->key, CACHE_BYTES_MAX, j->threads, j->keep,
                  &f) ||
      plan_read_opened(j->keep, f, &p, &source, NULL) != FP8C_OK || !p->report)
    return NULL;
  /* the time of its last use */
  (void)utimensat(AT_FDCWD, cache_path(j->disk_cache, CACHE_PLANS, &key->key, j->scratch), NULL, 0);
  return p;
}

/* 64 hexadecimal digits: what else lies there is not ours to remove.  (Names of older builds go
 * on with ".fp8c".) */
static bool is_entry(const char *name) { return strspn(name, "0123456789abcdef") == 64; }

/* Removes what was not used for longest until the rest fits. */
static void make_room(const char *folder, arena *a) {
  char **names;
  size_t count;
  if (folder_list(a, folder, &names, &count, NULL) != FP8C_OK) return;
  for (;;) {
    const char *oldest = NULL;
    struct timespec when = {0};
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
      struct stat st;
      const char *path = path_join(a, folder, names[i]);
      if (!is_entry(names[i]) || lstat(path, &st) || !S_ISREG(st.st_mode)) continue;
      total += (uint64_t)st.st_size;
      bool older = !oldest || st.st_mtim.tv_sec < when.tv_sec ||
                   (st.st_mtim.tv_sec == when.tv_sec && st.st_mtim.tv_nsec < when.tv_nsec);
      if (!older) continue;
      oldest = path;
      when = st.st_mtim;
    }
    if (total <= CACHE_BYTES_MAX || !oldest || unlink(oldest)) return;
  }
}

void plan_cache_keep(job *j, const plan_key *key) {
  if (!unchanged(j, key)) return;
  file_writer *w = cache_writer_open(j->disk_cache, CACHE_PLANS, &key->key);
  if (!w) return;
  fp8c_error why;
  bool whole =
      plan_write_to(&j->result.plan, j->threads, w, CACHE_HEADER_BYTES, NULL, &why) == FP8C_OK;
  cache_writer_close(j->disk_cache, CACHE_PLANS, &key->key, w, whole, &why, j->threads);
  arena_mark mark = arena_save(j->scratch);
  make_room(path_join(j->scratch, j->disk_cache->folder, CACHE_PLANS), j->scratch);
  arena_reset(j->scratch, mark);
}
