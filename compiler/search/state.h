/* state.h - a search in progress: what the files of search/ share. */
#ifndef COMPILER_SEARCH_STATE_H
#define COMPILER_SEARCH_STATE_H

#include "compiler/search/search.h"

#define TRIES                                                                         \
  14 /* assignments run from end to end for a goal, beside those that are run for any \
      */
#define SETTINGS 3

/* What holds whatever products are chosen to be: a stretch of the graph that is F32.  Errors and
 * times of a product depend on it, and so does what "bf16" means. */
typedef struct setting {
  const noise_table *table;
  const char *const *keep_f32; /* values (store-types) */
  size_t keep_f32_count;
  unsigned repairs;          /* set of repair */
  const format_choice *wide; /* products that are F32 where they are not FP8 */
  size_t wide_count;
  double **seconds, **cost; /* [node][option] */
  choose_request request;
  chooser *chooser;
} setting;

/* An assignment that may be chosen, and what is known of it. */
typedef struct candidate {
  const char *name; /* "auto", "bf16", "e4m3", "f32"; NULL: one of the search's own */
  size_t setting;
  size_t *choice; /* [node] */
  double seconds; /* of the finished graph; the sum of its products' costs where sizes are free */
  double cost;    /* of its products, as the chooser adds them up */
  double loss;    /* predicted */
  /* The measured loss, or the predicted one put right by what runs of others like it showed. */
  double expected;
  uint64_t fp8_macs, macs; /* of the finished graph, as reports count them */
  size_t fp8_nodes;
  bool run, keeps, met; /* keeps: with the margin other samples need; met: as it is */
  /* Of a run: SQNR; what is compared with the budget's (1 is all of it); in the budget's terms. */
  double db, used, figure;
  bool reaches;                   /* the speed and the share, as far as they are asked for */
  bool barred;                    /* from ladders: it does not */
  bool teaches;                   /* its run puts predictions right */
  bool spent;                     /* its neighbours that cost more were thought of */
  const struct candidate *looked; /* the faster one; what lies between was thought of */
} candidate;

typedef struct lesson lesson; /* what runs say of candidates that were not run (expect.c) */

/* A search in progress. */
typedef struct search {
  job *j;
  const graph *reference; /* before any decision */
  graph *measured;        /* after the passes in front of assign: what the tables are about */
  hash_map by_name;       /* its nodes of CLASS_GEMM */
  searched *s;
  size_t *group;
  double *split_seconds; /* [node]: what splitting its activation adds to a finished graph */
  setting settings[SETTINGS];
  size_t setting_count, at; /* `at`: whose table, chooser and F32 values are in force */
  candidate **list;         /* all that was thought of */
  size_t count;
  judge *judge;      /* on all samples */
  judge *held_judge; /* with state: on those held out, which begin with none; else NULL */
  judge *some;       /* on some of those that decide; NULL: was not needed */
  bool *held;        /* [sample of it]: held out */
  double end;        /* clock_seconds(); INFINITY: no limit */
  lesson *lesson;    /* NULL: nothing was run */
  bool exploring;    /* runs do not depend on the goal */
} search;

/* measure.c */
fp8c_status find_noises(search *x, const noise_table **out, fp8c_error *err);
/* What each option costs, and a chooser over it. */
fp8c_status add_setting(search *x, const setting *with, fp8c_error *err);
void use_setting(search *x, size_t i);
void find_groups(search *x, const noise_table *t); /* nodes that must agree */
/* A product of the measured graph; NULL: there is none of this name. */
const node *node_measured(const search *x, const char *name);

/* prices.c */
bool option_is_fp8(const noise_option *o);
double option_bytes(const noise_option *o); /* of an operand's number, and its remainder's share */
void put_choices(search *x, const size_t *choice, const char *const *reasons);
/* A finished graph, in `a`. */
fp8c_status graph_of(search *x, const size_t *choice, arena *a, graph **out, fp8c_error *err);
/* Times of products by themselves, put right by what finished graphs of the setting in force take.
 */
