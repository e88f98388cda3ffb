/* Streams: bionic's three standard ones are elements of an array (__sF) where libraries are old; the rest of a FILE is opaque. */
#include "bionic.h"
#include <libgen.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <unistd.h>

#define STREAM 152
char bionic___sF[3][STREAM];

static FILE *file(void *f) {
  char *at = f;
  if (at >= bionic___sF[0] && at < bionic___sF[0] + sizeof bionic___sF) {
    long n = (at - bionic___sF[0]) / STREAM;
    return n == 0 ? stdin : n == 1 ? stdout : stderr;
  }
  return f;
}

int bionic_vfprintf(void *f, const char *m, va_list a) { return vfprintf(file(f), m, a); }
int bionic_fprintf(void *f, const char *m, ...) { va_list a; va_start(a, m); int r = vfprintf(file(f), m, a); va_end(a); return r; }
size_t bionic_fwrite(const void *p, size_t s, size_t n, void *f) { return fwrite(p, s, n, file(f)); }
size_t bionic_fread(void *p, size_t s, size_t n, void *f) { return fread(p, s, n, file(f)); }
int bionic_fflush(void *f) { return fflush(file(f)); }
int bionic_fclose(void *f) { return fclose(file(f)); }
int bionic_fputc(int c, void *f) { return fputc(c, file(f)); }
int bionic_putc(int c, void *f) { return fputc(c, file(f)); }
int bionic_fputs(const char *s, void *f) { return fputs(s, file(f)); }
int bionic_fgetc(void *f) { return fgetc(file(f)); }
int bionic_getc(void *f) { return fgetc(file(f)); }
int bionic_ungetc(int c, void *f) { return ungetc(c, file(f)); }
char *bionic_fgets(char *s, int n, void *f) { return fgets(s, n, file(f)); }
int bionic_fileno(void *f) { return fileno(file(f)); }
int bionic_ferror(void *f) { return ferror(file(f)); }
int bionic_feof(void *f) { return feof(file(f)); }
int bionic_setvbuf(void *f, char *b, int m, size_t n) { return setvbuf(file(f), b, m, n); }
char *bionic___fgets_chk(char *s, int n, void *f, size_t z) { if ((size_t) n > z) bionic_die("fgets: written behind the end"); return fgets(s, n, file(f)); }
size_t bionic___fread_chk(void *p, size_t s, size_t n, void *f, size_t z) { if (s && n > z / s) bionic_die("fread: written behind the end"); return fread(p, s, n, file(f)); }
size_t bionic___fwrite_chk(const void *p, size_t s, size_t n, void *f, size_t z) { if (s && n > z / s) bionic_die("fwrite: read behind the end"); return fwrite(p, s, n, file(f)); }

/* A position is an off_t there. */
int bionic_fgetpos(void *f, long *p) { *p = ftello(file(f)); return *p < 0 ? -1 : 0; }
int bionic_fsetpos(void *f, const long *p) { return fseeko(file(f), *p, SEEK_SET); }
int bionic_fgetpos64(void *f, long *p) { return bionic_fgetpos(f, p); }
int bionic_fsetpos64(void *f, const long *p) { return bionic_fsetpos(f, p); }

struct functions { void *cookie; int (*read)(void *, char *, int); int (*write)(void *, const char *, int); long (*seek)(void *, long, int); int (*close)(void *); };
static ssize_t funopen_read(void *c, char *b, size_t n) { struct functions *f = c; return f->read(f->cookie, b, n); }
static ssize_t funopen_write(void *c, const char *b, size_t n) { struct functions *f = c; return f->write(f->cookie, b, n); }
static int funopen_seek(void *c, off64_t *o, int w) { struct functions *f = c; long r = f->seek(f->cookie, *o, w); *o = r; return r < 0 ? -1 : 0; }
static int funopen_close(void *c) { struct functions *f = c; int r = f->close ? f->close(f->cookie) : 0; free(f); return r; }
FILE *bionic_funopen(void *cookie, void *r, void *w, void *s, void *c) {
  struct functions *f = malloc(sizeof *f);
  struct functions given = {cookie, r, w, s, c};
  *f = given;
  cookie_io_functions_t of = {r ? funopen_read : 0, w ? funopen_write : 0, s ? funopen_seek : 0, funopen_close};
  return fopencookie(f, r && w ? "r+" : r ? "r" : "w", of);
}
FILE *bionic_funopen64(void *cookie, void *r, void *w, void *s, void *c) { return bionic_funopen(cookie, r, w, s, c); }

char *bionic_fgetln(void *f, size_t *n) {
  static __thread char *line;
  static __thread size_t room;
  ssize_t k = getline(&line, &room, file(f));
  *n = k < 0 ? 0 : k;
  return k < 0 ? 0 : line;
}

