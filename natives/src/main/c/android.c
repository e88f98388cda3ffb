/* libandroid.so (assets, loopers, configurations) and libjnigraphics.so, through JNI; and EGL, which has no display. */
#include "bionic.h"
#include <dlfcn.h>
#include <errno.h>
#include <jni.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static JavaVM *java_vm(void) {
  static jint (*created)(JavaVM **, jsize, jsize *);
  JavaVM *vm = 0;
  jsize n = 0;
  if (!created) {
    created = dlsym(RTLD_DEFAULT, "JNI_GetCreatedJavaVMs");
  }
  return created && created(&vm, 1, &n) == JNI_OK && n > 0 ? vm : 0;
}
JNIEnv *dexscope_env(void) {
  JavaVM *vm = java_vm();
  JNIEnv *e = 0;
  if (vm && (*vm)->GetEnv(vm, (void **) &e, JNI_VERSION_1_8) != JNI_OK) {
    (*vm)->AttachCurrentThreadAsDaemon(vm, (void **) &e, 0);
  }
  return e;
}
/* Calls of Java through function pointers begin without an exception: one that is pending would be lost. */
void *dexscope_set_aside(void) {
  JavaVM *vm = java_vm();
  JNIEnv *e = 0;
  if (!vm || (*vm)->GetEnv(vm, (void **) &e, JNI_VERSION_1_8) != JNI_OK) {
    return 0;
  }
  jthrowable pending = (*e)->ExceptionOccurred(e);
  if (pending) {
    (*e)->ExceptionClear(e);
  }
  return pending;
}
void dexscope_put_back(void *pending) {
  if (pending) {
    JNIEnv *e = dexscope_env();
    (*e)->Throw(e, pending);
    (*e)->DeleteLocalRef(e, pending);
  }
}
static jmethodID method(JNIEnv *e, jobject of, const char *name, const char *type) {
  jclass c = (*e)->GetObjectClass(e, of);
  jmethodID m = (*e)->GetMethodID(e, c, name, type);
  (*e)->DeleteLocalRef(e, c);
  return m;
}
/* Android's functions report failure by their result. */
static int has_failed(JNIEnv *e) {
  if ((*e)->ExceptionCheck(e)) {
    (*e)->ExceptionClear(e);
    return 1;
  }
  return 0;
}

