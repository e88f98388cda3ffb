/* Forms of libraries that loaders treat specially. Each function returns 0, else the failed line. */
typedef unsigned long size_t;
#define CHECK(condition) do { if (!(condition)) return __LINE__; } while (0)

int strcmp(const char *, const char *);
void *malloc(size_t), free(void *);
int pthread_create(unsigned long *, void *, void *(*)(void *), void *), pthread_join(unsigned long, void **);

/* Pointers to the library's own data: relative relocations, more than fit one word of RELR's map. */
static int numbers[200];
#define P(n) numbers + n, numbers + n + 1, numbers + n + 2, numbers + n + 3, numbers + n + 4
#define Q(n) P(n), P(n + 5), P(n + 10), P(n + 15)
static int *pointers[] = {Q(0), Q(20), Q(40), Q(60), Q(80), Q(100), Q(120), Q(140), Q(160), Q(180)};
static struct { char odd; int *spread; long gap[9]; } spread[20] = {[3] = {1, numbers + 7}, [19] = {1, numbers + 9}};
int test_pointers(void) {
  for (int i = 0; i < 200; i++) CHECK(pointers[i] == numbers + i);
  CHECK(spread[3].spread == numbers + 7 && spread[19].spread == numbers + 9 && !spread[4].spread);
  return 0;
}
/* And to what others have. */
static int (*volatile other)(const char *, const char *) = strcmp;
int test_imported(void) { return other("a", "a") == 0 && other == strcmp ? 0 : __LINE__; }

/* Thread-local data as new compilers make it; each thread has its own, and the big one needs no room in advance. */
static __thread int small = 5, zero;
static __thread char big[100000] = "begin";
__thread int exported = 9;
static void *in_thread(void *line) {
  *(int *) line = small == 5 && zero == 0 && strcmp(big, "begin") == 0 && exported == 9 ? 0 : __LINE__;
  small = 6; zero = 7; exported = 8; big[99999] = 1;
  return 0;
}
int test_thread_local(void) {
  small = 50; zero = 60; exported = 70; big[0] = 'B';
  for (int i = 0; i < 20; i++) {
    unsigned long t;
    int line = -1;
    CHECK(pthread_create(&t, 0, in_thread, &line) == 0 && pthread_join(t, 0) == 0 && line == 0);
  }
  return small == 50 && zero == 60 && exported == 70 && big[0] == 'B' ? 0 : __LINE__;
}

/* As older ones did (emutls): their runtime keeps each thread's copies under one key. */
int pthread_key_create(unsigned *, void (*)(void *)), pthread_setspecific(unsigned, const void *), pthread_once(int *, void (*)(void));
void *pthread_getspecific(unsigned);
static unsigned key;
static int once, ended;
static void end(void *copy) { __atomic_add_fetch(&ended, 1, 5); free(copy); }
static void make(void) { pthread_key_create(&key, end); }
static int *emulated(void) {
  pthread_once(&once, make);
  int *copy = pthread_getspecific(key);
  if (!copy) {
    copy = malloc(sizeof *copy);
    *copy = 5;
    pthread_setspecific(key, copy);
  }
  return copy;
}
static void *in_emulating_thread(void *line) { *(int *) line = *emulated() == 5 ? 0 : __LINE__; *emulated() = 6; return 0; }
int test_emulated_thread_local(void) {
  *emulated() = 50;
  unsigned long t;
  int line = -1;
  CHECK(pthread_create(&t, 0, in_emulating_thread, &line) == 0 && pthread_join(t, 0) == 0 && line == 0);
  return *emulated() == 50 && ended == 1 ? 0 : __LINE__;
}

/* What C++ registers for the end of a thread's objects. */
int __cxa_thread_atexit_impl(void (*)(void *), void *, void *);
extern void *__dso_handle __attribute__((visibility("hidden")));
void *__dso_handle;
static void destroy(void *to) { *(int *) to = 44; }
static void *in_object_thread(void *to) { __cxa_thread_atexit_impl(destroy, to, &__dso_handle); return 0; }
int test_end_of_thread(void) {
  unsigned long t;
  int to = 0;
  CHECK(pthread_create(&t, 0, in_object_thread, &to) == 0 && pthread_join(t, 0) == 0);
  return to == 44 ? 0 : __LINE__;
}

/* Loading from inside. */
void *dlopen(const char *, int), *dlsym(void *, const char *);
int dlclose(void *);
char *dlerror(void);
struct place { const char *file; void *base; const char *name; void *address; };
int dladdr(const void *, struct place *), dl_iterate_phdr(int (*)(void *, size_t, void *), void *);
int only_here(void) { return 4; }
int test_default_symbols(void) {
  CHECK(dlsym(0, "only_here") == (void *) only_here && dlsym((void *) -1, "strcmp") == (void *) strcmp && !dlsym(0, "no_such_function"));
  CHECK(dlerror() && !dlerror());
  return 0;
}
int test_other_library(const char *name) {
  void *l = dlopen(name, 2);
  CHECK(l && dlopen(name, 2) == l && !dlerror());
  int (*second)(void) = dlsym(l, "second");
  struct place p = {0};
  CHECK(second && second() == 5 && dladdr((void *) second, &p) && strcmp(p.name, "second") == 0 && p.address == (void *) second);
  CHECK(!dlsym(l, "no_such_function") && dlerror());
  return dlclose(l) | dlclose(l);
}
struct object { unsigned long base; const char *name; struct { int type, flags; unsigned long offset, address, physical, file, memory, align; } *headers; unsigned short count; };
/* Crash reporters and unwinders look for the segment of an address. */
static int look(void *o, size_t n, void *found) {
  struct object *each = o;
  for (int i = 0; i < each->count; i++) {
    unsigned long at = (unsigned long) look - each->base - each->headers[i].address;
    if (each->headers[i].type == 1 && (each->headers[i].flags & 1) && at < each->headers[i].memory) {
      *(const char **) found = each->name;
      return 1;
    }
  }
  return 0;
}
int test_segments(void) {
  const char *name = 0;
  struct place p = {0};
  CHECK(dl_iterate_phdr(look, &name) == 1 && name && dladdr((void *) look, &p) && strcmp(p.file, name) == 0);
  return 0;
}

static int steps;
__attribute__((constructor(101))) static void first(void) { steps = steps * 10 + 1; }
__attribute__((constructor(102))) static void second(void) { steps = steps * 10 + 2; }
int test_initializers(void) { return steps == 12 ? 0 : __LINE__; }
