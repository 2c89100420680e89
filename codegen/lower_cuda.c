/* lower_cuda.c - a graph with known shapes as the launches of a GPU variant.
 *
 * Groups are regions, or single nodes; each goes to its family's generator.
 * Of what a family refuses as a whole products are tried alone, and of what
 * is left the longest parts that a family takes, down to single nodes; what is
 * refused then is reported, all of it, before the compile gives up. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/direct.h"
#include "codegen/families.h"
#include "codegen/tuning.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"

/* ---- Groups ---------------------------------------------------------------------- */

static void refuse(lowering *l, const node *n, const char *why, size_t *problems) {
  ++*problems;
  l->on_host[n->id].text = arena_strdup(l->c->keep, why);
}

/* New rows of a state that the attention which reads them has stored. */
static bool is_stored(const lowering *l, const node *n) {
  return lower_state_stays(l, n) && l->value_ids[n->out[0]->id] != PLAN_NO_VALUE;
}

static void lower_node(lowering *l, node *n, size_t *problems) {
  if (!node_is_used(n) || is_stored(l, n)) return;
  group single = {&n, 1};
  const char *why = lower_whole(l, &single);
  if (why) refuse(l, n, why, problems);
}

/* Lowers the nodes in as few groups as families take, beginning with the first node. */
static void lower_apart(lowering *l, node **nodes, size_t count, size_t *problems) {
  if (count > 1) {
    group whole = {nodes, count};
    if (!lower_whole(l, &whole)) return;
  }
  for (size_t i = 0, taken; i < count && l->status == FP8C_OK; i += taken) {
    taken = part_nodes(&(group){nodes, count}, i);
    for (; taken > 1; taken--) {
      group part = {nodes + i, taken};
      if (!lower_whole(l, &part) || l->status != FP8C_OK) break;
    }
    if (taken > 1) continue;
    taken = 1;
    if (l->status == FP8C_OK) lower_node(l, nodes[i], problems);
  }
}

/* All that reads a node's only result stands in one group, which its kernel may do: the node
 * waits until that group's turn.  Of what goes by rows that is a rounding alone; the rest was
 * brought together with it before, where that is good. */
static const node *reader_of(const lowering *l, const node *n) {
  bool rows = n->op->family == FAMILY_REDUCE || n->op->family == FAMILY_ROW;
  if ((!rows && !direct_takes_more(n)) || n->region || n->out_count < 1 || !n->out[0]) return NULL;
  const value *v = n->out[0];
  if (value_is_output(v) || v->user_count == 0) return NULL;
  if (node_gives_more(n)) return NULL;
  const node *first = v->users[0];
  for (size_t i = 1; i < v->user_count; i++)
    if (v->users[i] != first && (!first->region || v->users[i]->region != first->region))
      return NULL;
  if (rows && (!node_is(first, OP_CAST) || first->region)) return NULL;
  if (n->op->family == FAMILY_GEMM || !region_knows(first) || l->on_host[first->id].text)
    return NULL;
  return first;
}

typedef struct waiting {
  node *n;
  const node *reader;
} waiting;

static size_t keep_used(node **nodes, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (node_is_used(nodes[i])) nodes[kept++] = nodes[i];
  return kept;
}

/* A group, with the last of the nodes that wait for it in front if one kernel does both. */
static void lower_group(lowering *l, node **nodes, size_t count, waiting *wait, size_t *waits,
                        size_t *problems) {
  /* Nodes nobody reads are not part of what the kernel must do. */
  size_t kept = keep_used(nodes, count);
  node *front = NULL;
  for (size_t w = *waits; w-- > 0;) {
    bool here = false;
    for (size_t i = 0; i < count; i++) here = here || nodes[i] == wait[w].reader;
    if (!here) continue;
    if (front) lower_node(l, wait[w].n, problems);
    if (!front) front = wait[w].n;
    memmove(&wait[w], &wait[w + 1], (*waits - w - 1) * sizeof *wait);
    --*waits;
  }
  if (kept == 0 || l->status != FP8C_OK) return;
  if (front) {
    node **both = NEW_ARRAY(l->c->scratch, node *, kept + 1);
    both[0] = front;
    memcpy(both + 1, nodes, kept * sizeof *both);
    group whole = {both, kept + 1};
    if (!lower_whole(l, &whole)) return;
    if (l->status != FP8C_OK) return;
    lower_node(l, front, problems);
  }
  lower_apart(l, nodes, kept, problems);
}

