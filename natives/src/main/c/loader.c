/* Loading from inside: names and paths are found by Java, which translates what is still Android's. */
#include "bionic.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static __thread char error[512];
static __thread int has_error;
static char system_library;

static void fail(const char *what, const char *name) {
  snprintf(error, sizeof error, "dlopen failed: %s \"%s\"", what, name);
  has_error = 1;
}
char *bionic_dlerror(void) {
  if (has_error) {
    has_error = 0;
    return error;
  }
  return dlerror();
}

static int is_one_of(const char *name, const char *const *names) {
  for (; *names; names++) {
    if (!strcmp(name, *names)) {
      return 1;
    }
  }
  return 0;
}
static const char *const here[] = {"libc.so", "libm.so", "libdl.so", "libstdc++.so", "liblog.so", "libandroid.so", "libjnigraphics.so", "libEGL.so",
    "libGLESv1_CM.so", "libGLESv2.so", "libGLESv3.so", "libz.so", "libnativehelper.so", 0};

void *bionic_dlopen(const char *name, int flags) {
  if (!name) {
    return &system_library;
  }
  const char *last = strrchr(name, '/');
  last = last ? last + 1 : name;
  int is_of_system = last == name || !strncmp(name, "/system/", 8) || !strncmp(name, "/vendor/", 8) || !strncmp(name, "/apex/", 6);
  if (is_of_system && is_one_of(last, here)) {
    return &system_library;
  }
  void *pending = dexscope_set_aside();
  char *file = dexscope_settings.find ? dexscope_settings.find(name) : 0;
  dexscope_put_back(pending);
  if (!file) {
    fail("no library", name);
    return 0;
  }
  void *library = dlopen(file, flags);
  free(file);
  return library;
}
struct extended { uint64_t flags; void *address; size_t size; int relro; int library; long offset; void *space; };
void *bionic_android_dlopen_ext(const char *name, int flags, const struct extended *e) {
  if (e && e->flags & 0x10) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", e->library);
    return bionic_dlopen(path, flags);
  }
  return bionic_dlopen(name, flags);
}
int bionic_dlclose(void *library) { return library == &system_library ? 0 : dlclose(library); }

static void *own(const char *name) {
  static void *self;
  void *library = __atomic_load_n(&self, __ATOMIC_RELAXED);
  if (!library) {
    Dl_info info;
    if (!dladdr(&system_library, &info) || !(library = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD))) {
      return 0;
    }
    __atomic_store_n(&self, library, __ATOMIC_RELAXED);
  }
  char longer[256];
  if (snprintf(longer, sizeof longer, "bionic_%s", name) >= (int) sizeof longer) {
    return 0;
  }
  void *found = dlsym(library, longer);
  if (!found) {
    dlerror();
  }
  return found;
}
/* What the library of the code that calls has, and those that it needs. */
static void *of_caller(const void *caller, const char *name) {
  Dl_info info;
  void *library = dladdr(caller, &info) && info.dli_fname ? dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD) : 0;
  void *found = library ? dlsym(library, name) : 0;
  if (library) {
    dlclose(library);
  }
  return found;
}
void *bionic_dlsym(void *library, const char *name) {
  int is_any = library == RTLD_DEFAULT || library == RTLD_NEXT || library == &system_library;
  void *ours = own(name);
  void *host = dlsym(RTLD_DEFAULT, name);
  if (is_any) {
    void *found = ours ? ours : host ? host : of_caller(__builtin_return_address(0), name);
    if (!found) {
      snprintf(error, sizeof error, "undefined symbol: %s", name);
      has_error = 1;
    }
    return found;
  }
  dlerror();
  void *found = dlsym(library, name);
  /* A library's scope ends with the host's. */
  return ours && (!found || found == host) ? ours : found;
}
void *bionic_dlvsym(void *library, const char *name, const char *version) { return bionic_dlsym(library, name); }
