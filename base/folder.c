/* folder.c - folders and paths. */
#include <dirent.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/file_system.h"

fp8c_status folder_make(const char *path, fp8c_error *err) {
  char *copy = copy_string(path);
  if (!copy) return fail(err, FP8C_ERROR_NO_MEMORY, "%s: no memory to make the folder", path);
  fp8c_status status = FP8C_OK;
  for (char *slash = copy; status == FP8C_OK && slash;) {
    slash = strchr(slash + (*slash != 0), '/');
    if (slash) *slash = 0;
    if (*copy && sys_mkdir(copy) && !folder_exists(copy))
      status = fail(err, FP8C_ERROR_IO, "%s: the folder cannot be made: %s", path, reason(errno));
    if (slash) *slash = '/';
  }
  host_free(copy);
  return status;
}

bool file_exists(const char *path) {
  struct stat st;
  return !seam_refuses() && !stat(path, &st) && S_ISREG(st.st_mode);
}

bool folder_exists(const char *path) {
  struct stat st;
  int keep = errno;
  bool is = !stat(path, &st) && S_ISDIR(st.st_mode);
  errno = keep;
  return is;
}

static int by_bytes(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct open_dir {
  DIR *dir;
} open_dir;

static void close_dir(void *object) {
  open_dir *o = object;
  if (o->dir) closedir(o->dir);
  o->dir = NULL;
}

fp8c_status folder_list(arena *a, const char *path, char ***names, size_t *count, fp8c_error *err) {
  *names = NULL;
  *count = 0;
  open_dir *open = NEW(a, open_dir);
  arena_defer(a, close_dir, open);
  open->dir = seam_refuses() ? NULL : opendir(path);
  if (!open->dir) return fail(err, FP8C_ERROR_IO, "%s: cannot be listed: %s", path, reason(errno));
  char **list = NULL;
  size_t n = 0;
  for (;;) {
    errno = 0;
    struct dirent *entry = seam_refuses() ? NULL : readdir(open->dir);
    if (!entry) break;
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    ARENA_PUSH(a, list, n, arena_strdup(a, entry->d_name));
  }
  int number = errno;
  close_dir(open);
  if (number) return fail(err, FP8C_ERROR_IO, "%s: cannot be listed: %s", path, reason(number));
  if (n) qsort(list, n, sizeof *list, by_bytes);
  *names = list;
  *count = n;
  return FP8C_OK;
}

const char *path_join(arena *a, const char *folder, const char *name) {
  size_t length = strlen(folder);
  return arena_printf(a, "%s%s%s", folder, length && folder[length - 1] == '/' ? "" : "/", name);
}
