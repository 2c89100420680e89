/* fuse_horizontal.c - fuses neighbouring small kernels that do not depend on each other into one
 * launch (horizontal fusion).
 *
 * Rotating q, rotating k and rounding v are three elementwise kernels (where norms of heads stand
 * in front of positions, two of short rows) of a few microseconds each, most of which is starting
 * and ending.  Their blocks are independent of each other: the first blocks of the fused launch run
 * the text of the first kernel, the next ones that of the second, and so on. */
#include <string.h>

#include "codegen/lower.h"

#define PARTS_MAX 4
#define ALIKE_MAX \
  16 /* parts of one text each, and small: what a table's many columns are read by */
#define ALIKE_BLOCKS 32
#define AHEAD_MAX 96 /* launches that such a one may overtake */
#define ARGS_MAX 64  /* of a fused launch; a kernel's parameters have 4 KB */

static bool meet(const lowering *l, const uint32_t *a, uint32_t a_count, const uint32_t *b,
                 uint32_t b_count) {
  for (uint32_t i = 0; i < a_count; i++)
    for (uint32_t k = 0; k < b_count; k++)
      if (plan_memory_of(l->v, a[i]) == plan_memory_of(l->v, b[k])) return true;
  return false;
}

static bool independent(const kernel_draft *a, const kernel_draft *b) {
  const lowering *l = a->l;
  return !meet(l, a->writes, a->write_count, b->reads, b->read_count) &&
         !meet(l, a->reads, a->read_count, b->writes, b->write_count) &&
         !meet(l, a->writes, a->write_count, b->writes, b->write_count);
}

/* Adds one part as a function of its own parameters, and the call of it. */
static void add_part(kernel_draft *d, const drafted *part, uint32_t index, uint64_t first) {
  arena *keep = d->l->c->keep;
  const kernel_draft *from = &part->draft;
  text_printf(&d->functions,
              "namespace part%u {\n%s\nFORCEINLINE void run(const u32 block%s%s) {\n%s}\n}\n",
              index, text_cstr(&from->functions), from->arg_count ? ", " : "",
              text_cstr(&from->parameters), text_cstr(&from->body));
  uint64_t end = first + part->shape.blocks;
  text_printf(&d->body, "  %sif (block < %lluu) part%u::run(block - %lluu", index ? "else " : "",
              (unsigned long long)end, index, (unsigned long long)first);
  for (uint32_t i = 0; i < from->arg_count; i++) {
    text_printf(&d->parameters, "%s%s p%u", d->arg_count ? ", " : "", from->declarations[i],
                d->arg_count);
    text_printf(&d->body, ", p%u", d->arg_count);
    ARENA_PUSH(keep, d->args, d->arg_count, from->args[i]);
  }
  text_add(&d->body, ");\n");
  for (uint32_t i = 0; i < from->read_count; i++)
    draft_list(d, &d->reads, &d->read_count, from->reads[i]);
  for (uint32_t i = 0; i < from->write_count; i++)
    draft_list(d, &d->writes, &d->write_count, from->writes[i]);
  d->bytes_moved += from->bytes_moved;
}

/* Replaces the launches of `parts` by one, whose kernel name and sources name all of them. */
static void join(lowering *l, const drafted *parts, uint32_t count) {
  kernel_draft d;
  draft_begin(&d, l);
  launch_shape shape = parts[0].shape; /* joins: its text has `block` too */
  shape.blocks = shape.flops = 0;
  const char *library = NULL;
  const char **joined = NULL;
  uint32_t joined_count = 0;
  text what, sources;
  text_init(&what, l->c->keep);
  text_init(&sources, l->c->keep);
  for (uint32_t i = 0; i < count; i++) {
    add_part(&d, &parts[i], i, shape.blocks);
    shape.blocks += parts[i].shape.blocks;
    shape.flops += parts[i].shape.flops;
    if (parts[i].library) library = parts[i].library;
    const plan_launch *was = &l->v->launches[parts[i].launch];
    if (i == 0 || strcmp(parts[i].what, parts[i - 1].what) != 0)
      text_printf(&what, "%s%s", i ? "_and_" : "", parts[i].what);
    text_printf(&sources, "%s%s", i ? ", " : "", was->sources);
    if (i) ARENA_PUSH(l->c->keep, joined, joined_count, was->name);
  }
  const char *name = l->v->launches[parts[0].launch].name;
  draft_launch(&d, text_cstr(&what), library, shape, &(group){0});
  l->drafted_count--; /* it stands where its first part stood, and joins no more */
  plan_launch *joint = &l->v->launches[parts[0].launch];
  *joint = l->v->launches[--l->v->launch_count];
  joint->name = name;
  joint->sources = text_cstr(&sources);
  joint->joined = joined;
  joint->joined_count = joined_count;
}

