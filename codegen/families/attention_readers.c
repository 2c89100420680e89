/* attention_readers.c - whether what joins keys or values is left to the attentions that read it.
 */
#include "codegen/families.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"

/* A user reads the value as keys or values alone. */
static bool reads_as_keys(const node *u, const value *v) {
  return u->op->family == FAMILY_ATTENTION && (u->in[1] == v || u->in[2] == v) && u->in[0] != v &&
         (u->in_count <= 3 || u->in[3] != v);
}

bool attention_takes_parts(const target *t, const node *n) {
  const value *v = n->out_count ? n->out[0] : NULL;
  attention_parts p;
  if (!v || v->user_count == 0) return false;
  if (node_is(n, OP_CACHE_READ)) {
    for (size_t i = 0; i < v->user_count; i++)
      if (v->users[i]->in[0] != v || !attention_takes_parts(t, v->users[i])) return false;
    return true;
  }
  if ((!node_is(n, OP_CONCAT) && !node_is(n, OP_CACHE_WRITE)) || attention_find_parts(v, &p) != 2)
    return false;
  for (size_t i = 0; i < v->user_count; i++) {
    const node *u = v->users[i];
    if (!reads_as_keys(u, v) || (attention_decode_refuses(t, u) && attention_half_refuses(t, u)))
      return false;
  }
  return true;
}
