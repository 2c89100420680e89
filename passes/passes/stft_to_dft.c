/* stft_to_dft.c - a STFT as the DFT of its frames, for GPUs, which have a kernel for that.
 *
 * Audio models hold the front end that makes their spectrograms.  Where frames and their number are
 * known,
 *
 *     STFT(x, step, window)  is  DFT(Gather(x, every frame's places) * window)
 *
 * A frame times its window is rounded once more, to the type of x, than by STFT itself. */
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/signals.h"
#include "passes/moves.h"

#define PLACES_MAX (1 << 21) /* of all frames together: constants of 16 MiB */

enum { SIGNAL, STEP, WINDOW, LENGTH };

typedef struct framed {
  int64_t frames, step, length;
  value *window; /* NULL: it has none */
} framed;

static bool read_frames(const node *n, framed *f) {
  const tensor *x = &n->in[SIGNAL]->type, *y = &n->out[0]->type;
  double step, length;
  *f = (framed){.window = node_input(n, WINDOW)};
  if (x->rank != 3 || x->dims[1] <= 0 || x->dims[2] != 1 || y->rank != 4 || y->dims[1] <= 0 ||
      !value_scalar(n->in[STEP], &step) || step < 1)
    return false;
  if (f->window)
    length = (double)f->window->type.dims[0];
  else if (!node_input(n, LENGTH) || !value_scalar(n->in[LENGTH], &length))
    return false;
  if (f->window && (f->window->type.rank != 1 || f->window->type.dtype != x->dtype)) return false;
  f->frames = y->dims[1];
  f->step = (int64_t)step;
  f->length = (int64_t)length;
  return length >= 1 && length <= (double)x->dims[1] && f->frames <= PLACES_MAX / f->length &&
         (f->frames - 1) * f->step + f->length <= x->dims[1];
}

/* The places of every frame in the signal, [frames, length]. */
static value *places_of(graph *g, const framed *f, arena *scratch) {
  tensor t = {.dtype = FP8C_DTYPE_I64, .rank = 2, .dims = {f->frames, f->length}};
  int64_t *places = NEW_ARRAY(scratch, int64_t, (size_t)(f->frames * f->length));
  for (int64_t i = 0; i < f->frames; i++)
    for (int64_t k = 0; k < f->length; k++) places[i * f->length + k] = i * f->step + k;
  return graph_const_copy(g, "frames", &t, places);
}

static fp8c_status rewrite(node *n, const framed *f, pass_context *c, fp8c_error *err) {
  graph *g = n->graph;
  value *in[] = {n->in[SIGNAL], places_of(g, f, c->scratch)};
  node *frames = node_like(n, OP_GATHER, in, 2);
  node_set_int(frames, "axis", 1);
  TRY(node_infer(frames, err));
  value *x = frames->out[0];
  if (f->window) {
    tensor column = f->window->type;
    column.rank = 2;
    column.dims[1] = 1;
    value *both[] = {x, move_reshaped(f->window, &column, n)};
    node *weighed = node_like(n, OP_MUL, both, 2);
    TRY(node_infer(weighed, err));
    x = weighed->out[0];
  }
  const int64_t axis = 2;
  const tensor number = {.dtype = FP8C_DTYPE_I64};
  value *of[] = {x, NULL, graph_const_copy(g, "samples", &number, &axis)};
  node *dft = node_like(n, OP_DFT, of, 3);
  node_set_int(dft, "onesided", node_int(n, "onesided"));
  TRY(node_infer(dft, err));
  take_over(dft, n->out[0]);
  c->changes++;
  return FP8C_OK;
}

fp8c_status pass_stft_to_dft(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first, *next; n && c->rules.gpu; n = next) {
    framed f;
    next = n->next;
    if (!node_is(n, OP_STFT) || !has_output(n) || n->region || !read_frames(n, &f)) continue;
    arena_mark mark = arena_save(c->scratch);
    fp8c_status status = rewrite(n, &f, c, err);
    arena_reset(c->scratch, mark);
    TRY(status);
  }
  return FP8C_OK;
}