/* Small, and of the same name as the first. */
static bool is_alike(const drafted *first, const drafted *next) {
  return first->shape.blocks <= ALIKE_BLOCKS && next->shape.blocks <= ALIKE_BLOCKS &&
         strcmp(first->what, next->what) == 0;
}

/* Returns true if `next` can be launched where the first part is: it is small and of the same name,
 * and no launch between the two reads what it writes or writes what it reads or writes.  The other
 * parts do not count, nor do launches that were joined before. */
static bool overtakes(const drafted *parts, uint32_t count, const drafted *next, const bool *gone) {
  const lowering *l = next->draft.l;
  const kernel_draft *d = &next->draft;
  if (next->launch - parts[0].launch > AHEAD_MAX || !is_alike(&parts[0], next)) return false;
  for (uint32_t k = parts[0].launch + 1; k < next->launch; k++) {
    const plan_launch *between = &l->v->launches[k];
    bool part = gone[k];
    for (uint32_t i = 0; i < count; i++) part |= parts[i].launch == k;
    if (part) continue;
    if (meet(l, d->writes, d->write_count, between->reads, between->read_count) ||
        meet(l, d->reads, d->read_count, between->writes, between->write_count) ||
        meet(l, d->writes, d->write_count, between->writes, between->write_count))
      return false;
  }
  return true;
}

static bool joins(const drafted *parts, uint32_t count, const drafted *next, const bool *gone) {
  uint64_t blocks = next->shape.blocks, args = next->draft.arg_count;
  if (next->shape.threads != parts[0].shape.threads ||
      (count >= PARTS_MAX && !is_alike(&parts[0], next)) ||
      (next->launch != parts[0].launch + count && !overtakes(parts, count, next, gone)))
    return false;
  for (uint32_t i = 0; i < count; i++) {
    if (parts[i].library && next->library && parts[i].library != next->library) return false;
    if (!independent(&parts[i].draft, &next->draft)) return false;
    blocks += parts[i].shape.blocks;
    args += parts[i].draft.arg_count;
  }
  return blocks <= INT32_MAX && args <= ARGS_MAX;
}

/* Removes kernels that no launch uses any more. */
static void drop_unused(lowering *l) {
  plan_variant *v = l->v;
  uint32_t kept = 0;
  uint32_t *to = NEW_ARRAY(l->c->scratch, uint32_t, v->kernel_count + 1);
  for (uint32_t k = 0; k < v->kernel_count; k++) {
    bool used = false;
    for (uint32_t i = 0; i < v->launch_count && !used; i++)
      used = v->launches[i].kind == PLAN_LAUNCH_KERNEL && v->launches[i].kernel == k;
    to[k] = kept;
    if (!used) continue;
    l->kernels[kept] = l->kernels[k];
    v->kernels[kept++] = v->kernels[k];
  }
  v->kernel_count = kept;
  for (uint32_t i = 0; i < v->launch_count; i++)
    if (v->launches[i].kind == PLAN_LAUNCH_KERNEL)
      v->launches[i].kernel = to[v->launches[i].kernel];
}

void fuse_horizontally(lowering *l) {
  plan_variant *v = l->v;
  bool *gone = NEW_ARRAY(l->c->scratch, bool, v->launch_count + 1);
  bool any = false;
  uint32_t all = l->drafted_count;
  for (uint32_t i = 0; i < all; i++) {
    drafted parts[ALIKE_MAX];
    uint32_t count = 0;
    if (gone[l->drafts[i].launch]) continue;
    parts[count++] = l->drafts[i];
    for (uint32_t k = i + 1; k < all && count < ALIKE_MAX; k++) {
      const drafted *next = &l->drafts[k];
      if (next->launch - parts[0].launch > AHEAD_MAX) break;
      if (!gone[next->launch] && joins(parts, count, next, gone)) parts[count++] = *next;
    }
    if (count == 1) continue;
    join(l, parts, count);
    for (uint32_t k = 1; k < count; k++) gone[parts[k].launch] = any = true;
  }
  if (!any) return;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < v->launch_count; i++)
    if (!gone[i]) v->launches[kept++] = v->launches[i];
  v->launch_count = kept;
  drop_unused(l);
}
