/* dylib.c - dlopen with a table of symbols.
 *
 * A symbol that is missing makes the whole library unusable, and is named:
 * "too old a driver" is what a user can act on. */
#include "base/dylib.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "base/seam.h"

static void *open_one(const char *name) {
  return seam_fails(SEAM_DRIVER) ? NULL : dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

fp8c_status dylib_open(const char *const *names, size_t name_count, const dylib_symbol *symbols,
                       size_t symbol_count, void *functions, void **handle, fp8c_error *err) {
  const char *lacking_library = NULL, *lacking_symbol = NULL;
  *handle = NULL;
  for (size_t i = 0; i < name_count; i++) {
    void *library = open_one(names[i]);
    if (!library) continue;
    size_t found = 0;
    for (; found < symbol_count; found++) {
      void *address = dlsym(library, symbols[found].name);
      if (!address) break;
      memcpy((char *)functions + symbols[found].offset, &address, sizeof address);
    }
    if (found == symbol_count) {
      *handle = library;
      return FP8C_OK;
    }
    lacking_library = names[i];
    lacking_symbol = symbols[found].name;
    dlclose(library);
  }
  for (size_t i = 0; i < symbol_count; i++)
    memset((char *)functions + symbols[i].offset, 0, sizeof(void *));
  if (lacking_symbol)
    return fail(err, FP8C_ERROR_NO_DEVICE, "%s has no function %s; a newer version is needed",
                lacking_library, lacking_symbol);
  if (!name_count) return fail(err, FP8C_ERROR_NO_DEVICE, "no library to open was named");
  return fail(err, FP8C_ERROR_NO_DEVICE, "%s could not be opened%s; is it installed?", names[0],
              name_count > 1 ? ", nor any other name it goes by" : "");
}

void dylib_close(void *handle) {
  if (handle) dlclose(handle);
}