/* The nodes of the host that stand here, as one step; the node behind them. */
static node *lower_host_here(lowering *l, node *n, node **nodes) {
  size_t count = 0;
  for (; n && l->on_host[n->id].text; n = n->next)
    if (node_is_used(n)) nodes[count++] = n;
  node **kept = NEW_ARRAY(l->c->keep, node *, count + 1);
  memcpy(kept, nodes, count * sizeof *kept);
  if (count && l->c->allow_host) l->status = lower_host(l, kept, count, &l->error);
  for (size_t i = 0; l->c->allow_host && i < count; i++) lower_homes(l, kept[i]);
  /* Without steps what follows is lowered for its problems alone. */
  for (size_t i = 0; i < count && !l->c->allow_host; i++)
    for (size_t k = 0; k < kept[i]->out_count; k++)
      if (kept[i]->out[k]) kept[i]->out[k]->kind = VALUE_INPUT;
  return n;
}

/* The nodes of the group that begins with n; the first behind it. */
static node *collect(node *n, node **nodes, size_t *count) {
  const region *shared = n->region;
  *count = 0;
  do {
    nodes[(*count)++] = n;
    n = n->next;
  } while (n && shared && n->region == shared);
  return n;
}

/* What a launch of rows and the product behind them has taken: the node behind both; NULL: nothing.
 */
static node *lower_joint(lowering *l, node *const *nodes, size_t count, node *next, bool *done) {
  *done = false;
  while (next && !node_is_used(next)) next = next->next;
  if (!next || l->on_host[next->id].text || !node_is(next, OP_LINEAR)) return NULL;
  size_t most = count, others;
  for (const node *n = next; n; n = n->next) {
    most++;
    if (!next->region || n->region != next->region) break;
  }
  node **rows = NEW_ARRAY(l->c->scratch, node *, count),
       **of = NEW_ARRAY(l->c->scratch, node *, most);
  memcpy(rows, nodes, count * sizeof *rows);
  group front = {rows, keep_used(rows, count)};
  node *behind = collect(next, of, &others);
  group product = {of, keep_used(of, others)};
  *done = front.count > 0 && lower_both(l, &front, &product);
  return behind;
}

static void lower_nodes(lowering *l, size_t *problems) {
  size_t capacity = 0, waits = 0;
  for (const node *n = l->g->first; n; n = n->next) capacity++;
  node **nodes = NEW_ARRAY(l->c->scratch, node *, capacity + 1);
  waiting *wait = NEW_ARRAY(l->c->scratch, waiting, capacity + 1);
  for (node *n = l->g->first; n && l->status == FP8C_OK;) {
    size_t count;
    if (l->on_host[n->id].text) {
      n = lower_host_here(l, n, nodes);
      continue;
    }
    const node *reader = node_is_used(n) ? reader_of(l, n) : NULL;
    if (reader) {
      wait[waits++] = (waiting){n, reader};
      n = n->next;
      continue;
    }
    n = collect(n, nodes, &count);
    bool done = false;
    node *behind = waits ? NULL : lower_joint(l, nodes, count, n, &done);
    if (done)
      n = behind;
    else
      lower_group(l, nodes, count, wait, &waits, problems);
  }
}

/* ---- The variant ------------------------------------------------------------------- */

