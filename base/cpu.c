/* cpu.c - the level of vector instructions. */
#include "base/cpu.h"

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
