/* process.c - one child at a time: spawned, read until it closes its output,
 * waited for, and ended with its whole process group when its time is up. */
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

extern char **environ;

/* The child gets its own group, so that all of it can be ended. */
static int spawn(const char *const *argv, int out, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code) return code;
  code = posix_spawnattr_init(&attributes);
  if (code) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  code = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (!code) code = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  if (!code) code = posix_spawnattr_setpgroup(&attributes, 0);
  if (!code) code = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  if (!code)
    code =
        posix_spawnp(pid, argv[0], &actions, &attributes, (char *const *)(uintptr_t)argv, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

typedef struct child {
  pid_t pid;
  int pipe;
  double end; /* clock_seconds() */
} child;

static fp8c_status too_long(const char *name, double seconds, fp8c_error *err) {
  return fail(err, FP8C_ERROR_BOUND, "%s did not end within %g s", name, seconds);
}

/* Everything it prints, until it closes its standard output. */
static fp8c_status read_all(const child *c, const char *name, double seconds, size_t limit, text *t,
                            fp8c_error *err) {
  for (;;) {
    char bytes[4096];
    double left = c->end - clock_seconds();
    if (left <= 0) return too_long(name, seconds, err);
    struct pollfd p = {.fd = c->pipe, .events = POLLIN};
    int ready = poll(&p, 1, left > 1 ? 1000 : (int)(left * 1000) + 1);
    if (ready < 0 && errno != EINTR)
      return fail(err, FP8C_ERROR_IO, "%s: its output cannot be read: %s", name, strerror(errno));
    if (ready <= 0) continue;
    ssize_t n = read(c->pipe, bytes, sizeof bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      return fail(err, FP8C_ERROR_IO, "%s: its output cannot be read: %s", name, strerror(errno));
    if (n == 0) return FP8C_OK;
    if (t->length + (size_t)n > limit)
      return fail(err, FP8C_ERROR_FORMAT, "%s printed more than %zu bytes", name, limit);
    text_add_bytes(t, bytes, (size_t)n);
  }
}

/* It may go on after closing its output. */
static fp8c_status wait_for(child *c, const char *name, double seconds, int *status,
                            fp8c_error *err) {
  for (;;) {
    pid_t pid = waitpid(c->pid, status, WNOHANG);
    if (pid == c->pid) {
      c->pid = 0;
      return FP8C_OK;
    }
    if (pid < 0 && errno != EINTR)
      return fail(err, FP8C_ERROR_IO, "%s: its end cannot be waited for: %s", name,
                  strerror(errno));
    if (clock_seconds() >= c->end) return too_long(name, seconds, err);
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
}

static void end(void *object) {
  child *c = object;
  if (c->pipe >= 0) close(c->pipe);
  if (c->pid > 0) {
    kill(-c->pid, SIGKILL);
    while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR)
      ;
  }
  c->pipe = -1;
  c->pid = 0;
}

fp8c_status process_run(arena *a, const char *const *argv, double seconds, size_t limit_bytes,
                        char **out, int *exit_status, fp8c_error *err) {
  const char *name = argv[0];
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return fail(err, FP8C_ERROR_IO, "%s: no pipe for its output: %s", name, strerror(errno));
  child *c = NEW(a, child);
  *c = (child){.pipe = ends[0], .end = clock_seconds() + seconds};
  arena_defer(a, end, c); /* should memory run out while its output is read */
  int code = spawn(argv, ends[1], &c->pid);
  close(ends[1]);
  if (code) {
    c->pid = 0;
    end(c);
    return fail(err, FP8C_ERROR_ARGUMENT, "%s cannot be started: %s", name, strerror(code));
  }
  text t;
  text_init(&t, a);
  int status = 0;
  fp8c_status result = read_all(c, name, seconds, limit_bytes, &t, err);
  if (result == FP8C_OK) result = wait_for(c, name, seconds, &status, err);
  end(c);
  TRY(result);
  if (WIFSIGNALED(status))
    return fail(err, FP8C_ERROR_FORMAT, "%s was ended by signal %d", name, WTERMSIG(status));
  *exit_status = WEXITSTATUS(status);
  *out = arena_strndup(a, text_cstr(&t), t.length);
  return FP8C_OK;
}
