/* nodes.h - the part of the report that has an entry for every node. */
#ifndef COMPILER_REPORT_NODES_H
#define COMPILER_REPORT_NODES_H

#include "compiler/compile/job.h"
#include "compiler/report/json_writer.h"

/* Every node of the chosen graph: what it is, its operands, its decision, its kernels. */
void report_write_nodes(const job *j, json_writer *w, const char *key);
/* The members of an object for a value, as it is really stored; `name`: what to call it. */
void report_write_operand(const job *j, json_writer *w, const value *v, const char *name);

#endif
