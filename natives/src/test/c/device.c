/* What libandroid.so and libjnigraphics.so have, as an NDK's library calls it. Each function returns 0, else the failed line. */
typedef unsigned long size_t;
#define CHECK(condition) do { if (!(condition)) return __LINE__; } while (0)
#define NATIVE(name) Java_dev_dexscope_natives_DeviceLibrary_##name

int strcmp(const char *, const char *), memcmp(const void *, const void *, size_t);
int pipe(int *), close(int);
long read(int, void *, size_t), write(int, const void *, size_t), lseek(int, long, int);
int pthread_create(unsigned long *, void *, void *(*)(void *), void *), pthread_join(unsigned long, void **);

void *AAssetManager_fromJava(void *env, void *manager);
void *AAssetManager_open(void *, const char *, int), *AAssetManager_openDir(void *, const char *);
int AAsset_read(void *, void *, size_t), AAsset_openFileDescriptor(void *, long *, long *);
long AAsset_seek(void *, long, int), AAsset_getLength(void *), AAsset_getRemainingLength(void *);
const void *AAsset_getBuffer(void *);
void AAsset_close(void *), AAssetDir_close(void *), AAssetDir_rewind(void *);
const char *AAssetDir_getNextFileName(void *);

int NATIVE(assets)(void *env, void *type, void *manager) {
  char b[8] = "";
  void *m = AAssetManager_fromJava(env, manager);
  CHECK(m && m == AAssetManager_fromJava(env, manager) && !AAssetManager_fromJava(env, 0));
  CHECK(!AAssetManager_open(m, "none.txt", 0));
  void *a = AAssetManager_open(m, "words.txt", 2);
  CHECK(a && AAsset_getLength(a) == 200000 && AAsset_getRemainingLength(a) == 200000);
  CHECK(AAsset_read(a, b, 4) == 4 && memcmp(b, "abcd", 4) == 0 && AAsset_getRemainingLength(a) == 199996);
  CHECK(AAsset_seek(a, -2, 2) == 199998 && AAsset_read(a, b, 8) == 2 && memcmp(b, "gh", 2) == 0 && AAsset_read(a, b, 8) == 0);
  CHECK(AAsset_seek(a, 1, 2) == -1 && AAsset_seek(a, 8, 0) == 8 && AAsset_seek(a, 1, 1) == 9);
  CHECK(memcmp((const char *) AAsset_getBuffer(a) + 26, "abcd", 4) == 0);
  long start = -1, size = -1;
  int d = AAsset_openFileDescriptor(a, &start, &size);
  CHECK(d >= 0 && size == 200000 && lseek(d, start + 2, 0) == start + 2 && read(d, b, 2) == 2 && memcmp(b, "cd", 2) == 0 && close(d) == 0);
  AAsset_close(a);
  a = AAssetManager_open(m, "empty.txt", 3);
  CHECK(a && AAsset_getLength(a) == 0 && AAsset_getBuffer(a) && AAsset_read(a, b, 8) == 0);
  AAsset_close(a);
  void *f = AAssetManager_openDir(m, "");
  for (int i = 0; i < 2; i++) {
    CHECK(strcmp(AAssetDir_getNextFileName(f), "empty.txt") == 0 && strcmp(AAssetDir_getNextFileName(f), "words.txt") == 0);
    CHECK(!AAssetDir_getNextFileName(f));
    AAssetDir_rewind(f);
  }
  AAssetDir_close(f);
  return 0;
}

static void *opened;
static void *open_elsewhere(void *m) { void *a = AAssetManager_open(m, "words.txt", 3); opened = a; if (a) AAsset_close(a); return 0; }
int NATIVE(assetsOfAThread)(void *env, void *type, void *manager) {
  unsigned long t;
  CHECK(pthread_create(&t, 0, open_elsewhere, AAssetManager_fromJava(env, manager)) == 0 && pthread_join(t, 0) == 0);
  return opened ? 0 : __LINE__;
}

