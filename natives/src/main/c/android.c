/* libandroid.so (assets, loopers, configurations) and libjnigraphics.so, through JNI; and EGL, which has no display. */
#include "bionic.h"
#include <dlfcn.h>
#include <errno.h>
#include <jni.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

static JNIEnv *env(void) {
  static jint (*created)(JavaVM **, jsize, jsize *);
  JavaVM *vm = 0;
  jsize n = 0;
  JNIEnv *e = 0;
  if (!created) {
    created = dlsym(RTLD_DEFAULT, "JNI_GetCreatedJavaVMs");
  }
  if (created && created(&vm, 1, &n) == JNI_OK && n > 0 && (*vm)->GetEnv(vm, (void **) &e, JNI_VERSION_1_8) != JNI_OK) {
    (*vm)->AttachCurrentThreadAsDaemon(vm, (void **) &e, 0);
  }
  return e;
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

/* An AAssetManager is a global reference, which stays: its owner is the app. An asset is its bytes. */
struct asset { uint8_t *bytes; long size, at; };
struct folder { char **names; int count, at; };

void *bionic_AAssetManager_fromJava(JNIEnv *e, jobject manager) { return manager ? (*e)->NewGlobalRef(e, manager) : 0; }
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
  JNIEnv *e = env();
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
  JNIEnv *e = env();
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
int bionic_AAsset_openFileDescriptor(struct asset *a, long *start, long *n) { return -1; }
int bionic_AAsset_openFileDescriptor64(struct asset *a, long *start, long *n) { return -1; }
int bionic_AAsset_isAllocated(struct asset *a) { return 1; }

/* A looper of a thread: descriptors that it polls, and one that wakes it. */
#define MOST 64
struct watch { int descriptor, ident, events; int (*call)(int, int, void *); void *data; };
struct looper { int count, wake, references; struct watch watches[MOST]; };
static __thread struct looper *of_thread;
struct looper *bionic_ALooper_forThread(void) { return of_thread; }
struct looper *bionic_ALooper_prepare(int options) {
  if (!of_thread) {
    of_thread = calloc(1, sizeof *of_thread);
    of_thread->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    of_thread->references = 1;
  }
  return of_thread;
}
void bionic_ALooper_acquire(struct looper *l) { __atomic_add_fetch(&l->references, 1, __ATOMIC_RELAXED); }
void bionic_ALooper_release(struct looper *l) { __atomic_sub_fetch(&l->references, 1, __ATOMIC_RELAXED); }
void bionic_ALooper_wake(struct looper *l) { eventfd_write(l->wake, 1); }
int bionic_ALooper_removeFd(struct looper *l, int d) {
  for (int i = 0; i < l->count; i++) {
    if (l->watches[i].descriptor == d) {
      l->watches[i] = l->watches[--l->count];
      return 1;
    }
  }
  return 0;
}
int bionic_ALooper_addFd(struct looper *l, int d, int ident, int events, int (*call)(int, int, void *), void *data) {
  bionic_ALooper_removeFd(l, d);
  if (l->count == MOST) {
    return -1;
  }
  struct watch w = {d, call ? -2 : ident, events, call, data};
  l->watches[l->count++] = w;
  return 1;
}
static long millis(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000 + t.tv_nsec / 1000000; }
static int poll_once(int timeout, int *descriptor, int *events, void **data) {
  struct looper *l = of_thread;
  if (!l) {
    return -4;
  }
  struct pollfd p[MOST + 1];
  struct watch watches[MOST];
  int n = l->count;
  memcpy(watches, l->watches, sizeof watches);
  for (int i = 0; i < n; i++) {
    p[i].fd = watches[i].descriptor;
    p[i].events = (watches[i].events & 1 ? POLLIN : 0) | (watches[i].events & 2 ? POLLOUT : 0);
  }
  p[n].fd = l->wake;
  p[n].events = POLLIN;
  int r = poll(p, n + 1, timeout);
  if (r < 0) {
    return errno == EINTR ? -1 : -4;
  }
  if (r == 0) {
    return -3;
  }
  int result = -1;
  if (p[n].revents) {
    eventfd_t value;
    eventfd_read(l->wake, &value);
  }
  for (int i = 0; i < n; i++) {
    int is = (p[i].revents & POLLIN ? 1 : 0) | (p[i].revents & POLLOUT ? 2 : 0) | (p[i].revents & POLLERR ? 4 : 0) | (p[i].revents & POLLHUP ? 8 : 0);
    if (!is) {
      continue;
    }
    if (watches[i].call) {
      if (!watches[i].call(watches[i].descriptor, is, watches[i].data)) {
        bionic_ALooper_removeFd(l, watches[i].descriptor);
      }
      result = result < 0 ? -2 : result;
    } else if (result < 0) {
      if (descriptor) *descriptor = watches[i].descriptor;
      if (events) *events = is;
      if (data) *data = watches[i].data;
      result = watches[i].ident;
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

/* A configuration's fields in the order of their getters' numbers; the device is the one that the framework has. */
struct configuration { int density, level, width, height, smallest; };
struct configuration *bionic_AConfiguration_new(void) { struct configuration *c = calloc(1, sizeof *c); c->level = dexscope_settings.level; return c; }
void bionic_AConfiguration_delete(struct configuration *c) { free(c); }
void bionic_AConfiguration_copy(struct configuration *to, struct configuration *from) { *to = *from; }
void bionic_AConfiguration_fromAssetManager(struct configuration *c, void *manager) { struct configuration d = {160, dexscope_settings.level, 320, 470, 320}; *c = d; }
int bionic_AConfiguration_getDensity(struct configuration *c) { return c->density; }
int bionic_AConfiguration_getSdkVersion(struct configuration *c) { return c->level; }
int bionic_AConfiguration_getScreenWidthDp(struct configuration *c) { return c->width; }
int bionic_AConfiguration_getScreenHeightDp(struct configuration *c) { return c->height; }
int bionic_AConfiguration_getSmallestScreenWidthDp(struct configuration *c) { return c->smallest; }
int bionic_AConfiguration_getOrientation(struct configuration *c) { return 1; }
int bionic_AConfiguration_getLayoutDirection(struct configuration *c) { return 1; }
void bionic_AConfiguration_getLanguage(struct configuration *c, char *to) { memcpy(to, "en", 2); }
void bionic_AConfiguration_getCountry(struct configuration *c, char *to) { memcpy(to, "US", 2); }

/* Bitmaps: their pixels are copied out when they are locked, and back when they are unlocked. */
struct bitmap_info { uint32_t width, height, stride; int32_t format; uint32_t flags; };
struct locked { struct locked *next; jobject bitmap; void *pixels; long size; int count; };
static struct locked *all_locked;
static int lock;
static void enter(void) { int no = 0; while (!__atomic_compare_exchange_n(&lock, &no, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) { no = 0; usleep(10); } }
static void leave(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }
static int integer(JNIEnv *e, jobject of, const char *name) { jmethodID m = method(e, of, name, "()I"); return m ? (*e)->CallIntMethod(e, of, m) : 0; }

int bionic_AndroidBitmap_getInfo(JNIEnv *e, jobject bitmap, struct bitmap_info *i) {
  if (!bitmap || !i) {
    return -1;
  }
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
static jobject buffer_of(JNIEnv *e, struct locked *l) { return (*e)->NewDirectByteBuffer(e, l->pixels, l->size); }
int bionic_AndroidBitmap_lockPixels(JNIEnv *e, jobject bitmap, void **pixels) {
  struct bitmap_info i;
  if (bionic_AndroidBitmap_getInfo(e, bitmap, &i) != 0) {
    return -1;
  }
  enter();
  for (struct locked *l = all_locked; l; l = l->next) {
    if ((*e)->IsSameObject(e, l->bitmap, bitmap)) {
      l->count++;
      *pixels = l->pixels;
      leave();
      return 0;
    }
  }
  leave();
  struct locked *l = calloc(1, sizeof *l);
  l->size = (long) i.stride * i.height;
  l->pixels = calloc(1, l->size ? l->size : 1);
  l->count = 1;
  (*e)->CallVoidMethod(e, bitmap, method(e, bitmap, "copyPixelsToBuffer", "(Ljava/nio/Buffer;)V"), buffer_of(e, l));
  if (has_failed(e)) {
    free(l->pixels);
    free(l);
    return -3;
  }
  l->bitmap = (*e)->NewGlobalRef(e, bitmap);
  enter();
  l->next = all_locked;
  all_locked = l;
  leave();
  *pixels = l->pixels;
  return 0;
}
int bionic_AndroidBitmap_unlockPixels(JNIEnv *e, jobject bitmap) {
  enter();
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
  leave();
  if (l) {
    (*e)->CallVoidMethod(e, bitmap, method(e, bitmap, "copyPixelsFromBuffer", "(Ljava/nio/Buffer;)V"), buffer_of(e, l));
    has_failed(e); /* An immutable bitmap: what was written is lost, as its author may expect. */
    (*e)->DeleteGlobalRef(e, l->bitmap);
    free(l->pixels);
    free(l);
  }
  return 0;
}
int bionic_AndroidBitmap_getDataSpace(JNIEnv *e, jobject bitmap) { return 142671872; /* ADATASPACE_SRGB */ }

/* There is no display: EGL_NO_DISPLAY, and EGL_NOT_INITIALIZED for who goes on. */
void *bionic_eglGetDisplay(void *native) { bionic_log(5, "dexscope", "eglGetDisplay: there is no display for OpenGL here"); return 0; }
void *bionic_eglGetPlatformDisplay(unsigned platform, void *native, const long *attributes) { return bionic_eglGetDisplay(native); }
int bionic_eglGetError(void) { return 0x3001; }
int bionic_slCreateEngine(void **engine) { if (engine) *engine = 0; return 12; /* SL_RESULT_FEATURE_UNSUPPORTED */ }
int bionic_vkCreateInstance(void) { return -9; /* VK_ERROR_INCOMPATIBLE_DRIVER */ }
