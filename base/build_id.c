/* build_id.c - the note that the linker leaves in every program and library. */
#include "base/build_id.h"

#include <elf.h>
#include <link.h>
#include <string.h>

typedef struct search {
  hasher *h;
  uintptr_t address;
  bool found;
} search;

static bool holds(const struct dl_phdr_info *object, uintptr_t address) {
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &object->dlpi_phdr[i];
    uintptr_t from = object->dlpi_addr + p->p_vaddr;
    if (p->p_type == PT_LOAD && address >= from && address - from < p->p_memsz) return true;
  }
  return false;
}

/* Names and descriptions of notes are padded to the segment's alignment. */
static size_t padded(size_t bytes, size_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

static bool add_note(hasher *h, const char *at, size_t bytes, size_t alignment) {
  static const char owner[] = "GNU";
  while (bytes >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    memcpy(&note, at, sizeof note);
    size_t name = padded(note.n_namesz, alignment);
    size_t whole = sizeof note + name + padded(note.n_descsz, alignment);
    if (whole > bytes) return false;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof owner &&
        memcmp(at + sizeof note, owner, sizeof owner) == 0) {
      hash_add_u64(h, note.n_descsz);
      hash_add(h, at + sizeof note + name, note.n_descsz);
      return true;
    }
    at += whole;
    bytes -= whole;
  }
  return false;
}

static int look_at(struct dl_phdr_info *object, size_t size, void *user) {
  (void)size;
  search *s = user;
  if (!holds(object, s->address)) return 0;
  for (int i = 0; i < object->dlpi_phnum && !s->found; i++) {
    const ElfW(Phdr) *p = &object->dlpi_phdr[i];
    if (p->p_type == PT_NOTE)
      s->found = add_note(s->h, (const char *)(object->dlpi_addr + p->p_vaddr), p->p_memsz,
                          p->p_align == 8 ? 8 : 4);
  }
  return 1;
}

bool build_id_add(hasher *h, const void *symbol) {
  search s = {.h = h, .address = (uintptr_t)symbol};
  dl_iterate_phdr(look_at, &s);
  return s.found;
}
