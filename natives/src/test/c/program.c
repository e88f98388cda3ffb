/* A library as an NDK would build it, without the host's headers: layouts and numbers are Android's. Each function returns 0
   if all was as on Android, else the number of the line that failed. */
typedef unsigned long size_t;
#define CHECK(condition) do { if (!(condition)) return __LINE__; } while (0)

int sem_init(int *, int, unsigned), sem_post(int *), sem_wait(int *), sem_trywait(int *), sem_getvalue(int *, int *), sem_destroy(int *);
int test_semaphore(void) {
  int s[8] = {-1, -1, -1, -1, 7, 7, 7, 7}, v = 0;
  CHECK(sem_init(s, 0, 2) == 0);
  CHECK(sem_wait(s) == 0 && sem_wait(s) == 0 && sem_trywait(s) == -1);
  CHECK(sem_post(s) == 0 && sem_getvalue(s, &v) == 0 && v == 1);
  CHECK(s[4] == 7 && s[5] == 7 && s[6] == 7 && s[7] == 7);
  return sem_destroy(s);
}

int pthread_create(unsigned long *, void *, void *(*)(void *), void *), pthread_join(unsigned long, void **);
static int handed[4], turns;
static void *hand(void *unused) { for (int i = 0; i < 100000; i++) { sem_wait(handed); turns++; } return 0; }
int test_semaphore_of_threads(void) {
  unsigned long t;
  turns = 0;
  CHECK(sem_init(handed, 0, 0) == 0 && pthread_create(&t, 0, hand, 0) == 0);
  for (int i = 0; i < 100000; i++) sem_post(handed);
  CHECK(pthread_join(t, 0) == 0);
  return turns == 100000 ? 0 : __LINE__;
}

int pthread_mutex_lock(int *), pthread_mutex_unlock(int *), pthread_mutex_trylock(int *);
static int recursive[10] = {0x4000}, checking[10] = {0x8000}, plain[10];
int test_static_mutexes(void) {
  CHECK(pthread_mutex_lock(recursive) == 0 && pthread_mutex_lock(recursive) == 0);
  CHECK(pthread_mutex_unlock(recursive) == 0 && pthread_mutex_unlock(recursive) == 0 && pthread_mutex_unlock(recursive) != 0);
  CHECK(pthread_mutex_lock(checking) == 0 && pthread_mutex_lock(checking) == 35 && pthread_mutex_unlock(checking) == 0);
  CHECK(pthread_mutex_lock(plain) == 0 && pthread_mutex_trylock(plain) == 16 && pthread_mutex_unlock(plain) == 0);
  return 0;
}

struct action { int flags; void *handler; unsigned long mask; void *restorer; };
int sigaction(int, const struct action *, struct action *), sigemptyset(unsigned long *), sigaddset(unsigned long *, int), raise(int);
static volatile int caught;
static void catch_(int n) { caught = n; }
int test_signals(void) {
  unsigned long set[2] = {5, 5};
  CHECK(sigemptyset(set) == 0 && sigaddset(set, 10) == 0 && set[0] == 1UL << 9 && set[1] == 5);
  struct action a = {0, catch_, 0, 0}, before = {1, 0, 0, 0};
  CHECK(sigaction(11, &a, &before) == 0 && before.handler == 0);
  CHECK(sigaction(11, 0, &before) == 0 && before.handler == (void *) catch_);
  CHECK(sigaction(10, &a, 0) == 0 && raise(10) == 0 && caught == 10);
  return 0;
}

int setjmp(long *);
void longjmp(long *, int);
static void leave(long *to, int depth) { if (depth == 0) longjmp(to, 7); leave(to, depth - 1); }
int test_jumps(void) {
  struct { long buffer[11], guard; } j = {{0}, 42};
  int r = setjmp(j.buffer);
  if (r == 0) leave(j.buffer, 5);
  return r == 7 && j.guard == 42 ? 0 : __LINE__;
}

int snprintf(char *, size_t, const char *, ...), sscanf(const char *, const char *, ...), strcmp(const char *, const char *);
int test_variadic(void) {
  char b[200];
  snprintf(b, sizeof b, "%d %s %.1f %.1f %.1f %.1f %.1f %.1f %.1f %.1f %.1f %ld", 1, "a", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10L);
  CHECK(strcmp(b, "1 a 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0 9.0 10") == 0);
  float f;
  CHECK(sscanf("1.5 x", "%f %s", &f, b) == 2 && f == 1.5f && b[0] == 'x');
  return 0;
}

int *__errno(void), open(const char *, int, ...), strerror_r(int, char *, size_t);
int test_errors(void) {
  char b[100] = "";
  CHECK(open("/nowhere", 0) == -1 && *__errno() == 2);
  CHECK(strerror_r(2, b, sizeof b) == 0 && b[0] == 'N');
  return 0;
}

long sysconf(int);
int test_sysconf(void) {
  CHECK(sysconf(0x28) == 4096 && sysconf(0x27) == 4096);
  CHECK(sysconf(0x61) > 0 && sysconf(0x60) >= sysconf(0x61) && sysconf(0x62) > 1000 && sysconf(0x06) == 100 && sysconf(9999) == -1);
  return 0;
}

