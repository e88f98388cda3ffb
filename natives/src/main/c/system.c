/* The system: properties, sysconf, errors, matching, terminals, and what ends the process. */
#include "bionic.h"
#include <dlfcn.h>
#include <errno.h>
#include <fnmatch.h>
#include <pthread.h>
#include <regex.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <syslog.h>
#include <unistd.h>

struct settings dexscope_settings;

/* The process ends in HotSpot's handler, which writes the stack: SIGILL, because it leaves SIGABRT alone. */
_Noreturn void bionic_die(const char *reason) {
  bionic_log(7, "libc", reason);
  static const char head[] = "dexscope: native code ended the process: ";
  if (write(2, head, sizeof head - 1) < 0 || write(2, reason, strlen(reason)) < 0 || write(2, "\n", 1) < 0) {
    /* Nobody reads it. */
  }
  __builtin_trap();
}
static char abort_message[512] = "abort()";
void bionic_android_set_abort_message(const char *m) { if (m) { strncpy(abort_message, m, sizeof abort_message - 1); } }
/* Who calls, for the message: HotSpot's report of the stack ends at code without frame pointers. */
void bionic_abort(void) {
  Dl_info from;
  char text[1024];
  void *caller = __builtin_return_address(0);
  if (dladdr(caller, &from) && from.dli_fname) {
    const char *name = strrchr(from.dli_fname, '/');
    snprintf(text, sizeof text, "%s, in %s+0x%lx %s", abort_message, name ? name + 1 : from.dli_fname, (long) caller - (long) from.dli_fbase, from.dli_sname ? from.dli_sname : "");
    bionic_die(text);
  }
  bionic_die(abort_message);
}
void bionic___stack_chk_fail(void) { bionic_die("stack corruption detected"); }
uintptr_t bionic___stack_chk_guard = 0x5bd1e995c0ffee00;
void bionic_android_reset_stack_guards(void) { }
void bionic___assert2(const char *file, int line, const char *function, const char *what) {
  char text[512];
  snprintf(text, sizeof text, "%s:%d: %s: assertion \"%s\" failed", file, line, function, what);
  bionic_die(text);
}
void bionic___assert(const char *file, int line, const char *what) {
  char text[512];
  snprintf(text, sizeof text, "%s:%d: assertion \"%s\" failed", file, line, what);
  bionic_die(text);
}

/* The target of a generated stub, with r11 pointing to this. */
struct missing { int name; int library; int was_called; };
__attribute__((used)) static void refused(struct missing *m) {
  char text[256];
  snprintf(text, sizeof text, "%s, which %s calls, is not available here", (char *) m + m->name, (char *) m + m->library);
  bionic_die(text);
}
__attribute__((used)) static void absent(struct missing *m) {
  if (!__atomic_exchange_n(&m->was_called, 1, __ATOMIC_RELAXED)) {
    char text[256];
    snprintf(text, sizeof text, "%s, which %s calls, is absent and returns 0", (char *) m + m->name, (char *) m + m->library);
    bionic_log(5, "dexscope", text);
  }
}
__asm__(".text\n.globl dexscope_refused\n.type dexscope_refused,@function\ndexscope_refused: mov %r11, %rdi\n and $-16, %rsp\n call refused\n ud2\n"
        ".globl dexscope_absent\n.type dexscope_absent,@function\ndexscope_absent: mov %r11, %rdi\n sub $8, %rsp\n call absent\n add $8, %rsp\n xor %eax, %eax\n"
        " xor %edx, %edx\n xorps %xmm0, %xmm0\n ret\n");