static void add_ports(lowering *l) {
  plan_variant *v = l->v;
  v->inputs = NEW_ARRAY(l->c->keep, uint32_t, l->g->input_count);
  for (size_t i = 0; i < l->g->input_count; i++) v->inputs[i] = lower_value(l, l->g->inputs[i]);
  v->outputs = NEW_ARRAY(l->c->keep, uint32_t, l->g->output_count);
}

static void add_library(codegen_context *c, plan *p, const char *name) {
  for (uint32_t i = 0; i < p->library_count; i++)
    if (strcmp(p->libraries[i].name, name) == 0) return;
  plan_library library = {.name = name};
  ARENA_PUSH(c->keep, p->libraries, p->library_count, library);
}

static fp8c_status check_shapes(const graph *g, const target *t, fp8c_error *err) {
  for (size_t i = 0; i < g->input_count; i++)
    if (!tensor_shape_known(&g->inputs[i]->type))
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "value \"%s\" has no fixed shape, which %s needs; give its dimensions (--dim)",
                  g->inputs[i]->name, t->name);
  for (const node *n = g->first; n; n = n->next)
    for (size_t i = 0; i < n->out_count; i++) {
      int64_t elements;
      size_t bytes;
      const value *v = n->out[i];
      if (!v || !tensor_shape_known(&v->type)) continue;
      if (!shape_elements(v->type.dims, v->type.rank, &elements) ||
          !size_mul((size_t)elements, 8, &bytes))
        return fail(err, FP8C_ERROR_UNSUPPORTED, "value \"%s\" is too large", v->name);
    }
  return FP8C_OK;
}

/* Everything without a kernel, by name, but what only reads the results of such. */
static fp8c_status report_all(const graph *g, const target *t, const host_reason *on_host,
                              codegen_context *c, fp8c_error *err) {
  size_t problems = 0;
  for (const node *n = g->first; n; n = n->next) {
    const char *name = n->name ? n->name : "", *why = on_host[n->id].text;
    if (!why || on_host[n->id].follows) continue;
    problems++;
    if (!c->problem) continue;
    codegen_problem p = {.code = "op-no-kernel",
                         .node = name,
                         .text = arena_printf(c->keep, "%s \"%s\" has no kernel for %s: %s",
                                              n->op->name, name, t->name, why)};
    c->problem(c->user, &p);
  }
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "%zu node%s no kernel for %s; with --allow-cpu-fallback the CPU computes %s in the "
              "middle of each run, and --target cpu the whole model",
              problems, problems == 1 ? " has" : "s have", t->name, problems == 1 ? "it" : "them");
}

/* A port may have a symbol of its own that binding the inputs' symbols decided
 * (a length computed in the graph): its size is the bound graph's. */
static void bind_ports(const graph *g, const plan *p, plan_variant *v) {
  for (uint32_t i = 0; i < p->output_count && i < g->output_count; i++)
    for (int d = 0; d < p->outputs[i].rank && d < g->outputs[i]->type.rank; d++) {
      int64_t dim = p->outputs[i].dims[d], size = g->outputs[i]->type.dims[d];
      if (dim >= 0 || dim == DIM_UNKNOWN || size < 0) continue;
      int64_t *bound = &v->bound[DIM_SYMBOL_INDEX(dim)];
      if (*bound < 0) *bound = size;
    }
}

/* Whether the variant is a step of a language model: it has states and attention, and products of
 * few rows alone. */
static bool is_step(const lowering *l) {
  bool attends = false;
  if (!l->t->chip->programmatic || !l->p->memory.state_count) return false;
  for (const node *n = l->g->first; n; n = n->next) {
    attends = attends || n->op->family == FAMILY_ATTENTION;
    if (n->op->family == FAMILY_CONV || n->op->family == FAMILY_POOL) return false;
    if (n->op->family != FAMILY_GEMM || !n->out_count) continue;
    const tensor *y = &n->out[0]->type;
    int64_t columns = y->rank ? y->dims[y->rank - 1] : 1;
    if (columns > 0 && tensor_elements(y) > PRODUCT_FEW_ROWS * columns) return false;
  }
  return attends;
}