fp8c_status settle_seconds(search *x, double **seconds, fp8c_error *err);
/* The same by the finished graph of one choice. */
fp8c_status settle_at(search *x, const size_t *choice, double **seconds, fp8c_error *err);
bool product_stands_for(const node *n, const char *name);
/* Of all products in BF16, as the setting in force adds them up. */
double bf16_cost(const search *x);

/* candidate.c */
/* A candidate of the setting in force; what is there already is found again. */
fp8c_status add_candidate(search *x, const size_t *choice, const char *name, candidate **out,
                          fp8c_error *err);

/* candidates.c */
/* All BF16, all E4M3, all F32, what `--precision auto` has, and the fronts of every setting. */
fp8c_status add_candidates(search *x, fp8c_error *err);
/* Of the list those that no faster one is expected to be as exact as, the fastest first: of what
 * lies between `above` and `below` (seconds, both excluded). */
candidate **ladder_of(search *x, double above, double below, arena *a, size_t *count);

/* shares.c, of the setting in force */
/* The most exact with a share of the work in FP8, and others that are faster and less so; of these
 * every `step`-th. */
fp8c_status add_with_share(search *x, double share, size_t step, fp8c_error *err);
/* With a share, the most exact that are about as fast as asked. */
fp8c_status add_with_share_at_speed(search *x, double share, double seconds, fp8c_error *err);
/* The same of a few shares, whatever is asked for. */
fp8c_status add_shares(search *x, fp8c_error *err);

/* explore.c */
/* How many runs a goal finds done, since they are cheap. */
size_t runs_before_goal(const search *x);
fp8c_status explore(search *x, fp8c_error *err);

/* expect.c */
/* Of the runs so far; in `a`. */
lesson *learn(const search *x, arena *a);
/* The loss of a candidate: measured, or `hope` standard deviations below what is expected. */
void expect_by(const search *x, const lesson *l, candidate *c, double hope);
/* By what was learnt last. */
void expect(search *x, candidate *c);
/* What the other candidates' runs foretell of this one's loss. */
double predicted_by_others(search *x, candidate *c);
/* Learns from all runs; of all candidates. */
void expect_all(search *x);

/* try.c: which of them reaches the goal. */
fp8c_status run_candidate(search *x, candidate *c, fp8c_error *err);
/* Assignments that cost more than `fast` (NULL: than the cheapest) and less than `slow`, and
 * neighbours of the latter. */
fp8c_status add_between(search *x, const candidate *fast, const candidate *slow, fp8c_error *err);
bool within_reach(const search *x);
fp8c_status within_budget(search *x, candidate **out, fp8c_error *err);
fp8c_status at_speed(search *x, candidate **out, fp8c_error *err);
fp8c_status at_share(search *x, candidate **out, fp8c_error *err);

/* wide.c: where BF16 is not enough. */
/* Settings with a stretch of the graph in F32, and with all of it. */
fp8c_status add_wide_settings(search *x, fp8c_error *err);
bool is_wide(const search *x, const char *name);
/* The graph with no FP8 at all, whatever is pinned. */
fp8c_status decide_bf16(search *x, graph **out, fp8c_error *err);

/* splits.c */
/* The first setting: the table, with and without split channels as options where both are weighed.
 */
fp8c_status add_first_setting(search *x, const noise_table *t, fp8c_error *err);

/* split_options.c */
/* The option that reads the remainders of these channels; option_count: there is none. */
size_t option_with_split(const noise_node *n, const struct channel_split *s);
/* The choice with no channel split where that is an option; in `a`. */
size_t *without_splits(const noise_table *t, const size_t *choice, arena *a);
/* Of products that read one value in E4M3, all read its remainders or none does. */
void agree_on_splits(const noise_table *t, size_t *choice);

/* results.c: what each option adds by itself, the front, and the reasons in words. */
void report_chosen(search *x, candidate *chosen);

#endif
