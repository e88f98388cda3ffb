/*
 * The native methods of Android's classes that need no phone: clocks, log, message queues, properties. Those that are
 * absent are reported by the runtime with their names, when they are called.
 */
#include <jni.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define INFO 4
#define LENGTH(array) ((jint)(sizeof(array) / sizeof *(array)))
#define NANOS 1000000000LL

static jlong nanos(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * NANOS + now.tv_nsec;
}

/* android.os.SystemClock: the runtime passes no arguments to these. */
static jlong uptime_millis(void) { return nanos(CLOCK_MONOTONIC) / 1000000; }
static jlong elapsed_millis(void) { return nanos(CLOCK_BOOTTIME) / 1000000; }
static jlong elapsed_nanos(void) { return nanos(CLOCK_BOOTTIME); }
static jlong thread_millis(void) { return nanos(CLOCK_THREAD_CPUTIME_ID) / 1000000; }
static jlong thread_micros(void) { return nanos(CLOCK_THREAD_CPUTIME_ID) / 1000; }
static jlong time_micros(void) { return nanos(CLOCK_REALTIME) / 1000; }

/* android.util.Log: a line on standard error, as "logcat -v brief" prints it. */
static jint log_line(JNIEnv *env, jclass class, jint buffer, jint level, jstring tag, jstring text) {
  static const char levels[] = "??VDIWEF";
  const char *name = tag == NULL ? "" : (*env)->GetStringUTFChars(env, tag, NULL);
  const char *line = text == NULL ? "" : (*env)->GetStringUTFChars(env, text, NULL);
  if (name == NULL || line == NULL) return -1;
  char letter = level >= 0 && level < (jint)strlen(levels) ? levels[level] : '?';
  fprintf(stderr, "%c/%s(%5d): %s\n", letter, name, getpid(), line);
  if (tag != NULL) (*env)->ReleaseStringUTFChars(env, tag, name);
  if (text != NULL) (*env)->ReleaseStringUTFChars(env, text, line);
  return 1;
}

static jboolean is_loggable(JNIEnv *env, jclass class, jstring tag, jint level) { return level >= INFO; }
static jint longest_log(JNIEnv *env, jclass class) { return 4068; }

/* android.os.SystemProperties: those without which classes of the system do not start. */
static const char *const properties[][2] = {
    {"ro.build.version.all_codenames", "REL"}, {"ro.build.version.codename", "REL"}, {"ro.build.version.release", "11"},
    {"ro.build.version.sdk", "30"},
    {"ro.product.cpu.abilist", "x86_64"}, {"ro.product.cpu.abilist64", "x86_64"}, {"ro.product.model", "ART"},
};

static const char *find_property(JNIEnv *env, jstring key) {
  const char *name = key == NULL ? NULL : (*env)->GetStringUTFChars(env, key, NULL);
  const char *found = NULL;
  if (name == NULL) return NULL;
  for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
    if (strcmp(name, properties[i][0]) == 0) found = properties[i][1];
  }
  (*env)->ReleaseStringUTFChars(env, key, name);
  return found;
}

static jstring property(JNIEnv *env, jclass class, jstring key, jstring none) {
  const char *found = find_property(env, key);
  return found == NULL ? none : (*env)->NewStringUTF(env, found);
}

static jint int_property(JNIEnv *env, jclass class, jstring key, jint none) {
  const char *found = find_property(env, key);
  return found == NULL ? none : atoi(found);
}

static jlong long_property(JNIEnv *env, jclass class, jstring key, jlong none) { return none; }
static jboolean flag_property(JNIEnv *env, jclass class, jstring key, jboolean none) { return none; }

/* android.os.Trace, android.os.Binder, android.os.Process: nobody records, calls or schedules. */
static jlong none(void) { return 0; }
static void nothing(void) {}
static jint own_process(void) { return getpid(); }
static jint own_user(void) { return (jint)getuid(); }
static void send_signal(JNIEnv *env, jclass class, jint process, jint number) {
  if (process == getpid()) kill(process, number);
}

/* android.os.MessageQueue */
typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t change;
  int awake, polling;
} Queue;

static jlong new_queue(JNIEnv *env, jclass class) {
  Queue *queue = calloc(1, sizeof *queue);
  pthread_condattr_t attributes;
  if (queue == NULL) return 0;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&queue->lock, NULL);
  pthread_cond_init(&queue->change, &attributes);
  pthread_condattr_destroy(&attributes);
  return (jlong)queue;
}

static void delete_queue(JNIEnv *env, jclass class, jlong at) { free((Queue *)at); }

static void wake(JNIEnv *env, jclass class, jlong at) {
  Queue *queue = (Queue *)at;
  pthread_mutex_lock(&queue->lock);
  queue->awake = 1;
  pthread_cond_signal(&queue->change);
  pthread_mutex_unlock(&queue->lock);
}