/* A property's record is the place of its line. */
static const char *line_of(const char *name) {
  size_t n = strlen(name);
  for (const char *at = dexscope_settings.properties; at && *at; at = strchr(at, '\n') + 1) {
    if (!strncmp(at, name, n) && at[n] == '=') {
      return at;
    }
  }
  return 0;
}
static int take(const char *from, char end, char *to, int room) {
  int n = 0;
  while (from[n] != end && n < room - 1) {
    to[n] = from[n];
    n++;
  }
  to[n] = 0;
  return n;
}
int bionic___system_property_get(const char *name, char *value) {
  const char *line = line_of(name);
  if (!line) {
    *value = 0;
    return 0;
  }
  return take(strchr(line, '=') + 1, '\n', value, 92);
}
const void *bionic___system_property_find(const char *name) { return line_of(name); }
int bionic___system_property_read(const char *line, char *name, char *value) {
  if (name) {
    take(line, '=', name, 32);
  }
  return take(strchr(line, '=') + 1, '\n', value, 92);
}
void bionic___system_property_read_callback(const char *line, void (*call)(void *, const char *, const char *, uint32_t), void *cookie) {
  char name[256], value[256];
  take(line, '=', name, sizeof name);
  take(strchr(line, '=') + 1, '\n', value, sizeof value);
  call(cookie, name, value, 0);
}
int bionic___system_property_foreach(void (*call)(const void *, void *), void *cookie) {
  for (const char *at = dexscope_settings.properties; at && *at; at = strchr(at, '\n') + 1) {
    call(at, cookie);
  }
  return 0;
}
const void *bionic___system_property_find_nth(unsigned n) {
  const char *at = dexscope_settings.properties;
  while (at && *at && n-- > 0) {
    at = strchr(at, '\n') + 1;
  }
  return at && *at ? at : 0;
}
uint32_t bionic___system_property_serial(const void *p) { return 0; }
uint32_t bionic___system_property_area_serial(void) { return 0; }
int bionic___system_property_set(const char *name, const char *value) { return -1; }
int bionic___system_property_wait(const void *p, uint32_t before, uint32_t *now, const void *timeout) { return 0; }
int bionic_android_get_device_api_level(void) { return dexscope_settings.level; }
int bionic_android_get_application_target_sdk_version(void) { return dexscope_settings.level; }

/* Descriptors have no owners here. */
void bionic_android_fdsan_exchange_owner_tag(int d, uint64_t expected, uint64_t tag) { }
uint64_t bionic_android_fdsan_get_owner_tag(int d) { return 0; }
uint64_t bionic_android_fdsan_create_owner_tag(int type, uint64_t tag) { return (uint64_t) type << 56 | (tag & 0xffffffffffffff); }
int bionic_android_fdsan_close_with_tag(int d, uint64_t tag) { return close(d); }
const char *bionic_android_fdsan_get_tag_type(uint64_t tag) { return "native object of unknown type"; }
uint64_t bionic_android_fdsan_get_tag_value(uint64_t tag) { return tag & 0xffffffffffffff; }
int bionic_android_fdsan_get_error_level(void) { return 0; }
int bionic_android_fdsan_set_error_level(int level) { return 0; }
int bionic_android_fdsan_set_error_level_from_property(int level) { return 0; }

static const char *program = "app";
const char *bionic_getprogname(void) { return program; }
void bionic_setprogname(const char *name) { program = name; }
const char *bionic___progname = "app";
int bionic_optreset;

/* Their numbers there, in order. */
long bionic_sysconf(int n) {
  switch (n) {
    case 0x00: return sysconf(_SC_ARG_MAX);
    case 0x05: return sysconf(_SC_CHILD_MAX);
    case 0x06: return sysconf(_SC_CLK_TCK);
    case 0x07: return sysconf(_SC_LINE_MAX);
    case 0x08: return sysconf(_SC_NGROUPS_MAX);
    case 0x09: return 8;
    case 0x0a: return 2048;
    case 0x0b: return sysconf(_SC_OPEN_MAX);
    case 0x0c: case 0x0d: return -1;
    case 0x18: return sysconf(_SC_VERSION);
    case 0x19: return 0;
    case 0x1c: return sysconf(_SC_ATEXIT_MAX);
    case 0x1d: return sysconf(_SC_IOV_MAX);
    case 0x26: case 0x21: case 0x22: case 0x23: case 0x24: case 0x25: return -1;
    case 0x27: case 0x28: return sysconf(_SC_PAGESIZE);
    case 0x42: return sysconf(_SC_MONOTONIC_CLOCK);
    case 0x47: return sysconf(_SC_GETGR_R_SIZE_MAX);
    case 0x48: return sysconf(_SC_GETPW_R_SIZE_MAX);
    case 0x49: return 256;
    case 0x4a: return 32;
    case 0x4b: return sysconf(_SC_THREAD_DESTRUCTOR_ITERATIONS);
    case 0x4c: return sysconf(_SC_THREAD_KEYS_MAX);
    case 0x4d: return sysconf(_SC_THREAD_STACK_MIN);
    case 0x4e: return -1;
    case 0x60: return sysconf(_SC_NPROCESSORS_CONF);
    case 0x61: return sysconf(_SC_NPROCESSORS_ONLN);
    case 0x62: return sysconf(_SC_PHYS_PAGES);
    case 0x63: return sysconf(_SC_AVPHYS_PAGES);
    case 0x92: return sysconf(_SC_LEVEL1_ICACHE_SIZE);
    case 0x93: return sysconf(_SC_LEVEL1_ICACHE_ASSOC);
    case 0x94: return sysconf(_SC_LEVEL1_ICACHE_LINESIZE);
    case 0x95: return sysconf(_SC_LEVEL1_DCACHE_SIZE);
    case 0x96: return sysconf(_SC_LEVEL1_DCACHE_ASSOC);
    case 0x97: return sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
    case 0x98: return sysconf(_SC_LEVEL2_CACHE_SIZE);
    default: errno = EINVAL; return -1;
  }
}

