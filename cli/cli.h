/* cli.h - the command line: one table of commands, each with one table of
 * options; help, completion and the man page are printed from the same tables. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdio.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "compiler/compile/program_samples.h"
#include "fp8c/compiler.h"

typedef enum exit_code {
  EXIT_DONE = 0,
  EXIT_INTERNAL = 1,
  EXIT_USAGE = 2,
  EXIT_BAD_DATA = 3,
  EXIT_UNSUPPORTED = 4,
  EXIT_DEVICE = 5,
  EXIT_FILE = 6,
  EXIT_BOUND = 7
} exit_code;

typedef enum option_kind {
  OPTION_FLAG,     /* bool */
  OPTION_STRING,   /* const char * */
  OPTION_READ,     /* the same: a file or folder that is read */
  OPTION_WRITTEN,  /* the same: a file that is written */
  OPTION_INT,      /* int64_t, not negative */
  OPTION_COUNT,    /* int64_t, 1 at least; 0 where it is not given */
  OPTION_THREADS,  /* int64_t, as many threads as a pool can have (base/threads.h) */
  OPTION_REAL,     /* double */
  OPTION_LIST,     /* string_list, may be given often */
  OPTION_READ_LIST /* the same, of NAME=FILE that is read */
} option_kind;

typedef struct string_list {
  const char **items;
  size_t count;
} string_list;

typedef struct option {
  const char *name; /* "--output" */
  char letter;      /* 'o', or 0 */
  option_kind kind;
  size_t offset;        /* of the field in the command's settings */
  const char *argument; /* "FILE"; NULL for flags */
  const char *help;
  const char *choices; /* "auto|fp8|bf16|f32"; NULL: anything */
} option;

typedef struct command {
  const char *name;
  const char *usage;     /* "MODEL.onnx -o PLAN.fp8c [options]" */
  const char *does;      /* one sentence */
  const char *teaches;   /* the text of `fp8c help NAME`, after the options */
  const option *options; /* ends with name == NULL; NULL: none */
  size_t settings_bytes;
  int positional_min, positional_max;
  int (*run)(const void *settings, char **positional, int count, arena *a);
} command;

#define COMMAND(name_) extern const command command_##name_;
#include "cli/commands.def"
#undef COMMAND

/* All commands, in the order help lists them (help.c); ends with NULL. */
extern const command *const commands[];

/* Prints what `fp8c help NAME` says. */
void help_command(const command *c);

typedef enum parse_end { PARSE_DONE, PARSE_HELP, PARSE_MISTAKE } parse_end;

/* Parses argv into settings; prints the error where it is a mistake, and nothing where help is
 * asked for. */
parse_end options_parse(const command *c, int argc, char **argv, arena *a, void *settings,
                        char ***positional, int *count);

