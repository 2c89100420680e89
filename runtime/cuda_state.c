/* cuda_state.c - clock and power of a GPU, from the driver's management library.
 *
 * A time without the clock it was taken at says little; where the library is
 * not installed the figures are simply absent. */
#include <string.h>

#include "base/dylib.h"
#include "runtime/device.h"

/* Signatures: NVIDIA Management Library API reference. */
typedef struct management {
  int (*init)(void);
  int (*shutdown)(void);
  int (*handle)(unsigned index, void **device_out);
  int (*clock)(void *gpu, int kind, unsigned *mhz);
  int (*power)(void *gpu, unsigned *milliwatts);
  int (*name)(void *gpu, char *name, unsigned length);
  int (*driver)(char *version, unsigned length);
} management;

#define SM_CLOCK 1 /* NVML_CLOCK_SM */

#define SYMBOL(name_, field_) \
  { name_, offsetof(management, field_) }
static const dylib_symbol symbols[] = {
    SYMBOL("nvmlInit_v2", init),
    SYMBOL("nvmlShutdown", shutdown),
    SYMBOL("nvmlDeviceGetHandleByIndex_v2", handle),
    SYMBOL("nvmlDeviceGetClockInfo", clock),
    SYMBOL("nvmlDeviceGetPowerUsage", power),
    SYMBOL("nvmlDeviceGetName", name),
    SYMBOL("nvmlSystemGetDriverVersion", driver),
};

static bool ask(const management *m, int ordinal, double *clock_mhz, double *power_watts,
                char name[64], char driver[32]) {
  void *gpu;
  unsigned mhz, milliwatts;
  if (m->handle((unsigned)ordinal, &gpu) != 0 || m->clock(gpu, SM_CLOCK, &mhz) != 0 ||
      m->power(gpu, &milliwatts) != 0 || m->name(gpu, name, 64) != 0 || m->driver(driver, 32) != 0)
    return false;
  *clock_mhz = mhz;
  *power_watts = milliwatts / 1000.0;
  return true;
}

bool cuda_device_state(int ordinal, double *clock_mhz, double *power_watts, char name[64],
                       char driver[32]) {
  static const char *const names[] = {"libnvidia-ml.so.1"};
  management m;
  void *library;
  memset(name, 0, 64);
  memset(driver, 0, 32);
  if (dylib_open(names, 1, symbols, sizeof symbols / sizeof *symbols, &m, &library, NULL) !=
      FP8C_OK)
    return false;
  bool known = m.init() == 0;
  if (known) {
    known = ask(&m, ordinal, clock_mhz, power_watts, name, driver);
    m.shutdown();
  }
  dylib_close(library);
  return known;
}