void *ALooper_prepare(int), *ALooper_forThread(void);
void ALooper_acquire(void *), ALooper_release(void *), ALooper_wake(void *);
int ALooper_addFd(void *, int, int, int, int (*)(int, int, void *), void *), ALooper_removeFd(void *, int);
int ALooper_pollOnce(int, int *, int *, void **), ALooper_pollAll(int, int *, int *, void **);
static int calls;
static int called(int d, int events, void *data) {
  char b;
  if (events & 1) read(d, &b, 1);
  return ++calls < 2 && data == (void *) 77 && (events & 1);
}
static int polls(void) {
  int p[2], d = -1, events = 0;
  void *data = 0, *l = ALooper_prepare(1);
  CHECK(l && l == ALooper_prepare(1) && l == ALooper_forThread() && pipe(p) == 0);
  CHECK(ALooper_pollOnce(0, 0, 0, 0) == -3);
  ALooper_wake(l);
  ALooper_wake(l);
  CHECK(ALooper_pollOnce(-1, 0, 0, 0) == -1 && ALooper_pollOnce(0, 0, 0, 0) == -3);
  CHECK(ALooper_addFd(l, p[0], 5, 1, 0, (void *) 66) == 1 && ALooper_pollOnce(1, 0, 0, 0) == -3);
  write(p[1], "ab", 2);
  CHECK(ALooper_pollOnce(-1, &d, &events, &data) == 5 && d == p[0] && events == 1 && data == (void *) 66);
  CHECK(ALooper_addFd(l, p[0], 0, 1, called, (void *) 77) == 1);
  calls = 0;
  CHECK(ALooper_pollOnce(-1, 0, 0, 0) == -2 && calls == 1);
  CHECK(ALooper_pollAll(1, 0, 0, 0) == -3 && calls == 2); /* The second call has ended it. */
  CHECK(ALooper_removeFd(l, p[0]) == 0 && ALooper_addFd(l, p[0], 6, 1, 0, 0) == 1 && ALooper_removeFd(l, p[0]) == 1);
  CHECK(ALooper_addFd(l, -1, 6, 1, 0, 0) == -1);
  CHECK(ALooper_addFd(l, p[0], 6, 1, 0, 0) == 1 && close(p[1]) == 0);
  CHECK(ALooper_pollOnce(-1, &d, &events, 0) == 6 && events == 8); /* ALOOPER_EVENT_HANGUP is always reported. */
  CHECK(ALooper_removeFd(l, p[0]) == 1);
  return close(p[0]);
}
int NATIVE(loopers)(void *env, void *type) { return polls(); }

struct added { void *looper; int pipe[2]; };
static void *add(void *of) {
  struct added *a = of;
  ALooper_addFd(a->looper, a->pipe[0], 9, 1, 0, 0);
  write(a->pipe[1], "a", 1);
  return 0;
}
/* A thread that polls sees what another one adds. */
int NATIVE(loopersOfThreads)(void *env, void *type) {
  struct added a = {ALooper_prepare(1)};
  unsigned long t;
  int r;
  CHECK(pipe(a.pipe) == 0 && pthread_create(&t, 0, add, &a) == 0);
  while ((r = ALooper_pollOnce(20000, 0, 0, 0)) == -1) { }
  CHECK(r == 9 && pthread_join(t, 0) == 0 && ALooper_removeFd(a.looper, a.pipe[0]) == 1);
  return close(a.pipe[0]) | close(a.pipe[1]);
}

static void *poll_and_end(void *line) { *(int *) line = polls(); return 0; }
static void *keep_and_end(void *to) { ALooper_acquire(*(void **) to = ALooper_prepare(0)); return 0; }
/* A looper ends with its thread, or with its last owner. */
int NATIVE(loopersEnd)(void *env, void *type) {
  int before[2], after[2], line = -1;
  CHECK(pipe(before) == 0 && close(before[0]) == 0 && close(before[1]) == 0);
  for (int i = 0; i < 50; i++) {
    unsigned long t;
    void *kept;
    CHECK(pthread_create(&t, 0, poll_and_end, &line) == 0 && pthread_join(t, 0) == 0 && line == 0);
    CHECK(pthread_create(&t, 0, keep_and_end, &kept) == 0 && pthread_join(t, 0) == 0);
    ALooper_wake(kept);
    ALooper_release(kept);
  }
  CHECK(pipe(after) == 0);
  int grown = after[0] - before[0];
  close(after[0]);
  close(after[1]);
  return grown < 20 ? 0 : grown;
}

