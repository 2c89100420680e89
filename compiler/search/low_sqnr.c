/* low_sqnr.c - an output that the chosen formats ruin is said to the user, with what helps. */
#include <math.h>
#include <string.h>

#include "compiler/search/formats.h"
#include "compiler/search/search.h"

#define LOW_DB 10.0  /* a tenth of the signal's power is noise */
#define FALL_DB 30.0 /* below what all BF16 gives: E4M3 usually lies 15 to 25 below */
#define ASK_DB 20.0  /* a budget that most models keep with products in FP8 */
#define NAMED 3      /* nodes */

typedef struct place { /* an output, or what is judged in front of it */
  const char *port, *before;
  double db, bf16_db; /* bf16_db: NAN where all BF16 was not run */
} place;

static const alternative *all_bf16(const job *j) {
  for (size_t i = 0; i < j->formats->alternative_count; i++)
    if (strcmp(j->formats->alternatives[i].name, "bf16") == 0 &&
        j->formats->alternatives[i].verdict)
      return &j->formats->alternatives[i];
  return NULL;
}

/* Judged values; where there are none, the outputs. */
static size_t list_places(const job *j, arena *a, place **out) {
  const judge *o = j->formats->judge;
  const alternative *chosen = &j->formats->alternatives[0], *wide = all_bf16(j);
  bool judged = o->judged_count > 0;
  size_t count = judged ? o->judged_count : o->port_count;
  *out = NEW_ARRAY(a, place, count + 1);
  for (size_t i = 0; i < count; i++)
    (*out)[i] = (place){.port = judged ? o->judged[i].port : chosen->graph->output_names[i],
                        .before = judged && !j->ask.judge_outputs && o->judged[i].before
                                      ? o->judged[i].before->name
                                      : NULL,
                        .db = judged ? chosen->judged_db[i] : chosen->sqnr_db[i],
                        .bf16_db = !wide    ? (double)NAN
                                   : judged ? wide->judged_db[i]
                                            : wide->sqnr_db[i]};
  return count;
}

static bool is_low(const place *p) { return p->db < LOW_DB || p->bf16_db - p->db > FALL_DB; }

/* How much of the error a node makes, in the order that names are given in: by the search's
 * measured share, else by its own result alone. */
static double badness(const job *j, const node *n) {
  const searched *s = j->formats->searched;
  for (size_t i = 0; s && i < s->table->node_count; i++)
    if (strcmp(s->table->nodes[i].name, n->name) == 0) return s->share[i];
  return n->decision ? -n->decision->sqnr_db : (double)NAN;
}

/* "; worst nodes: "a" (e4m3, 12.0 dB alone), ..." */
static const char *worst_words(const job *j) {
  const node *worst[NAMED] = {NULL};
  text t;
  text_init(&t, j->keep);
  for (const node *n = j->formats->alternatives[0].graph->first; n; n = n->next) {
    const node *next = n;
    double bad = n->op->precision == CLASS_GEMM && n->decision ? badness(j, n) : (double)NAN;
    if (isnan(bad) || isnan(n->decision->sqnr_db)) continue;
    for (size_t i = 0; i < NAMED && next; i++) {
      if (worst[i] && badness(j, next) <= badness(j, worst[i])) continue;
      const node *was = worst[i];
      worst[i] = next;
      next = was;
    }
  }
  for (size_t i = 0; i < NAMED && worst[i]; i++) {
    const decision *d = worst[i]->decision;
    text_printf(
        &t, "%s\"%s\" (%s, %s alone)", i ? ", " : "; the worst nodes: ", worst[i]->name,
        fp8c_dtype_name(d->format),
        isfinite(d->sqnr_db) ? arena_printf(j->keep, "%.1f dB", d->sqnr_db) : "nothing finite");
  }
  return t.length ? text_cstr(&t) : "; fp8c debug says in which steps its error enters";
}

static const char *help_words(const job *j, const place *p) {
  bool fp8 = j->formats->alternatives[0].fp8_nodes > 0;
  if (!(p->bf16_db > p->db + 3) || !fp8)
    return p->bf16_db < ASK_DB || !fp8
               ? "--precision f32 rounds nothing, and --max-error finds what must stay F32"
               : "--max-error finds what must stay F32";
  double ask = fmin(ASK_DB, floor(p->bf16_db - 3));
  const char *within = arena_printf(
      j->keep, "--max-error 'sqnr>=%gdB' leaves in BF16 or F32 what this takes", fmax(ask, 1));
  return j->ask.goal == GOAL_SHARE ? arena_printf(j->keep, "a smaller --fp8-share, or %s", within)
         : j->ask.goal == GOAL_SPEED
             ? arena_printf(j->keep, "a smaller --target-speedup, or %s", within)
             : within;
}

static const char *db_words(const job *j, double db) {
  return isfinite(db) ? arena_printf(j->keep, "%.1f dB", db)
         : db < 0     ? "nothing finite"
                      : "all of it";
}

void warn_of_low_sqnr(job *j) {
  place *places;
  if (j->formats->over_budget || (j->ask.goal == GOAL_ERROR && j->formats->kept))
    return; /* it is as was asked for */
  size_t count = list_places(j, j->keep, &places), low = 0;
  const place *worst = NULL;
  for (size_t i = 0; i < count; i++) {
    if (!is_low(&places[i])) continue;
    low++;
    if (!worst || places[i].db < worst->db) worst = &places[i];
  }
  if (!worst) return;
  const char *where = worst->before ? arena_printf(j->keep, " before its %s", worst->before) : "";
  const char *others = low > 1 ? arena_printf(j->keep, " (the worst of %zu such)", low) : "";
  const char *bf16 = isnan(worst->bf16_db)
                         ? ""
                         : arena_printf(j->keep, ", in all BF16 %s", db_words(j, worst->bf16_db));
  const char *words = arena_printf(
      j->keep,
      "output \"%s\"%s%s keeps %s SQNR%s: less than %.0f dB, or %.0f dB less than in BF16, "
      "is seldom of use%s; %s",
      worst->port, where, others, db_words(j, worst->db), bf16, LOW_DB, FALL_DB, worst_words(j),
      help_words(j, worst));
  job_say(j, FP8C_SEVERITY_WARNING, "low-sqnr", "", "%s", words);
  if (j->o->strict)
    j->formats->over_budget = arena_printf(j->keep, "--strict: %s; no plan is written", words);
}