/* Until it is woken, or so many milliseconds have passed; negative for no limit. */
static void poll_once(JNIEnv *env, jobject self, jlong at, jint millis) {
  Queue *queue = (Queue *)at;
  jlong end = nanos(CLOCK_MONOTONIC) + millis * 1000000LL;
  struct timespec until = {end / NANOS, end % NANOS};
  pthread_mutex_lock(&queue->lock);
  queue->polling = 1;
  while (!queue->awake && millis != 0) {
    int ended = millis < 0 ? pthread_cond_wait(&queue->change, &queue->lock)
                           : pthread_cond_timedwait(&queue->change, &queue->lock, &until);
    if (ended) break;
  }
  queue->awake = queue->polling = 0;
  pthread_mutex_unlock(&queue->lock);
}

static jboolean is_polling(JNIEnv *env, jclass class, jlong at) {
  Queue *queue = (Queue *)at;
  pthread_mutex_lock(&queue->lock);
  jboolean polling = queue->polling != 0;
  pthread_mutex_unlock(&queue->lock);
  return polling;
}

static const JNINativeMethod clock_methods[] = {
    {"uptimeMillis", "()J", uptime_millis},
    {"elapsedRealtime", "()J", elapsed_millis},
    {"elapsedRealtimeNanos", "()J", elapsed_nanos},
    {"currentThreadTimeMillis", "()J", thread_millis},
    {"currentThreadTimeMicro", "()J", thread_micros},
    {"currentTimeMicro", "()J", time_micros},
};
static const JNINativeMethod log_methods[] = {
    {"println_native", "(IILjava/lang/String;Ljava/lang/String;)I", log_line},
    {"isLoggable", "(Ljava/lang/String;I)Z", is_loggable},
    {"logger_entry_max_payload_native", "()I", longest_log},
};
static const JNINativeMethod property_methods[] = {
    {"native_get", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;", property},
    {"native_get_int", "(Ljava/lang/String;I)I", int_property},
    {"native_get_long", "(Ljava/lang/String;J)J", long_property},
    {"native_get_boolean", "(Ljava/lang/String;Z)Z", flag_property},
    {"native_add_change_callback", "()V", nothing},
};
static const JNINativeMethod trace_methods[] = {
    {"nativeGetEnabledTags", "()J", none},
    {"nativeSetAppTracingAllowed", "(Z)V", nothing},
    {"nativeSetTracingEnabled", "(Z)V", nothing},
};
static const JNINativeMethod binder_methods[] = {
    {"clearCallingIdentity", "()J", none},
    {"restoreCallingIdentity", "(J)V", nothing},
    {"getCallingPid", "()I", own_process},
    {"getCallingUid", "()I", own_user},
    {"setThreadStrictModePolicy", "(I)V", nothing},
    {"getThreadStrictModePolicy", "()I", none},
    {"flushPendingCommands", "()V", nothing},
};
static const JNINativeMethod process_methods[] = {
    {"setThreadPriority", "(I)V", nothing},
    {"setThreadPriority", "(II)V", nothing},
    {"getThreadPriority", "(I)I", none},
    {"setArgV0", "(Ljava/lang/String;)V", nothing},
    {"sendSignal", "(II)V", send_signal},
};
static const JNINativeMethod queue_methods[] = {
    {"nativeInit", "()J", new_queue},
    {"nativeDestroy", "(J)V", delete_queue},
    {"nativePollOnce", "(JI)V", poll_once},
    {"nativeWake", "(J)V", wake},
    {"nativeIsPolling", "(J)Z", is_polling},
};

static const struct {
  const char *class;
  const JNINativeMethod *methods;
  jint count;
} all[] = {
    {"android/os/SystemClock", clock_methods, LENGTH(clock_methods)},
    {"android/util/Log", log_methods, LENGTH(log_methods)},
    {"android/os/SystemProperties", property_methods, LENGTH(property_methods)},
    {"android/os/Trace", trace_methods, LENGTH(trace_methods)},
    {"android/os/Binder", binder_methods, LENGTH(binder_methods)},
    {"android/os/Process", process_methods, LENGTH(process_methods)},
    {"android/os/MessageQueue", queue_methods, LENGTH(queue_methods)},
};

/* Registers them; one that a class does not have is another version's. */
void register_android(JNIEnv *env) {
  for (jint i = 0; i < LENGTH(all); i++) {
    jclass class = (*env)->FindClass(env, all[i].class);
    for (jint j = 0; class != NULL && j < all[i].count; j++) {
      if ((*env)->RegisterNatives(env, class, all[i].methods + j, 1) != JNI_OK) (*env)->ExceptionClear(env);
    }
    if (class == NULL) (*env)->ExceptionClear(env);
    else (*env)->DeleteLocalRef(env, class);
  }
}