__float128 sinl(__float128), strtold(const char *, char **);
int __fpclassifyd(double);
int test_mathematics(void) {
  __float128 s = sinl(strtold("0.5", 0));
  CHECK((double) s == 0.479425538604203);
  CHECK(__fpclassifyd(1.0) == 4 && __fpclassifyd(0.0) == 16 && __fpclassifyd(1.0 / 0.0 * 0) == 2);
  return 0;
}

struct expression { int magic; size_t groups; const char *end; void *p; };
struct match { long from, to; };
int regcomp(struct expression *, const char *, int), regexec(struct expression *, const char *, size_t, struct match *, int);
void regfree(struct expression *);
int test_expressions(void) {
  struct { struct expression e; long guard; } r = {{0}, 42};
  struct match m[2];
  CHECK(regcomp(&r.e, "b(c+)", 1) == 0 && r.guard == 42 && r.e.groups == 1);
  CHECK(regexec(&r.e, "abccd", 2, m, 0) == 0 && m[0].from == 1 && m[0].to == 4 && m[1].from == 2 && m[1].to == 4);
  regfree(&r.e);
  return 0;
}

struct info { int flags, family, type, protocol; unsigned length; char *name; unsigned char *address; struct info *next; };
int getaddrinfo(const char *, const char *, const struct info *, struct info **);
void freeaddrinfo(struct info *);
int socket(int, int, int), connect(int, const void *, unsigned), close(int);
int test_network(int is_offline) {
  struct info hints = {0, 2, 1, 0}, *r = 0;
  CHECK(getaddrinfo("127.0.0.1", "80", &hints, &r) == 0 && r->address[3] == 80 && r->address[4] == 127);
  freeaddrinfo(r);
  if (is_offline) {
    unsigned char far_[16] = {2, 0, 0, 80, 192, 0, 2, 1};
    CHECK(getaddrinfo("example.invalid", 0, &hints, &r) != 0 && r == 0);
    int d = socket(2, 1, 0);
    CHECK(d >= 0 && connect(d, far_, 16) == -1 && *__errno() == 101);
    close(d);
  }
  return 0;
}

int __system_property_get(const char *, char *);
int test_properties(void) {
  char v[92];
  CHECK(__system_property_get("ro.build.version.sdk", v) == 2 && strcmp(v, "35") == 0);
  CHECK(__system_property_get("ro.none", v) == 0 && v[0] == 0);
  return 0;
}

extern char __sF[3][152];
int fprintf(void *, const char *, ...), fflush(void *), fileno(void *);
int test_streams(void) { CHECK(fileno(__sF[1]) == 1 && fileno(__sF[2]) == 2); return fflush(__sF[2]); }

char *dirname(const char *), *basename(const char *);
int test_paths(void) {
  CHECK(strcmp(dirname("/a/b/"), "/a") == 0 && strcmp(basename("/a/b/"), "b") == 0 && strcmp(basename("/"), "/") == 0);
  CHECK(strcmp(dirname("a"), ".") == 0 && strcmp(dirname("/a"), "/") == 0 && strcmp(basename(""), ".") == 0);
  return 0;
}

void *dlopen(const char *, int), *dlsym(void *, const char *);
int dl_iterate_phdr(int (*)(void *, size_t, void *), void *);
struct place { const char *file; void *base; const char *name; void *address; };
int dladdr(const void *, struct place *);
struct object { unsigned long base; const char *name; };
static int look(void *o, size_t n, void *found) { if (((struct object *) o)->base == *(unsigned long *) found) { *(unsigned long *) found = 0; } return 0; }
int test_loader(void) {
  void *c = dlopen("libc.so", 2);
  CHECK(c && dlsym(c, "sem_init") == (void *) sem_init && dlsym(c, "snprintf") == (void *) snprintf && !dlsym(c, "no_such"));
  struct place p;
  CHECK(dladdr((void *) test_loader, &p) != 0 && strcmp(p.name, "test_loader") == 0);
  unsigned long base = (unsigned long) p.base;
  dl_iterate_phdr(look, &base);
  CHECK(base == 0 && !dlopen("libnowhere.so", 2));
  return 0;
}

static __thread int of_thread = 5;
int test_thread_local(void) { return of_thread == 5 ? 0 : __LINE__; }

static int started;
__attribute__((constructor)) static void start(void) { started = 3; }
int test_initializer(void) { return started == 3 ? 0 : __LINE__; }

/* The host has a function of this name; the library's own is meant. */
int getopt(int a, char *const *b, const char *c) { return 4711; }
int test_own_function(void) { int (*volatile f)(int, char *const *, const char *) = getopt; return f(0, 0, 0) == 4711 ? 0 : __LINE__; }

void *fts_open(void *, int, void *);
void *test_refused(void) { return fts_open(0, 0, 0); }
void *eglCreateContext(void *, void *, void *, void *), *eglGetDisplay(void *);
int test_absent(void) { return eglGetDisplay(0) == 0 && eglCreateContext(0, 0, 0, 0) == 0 ? 0 : __LINE__; }
int __android_log_print(int, const char *, const char *, ...);
int test_log(void) { return __android_log_print(4, "tag", "%s %d", "text", 7) == 1 ? 0 : __LINE__; }
void crash(int *at) { *at = 1; }
