/* nvtx.c - NVTX 3 without its headers.
 *
 * NVTX has no library to link: a tool (Nsight Systems, say) names its own in
 * NVTX_INJECTION64_PATH, and the program that wants to be looked at opens that,
 * calls InitializeInjectionNvtx2 and hands it tables of pointers to its function
 * pointers, which the tool fills.  Layout and numbers are those of nvtx3's
 * nvtxTypes.h, which keeps them stable (a test compares them where the toolkit
 * is installed). */
#include "runtime/nvtx.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/nvtx_abi.h"

typedef void (*any_function)(void);

/* One slot for each function of each module; a tool fills those it has. */
#define SLOTS_MAX 16
static any_function slots[NVTX_MODULES][SLOTS_MAX];
static any_function *table[NVTX_MODULES][SLOTS_MAX + 1];

static int module_table(int module, any_function ***out, unsigned *size) {
  if (module <= 0 || module >= NVTX_MODULES) return 0;
  if (out) *out = table[module];
  if (size) *size = nvtx_module_sizes[module];
  return 1;
}

static void tool_version(uint32_t version) { (void)version; }

static const struct {
  size_t bytes;
  int (*module_table)(int module, any_function ***out, unsigned *size);
} callbacks = {sizeof callbacks, module_table};

static const struct {
  size_t bytes;
  uint32_t version, reserved;
  void (*tool_version)(uint32_t version);
} version_info = {sizeof version_info, NVTX_ABI_VERSION, 0, tool_version};

static const void *export_table(uint32_t id) {
  return id == NVTX_EXPORT_CALLBACKS ? (const void *)&callbacks
         : id == NVTX_EXPORT_VERSION ? (const void *)&version_info
                                     : NULL;
}

static int (*push)(const char *name);
static int (*pop)(void);

static void attach(void) {
  const char *path = getenv("NVTX_INJECTION64_PATH");
  if (!path || !*path) return;
  void *tool = dlopen(path, RTLD_LAZY);
  void *symbol = tool ? dlsym(tool, "InitializeInjectionNvtx2") : NULL;
  if (!symbol) return;
  for (int m = 1; m < NVTX_MODULES; m++)
    for (unsigned i = 1; i < nvtx_module_sizes[m]; i++) table[m][i] = &slots[m][i];
  int (*start)(const void *(*)(uint32_t));
  memcpy(&start, &symbol, sizeof start);
  if (!start(export_table)) return;
  memcpy(&push, &slots[NVTX_MODULE_CORE][NVTX_RANGE_PUSH], sizeof push);
  memcpy(&pop, &slots[NVTX_MODULE_CORE][NVTX_RANGE_POP], sizeof pop);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

void nvtx_push(const char *name) {
  pthread_once(&once, attach);
  if (push) push(name ? name : "");
}

void nvtx_pop(void) {
  if (pop) pop();
}