/* Prints "fp8c: sentence" to stderr and returns the exit code of the status. */
int cli_fail(const fp8c_error *err);
/* As cli_fail for a mistake in the command line; adds how to get help. */
int cli_usage(const command *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- Progress ----------------------------------------------------------- */

/* On a terminal a line that is redrawn (what, how far, time left); else, of work that takes long, a
 * line every ten seconds; silent when `quiet`. */
typedef struct progress {
  bool shown, quiet;
  int verbosity;
  FILE *log; /* gets the same lines without redrawing; NULL: none */
  double stage_start, last_drawn, last_said;
  char stage[64];
} progress;

void progress_init(progress *p, bool quiet, int verbosity, FILE *log);
void progress_update(void *p, const char *stage, uint64_t done, uint64_t total);
void progress_clear(progress *p);

/* ---- Tensors by name ---------------------------------------------------- */

typedef struct input_set {
  fp8c_tensor *tensors; /* in port order */
  size_t count;
} input_set;

/* NAME=FILE.npy pairs to tensors in port order; a missing, doubled or unknown
 * name, or a file of the wrong type or shape, is an error naming it. */
fp8c_status inputs_read(arena *a, const fp8c_program *p, const fp8c_program *other,
                        const string_list *pairs, input_set *out, fp8c_error *err);

/* What a command's options say of inputs: files, or numbers made up from a seed. */
typedef struct input_settings {
  string_list files, ranges, dims;
  int64_t seed;
} input_settings;

/* Rows of a command's table; its settings have an input_settings named `input`. */
#define INPUT_FIELD(settings_, f_) (offsetof(settings_, input) + offsetof(input_settings, f_))
/* clang-format off */
#define MADE_UP_OPTIONS(settings_)                                                  \
  {"--range", 0, OPTION_LIST, INPUT_FIELD(settings_, ranges), "NAME=LOW:HIGH",      \
   "range of a made-up input, e.g. ids=0:30521", 0},                                \
  {"--dim", 0, OPTION_LIST, INPUT_FIELD(settings_, dims), "NAME=SIZE",              \
   "size of an open dimension of made-up inputs", 0}
#define INPUT_OPTIONS(settings_)                                                    \
  {"--input", 'i', OPTION_READ_LIST, INPUT_FIELD(settings_, files), "NAME=FILE.npy",     \
   "an input; once for each; of one input FILE.npy is enough", 0},                                                   \
  {"--random", 0, OPTION_INT, INPUT_FIELD(settings_, seed), "SEED",                 \
   "made-up inputs instead; default seed 1", 0},                                    \
  MADE_UP_OPTIONS(settings_)
/* clang-format on */

/* inputs_read of the files.  Without any, numbers made up: floats normal, integers 0..1 unless
 * `ranges` ("ids=0:30521") says otherwise, unknown dimensions from `dims` ("batch=8") or 1. */
fp8c_status inputs_given(arena *a, const fp8c_program *p, const fp8c_program *other,
                         const input_settings *s, input_set *out, fp8c_error *err);
/* ---- Samples -------------------------------------------------------------- */

typedef struct sample_settings {
  const char *path;
  string_list sets;
} sample_settings;

/* Rows of a command's table; `at_` is where its settings have a sample_settings. */
/* clang-format off */
#define SAMPLE_OPTIONS(at_)                                                                      \
  {"--samples", 0, OPTION_READ, (at_) + offsetof(sample_settings, path), "DATA",                 \
   "run once for each sample of a .npz, a folder of .npz or .npy, or ONNX test data; first axis = samples", 0}, \
  {"--set", 0, OPTION_LIST, (at_) + offsetof(sample_settings, sets), "INPUT=VALUE",              \
   "an input that --samples does not have", 0}
/* clang-format on */

/* Returns false, with a usage error on standard error, where inputs are `given` besides --samples
 * or --set is given without it. */
bool samples_only(const command *c, const sample_settings *s, bool given);
fp8c_status samples_given(arena *a, const fp8c_program *p, const sample_settings *s,
                          program_samples **out, fp8c_error *err);
/* Sample `index` as the inputs of `p`, in the types of its ports. */
fp8c_status sample_read(arena *a, const fp8c_program *p, const program_samples *samples,
                        size_t index, input_set *out, fp8c_error *err);

/* The same numbers as port `to` takes them, where that is another float; `from`: whose scale FP8
 * codes have, NULL: none. */
fp8c_tensor tensor_as_port(const fp8c_tensor *t, const fp8c_port *from, const fp8c_port *to,
                           arena *a);

/* What is decided about the inputs of an ONNX model. */
typedef struct decided_settings {
  string_list fixes, shapes;
} decided_settings;

/* Rows of a command's table; `at_` is where its settings have a decided_settings. */
/* clang-format off */
#define DECIDED_OPTIONS(at_)                                                                    \
  {"--shape", 0, OPTION_LIST, (at_) + offsetof(decided_settings, shapes), "INPUT=AxBxC",        \
   "the shape of a model's input; a dimension can have several sizes, as with --dim "            \
   "(x=1..32x3x224x224)", 0},                                                                    \
  {"--fix", 0, OPTION_LIST, (at_) + offsetof(decided_settings, fixes), "INPUT=VALUE",           \
   "make a model's input this constant (sr=16000, or one number for each element: [0 1]): it "  \
   "is no input any more, and what it decides is decided now",                                  \
   0}
/* clang-format on */

/* Opens a plan, or compiles an ONNX file in F32 for the CPU to one in memory; `owned_bytes` is to
 * be freed with fp8c_string_free after the program.  What is decided is for an ONNX file alone. */
fp8c_status program_open_any(const char *path, const decided_settings *decided, fp8c_program **out,
                             void **owned_bytes, fp8c_error *err);
/* Returns false, with a usage error on standard error, where `decided` says something and none of
 * the files named is a model that it could be about. */
bool decided_has_model(const command *c, const decided_settings *decided, char **paths, int count);
/* What was decided when the plan `made` was, for the model it is held against: added to `given`,
 * which goes first; `reported`: it is printed on standard error. */
fp8c_status decided_by_plan(arena *a, const fp8c_program *made, const char *model_path,
                            bool reported, const decided_settings *given, decided_settings *out,
                            fp8c_error *err);

bool path_is_onnx(const char *path);
/* The default name of what a command makes of a model: the model's, with `ending` for ".onnx". */
const char *name_of_result(arena *a, const char *model, const char *ending);
/* As wide as a column: the end of a long list of nodes matters less. */
const char *shortened(const char *s, size_t most, arena *a);
/* The same from its end, which tells one long name of a path from another. */
const char *end_of(const char *s, size_t most, arena *a);
/* "12.3 MB" */
const char *bytes_text(arena *a, uint64_t bytes);

#endif
