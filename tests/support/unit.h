/* unit.h - cmocka and the headers it wants before itself. */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The line above stays above: cmocka.h uses what it declares. */
#include <cmocka.h>

/* base/error.h has a function called fail; cmocka's macro makes way, and its
 * fail_msg, written with that macro, is said without it. */
#undef fail
#undef fail_msg
#define fail_msg(...)          \
  do {                         \
    print_error(__VA_ARGS__);  \
    print_error("\n");         \
    _fail(__FILE__, __LINE__); \
  } while (0)

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

#endif
