/* The compiler's checked functions (bionic's fortify), and functions that older hosts do not have. */
#include "bionic.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>

static void check(size_t need, size_t have, const char *function) {
  if (need > have) {
    bionic_die(function);
  }
}

size_t bionic___strlen_chk(const char *s, size_t n) { size_t z = strlen(s); check(z + 1, n, "strlen: read behind the end"); return z; }
char *bionic___strchr_chk(const char *s, int c, size_t n) { return strchr(s, c); }
char *bionic___strrchr_chk(const char *s, int c, size_t n) { return strrchr(s, c); }
void *bionic___memchr_chk(const void *s, int c, size_t n, size_t z) { check(n, z, "memchr: read behind the end"); return memchr(s, c, n); }
void *bionic___memrchr_chk(const void *s, int c, size_t n, size_t z) { check(n, z, "memrchr: read behind the end"); return memrchr(s, c, n); }
char *bionic___strncpy_chk2(char *d, const char *s, size_t n, size_t z, size_t from) { check(n, z, "strncpy: written behind the end"); return strncpy(d, s, n); }
char *bionic___stpncpy_chk2(char *d, const char *s, size_t n, size_t z, size_t from) { check(n, z, "stpncpy: written behind the end"); return stpncpy(d, s, n); }
ssize_t bionic___write_chk(int d, const void *b, size_t n, size_t z) { check(n, z, "write: read behind the end"); return write(d, b, n); }
ssize_t bionic___pwrite_chk(int d, const void *b, size_t n, off_t o, size_t z) { check(n, z, "pwrite: read behind the end"); return pwrite(d, b, n, o); }
ssize_t bionic___pwrite64_chk(int d, const void *b, size_t n, off_t o, size_t z) { return bionic___pwrite_chk(d, b, n, o, z); }
mode_t bionic___umask_chk(mode_t m) { return umask(m); }
void bionic___FD_SET_chk(int d, fd_set *s, size_t z) { check(d / 8 + 1, z, "FD_SET: descriptor too large"); ((unsigned long *) s)[d / 64] |= 1UL << (d % 64); }
void bionic___FD_CLR_chk(int d, fd_set *s, size_t z) { check(d / 8 + 1, z, "FD_CLR: descriptor too large"); ((unsigned long *) s)[d / 64] &= ~(1UL << (d % 64)); }
int bionic___FD_ISSET_chk(int d, const fd_set *s, size_t z) { check(d / 8 + 1, z, "FD_ISSET: descriptor too large"); return (((const unsigned long *) s)[d / 64] >> (d % 64)) & 1; }

size_t bionic_strlcpy(char *d, const char *s, size_t n) {
  size_t z = strlen(s);
  if (n > 0) {
    size_t k = z < n ? z : n - 1;
    memcpy(d, s, k);
    d[k] = 0;
  }
  return z;
}
size_t bionic_strlcat(char *d, const char *s, size_t n) { size_t k = strnlen(d, n); return k == n ? n + strlen(s) : k + bionic_strlcpy(d + k, s, n - k); }
size_t bionic___strlcpy_chk(char *d, const char *s, size_t n, size_t z) { check(n, z, "strlcpy: written behind the end"); return bionic_strlcpy(d, s, n); }
size_t bionic___strlcat_chk(char *d, const char *s, size_t n, size_t z) { check(n, z, "strlcat: written behind the end"); return bionic_strlcat(d, s, n); }
size_t bionic_wcslcpy(wchar_t *d, const wchar_t *s, size_t n) {
  size_t z = wcslen(s);
  if (n > 0) {
    size_t k = z < n ? z : n - 1;
    wmemcpy(d, s, k);
    d[k] = 0;
  }
  return z;
}
size_t bionic_wcslcat(wchar_t *d, const wchar_t *s, size_t n) { size_t k = wcsnlen(d, n); return k == n ? n + wcslen(s) : k + bionic_wcslcpy(d + k, s, n - k); }
void *bionic_memset_explicit(void *d, int c, size_t n) { memset(d, c, n); __asm__ volatile("" : : "r"(d) : "memory"); return d; }

void bionic_arc4random_buf(void *to, size_t n) {
  while (n > 0) {
    long k = syscall(SYS_getrandom, to, n < 256 ? n : 256, 0);
    if (k > 0) {
      to = (char *) to + k;
      n -= k;
    }
  }
}
uint32_t bionic_arc4random(void) { uint32_t r; bionic_arc4random_buf(&r, sizeof r); return r; }
uint32_t bionic_arc4random_uniform(uint32_t limit) {
  if (limit < 2) {
    return 0;
  }
  uint32_t first = -limit % limit, r;
  do {
    r = bionic_arc4random();
  } while (r < first);
  return r % limit;
}

/* All fields are size_t there, and int in the oldest function here. */
struct counts { size_t field[10]; };
struct counts bionic_mallinfo(void) { struct counts c = {{0}}; return c; }
int bionic_mallopt(int parameter, int value) { return 1; }