/* FNM_NOESCAPE and FNM_PATHNAME have each other's number. */
int bionic_fnmatch(const char *pattern, const char *text, int flags) {
  int to = flags & ~3;
  return fnmatch(pattern, text, to | (flags & 1 ? FNM_NOESCAPE : 0) | (flags & 2 ? FNM_PATHNAME : 0));
}

/* A compiled expression has 32 bytes there, 64 here; offsets are 8 bytes there. */
struct expression { int magic; size_t groups; const char *end; regex_t *host; };
struct match { long from, to; };
int bionic_regcomp(struct expression *e, const char *pattern, int flags) {
  e->host = malloc(sizeof(regex_t));
  int r = regcomp(e->host, pattern, (flags & 1 ? REG_EXTENDED : 0) | (flags & 2 ? REG_ICASE : 0) | (flags & 4 ? REG_NOSUB : 0) | (flags & 8 ? REG_NEWLINE : 0));
  e->groups = r == 0 ? e->host->re_nsub : 0;
  if (r != 0) {
    free(e->host);
    e->host = 0;
  }
  return r;
}
int bionic_regexec(const struct expression *e, const char *text, size_t n, struct match *m, int flags) {
  regmatch_t found[n + 1];
  if ((flags & 4) && m) {
    found[0].rm_so = m[0].from;
    found[0].rm_eo = m[0].to;
  }
  int r = regexec(e->host, text, n, found, (flags & 1 ? REG_NOTBOL : 0) | (flags & 2 ? REG_NOTEOL : 0) | (flags & 4 ? REG_STARTEND : 0));
  for (size_t i = 0; r == 0 && i < n; i++) {
    m[i].from = found[i].rm_so;
    m[i].to = found[i].rm_eo;
  }
  return r;
}
void bionic_regfree(struct expression *e) { if (e->host) { regfree(e->host); free(e->host); e->host = 0; } }
size_t bionic_regerror(int code, const struct expression *e, char *to, size_t n) { return regerror(code, e ? e->host : 0, to, n); }

/* struct termios is the kernel's there. */
int bionic_tcgetattr(int d, void *t) { return syscall(SYS_ioctl, d, 0x5401, t); }
int bionic_tcsetattr(int d, int when, const void *t) { return syscall(SYS_ioctl, d, 0x5402 + when, t); }
int bionic_tcgetwinsize(int d, void *t) { return syscall(SYS_ioctl, d, 0x5413, t); }
int bionic_tcsetwinsize(int d, const void *t) { return syscall(SYS_ioctl, d, 0x5414, t); }

int bionic_at_quick_exit(void (*f)(void)) { return 0; }

/* Items have other numbers there; text is UTF-8, and the rest as in C. */
char *bionic_nl_langinfo(int item) { return item == 1 ? "UTF-8" : item == 50 ? "." : ""; }

/* The digest of the sources that this library was built from. */
const char dexscope_sources[] = SOURCES;
