/* looks.c - one row a format. */
#include "base/looks.h"

#include <stdint.h>
#include <string.h>

typedef struct sign {
  size_t at;
  const char *bytes;
  size_t length;
  const char *words;
} sign;

#define SIGN(at_, bytes_, words_) \
  { (at_), (bytes_), sizeof(bytes_) - 1, (words_) }

static const sign signs[] = {
    SIGN(0,
         "\x89"
         "FP8C\r\n\x1a",
         "an fp8c plan"),
    SIGN(0, "fp8c cache 1\n", "an entry of fp8c's cache"),
    SIGN(0, "\x93NUMPY", "a NumPy array (.npy)"),
    SIGN(0, "version https://git-lfs",
         "a pointer of Git LFS: `git lfs pull` brings the file itself"),
    SIGN(4, "TFL3", "a TensorFlow Lite model (.tflite)"),
    SIGN(0, "GGUF", "a GGUF model of llama.cpp"),
    SIGN(0, "\x89HDF\r\n\x1a\n", "an HDF5 file, as Keras writes models (.h5)"),
    SIGN(0, "\x1f\x8b", "compressed by gzip: unpack it first"),
    SIGN(0, "\x28\xb5\x2f\xfd", "compressed by zstd: unpack it first"),
    SIGN(0, "BZh", "compressed by bzip2: unpack it first"),
    SIGN(0,
         "\xfd"
         "7zXZ",
         "compressed by xz: unpack it first"),
    SIGN(0, "\x80\x02", "a pickle, as older PyTorch saves (.pt)"),
    SIGN(0, "\x80\x04", "a pickle of Python"),
    SIGN(0,
         "\x7f"
         "ELF",
         "a program or library (ELF)"),
    SIGN(0, "ORTM", "a model in ONNX Runtime's own format (.ort)"),
    SIGN(4, "ORTM", "a model in ONNX Runtime's own format (.ort)"),
    SIGN(257, "ustar", "a tar archive: unpack it first"),
    SIGN(0, "%PDF", "a PDF"),
    SIGN(0, "<!DOCTYPE", "a page of HTML: was a link followed to a page instead of the file?"),
    SIGN(0, "<!doctype", "a page of HTML: was a link followed to a page instead of the file?"),
    SIGN(0, "<html", "a page of HTML: was a link followed to a page instead of the file?"),
    SIGN(0, "<?xml", "XML, as OpenVINO writes graphs"),
};

static int holds(const char *bytes, size_t count, const char *word) {
  size_t n = strlen(word);
  for (size_t i = 0; i + n <= count; i++)
    if (memcmp(bytes + i, word, n) == 0) return 1;
  return 0;
}

/* The first member shows which program made the archive. */
static const char *zip_words(const char *bytes, size_t count) {
  if (holds(bytes, count, "data.pkl") || holds(bytes, count, "/version") ||
      holds(bytes, count, "/byteorder"))
    return "a PyTorch file (.pt, a ZIP archive): export the model with torch.onnx.export";
  if (holds(bytes, count, ".npy")) return "NumPy arrays (.npz)";
  return "a ZIP archive: unpack it first";
}

const char *looks_like(const void *first, size_t count) {
  const char *bytes = first;
  if (count > LOOKS_BYTES) count = LOOKS_BYTES;
  if (count == 0) return "empty";
  if (count >= 4 && memcmp(bytes, "PK\x03\x04", 4) == 0) return zip_words(bytes, count);
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (count >= signs[i].at + signs[i].length &&
        memcmp(bytes + signs[i].at, signs[i].bytes, signs[i].length) == 0)
      return signs[i].words;
  if (count > 9 && bytes[8] == '{' && memcmp(bytes + 4, "\0\0\0\0", 4) == 0)
    return "weights in safetensors: it holds no graph";
  size_t at = 0;
  while (at < count && memchr(" \t\r\n", bytes[at], 4)) at++;
  if (at < count && (bytes[at] == '{' || bytes[at] == '[')) return "JSON";
  if (holds(bytes, count, "saved_model") || holds(bytes, count, "serve\x12"))
    return "a TensorFlow model: convert it with tf2onnx";
  return NULL;
}