static int lock;
void dexscope_enter(void) { int no = 0; while (!__atomic_compare_exchange_n(&lock, &no, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) { no = 0; usleep(10); } }
void dexscope_leave(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

/* An AAssetManager is a global reference, one for each object, which stays: its owner is the app. An asset is its bytes. */
struct manager { struct manager *next; jobject object; };
static struct manager *managers;
struct asset { uint8_t *bytes; long size, at; };
struct folder { char **names; int count, at; };

void *bionic_AAssetManager_fromJava(JNIEnv *e, jobject manager) {
  if (!manager) {
    return 0;
  }
  struct manager *made = calloc(1, sizeof *made);
  made->object = (*e)->NewGlobalRef(e, manager);
  dexscope_enter();
  struct manager *known = managers;
  while (known && !(*e)->IsSameObject(e, known->object, manager)) {
    known = known->next;
  }
  if (!known) {
    made->next = managers;
    managers = known = made;
    made = 0;
  }
  dexscope_leave();
  if (made) {
    (*e)->DeleteGlobalRef(e, made->object);
    free(made);
  }
  return known->object;
}
static struct asset *read_all(JNIEnv *e, jobject stream) {
  struct asset *a = calloc(1, sizeof *a);
  jmethodID read = method(e, stream, "read", "([B)I");
  jmethodID close_ = method(e, stream, "close", "()V");
  jbyteArray piece = (*e)->NewByteArray(e, 1 << 16);
  long room = 0;
  while (piece) {
    int n = (*e)->CallIntMethod(e, stream, read, piece);
    if (has_failed(e)) {
      free(a->bytes);
      free(a);
      a = 0;
      break;
    }
    if (n < 0) {
      break;
    }
    if (a->size + n > room) {
      room = 2 * (a->size + n);
      a->bytes = realloc(a->bytes, room);
    }
    (*e)->GetByteArrayRegion(e, piece, 0, n, (jbyte *) a->bytes + a->size);
    a->size += n;
  }
  (*e)->CallVoidMethod(e, stream, close_);
  has_failed(e);
  return a;
}
struct asset *bionic_AAssetManager_open(jobject manager, const char *name, int mode) {
  JNIEnv *e = dexscope_env();
  if (!e || !manager || (*e)->PushLocalFrame(e, 16) != 0) {
    return 0;
  }
  struct asset *a = 0;
  jobject stream = (*e)->CallObjectMethod(e, manager, method(e, manager, "open", "(Ljava/lang/String;)Ljava/io/InputStream;"), (*e)->NewStringUTF(e, name));
  if (!has_failed(e) && stream) {
    a = read_all(e, stream);
  }
  (*e)->PopLocalFrame(e, 0);
  return a;
}
struct folder *bionic_AAssetManager_openDir(jobject manager, const char *name) {
  JNIEnv *e = dexscope_env();
  if (!e || !manager || (*e)->PushLocalFrame(e, 16) != 0) {
    return 0;
  }
  struct folder *f = calloc(1, sizeof *f);
  jobjectArray all = (*e)->CallObjectMethod(e, manager, method(e, manager, "list", "(Ljava/lang/String;)[Ljava/lang/String;"), (*e)->NewStringUTF(e, name));
  if (!has_failed(e) && all) {
    int n = (*e)->GetArrayLength(e, all);
    f->names = calloc(n + 1, sizeof *f->names);
    for (int i = 0; i < n; i++) {
      jstring each = (*e)->GetObjectArrayElement(e, all, i);
      const char *text = (*e)->GetStringUTFChars(e, each, 0);
      f->names[f->count++] = strdup(text);
      (*e)->ReleaseStringUTFChars(e, each, text);
      (*e)->DeleteLocalRef(e, each);
    }
  }
  (*e)->PopLocalFrame(e, 0);
  return f;
}
const char *bionic_AAssetDir_getNextFileName(struct folder *f) { return f->at < f->count ? f->names[f->at++] : 0; }
void bionic_AAssetDir_rewind(struct folder *f) { f->at = 0; }
void bionic_AAssetDir_close(struct folder *f) {
  for (int i = 0; i < f->count; i++) {
    free(f->names[i]);
  }
  free(f->names);
  free(f);
}
int bionic_AAsset_read(struct asset *a, void *to, size_t n) {
  long left = a->size - a->at;
  long k = (long) n < left ? (long) n : left;
  memcpy(to, a->bytes + a->at, k);
  a->at += k;
  return k;
}
long bionic_AAsset_seek64(struct asset *a, long offset, int whence) {
  long to = (whence == 0 ? 0 : whence == 1 ? a->at : a->size) + offset;
  if (to < 0 || to > a->size) {
    return -1;
  }
  return a->at = to;
}
long bionic_AAsset_seek(struct asset *a, long offset, int whence) { return bionic_AAsset_seek64(a, offset, whence); }
void bionic_AAsset_close(struct asset *a) { if (a) { free(a->bytes); free(a); } }
const void *bionic_AAsset_getBuffer(struct asset *a) { return a->bytes ? a->bytes : (uint8_t *) ""; }
long bionic_AAsset_getLength(struct asset *a) { return a->size; }
long bionic_AAsset_getLength64(struct asset *a) { return a->size; }
long bionic_AAsset_getRemainingLength(struct asset *a) { return a->size - a->at; }
long bionic_AAsset_getRemainingLength64(struct asset *a) { return a->size - a->at; }
/* A file in memory, because the package can have it compressed. */
int bionic_AAsset_openFileDescriptor64(struct asset *a, long *start, long *n) {
  int d = syscall(SYS_memfd_create, "asset", 1 /* MFD_CLOEXEC */);
  long written = 0;
  while (d >= 0 && written < a->size) {
    long k = write(d, a->bytes + written, a->size - written);
    if (k < 0) {
      close(d);
      return -1;
    }
    written += k;
  }
  *start = 0;
  *n = a->size;
  return d >= 0 && lseek(d, 0, SEEK_SET) == 0 ? d : -1;
}
int bionic_AAsset_openFileDescriptor(struct asset *a, long *start, long *n) { return bionic_AAsset_openFileDescriptor64(a, start, n); }
int bionic_AAsset_isAllocated(struct asset *a) { return 1; }

/* A looper of a thread: what it watches, and a descriptor that wakes it. Its thread owns it, and whoever acquires it. */
struct watch { struct watch *next; int descriptor, ident; int (*call)(int, int, void *); void *data; };
struct looper { int polled, wake, references; struct watch *watches; };
static pthread_key_t of_threads;
static pthread_once_t has_key = PTHREAD_ONCE_INIT;
void bionic_ALooper_acquire(struct looper *l) { __atomic_add_fetch(&l->references, 1, __ATOMIC_RELAXED); }
void bionic_ALooper_release(struct looper *l) {
  if (__atomic_sub_fetch(&l->references, 1, __ATOMIC_ACQ_REL) > 0) {
    return;
  }
  close(l->polled);
  close(l->wake);
  while (l->watches) {
    struct watch *next = l->watches->next;
    free(l->watches);
    l->watches = next;
  }
  free(l);
}
static void end_of_thread(void *l) { bionic_ALooper_release(l); }
static void make_key(void) { pthread_key_create(&of_threads, end_of_thread); }
struct looper *bionic_ALooper_forThread(void) { pthread_once(&has_key, make_key); return pthread_getspecific(of_threads); }
struct looper *bionic_ALooper_prepare(int options) {
  struct looper *l = bionic_ALooper_forThread();
  if (!l) {
    l = calloc(1, sizeof *l);
    l->polled = epoll_create1(EPOLL_CLOEXEC);
    l->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    l->references = 1;
    struct epoll_event e = {.events = EPOLLIN, .data.fd = l->wake};
    epoll_ctl(l->polled, EPOLL_CTL_ADD, l->wake, &e);
    pthread_setspecific(of_threads, l);
  }
  return l;
}
void bionic_ALooper_wake(struct looper *l) { eventfd_write(l->wake, 1); }
static struct watch **find(struct looper *l, int d) {
  struct watch **at = &l->watches;
  while (*at && (*at)->descriptor != d) {
    at = &(*at)->next;
  }
  return at;
}
int bionic_ALooper_removeFd(struct looper *l, int d) {
  dexscope_enter();
  struct watch **at = find(l, d), *found = *at;
  if (found) {
    *at = found->next;
  }
  dexscope_leave();
  if (!found) {
    return 0;
  }
  epoll_ctl(l->polled, EPOLL_CTL_DEL, d, 0);
  free(found);
  return 1;
}
int bionic_ALooper_addFd(struct looper *l, int d, int ident, int events, int (*call)(int, int, void *), void *data) {
  struct epoll_event e = {.events = (events & 1 ? EPOLLIN : 0) | (events & 2 ? EPOLLOUT : 0), .data.fd = d};
  bionic_ALooper_removeFd(l, d);
  struct watch *w = calloc(1, sizeof *w);
  struct watch made = {0, d, call ? -2 : ident, call, data};
  *w = made;
  dexscope_enter();
  w->next = l->watches;
  l->watches = w;
  dexscope_leave();
  if (epoll_ctl(l->polled, EPOLL_CTL_ADD, d, &e) != 0) {
    bionic_ALooper_removeFd(l, d);
    return -1;
  }
  return 1;
}
static long millis(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000 + t.tv_nsec / 1000000; }
static int poll_once(int timeout, int *descriptor, int *events, void **data) {
  struct looper *l = bionic_ALooper_forThread();
  struct epoll_event ready[16];
  int n = l ? epoll_wait(l->polled, ready, 16, timeout) : -1;
  if (n < 0) {
    return l && errno == EINTR ? -1 : -4;
  }
  int result = n == 0 ? -3 : -1;
  for (int i = 0; i < n; i++) {
    int d = ready[i].data.fd;
    unsigned is = ready[i].events;
    if (d == l->wake) {
      eventfd_t value;
      eventfd_read(d, &value);
      continue;
    }
    dexscope_enter();
    struct watch *found = *find(l, d), w = {0};
    if (found) {
      w = *found;
    }
    dexscope_leave();
    int event = (is & EPOLLIN ? 1 : 0) | (is & EPOLLOUT ? 2 : 0) | (is & EPOLLERR ? 4 : 0) | (is & EPOLLHUP ? 8 : 0);
    if (w.call) {
      if (!w.call(d, event, w.data)) {
        bionic_ALooper_removeFd(l, d);
      }
      result = result < 0 ? -2 : result;
    } else if (found && result < 0) { /* Others stay ready. */
      if (descriptor) *descriptor = d;
      if (events) *events = event;
      if (data) *data = w.data;
      result = w.ident;
    }
  }
  return result;
}
int bionic_ALooper_pollOnce(int timeout, int *d, int *events, void **data) { return poll_once(timeout, d, events, data); }
int bionic_ALooper_pollAll(int timeout, int *d, int *events, void **data) {
  long end = millis() + timeout;
  for (;;) {
    int r = poll_once(timeout, d, events, data);
    if (r != -2) {
      return r;
    }
    if (timeout > 0) {
      timeout = end > millis() ? end - millis() : 0;
    }
  }
}

/* The device is the one that the framework has. */
struct configuration { int density, level, width, height, smallest, orientation; char language[2], country[2]; };
static const struct configuration default_device = {160, 0, 320, 470, 320, 1, "en", "US"};
struct configuration *bionic_AConfiguration_new(void) { struct configuration *c = calloc(1, sizeof *c); c->level = dexscope_settings.level; return c; }
void bionic_AConfiguration_delete(struct configuration *c) { free(c); }
void bionic_AConfiguration_copy(struct configuration *to, struct configuration *from) { *to = *from; }
static jobject call(JNIEnv *e, jobject of, const char *name, const char *type) {
  jmethodID m = of ? method(e, of, name, type) : 0;
  jobject r = m ? (*e)->CallObjectMethod(e, of, m) : 0;
  return has_failed(e) ? 0 : r;
}
static void two_letters(JNIEnv *e, jstring from, char *to) {
  char text[16] = "";
  if (from && (*e)->GetStringUTFLength(e, from) == 2) {
    (*e)->GetStringUTFRegion(e, from, 0, 2, text);
    memcpy(to, text, 2);
  }
}
/* Resources.getSystem().getConfiguration(), by the class loader of the framework. */
static jobject configuration(JNIEnv *e, jobject manager) {
  jobject loader = call(e, (*e)->GetObjectClass(e, manager), "getClassLoader", "()Ljava/lang/ClassLoader;");
  jmethodID load = loader ? method(e, loader, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;") : 0;
  jclass resources = load ? (*e)->CallObjectMethod(e, loader, load, (*e)->NewStringUTF(e, "android.content.res.Resources")) : 0;
  jmethodID system = !has_failed(e) && resources ? (*e)->GetStaticMethodID(e, resources, "getSystem", "()Landroid/content/res/Resources;") : 0;
  jobject of_system = system ? (*e)->CallStaticObjectMethod(e, resources, system) : 0;
  return has_failed(e) ? 0 : call(e, of_system, "getConfiguration", "()Landroid/content/res/Configuration;");
}
void bionic_AConfiguration_fromAssetManager(struct configuration *c, jobject manager) {
  static const char *const names[] = {"densityDpi", "screenWidthDp", "screenHeightDp", "smallestScreenWidthDp", "orientation"};
  int *const fields[] = {&c->density, &c->width, &c->height, &c->smallest, &c->orientation};
  JNIEnv *e = dexscope_env();
  *c = default_device;
  c->level = dexscope_settings.level;
  if (!e || !manager || (*e)->PushLocalFrame(e, 32) != 0) {
    return;
  }
  jobject found = configuration(e, manager);
  if (found) {
    jclass type = (*e)->GetObjectClass(e, found);
    for (int i = 0; i < 5; i++) {
      jfieldID f = (*e)->GetFieldID(e, type, names[i], "I");
      if (!has_failed(e)) {
        *fields[i] = (*e)->GetIntField(e, found, f);
      }
    }
    jfieldID locale = (*e)->GetFieldID(e, type, "locale", "Ljava/util/Locale;");
    jobject value = has_failed(e) ? 0 : (*e)->GetObjectField(e, found, locale);
    two_letters(e, call(e, value, "getLanguage", "()Ljava/lang/String;"), c->language);
    two_letters(e, call(e, value, "getCountry", "()Ljava/lang/String;"), c->country);
  }
  (*e)->PopLocalFrame(e, 0);
}
int bionic_AConfiguration_getDensity(struct configuration *c) { return c->density; }
int bionic_AConfiguration_getSdkVersion(struct configuration *c) { return c->level; }
int bionic_AConfiguration_getScreenWidthDp(struct configuration *c) { return c->width; }
int bionic_AConfiguration_getScreenHeightDp(struct configuration *c) { return c->height; }
int bionic_AConfiguration_getSmallestScreenWidthDp(struct configuration *c) { return c->smallest; }
int bionic_AConfiguration_getOrientation(struct configuration *c) { return c->orientation; }
int bionic_AConfiguration_getLayoutDirection(struct configuration *c) { return 1; }
void bionic_AConfiguration_getLanguage(struct configuration *c, char *to) { memcpy(to, c->language, 2); }
void bionic_AConfiguration_getCountry(struct configuration *c, char *to) { memcpy(to, c->country, 2); }

/* Bitmaps: their pixels are copied out when they are locked, and back when they are unlocked. */
struct bitmap_info { uint32_t width, height, stride; int32_t format; uint32_t flags; };
struct locked { struct locked *next; jobject bitmap; void *pixels; long size; int count, is_swapped; };
static struct locked *all_locked;
static int integer(JNIEnv *e, jobject of, const char *name) { jmethodID m = method(e, of, name, "()I"); return m ? (*e)->CallIntMethod(e, of, m) : 0; }

static int info_of(JNIEnv *e, jobject bitmap, struct bitmap_info *i) {
  struct bitmap_info made = {integer(e, bitmap, "getWidth"), integer(e, bitmap, "getHeight"), integer(e, bitmap, "getRowBytes"), 0, 0};
  jobject config = (*e)->CallObjectMethod(e, bitmap, method(e, bitmap, "getConfig", "()Landroid/graphics/Bitmap$Config;"));
  if (has_failed(e)) {
    return -2;
  }
  if (config) {
    /* The enum's constants in order: ALPHA_8, RGB_565, ARGB_4444, ARGB_8888, RGBA_F16, HARDWARE, RGBA_1010102. */
    jstring name = (*e)->CallObjectMethod(e, config, method(e, config, "name", "()Ljava/lang/String;"));
    const char *text = (*e)->GetStringUTFChars(e, name, 0);
    made.format = !strcmp(text, "ARGB_8888") ? 1 : !strcmp(text, "RGB_565") ? 4 : !strcmp(text, "ARGB_4444") ? 7 : !strcmp(text, "ALPHA_8") ? 8
        : !strcmp(text, "RGBA_F16") ? 9 : !strcmp(text, "RGBA_1010102") ? 10 : 0;
    (*e)->ReleaseStringUTFChars(e, name, text);
  }
  *i = made;
  return 0;
}
/* A thread that never returns to Java keeps its local references. */
int bionic_AndroidBitmap_getInfo(JNIEnv *e, jobject bitmap, struct bitmap_info *i) {
  if (!bitmap || !i) {
    return -1;
  }
  if ((*e)->PushLocalFrame(e, 16) != 0) {
    return -3;
  }
  int r = info_of(e, bitmap, i);
  (*e)->PopLocalFrame(e, 0);
  return r;
}
static int copy(JNIEnv *e, jobject bitmap, const char *name, struct locked *l) {
  if ((*e)->PushLocalFrame(e, 16) != 0) {
    return -1;
  }
  (*e)->CallVoidMethod(e, bitmap, method(e, bitmap, name, "(Ljava/nio/Buffer;)V"), (*e)->NewDirectByteBuffer(e, l->pixels, l->size));
  int failed = has_failed(e);
  (*e)->PopLocalFrame(e, 0);
  return failed ? -1 : 0;
}
/* Whether the host keeps blue where Android has red: found out by one pixel. Skia does so for the screens of desktops. */
static int is_swapped(JNIEnv *e, jobject bitmap) {
  static int known;
  uint8_t pixel[4] = {1};
  jobject config = known ? 0 : call(e, bitmap, "getConfig", "()Landroid/graphics/Bitmap$Config;");
  if (config) {
    jclass type = (*e)->GetObjectClass(e, bitmap);
    jmethodID create = (*e)->GetStaticMethodID(e, type, "createBitmap", "(IILandroid/graphics/Bitmap$Config;)Landroid/graphics/Bitmap;");
    jobject made = has_failed(e) ? 0 : (*e)->CallStaticObjectMethod(e, type, create, 1, 1, config);
    if (!has_failed(e) && made) {
      struct locked one = {.pixels = pixel, .size = sizeof pixel};
      (*e)->CallVoidMethod(e, made, method(e, made, "eraseColor", "(I)V"), 0xff010203);
      has_failed(e);
      copy(e, made, "copyPixelsToBuffer", &one);
    }
    known = pixel[0] == 3 ? 2 : 1;
  }
  return known == 2;
}
/* To Android's order, or back. */
static void swap(struct locked *l) {
  uint32_t *at = l->pixels;
  for (long i = 0; i < l->size / 4; i++) {
    at[i] = (at[i] & 0xff00ff00) | (at[i] & 0xff) << 16 | (at[i] >> 16 & 0xff);
  }
}
int bionic_AndroidBitmap_lockPixels(JNIEnv *e, jobject bitmap, void **pixels) {
  struct bitmap_info i;
  if (bionic_AndroidBitmap_getInfo(e, bitmap, &i) != 0) {
    return -1;
  }
  dexscope_enter();
  for (struct locked *l = all_locked; l; l = l->next) {
    if ((*e)->IsSameObject(e, l->bitmap, bitmap)) {
      l->count++;
      *pixels = l->pixels;
      dexscope_leave();
      return 0;
    }
  }
  dexscope_leave();
  struct locked *l = calloc(1, sizeof *l);
  l->size = (long) i.stride * i.height;
  l->pixels = calloc(1, l->size ? l->size : 1);
  l->count = 1;
  if (copy(e, bitmap, "copyPixelsToBuffer", l) != 0) {
    free(l->pixels);
    free(l);
    return -3;
  }
  if (i.format == 1 && (*e)->PushLocalFrame(e, 16) == 0) {
    l->is_swapped = is_swapped(e, bitmap);
    (*e)->PopLocalFrame(e, 0);
  }
  if (l->is_swapped) {
    swap(l);
  }
  l->bitmap = (*e)->NewGlobalRef(e, bitmap);
  dexscope_enter();
  l->next = all_locked;
  all_locked = l;
  dexscope_leave();
  *pixels = l->pixels;
  return 0;
}
int bionic_AndroidBitmap_unlockPixels(JNIEnv *e, jobject bitmap) {
  dexscope_enter();
  struct locked **at = &all_locked;
  while (*at && !(*e)->IsSameObject(e, (*at)->bitmap, bitmap)) {
    at = &(*at)->next;
  }
  struct locked *l = *at;
  if (l && --l->count == 0) {
    *at = l->next;
  } else {
    l = 0;
  }
  dexscope_leave();
  if (l) {
    if (l->is_swapped) {
      swap(l);
    }
    copy(e, bitmap, "copyPixelsFromBuffer", l); /* Fails for an immutable bitmap: what was written is lost, as its author may expect. */
    (*e)->DeleteGlobalRef(e, l->bitmap);
    free(l->pixels);
    free(l);
  }
  return 0;
}
int bionic_AndroidBitmap_compress(const struct bitmap_info *i, int space, const void *pixels, int format, int quality, void *user, void *write_) { return -2; /* Is absent. */ }
int bionic_AndroidBitmap_getDataSpace(JNIEnv *e, jobject bitmap) { return 142671872; /* ADATASPACE_SRGB */ }

/* There is no display: EGL_NO_DISPLAY, and EGL_NOT_INITIALIZED for who goes on. */
void *bionic_eglGetDisplay(void *native) { bionic_log(5, "dexscope", "eglGetDisplay: there is no display for OpenGL here"); return 0; }
void *bionic_eglGetPlatformDisplay(unsigned platform, void *native, const long *attributes) { return bionic_eglGetDisplay(native); }
int bionic_eglGetError(void) { return 0x3001; }
int bionic_slCreateEngine(void **engine) { if (engine) *engine = 0; return 12; /* SL_RESULT_FEATURE_UNSUPPORTED */ }
int bionic_vkCreateInstance(void) { return -9; /* VK_ERROR_INCOMPATIBLE_DRIVER */ }
