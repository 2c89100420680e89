/* help.c - help, version, completion and the man page, all from the command tables. */
#include <string.h>

#include "cli/cli.h"

const command *const commands[] = {
#define COMMAND(name_) &command_##name_,
#include "cli/commands.def"
#undef COMMAND
    NULL,
};

static void print_option(const option *o) {
  char left[64];
  snprintf(left, sizeof left, "%s%c%s%s%s%s", o->letter ? "-" : "  ", o->letter ? o->letter : ' ',
           o->letter ? ", " : " ", o->name, o->argument ? " " : "", o->argument ? o->argument : "");
  printf("  %-34s %s", left, o->help);
  if (o->choices) printf(" (%s)", o->choices);
  putchar('\n');
}

void help_command(const command *c) {
  printf("usage: fp8c %s %s\n\n%s\n", c->name, c->usage, c->does);
  if (c->options) {
    printf("\noptions:\n");
    for (const option *o = c->options; o->name; o++) print_option(o);
  }
  if (c->teaches) printf("\n%s\n", c->teaches);
}

static void help_all(void) {
  printf(
      "fp8c compiles ONNX models for FP8 and runs them.\n\n"
      "usage: fp8c COMMAND [options]\n\n");
  for (size_t i = 0; commands[i]; i++) printf("  %-11s %s\n", commands[i]->name, commands[i]->does);
  printf(
      "\nStart here:\n"
      "  fp8c compile model.onnx -o model.fp8c --calibrate samples.npz\n"
      "  fp8c report model.fp8c\n"
      "  fp8c run model.fp8c --input x=x.npy --output-dir out\n\n"
      "`fp8c help COMMAND` tells more about one of them.\n"
      "Exit codes: 0 done, 1 internal error, 2 usage, 3 bad model, plan or data,\n"
      "4 not supported, 5 device, 6 file or memory, 7 a requested bound is not met.\n");
}

/* A man page in roff: a backslash and a leading dot are the only special bytes. */
static void roff(const char *s) {
  for (const char *p = s; *p; p++) {
    if (*p == '\\')
      fputs("\\e", stdout);
    else if (*p == '-')
      fputs("\\-", stdout);
    else if (*p == '.' && (p == s || p[-1] == '\n'))
      fputs("\\&.", stdout);
    else
      putchar(*p);
  }
}

static const struct {
  const char *name, *does;
} variables[] = {
    {"FP8C_CPU_LEVEL",
     "the highest instructions that the CPU device may use: x86-64, x86-64-v3 (AVX2) or x86-64-v4 "
     "(AVX-512); default: the highest of the processor. Results are the same bits."},
    {"FP8C_NVRTC", "the NVRTC library; default: the loader's path, then /usr/local/cuda"},
    {"FP8C_CUBLASLT", "the cuBLASLt library; default: the loader's path"},
    {"XDG_CACHE_HOME", "the cache lies in its folder fp8c; default ~/.cache"},
};

static void man_page(void) {
  printf(".TH FP8C 1 \"\" \"fp8c %s\"\n.SH NAME\nfp8c \\- compile ONNX models for FP8\n",
         fp8c_version());
  printf(".SH SYNOPSIS\n.B fp8c\n.I COMMAND\n[options]\n.SH COMMANDS\n");
  for (size_t i = 0; commands[i]; i++) {
    const command *c = commands[i];
    printf(".SS fp8c ");
    roff(c->name);
    putchar(' ');
    roff(c->usage);
    putchar('\n');
    roff(c->does);
    putchar('\n');
    for (const option *o = c->options; o && o->name; o++) {
      printf(".TP\n.B ");
      roff(o->name);
      if (o->argument) printf(" \\fI%s\\fR", o->argument);
      putchar('\n');
      roff(o->help);
      if (o->choices) {
        printf(" (");
        roff(o->choices);
        putchar(')');
      }
      putchar('\n');
    }
    if (c->teaches) {
      printf(".PP\n.nf\n");
      roff(c->teaches);
      printf("\n.fi\n");
    }
  }
  printf(
      ".SH EXIT STATUS\n0 done, 1 internal error, 2 usage, 3 bad model, plan or data, 4 not "
      "supported, 5 device, 6 file or memory, 7 a requested bound is not met.\n");
  printf(".SH ENVIRONMENT\n");
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    printf(".TP\n.B %s\n", variables[i].name);
    roff(variables[i].does);
    putchar('\n');
  }
}