/* Launches, and texts of kernels, for all of `g` but the nodes of the host, which become
 * steps; what is refused meanwhile joins them, and `problems` says how much that is. */
static fp8c_status lower_launches(lowering *l, const graph *given, size_t *problems,
                                  fp8c_error *err) {
  const graph *g = l->g;
  place_count_moves(g);
  l->value_id_count = g->next_value_id;
  l->value_ids = NEW_ARRAY(l->c->scratch, uint32_t, g->next_value_id + 1);
  for (size_t i = 0; i <= g->next_value_id; i++) l->value_ids[i] = PLAN_NO_VALUE;
  l->later = NEW_ARRAY(l->c->scratch, bool, g->next_value_id + 1);
  l->hurries = is_step(l);
  add_ports(l);
  *problems = 0;
  lower_nodes(l, problems);
  bool whole = *problems == 0 && (g == given || l->c->allow_host);
  for (size_t i = 0; whole && l->status == FP8C_OK && i < g->output_count; i++)
    l->v->outputs[i] = lower_value(l, g->outputs[i]);
  if (whole && l->status == FP8C_OK) lower_next_token(l);
  if (l->status != FP8C_OK && err) *err = l->error;
  return l->status;
}

static bool lists(const uint32_t *ids, uint32_t count, uint32_t id) {
  for (uint32_t i = 0; i < count; i++)
    if (ids[i] == id) return true;
  return false;
}

/* A kernel that reads one part of a joined value while it stores another may have the neighbours of
 * what it reads in a first cache, as they were.  What starts before its end would find them there:
 * caches are emptied when a kernel starts. */
static void start_behind_joins(const lowering *l) {
  for (uint32_t i = 1; i < l->v->launch_count; i++) {
    const plan_launch *before = &l->v->launches[i - 1];
    for (uint32_t k = 0; k < before->write_count; k++)
      if (lists(l->joined, l->joined_count, before->writes[k]) &&
          lists(before->reads, before->read_count, before->writes[k]))
        l->v->launches[i].programmatic = false;
  }
}

/* ---- Steps of decoding
 * --------------------------------------------------------------------------- */

/* Which launches start before the one before has ended, and let the next start before they wait
 * themselves. */
static const bool *find_hurrying(const lowering *l) {
  const plan_variant *v = l->v;
  bool *hurries = NEW_ARRAY(l->c->scratch, bool, v->launch_count + 1);
  for (uint32_t i = 0; i < v->launch_count; i++) {
    const plan_launch *x = &v->launches[i];
    hurries[i] = x->kind == PLAN_LAUNCH_KERNEL && x->programmatic && l->kernels[x->kernel].hurries;
  }
  return hurries;
}

/* Behind launches that hurry one may start while several in front of it run, with what they have
 * read in a first cache, which is emptied when a kernel starts.  So what reads memory that was read
 * and then written waits for the end of the launch in front, and so does what reads, before it
 * waits, results of others than that one.  (Blocks that count themselves do it in the second
 * cache.) */
static void start_behind_changes(const lowering *l) {
  plan_variant *v = l->v;
  if (!l->hurries) return;
  bool *read = NEW_ARRAY(l->c->scratch, bool, v->value_count + 1);
  bool *changed = NEW_ARRAY(l->c->scratch, bool, v->value_count + 1);
  for (uint32_t i = 0; i < v->launch_count; i++) {
    plan_launch *x = &v->launches[i];
    bool kernel = x->kind == PLAN_LAUNCH_KERNEL;
    if (kernel && l->kernels[x->kernel].reads_older) x->programmatic = false;
    for (uint32_t k = 0; k < x->read_count; k++) {
      uint32_t id = plan_memory_of(v, x->reads[k]);
      if (changed[id] && (!l->arrivals_used || id != plan_memory_of(v, l->arrivals)))
        x->programmatic = false;
      read[id] = true;
    }
    for (uint32_t k = 0; k < x->write_count; k++) {
      uint32_t id = plan_memory_of(v, x->writes[k]);
      changed[id] = changed[id] || read[id];
    }
  }
}