/* Old hosts have these as other functions (__xstat); the kernel's layout is Android's. */
int bionic_stat(const char *f, struct stat *s) { return syscall(SYS_newfstatat, AT_FDCWD, f, s, 0); }
int bionic_lstat(const char *f, struct stat *s) { return syscall(SYS_newfstatat, AT_FDCWD, f, s, AT_SYMLINK_NOFOLLOW); }
int bionic_fstat(int d, struct stat *s) { return syscall(SYS_fstat, d, s); }
int bionic_fstatat(int d, const char *f, struct stat *s, int flags) { return syscall(SYS_newfstatat, d, f, s, flags); }
int bionic_stat64(const char *f, struct stat *s) { return bionic_stat(f, s); }
int bionic_lstat64(const char *f, struct stat *s) { return bionic_lstat(f, s); }
int bionic_fstat64(int d, struct stat *s) { return bionic_fstat(d, s); }
int bionic_fstatat64(int d, const char *f, struct stat *s, int flags) { return bionic_fstatat(d, f, s, flags); }
int bionic_mknod(const char *f, mode_t m, dev_t d) { return syscall(SYS_mknodat, AT_FDCWD, f, m, d); }
int bionic_mknodat(int at, const char *f, mode_t m, dev_t d) { return syscall(SYS_mknodat, at, f, m, d); }

/* Operators of Android's libstdc++.so, which is no more than these. */
void *bionic__Znwm(size_t n) { void *p = malloc(n ? n : 1); if (!p) bionic_die("operator new: no memory"); return p; }
void *bionic__Znam(size_t n) { return bionic__Znwm(n); }
void *bionic__ZnwmRKSt9nothrow_t(size_t n, const void *t) { return malloc(n ? n : 1); }
void *bionic__ZnamRKSt9nothrow_t(size_t n, const void *t) { return malloc(n ? n : 1); }
void bionic__ZdlPv(void *p) { free(p); }
void bionic__ZdaPv(void *p) { free(p); }
void bionic__ZdlPvRKSt9nothrow_t(void *p, const void *t) { free(p); }
void bionic__ZdaPvRKSt9nothrow_t(void *p, const void *t) { free(p); }
const char bionic__ZSt7nothrow[8] = {0};
void bionic___cxa_pure_virtual(void) { bionic_die("a pure virtual function was called"); }
/* The first byte is set by the compiler's reading code, the second is ours: 1 while a thread initializes. */
int bionic___cxa_guard_acquire(volatile char *g) {
  for (;;) {
    if (__atomic_load_n(g, __ATOMIC_ACQUIRE)) {
      return 0;
    }
    char free_ = 0;
    if (__atomic_compare_exchange_n(g + 1, &free_, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      if (__atomic_load_n(g, __ATOMIC_ACQUIRE)) {
        __atomic_store_n(g + 1, 0, __ATOMIC_RELEASE);
        return 0;
      }
      return 1;
    }
    syscall(SYS_sched_yield);
  }
}
void bionic___cxa_guard_release(volatile char *g) { __atomic_store_n(g, 1, __ATOMIC_RELEASE); __atomic_store_n(g + 1, 0, __ATOMIC_RELEASE); }
void bionic___cxa_guard_abort(volatile char *g) { __atomic_store_n(g + 1, 0, __ATOMIC_RELEASE); }

/* FP_INFINITE, FP_NAN, FP_NORMAL, FP_SUBNORMAL, FP_ZERO are 1, 2, 4, 8, 16 there. */
static int kind(int is_zero_exponent, int is_last_exponent, int is_zero_fraction) {
  return is_last_exponent ? (is_zero_fraction ? 1 : 2) : is_zero_exponent ? (is_zero_fraction ? 16 : 8) : 4;
}
int bionic___fpclassifyd(double d) { uint64_t b; memcpy(&b, &d, 8); int e = b >> 52 & 0x7ff; return kind(e == 0, e == 0x7ff, (b << 12) == 0); }
int bionic___fpclassify(double d) { return bionic___fpclassifyd(d); }
int bionic___fpclassifyf(float f) { uint32_t b; memcpy(&b, &f, 4); int e = b >> 23 & 0xff; return kind(e == 0, e == 0xff, (b << 9) == 0); }
int bionic___fpclassifyl(__float128 f) { uint64_t b[2]; memcpy(b, &f, 16); int e = b[1] >> 48 & 0x7fff; return kind(e == 0, e == 0x7fff, b[0] == 0 && (b[1] << 16) == 0); }
#define CLASSES(s, type, classify) \
  int bionic_##s##isfinite##classify(type x) { return (bionic___fpclassify##classify(x) & 3) == 0; } \
  int bionic_##s##isinf##classify(type x) { return bionic___fpclassify##classify(x) == 1; } \
  int bionic_##s##isnan##classify(type x) { return bionic___fpclassify##classify(x) == 2; } \
  int bionic_##s##isnormal##classify(type x) { return bionic___fpclassify##classify(x) == 4; }
CLASSES(, double, )
CLASSES(, float, f)
CLASSES(, __float128, l)
CLASSES(__, double, )
CLASSES(__, float, f)
CLASSES(__, __float128, l)
int bionic___signbit(double d) { uint64_t b; memcpy(&b, &d, 8); return b >> 63; }
int bionic___signbitf(float f) { uint32_t b; memcpy(&b, &f, 4); return b >> 31; }
int bionic___signbitl(__float128 f) { uint64_t b[2]; memcpy(b, &f, 16); return b[1] >> 63; }
