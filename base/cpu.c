/* cpu.c - the level of vector instructions. */
#include "base/cpu.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"x86-64", "x86-64-v3", "x86-64-v4"};

const char *cpu_level_name(cpu_level level) { return names[level]; }

cpu_level cpu_level_of_processor(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
            __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl");
  return v3 && v4 ? CPU_V4 : v3 ? CPU_V3 : CPU_ANY;
#else
  return CPU_ANY;
#endif
}

/* The level FP8C_CPU_LEVEL names; `most` where it names none. */
static cpu_level level_named(const char *name, cpu_level most) {
  for (cpu_level level = CPU_ANY; name && level <= CPU_V4; level++)
    if (!strcmp(name, names[level]) && level <= most) return level;
  return most;
}

const char *cpu_level_refused(void) {
  const char *name = getenv("FP8C_CPU_LEVEL");
  cpu_level most = cpu_level_of_processor();
  if (!name || !*name || !strcmp(name, names[most])) return NULL;
  return level_named(name, most) == most ? name : NULL;
}

cpu_level cpu_level_used(void) {
  static atomic_int known = -1; /* all threads would find the same */
  int level = atomic_load_explicit(&known, memory_order_relaxed);
  if (level < 0) {
    level = (int)level_named(getenv("FP8C_CPU_LEVEL"), cpu_level_of_processor());
    atomic_store_explicit(&known, level, memory_order_relaxed);
  }
  return (cpu_level)level;
}

#if defined(__x86_64__)
/* Compilers differ in the names that they know this by: leaf 7, subleaf 1, bit 4 of EAX. */
static bool has_avx_vnni(void) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 1, &a, &b, &c, &d) && (a >> 4 & 1) != 0;
}

static cpu_dot find_dot(void) {
  cpu_level level = cpu_level_used();
  __builtin_cpu_init();
  if (level == CPU_V4 && __builtin_cpu_supports("avx512vnni")) return CPU_DOT_512;
  return level >= CPU_V3 && has_avx_vnni() ? CPU_DOT_256 : CPU_DOT_NONE;
}
#else
static cpu_dot find_dot(void) { return CPU_DOT_NONE; }
#endif

cpu_dot cpu_dot_used(void) {
  static atomic_int known = -1; /* a virtual machine answers the question in tens of microseconds */
  int dot = atomic_load_explicit(&known, memory_order_relaxed);
  if (dot < 0) {
    dot = (int)find_dot();
    atomic_store_explicit(&known, dot, memory_order_relaxed);
  }
  return (cpu_dot)dot;
}