static int run_help(const void *settings, char **positional, int count, arena *a) {
  (void)settings, (void)a;
  if (count == 0) {
    help_all();
    return EXIT_DONE;
  }
  if (strcmp(positional[0], "man") == 0) {
    man_page();
    return EXIT_DONE;
  }
  for (size_t i = 0; commands[i]; i++)
    if (strcmp(commands[i]->name, positional[0]) == 0) {
      help_command(commands[i]);
      return EXIT_DONE;
    }
  return cli_usage(&command_help, "there is no command \"%s\"", positional[0]);
}

const command command_help = {
    .name = "help",
    .usage = "[COMMAND|man]",
    .does = "Explain fp8c, one command, or print the man page.",
    .positional_max = 1,
    .run = run_help,
};

static int run_version(const void *settings, char **positional, int count, arena *a) {
  (void)settings, (void)positional, (void)count, (void)a;
  printf("fp8c %s\n", fp8c_version());
  return EXIT_DONE;
}

const command command_version = {
    .name = "version",
    .usage = "",
    .does = "Print the version.",
    .run = run_version,
};

static void completion_bash(void) {
  printf("# bash completion for fp8c; put it into your completions folder\n_fp8c() {\n");
  printf("  local cur=${COMP_WORDS[COMP_CWORD]} words=\n");
  printf("  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    words=\"");
  for (size_t i = 0; commands[i]; i++) printf("%s%s", i ? " " : "", commands[i]->name);
  printf("\"\n  else\n    case ${COMP_WORDS[1]} in\n");
  for (size_t i = 0; commands[i]; i++) {
    printf("      %s) words=\"--help", commands[i]->name);
    for (const option *o = commands[i]->options; o && o->name; o++) printf(" %s", o->name);
    printf("\" ;;\n");
  }
  printf(
      "    esac\n  fi\n"
      "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\"; compgen -f -- \"$cur\")\n"
      "}\ncomplete -o filenames -F _fp8c fp8c\n");
}

static void completion_zsh(void) {
  printf("#compdef fp8c\nlocal -a words\nif (( CURRENT == 2 )); then\n  words=(");
  for (size_t i = 0; commands[i]; i++) printf(" %s", commands[i]->name);
  printf(" )\nelse\n  case $words[2] in\n");
  for (size_t i = 0; commands[i]; i++) {
    printf("    %s) words=( --help", commands[i]->name);
    for (const option *o = commands[i]->options; o && o->name; o++) printf(" %s", o->name);
    printf(" ) ;;\n");
  }
  printf("  esac\nfi\ncompadd -a words\n_files\n");
}

static void completion_fish(void) {
  for (size_t i = 0; commands[i]; i++) {
    const command *c = commands[i];
    printf("complete -c fp8c -n __fish_use_subcommand -a %s -d '%s'\n", c->name, c->does);
    for (const option *o = c->options; o && o->name; o++)
      printf("complete -c fp8c -n '__fish_seen_subcommand_from %s' -l %s%s\n", c->name, o->name + 2,
             o->argument ? " -r" : "");
  }
}

static int run_completion(const void *settings, char **positional, int count, arena *a) {
  (void)settings, (void)count, (void)a;
  if (strcmp(positional[0], "bash") == 0)
    completion_bash();
  else if (strcmp(positional[0], "zsh") == 0)
    completion_zsh();
  else if (strcmp(positional[0], "fish") == 0)
    completion_fish();
  else
    return cli_usage(&command_completion,
                     "completions exist for bash, zsh and fish, not for \"%s\"", positional[0]);
  return EXIT_DONE;
}

const command command_completion = {
    .name = "completion",
    .usage = "bash|zsh|fish",
    .does = "Print a shell completion script.",
    .positional_min = 1,
    .positional_max = 1,
    .run = run_completion,
};
