/* ANativeWindow over Java's Surface, through static methods of the class that the settings name: size(Surface) returns width and
   height in one long, post(Surface, ByteBuffer, int width, int height, int format) shows pixels. */
#include "bionic.h"
#include <errno.h>
#include <jni.h>
#include <stdlib.h>

enum { RGBA_8888 = 1, RGBX_8888 = 2, RGB_565 = 4 };
struct buffer { int32_t width, height, stride, format; void *bits; uint32_t reserved[6]; };
/* One for each surface. Its buffer keeps what was drawn. */
struct window {
  struct window *next;
  int references;
  jobject surface;
  jclass of;
  jmethodID size, post;
  int width, height, format; /* as set; 0 for the surface's */
  struct buffer buffer;
  long room;
  int is_locked;
};
static struct window *all;

static int has_failed(JNIEnv *e) {
  if ((*e)->ExceptionCheck(e)) {
    (*e)->ExceptionClear(e);
    return 1;
  }
  return 0;
}
static struct window *known(JNIEnv *e, jobject surface) {
  struct window *w = all;
  while (w && !(*e)->IsSameObject(e, w->surface, surface)) {
    w = w->next;
  }
  if (w) {
    w->references++;
  }
  return w;
}
static jclass class_for(JNIEnv *e, jobject surface) {
  jclass type = (*e)->GetObjectClass(e, surface);
  jmethodID get = (*e)->GetMethodID(e, (*e)->GetObjectClass(e, type), "getClassLoader", "()Ljava/lang/ClassLoader;");
  jobject loader = (*e)->CallObjectMethod(e, type, get);
  if (has_failed(e) || !loader || !dexscope_settings.windows[0]) {
    return 0;
  }
  jmethodID load = (*e)->GetMethodID(e, (*e)->GetObjectClass(e, loader), "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
  jclass found = (*e)->CallObjectMethod(e, loader, load, (*e)->NewStringUTF(e, dexscope_settings.windows));
  return has_failed(e) ? 0 : found;
}
static long size_of(JNIEnv *e, struct window *w) {
  long n = (*e)->CallStaticLongMethod(e, w->of, w->size, w->surface);
  return has_failed(e) ? 0 : n;
}
static struct window *make(JNIEnv *e, jobject surface) {
  jclass of = class_for(e, surface);
  struct window made = {.references = 1, .format = RGBA_8888};
  if (!of) {
    return 0;
  }
  made.size = (*e)->GetStaticMethodID(e, of, "size", "(Landroid/view/Surface;)J");
  made.post = has_failed(e) ? 0 : (*e)->GetStaticMethodID(e, of, "post", "(Landroid/view/Surface;Ljava/nio/ByteBuffer;III)V");
  if (has_failed(e) || !made.post) {
    return 0;
  }
  made.surface = (*e)->NewGlobalRef(e, surface);
  made.of = (*e)->NewGlobalRef(e, of);
  struct window *w = calloc(1, sizeof *w);
  *w = made;
  return w;
}
static void end(JNIEnv *e, struct window *w) {
  (*e)->DeleteGlobalRef(e, w->surface);
  (*e)->DeleteGlobalRef(e, w->of);
  free(w->buffer.bits);
  free(w);
}
void *bionic_ANativeWindow_fromSurface(JNIEnv *e, jobject surface) {
  if (!surface || (*e)->PushLocalFrame(e, 16) != 0) {
    return 0;
  }
  struct window *made = make(e, surface);
  if (made && size_of(e, made) == 0) { /* Not one that has pixels. */
    end(e, made);
    made = 0;
  }
  if (made) {
    dexscope_enter();
    struct window *w = known(e, surface);
    if (!w) {
      made->next = all;
      all = made;
    }
    dexscope_leave();
    if (w) {
      end(e, made);
      made = w;
    }
  }
  (*e)->PopLocalFrame(e, 0);
  return made;
}
jobject bionic_ANativeWindow_toSurface(JNIEnv *e, struct window *w) { return (*e)->NewLocalRef(e, w->surface); }
void bionic_ANativeWindow_acquire(struct window *w) { dexscope_enter(); w->references++; dexscope_leave(); }
void bionic_ANativeWindow_release(struct window *w) {
  dexscope_enter();
  int is_last = --w->references == 0;
  struct window **at = &all;
  while (is_last && *at != w) {
    at = &(*at)->next;
  }
  if (is_last) {
    *at = w->next;
  }
  dexscope_leave();
  if (is_last) {
    end(dexscope_env(), w);
  }
}
static int measure(struct window *w, int is_height) {
  int set = is_height ? w->height : w->width;
  long n = set ? 0 : size_of(dexscope_env(), w);
  return set ? set : is_height ? (int) n : (int) (n >> 32);
}
int bionic_ANativeWindow_getWidth(struct window *w) { return measure(w, 0); }
int bionic_ANativeWindow_getHeight(struct window *w) { return measure(w, 1); }
int bionic_ANativeWindow_getFormat(struct window *w) { return w->format; }
int bionic_ANativeWindow_setBuffersGeometry(struct window *w, int width, int height, int format) {
  if (width < 0 || height < 0 || (width == 0) != (height == 0) || width > 1 << 14 || height > 1 << 14) {
    return -EINVAL;
  }
  if (format != 0 && format != RGBA_8888 && format != RGBX_8888 && format != RGB_565) {
    return -EINVAL;
  }
  w->width = width;
  w->height = height;
  w->format = format ? format : RGBA_8888;
  return 0;
}
int bionic_ANativeWindow_lock(struct window *w, struct buffer *to, void *dirty) {
  if (!to || w->is_locked) {
    return -EINVAL;
  }
  long size = size_of(dexscope_env(), w);
  int width = w->width ? w->width : (int) (size >> 32), height = w->height ? w->height : (int) size;
  long room = (long) width * height * (w->format == RGB_565 ? 2 : 4);
  if (size == 0 || room <= 0) {
    return -EINVAL;
  }
  if (width != w->buffer.width || height != w->buffer.height || w->format != w->buffer.format) {
    struct buffer made = {width, height, width, w->format, calloc(1, room), {0}};
    if (!made.bits) {
      return -ENOMEM;
    }
    free(w->buffer.bits);
    w->buffer = made;
    w->room = room;
  }
  *to = w->buffer;
  w->is_locked = 1;
  return 0;
}
int bionic_ANativeWindow_unlockAndPost(struct window *w) {
  JNIEnv *e = dexscope_env();
  if (!w->is_locked) {
    return -EINVAL;
  }
  w->is_locked = 0;
  if ((*e)->PushLocalFrame(e, 4) != 0) {
    return -ENOMEM;
  }
  jobject pixels = (*e)->NewDirectByteBuffer(e, w->buffer.bits, w->room);
  (*e)->CallStaticVoidMethod(e, w->of, w->post, w->surface, pixels, w->buffer.width, w->buffer.height, w->buffer.format);
  int failed = has_failed(e);
  (*e)->PopLocalFrame(e, 0);
  return failed ? -ENODEV : 0;
}