void *AConfiguration_new(void);
void AConfiguration_delete(void *), AConfiguration_fromAssetManager(void *, void *), AConfiguration_copy(void *, void *);
int AConfiguration_getSdkVersion(void *), AConfiguration_getDensity(void *), AConfiguration_getOrientation(void *);
void AConfiguration_getLanguage(void *, char *);
int NATIVE(configuration)(void *env, void *type, void *manager) {
  char language[3] = "";
  void *c = AConfiguration_new(), *d = AConfiguration_new();
  AConfiguration_fromAssetManager(c, AAssetManager_fromJava(env, manager));
  AConfiguration_copy(d, c);
  AConfiguration_delete(c);
  CHECK(AConfiguration_getSdkVersion(d) == 35 && AConfiguration_getDensity(d) == 160 && AConfiguration_getOrientation(d) == 1);
  AConfiguration_getLanguage(d, language);
  CHECK(strcmp(language, "en") == 0);
  AConfiguration_delete(d);
  return 0;
}

struct bitmap { unsigned width, height, stride; int format; unsigned flags; };
int AndroidBitmap_getInfo(void *, void *, struct bitmap *), AndroidBitmap_lockPixels(void *, void *, void **), AndroidBitmap_unlockPixels(void *, void *);
int AndroidBitmap_compress(const void *, int, const void *, int, int, void *, void *);
int NATIVE(bitmap)(void *env, void *type, void *bitmap) {
  struct bitmap b = {0};
  unsigned *pixels = 0, *again = 0;
  CHECK(AndroidBitmap_getInfo(env, bitmap, &b) == 0 && b.width == 3 && b.height == 2 && b.stride == 12 && b.format == 1);
  CHECK(AndroidBitmap_lockPixels(env, bitmap, (void **) &pixels) == 0 && pixels[0] == 1 && pixels[5] == 6);
  CHECK(AndroidBitmap_lockPixels(env, bitmap, (void **) &again) == 0 && again == pixels);
  pixels[5] = 99;
  CHECK(AndroidBitmap_unlockPixels(env, bitmap) == 0 && AndroidBitmap_unlockPixels(env, bitmap) == 0);
  CHECK(AndroidBitmap_getInfo(env, 0, &b) < 0 && AndroidBitmap_lockPixels(env, 0, (void **) &pixels) < 0);
  CHECK(AndroidBitmap_compress(&b, 0, pixels, 0, 100, 0, 0) < 0); /* Is absent, which is no success. */
  return 0;
}

/* An exception that is thrown, and is not lost when native code logs or loads before it returns. */
int __android_log_write(int, const char *, const char *);
void *dlopen(const char *, int);
void NATIVE(throwAndLog)(void ***env, void *type) {
  void *c = ((void *(*)(void *, const char *)) (*env)[6])(env, "java/lang/IllegalStateException");
  ((int (*)(void *, void *, const char *)) (*env)[14])(env, c, "kept");
  __android_log_write(6, "tag", "thrown");
  dlopen("libnowhere.so", 2);
}

/* Fields of Android's core library. */
static void *field(void ***env, const char *of, const char *name) {
  void *c = ((void *(*)(void *, const char *)) (*env)[6])(env, of);
  return ((void *(*)(void *, void *, const char *, const char *)) (*env)[94])(env, c, name, "I");
}
static int int_of(void ***env, void *of, void *field) {
  return ((int (*)(void *, void *, void *)) (*env)[100])(env, of, field);
}
int NATIVE(shift)(void ***env, void *type, void *buffer) {
  return int_of(env, buffer, field(env, "java/nio/Buffer", "_elementSizeShift"));
}
int NATIVE(number)(void ***env, void *type, void *file) {
  return int_of(env, file, field(env, "java/io/FileDescriptor", "descriptor"));
}
int NATIVE(noField)(void ***env, void *type, void *of) {
  CHECK(!field(env, "java/io/File", "descriptor"));
  CHECK(((unsigned char (*)(void *)) (*env)[228])(env));
  ((void (*)(void *)) (*env)[17])(env);
  CHECK(!field(env, "java/lang/Thread", "_elementSizeShift"));
  ((void (*)(void *)) (*env)[17])(env);
  return 0;
}
