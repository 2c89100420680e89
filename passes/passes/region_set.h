/* region_set.h - a set of nodes that grows into one region: no path leaves it and comes back. */
#ifndef PASSES_PASSES_REGION_SET_H
#define PASSES_PASSES_REGION_SET_H

#include "passes/pass.h"

#define REGION_NODES_MAX 32

typedef struct region_set {
  graph *g;
  pass_context *c;
  uint32_t *position;        /* by node id */
  uint32_t *member, *marked; /* by node id: the generation they were set in */
  uint32_t generation, scan;
  node *nodes[REGION_NODES_MAX];
  size_t count;
  bool rounds_inside; /* what is rounded for memory may be read again inside, as it was rounded */
} region_set;

bool set_has(const region_set *f, const node *n);
/* From `n` on up to `end`, which keeps its number. */
void set_renumber(region_set *f, const node *n, const node *end, uint32_t from);
void set_begin(region_set *f, node *n);
/* Rounding to a storage format: the last thing in a region. */
bool node_stores(const node *n);
/* Takes the node in, if the set stays one that nothing leaves and comes back to, and has room;
 * set_add besides leaves out what turns the columns of members. */
bool set_join(region_set *f, node *n);
bool set_add(region_set *f, node *n);
/* Brings the members together: what depends on them goes behind, the rest of
 * what stands between them in front. */
void set_close(region_set *f, const char *kind);
bool value_in_registers(const value *v);
/* Computed element by element in F32. */
bool node_is_elementwise(const node *n);
/* Computed element by element, as integers and conditions too. */
bool node_is_elementwise_of_any(const node *n);
/* An elementwise node of the shape of `v`, a product's result or what is made of it, whose other
 * inputs are constants. */
bool node_is_activation(const node *n, const value *v);
/* An operator over the last axis whose one result is used. */
bool node_works_on_rows(const node *n);
/* Whether a row's kernel has an element's partner in the same thread: heads of 16 times a power of
 * two, or three times as many. */
bool row_may_turn(int64_t size);
void set_add_consumers(region_set *f, const tensor *shape, bool rows);
void set_add_producers(region_set *f, const tensor *shape, bool rows);
void set_add_shared(region_set *f, const tensor *shape);

#endif
