/* region_micro.h - what the files that make a region's micro-operations share: region_read.c reads
 * operands, region.c makes what is elementwise, region_rows.c what needs a whole row. */
#ifndef CODEGEN_REGION_MICRO_H
#define CODEGEN_REGION_MICRO_H

#include "codegen/region.h"

/* Keeps the first refusal; returns it. */
const char *region_refuse(region_code *r, const char *why);

/* ---- Operands (region_read.c) ---------------------------------------------------------- */

/* The operand of a value, and that of a Rotary's table; NULL where there is none. */
operand *region_operand(region_code *r, const value *v);
operand *region_table(region_code *r, const value *v);
/* Whether a Rotary's table is half as wide as what it turns. */
bool region_half_table(const node *n, const value *v);
/* Whether v is what the kernel around the region gives it, rounded by a Cast of the region. */
bool region_rounds_given(const region_code *r, const value *v);
/* One constant number of a small float type: a parameter of the kernel. */
bool region_scalar(const value *v, double *x);

/* ---- Variables (region_micro.c) -------------------------------------------------------------- */

uint32_t region_add_micro(region_code *r, micro m);
/* A variable computed from others: a lane variable as soon as one of them is. */
uint32_t region_compute(region_code *r, const char *type, const char *expr, const uint32_t *uses,
                        uint32_t use_count);
#define COMPUTE(r_, type_, expr_, ...)                                    \
  region_compute((r_), (type_), (expr_), (const uint32_t[]){__VA_ARGS__}, \
                 sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
/* A number known now, as a parameter of the kernel. */
uint32_t region_parameter_f32(region_code *r, float x);
/* The parameter that points at an operand's first element. */
uint32_t region_read_parameter(region_code *r, const operand *o);
/* What is loaded, and what the kernel around the region has (`which` of the two). */
uint32_t region_add_load(region_code *r, operand *o, micro_column column);
uint32_t region_add_given(region_code *r, const value *v, uint32_t which, micro_column column);
/* v out of `memory`, at `index` of it where that is not NULL (a Gather). */
uint32_t region_load_of(region_code *r, const value *v, const value *memory, const value *index);
/* The real number of a stored one: stored * scale. */
uint32_t region_unscale(region_code *r, const tensor *t, uint32_t stored);
/* The variable of a node's input. */
uint32_t region_variable(region_code *r, const value *v);
/* `stored` as whoever reads it inside of the region sees it: rounded, as a real number. */
uint32_t region_rounded(region_code *r, const tensor *t, uint32_t stored);
/* `real` is the real number that the output stands for, in F32. */
void region_define(region_code *r, const value *v, uint32_t real);
/* `stored` is the number as it goes to memory, not yet rounded to the element type. */
void region_define_stored(region_code *r, const value *v, uint32_t stored);
void region_add_store(region_code *r, const value *v, uint32_t variable);

/* ---- Rows (region_rows.c): each returns NULL, or why not --------------------------------- */

const char *region_emit_inverse_deviation(region_code *r, const node *n);
const char *region_emit_layer_norm(region_code *r, const node *n);
const char *region_emit_softmax(region_code *r, const node *n);
const char *region_emit_reduce(region_code *r, const node *n);

#endif
