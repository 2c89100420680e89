/* cpu.h - which vector instructions a loop uses, chosen when the program runs.
 *
 * A loop is written once, as an INLINE function, and AT_EACH_LEVEL compiles it for each of three
 * levels of x86-64 and defines the function that calls the right one.  Every level performs the
 * same operations in the same order (no contraction, no reassociation), so results are the same
 * bits.  The levels are those of the x86-64 psABI: any processor; x86-64-v3 (AVX2, FMA); x86-64-v4
 * (AVX-512 F, BW, CD, DQ, VL). The choice asks for features and never for a processor's name.
 * On another kind of machine there is one level, and what the compiler makes of the loop. */
#ifndef BASE_CPU_H
#define BASE_CPU_H

typedef enum cpu_level { CPU_ANY, CPU_V3, CPU_V4 } cpu_level;

/* The highest level that the processor has and the environment variable FP8C_CPU_LEVEL (a name of
 * cpu_level_name) allows. */
cpu_level cpu_level_used(void);
cpu_level cpu_level_of_processor(void);
/* "x86-64", "x86-64-v3", "x86-64-v4". */
const char *cpu_level_name(cpu_level level);
/* Returns the value of FP8C_CPU_LEVEL if it names no level that this processor has, and NULL if it
 * does or is empty. */
const char *cpu_level_refused(void);

/* Which instruction sums products of bytes in 32 bits (VPDPBUSD), at the level that is used.  The
 * sums are exact with and without it. */
typedef enum cpu_dot { CPU_DOT_NONE, CPU_DOT_256, CPU_DOT_512 } cpu_dot;
cpu_dot cpu_dot_used(void);

#define INLINE static inline __attribute__((always_inline))

/* AT_EACH_LEVEL(static void, scale, (float *x, size_t n), (x, n)) defines
 * `static void scale(float *x, size_t n)` from the INLINE function scale_any.  RESULT_AT_EACH_LEVEL
 * does the same for functions that return something.  CHOOSE_LEVEL defines the function that
 * chooses among scale_v4 (TARGET_V4), scale_v3 (TARGET_V3) and scale_any, written by hand. */
#if defined(__x86_64__)
#define TARGET_V4 __attribute__((target("arch=x86-64-v4")))
#define TARGET_V3 __attribute__((target("arch=x86-64-v3")))
#define CHOOSE_LEVEL(type_, name_, parameters_, arguments_) \
  type_ name_ parameters_ {                                 \
    cpu_level level_ = cpu_level_used();                    \
    if (level_ == CPU_V4)                                   \
      name_##_v4 arguments_;                                \
    else if (level_ == CPU_V3)                              \
      name_##_v3 arguments_;                                \
    else                                                    \
      name_##_any arguments_;                               \
  }
#define AT_EACH_LEVEL(type_, name_, parameters_, arguments_)               \
  TARGET_V4 static void name_##_v4 parameters_ { name_##_any arguments_; } \
  TARGET_V3 static void name_##_v3 parameters_ { name_##_any arguments_; } \
  CHOOSE_LEVEL(type_, name_, parameters_, arguments_)
#define RESULT_AT_EACH_LEVEL(storage_, type_, name_, parameters_, arguments_)      \
  TARGET_V4 static type_ name_##_v4 parameters_ { return name_##_any arguments_; } \
  TARGET_V3 static type_ name_##_v3 parameters_ { return name_##_any arguments_; } \
  storage_ type_ name_ parameters_ {                                               \
    cpu_level level_ = cpu_level_used();                                           \
    return level_ == CPU_V4   ? name_##_v4 arguments_                              \
           : level_ == CPU_V3 ? name_##_v3 arguments_                              \
                              : name_##_any arguments_;                            \
  }
#else
#define TARGET_V4 __attribute__((unused))
#define TARGET_V3 __attribute__((unused))
#define CHOOSE_LEVEL(type_, name_, parameters_, arguments_) \
  type_ name_ parameters_ { name_##_any arguments_; }
#define AT_EACH_LEVEL CHOOSE_LEVEL
#define RESULT_AT_EACH_LEVEL(storage_, type_, name_, parameters_, arguments_) \
  storage_ type_ name_ parameters_ { return name_##_any arguments_; }
#endif

#endif