fp8c_status lower_cuda(const graph *given, const target *t, const char *profile, codegen_context *c,
                       plan *p, fp8c_error *err) {
  TRY(check_shapes(given, t, err));
  place_count_moves(given);
  if (p->output_count == 0) lower_ports(given, c, p);
  host_reason *on_host = NEW_ARRAY(c->keep, host_reason, given->next_node_id + 1);
  size_t problems = host_find(given, on_host);
  plan_variant variant;
  lowering l;
  uint32_t blobs = p->blob_count;
  for (bool first = true; first || problems; first = false) {
    const graph *g = problems ? host_order(given, on_host, c) : given;
    size_t found = problems;
    variant =
        (plan_variant){.target = t->name, .profile = arena_strdup(c->keep, profile ? profile : "")};
    l = (lowering){
        .g = g, .t = t, .c = c, .p = p, .v = &variant, .on_host = on_host, .fill = lower_now};
    plan_drop_blobs(p, blobs); /* what an attempt before has added goes again */
    TRY(lower_launches(&l, given, &problems, err));
    if (!c->allow_host && (found || problems)) return report_all(given, t, on_host, c, err);
    if (!problems) break;
  }
  const graph *g = l.g;
  tuned_kernels tuned = {0};
  const uint32_t *chosen = c->tuner ? lower_tune(&l, &tuned) : NULL;
  if (chosen) {
    variant =
        (plan_variant){.target = t->name, .profile = arena_strdup(c->keep, profile ? profile : "")};
    l = (lowering){.g = g,
                   .t = t,
                   .c = c,
                   .p = p,
                   .v = &variant,
                   .on_host = on_host,
                   .chosen = chosen,
                   .fill = lower_now};
    plan_drop_blobs(p, blobs);
    TRY(lower_launches(&l, given, &problems, err));
  }
  variant.bound = NEW_ARRAY(c->keep, int64_t, p->symbol_count);
  for (uint32_t i = 0; i < p->symbol_count; i++) {
    size_t k;
    variant.bound[i] = graph_find_symbol(g, p->symbols[i], &k) ? g->symbols[k].bound : -1;
  }
  bind_ports(g, p, &variant);
  fuse_horizontally(&l);
  start_behind_joins(&l);
  start_behind_changes(&l);
  /* A kernel may read what no launch of the run writes before it waits: the first must not overtake
   * the run before. */
  if (variant.launch_count) variant.launches[0].programmatic = false;
  if (!place_values(&variant, (uint32_t)g->output_count, find_hurrying(&l), c->scratch))
    return fail(err, FP8C_ERROR_UNSUPPORTED, "the activations are too large");

  for (uint32_t i = 0; i < variant.kernel_count; i++)
    for (uint32_t k = 0; k < tuned.count; k++)
      if (strcmp(l.kernels[i].symbol, tuned.kernels[k].symbol) == 0)
        l.kernels[i] = tuned.kernels[k];
  TRY(nvrtc_compile(l.kernels, variant.kernel_count, t, c, err));
  for (uint32_t i = 0; i < variant.kernel_count; i++) {
    plan_blob b = {.bytes = l.kernels[i].cubin_bytes, .memory = l.kernels[i].cubin};
    variant.kernels[i].blob = plan_add_blob(p, c->keep, b);
  }
  add_library(c, p, "libcuda.so.1");
  for (uint32_t i = 0; i < variant.launch_count; i++)
    if (variant.launches[i].kind == PLAN_LAUNCH_GEMM) variant.workspace_bytes = WORKSPACE_BYTES;
  if (variant.workspace_bytes) add_library(c, p, "libcublasLt.so");
  ARENA_PUSH(c->keep, p->variants, p->variant_count, variant);
  return FP8C_OK;
}
