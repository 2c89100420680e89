/* calibration_file.h - what calibration found, as a file that goes with the model.
 *
 * Samples are often large, private, or somewhere else.  The figures they gave are
 * small: statistics of each value and the local error of each product, as JSON
 * (docs/calibration.md). */
#ifndef PASSES_PRECISION_CALIBRATION_FILE_H
#define PASSES_PRECISION_CALIBRATION_FILE_H

#include "passes/precision/precision.h"

/* Which model the figures are of. */
typedef struct calibrated_model {
  const char *name;
  char hash[65];    /* of the file */
  char weights[65]; /* of the constants that lie in files */
} calibrated_model;

struct given_calibration {
  const char *path;
  calibrated_model model;
  const char *compiler; /* the version that wrote it */
  const char *graph;  /* hash of what the samples ran through, of figures that can be merged; NULL:
                         they cannot */
  const char **bound; /* dimensions whose size the samples' graph knew; NULL: it is not said */
  size_t bound_count;
  value_stats *values; /* sorted by name */
  size_t value_count, sample_count;
  const char *samples_hash;
  node_score *scores; /* in any order */
  size_t score_count;
  const char *method; /* the scores are of operands with scales by it */
};

/* What the passes found, in c->keep; an error that begins with `path` where there is nothing. */
fp8c_status calibration_found(const pass_context *c, const calibrated_model *m,
                              const char *samples_hash, const char *path,
                              struct given_calibration **out, fp8c_error *err);
/* Writes figures as a file of the batch. */
fp8c_status calibration_save(const struct given_calibration *figures, const char *path,
                             file_batch *files, fp8c_error *err);
/* Reads figures of whatever model. */
fp8c_status calibration_read(arena *keep, arena *scratch, const char *path,
                             struct given_calibration **out, fp8c_error *err);
/* Reads it into c->given; an error when it is of another model, or no such file. */
fp8c_status calibration_load(pass_context *c, const calibrated_model *m, const char *path,
                             fp8c_error *err);

/* The largest magnitudes by channel as a list, here and in the cache; false: it is none. */
json_t *stats_channels_json(const value_stats *s);
bool stats_read_channels(const json_t *list, value_stats *s, arena *keep);

/* Hash of the constants that lie in the model's files, in program order. */
fp8c_status hash_weights(const graph *g, char out[65], fp8c_error *err);

/* What a calibration file calls the graph's values, by id.  A value whose name is its number in the
 * graph gets another one there, since with other options, or passes, that is another value's. */
const char *const *calibration_names(const graph *g, arena *a);

/* The statistics of the graph's taps from c->given, into c->stats. */
fp8c_status take_given_stats(const graph *g, pass_context *c, fp8c_error *err);
/* The scores of all nodes; false when they were made under other rules. */
bool take_given_scores(const pass_context *c, node_scores *m);

#endif
