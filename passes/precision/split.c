/* split.c - samples to choose by, and samples to judge by. */
#include "passes/precision/split.h"

#include <string.h>

#include "base/hash.h"

typedef struct part {
  const calibration_data *of;
  const size_t *indices;
} part;

static fp8c_status read_part(const calibration_data *d, size_t index, arena *a, tensor *inputs,
                             fp8c_error *err) {
  const part *p = d->user;
  return p->of->read(p->of, p->indices[index], a, inputs, err);
}

calibration_data *samples_part(arena *a, const calibration_data *d, const size_t *indices,
                               size_t count) {
  calibration_data *out = NEW(a, calibration_data);
  part *p = NEW(a, part);
  *p = (part){d, indices};
  *out = *d;
  out->sample_count = count;
  out->user = p;
  out->read = read_part;
  if (d->sequence) {
    uint32_t *sequence = NEW_ARRAY(a, uint32_t, count + 1);
    for (size_t i = 1; i < count; i++) /* numbered anew: halves are of every other one */
      sequence[i] = sequence[i - 1] + (d->sequence[indices[i]] != d->sequence[indices[i - 1]]);
    out->sequence = sequence;
  }
  hasher h;
  hash_begin(&h);
  hash_add_string(&h, "part of samples");
  hash_add_string(&h, d->hash);
  for (size_t i = 0; i < count; i++) hash_add_u64(&h, indices[i]);
  hash digest = hash_end(&h);
  hash_hex(&digest, out->hash);
  return out;
}

/* Whole sequences are held out where there are several. */
static size_t units_of(const calibration_data *d) {
  if (!d->sequence) return d->sample_count;
  return d->sample_count ? d->sequence[d->sample_count - 1] + 1 : 0;
}

bool sample_is_held_out(const calibration_data *d, size_t index) {
  size_t n = units_of(d);
  if (n < SPLIT_LEAST) return false;
  if (d->sequence) return d->sequence[index] % 4 == 3;
  return d->state_count ? index >= n - n / 4 : index % 4 == 3;
}

bool samples_split(arena *a, const calibration_data *d, calibration_data **choose,
                   calibration_data **judge) {
  size_t n = d->sample_count, counts[2] = {0, 0};
  *choose = *judge = (calibration_data *)(uintptr_t)d;
  if (units_of(d) < SPLIT_LEAST) return false;
  size_t *indices[2] = {NEW_ARRAY(a, size_t, n), NEW_ARRAY(a, size_t, n)};
  for (size_t i = 0; i < n; i++) {
    bool out = sample_is_held_out(d, i);
    indices[out][counts[out]++] = i;
  }
  *choose = samples_part(a, d, indices[0], counts[0]);
  *judge = samples_part(a, d, indices[1], counts[1]);
  return true;
}

size_t sample_half(const calibration_data *d, size_t sample) {
  const uint32_t *s = d->sequence;
  bool both = false;
  for (size_t i = 0; s && i < d->sample_count && !both; i++) both = s[i] % 2 != s[0] % 2;
  return (both ? s[sample] : sample) % 2;
}