/* Neither changes its argument there. */
char *bionic_basename(const char *path) {
  static __thread char room[4097];
  size_t n = path ? strlen(path) : 0;
  while (n > 1 && path[n - 1] == '/') {
    n--;
  }
  if (n == 0) {
    return strcpy(room, ".");
  }
  size_t from = n;
  while (from > 0 && path[from - 1] != '/') {
    from--;
  }
  if (from == n) {
    from = n - 1;
  }
  size_t k = n - from < sizeof room ? n - from : sizeof room - 1;
  memcpy(room, path + from, k);
  room[k] = 0;
  return room;
}
char *bionic_dirname(const char *path) {
  static __thread char room[4097];
  size_t n = path ? strlen(path) : 0;
  while (n > 1 && path[n - 1] == '/') {
    n--;
  }
  while (n > 0 && path[n - 1] != '/') {
    n--;
  }
  while (n > 1 && path[n - 1] == '/') {
    n--;
  }
  if (n == 0) {
    return strcpy(room, ".");
  }
  size_t k = n < sizeof room ? n : sizeof room - 1;
  memcpy(room, path, k);
  room[k] = 0;
  return room;
}

/* Text is always UTF-8 there; the locale of this process is the JVM's, and stays. */
static locale_t utf8(void) {
  static locale_t made;
  locale_t l = __atomic_load_n(&made, __ATOMIC_ACQUIRE);
  if (!l) {
    l = newlocale(LC_ALL_MASK, "C.UTF-8", 0);
    if (!l) {
      l = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", 0);
    }
    if (!l) {
      l = newlocale(LC_ALL_MASK, "C", 0);
    }
    __atomic_store_n(&made, l, __ATOMIC_RELEASE);
  }
  return l;
}
char *bionic_setlocale(int category, const char *name) {
  return !name || !*name || !strcmp(name, "C") || !strcmp(name, "POSIX") || !strcmp(name, "C.UTF-8") || !strcmp(name, "en_US.UTF-8") ? (char *) "C.UTF-8" : 0;
}
locale_t bionic_newlocale(int mask, const char *name, locale_t base) {
  if (!bionic_setlocale(0, name)) {
    return 0;
  }
  if (base) {
    freelocale(base);
  }
  return duplocale(utf8());
}
#define IN_UTF8(type, name, parameters, arguments) \
  type bionic_##name parameters { locale_t before = uselocale(utf8()); type r = name arguments; uselocale(before); return r; }
IN_UTF8(size_t, mbrtowc, (wchar_t *w, const char *s, size_t n, mbstate_t *m), (w, s, n, m))
IN_UTF8(size_t, wcrtomb, (char *s, wchar_t w, mbstate_t *m), (s, w, m))
IN_UTF8(size_t, mbrlen, (const char *s, size_t n, mbstate_t *m), (s, n, m))
IN_UTF8(size_t, mbsrtowcs, (wchar_t *w, const char **s, size_t n, mbstate_t *m), (w, s, n, m))
IN_UTF8(size_t, wcsrtombs, (char *s, const wchar_t **w, size_t n, mbstate_t *m), (s, w, n, m))
IN_UTF8(size_t, mbsnrtowcs, (wchar_t *w, const char **s, size_t z, size_t n, mbstate_t *m), (w, s, z, n, m))
IN_UTF8(size_t, wcsnrtombs, (char *s, const wchar_t **w, size_t z, size_t n, mbstate_t *m), (s, w, z, n, m))
IN_UTF8(size_t, mbstowcs, (wchar_t *w, const char *s, size_t n), (w, s, n))
IN_UTF8(size_t, wcstombs, (char *s, const wchar_t *w, size_t n), (s, w, n))
IN_UTF8(int, mbtowc, (wchar_t *w, const char *s, size_t n), (w, s, n))
IN_UTF8(int, wctomb, (char *s, wchar_t w), (s, w))
size_t bionic_mbsrtowcs_l(wchar_t *w, const char **s, size_t n, mbstate_t *m, locale_t l) { return bionic_mbsrtowcs(w, s, n, m); }
size_t bionic_wcsrtombs_l(char *s, const wchar_t **w, size_t n, mbstate_t *m, locale_t l) { return bionic_wcsrtombs(s, w, n, m); }
size_t bionic___ctype_get_mb_cur_max(void) { return 4; }

/* BSD's table of bits for each character, which old libraries read themselves. */
#define U 1
#define L 2
#define N 4
#define S 8
#define P 16
#define C 32
#define X 64
#define B 128
const char bionic__ctype_[257] = {0, C, C, C, C, C, C, C, C, C, C | S, C | S, C | S, C | S, C | S, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, (char) (S | B),
  P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, N, N, N, N, N, N, N, N, N, N, P, P, P, P, P, P, P, U | X, U | X, U | X, U | X, U | X, U | X,
  U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, P, P, P, P, P, P, L | X, L | X, L | X, L | X, L | X, L | X,
  L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, P, P, P, P, C};
