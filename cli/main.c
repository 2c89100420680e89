/* main.c - finds the command, parses its options, runs it.
 *
 * Nothing outside cli/ prints or exits. */
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/cpu.h"
#include "base/file.h"
#include "base/json.h"
#include "base/nearest.h"
#include "cli/cli.h"

/* The arena's out-of-memory exit of the whole command. */
static oom_guard guard;

static const command *find_command(const char *name) {
  for (size_t i = 0; commands[i]; i++)
    if (strcmp(commands[i]->name, name) == 0) return commands[i];
  return NULL;
}

/* ---- Signals --------------------------------------------------------------------------- */

/* What was being written goes, and the process ends as it would have without a handler. */
static void on_end(int number) {
  file_remove_temporaries();
  signal(number, SIG_DFL);
  raise(number);
}

static void listen_to_signals(void) {
  static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  struct sigaction handled = {.sa_handler = on_end}, before;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (!sigaction(ends[i], NULL, &before) && before.sa_handler != SIG_IGN) /* nohup */
      sigaction(ends[i], &handled, NULL);
  /* A full disk or a closed pipe is an error to handle, not a signal. */
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

/* Whoever read standard output has had enough, as `head` has: that is no error, and the process
 * ends as any other does that writes on.  Its files are written. */
static void end_with_reader(void) {
  struct pollfd out = {.fd = STDOUT_FILENO};
  if (poll(&out, 1, 0) != 1 || !(out.revents & POLLERR)) return;
  signal(SIGPIPE, SIG_DFL);
  raise(SIGPIPE);
}

/* ---- A command --------------------------------------------------------------------------- */

static int end_out_of_memory(size_t wanted_bytes) {
  fprintf(stderr, "fp8c: out of memory: %zu more bytes were wanted\n", wanted_bytes);
  return EXIT_FILE;
}

static int no_command(const char *name) {
  arena a;
  arena_init(&a, &guard);
  nearest meant = {.word = name};
  for (size_t i = 0; commands[i]; i++) nearest_offer(&meant, commands[i]->name);
  int code = EXIT_USAGE;
  if (setjmp(guard.jump))
    code = end_out_of_memory(guard.wanted_bytes);
  else
    fprintf(stderr, "fp8c: there is no command \"%s\"; `fp8c help` lists them%s\n",
            text_safe(&a, name), nearest_words(&meant, &a));
  arena_free(&a);
  return code;
}

/* Words that FP8C_CPU_LEVEL may not hold; false where there are none. */
static bool wrong_level(void) {
  const char *level = cpu_level_refused();
  if (!level) return false;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump))
    end_out_of_memory(guard.wanted_bytes);
  else
    fprintf(stderr, "fp8c: FP8C_CPU_LEVEL is \"%s\"; this processor has x86-64%s%s\n",
            text_safe(&a, level), cpu_level_of_processor() >= CPU_V3 ? ", x86-64-v3" : "",
            cpu_level_of_processor() >= CPU_V4 ? ", x86-64-v4" : "");
  arena_free(&a);
  return true;
}

static int run_command(const command *c, int argc, char **argv) {
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) {
    arena_free(&a);
    return end_out_of_memory(guard.wanted_bytes);
  }
  void *settings = arena_alloc(&a, c->settings_bytes ? c->settings_bytes : 1);
  char **positional;
  int count;
  int code = EXIT_USAGE;
  parse_end end = options_parse(c, argc, argv, &a, settings, &positional, &count);
  if (end == PARSE_HELP) {
    help_command(c);
    code = EXIT_DONE;
  } else if (end == PARSE_DONE) {
    code = c->run(settings, positional, count, &a);
  }
  arena_free(&a);
  if (memory_lost() && code != EXIT_FILE) return end_out_of_memory(memory_lost());
  if (fflush(stdout) != 0 || ferror(stdout)) {
    end_with_reader();
    fprintf(stderr, "fp8c: standard output could not be written\n");
    if (code == EXIT_DONE) code = EXIT_FILE;
  }
  return code;
}

int main(int argc, char **argv) {
  listen_to_signals();
  json_use_memory();
  const char *name = argc > 1 ? argv[1] : "help";
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) name = "help";
  if (strcmp(name, "--version") == 0) name = "version";
  if (wrong_level()) return EXIT_USAGE;
  const command *c = find_command(name);
  if (!c) {
    return no_command(name);
  }
  return run_command(c, argc > 2 ? argc - 2 : 0, argv + (argc > 2 ? 2 : argc));
}
