/* Looks at the stack of a thread that runs meanwhile: its outermost frame is always the same. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MOST 2000

#define SAMPLES 3000

static jthread worker;
static int samples, wrong;

static void look(jvmtiEnv *env) {
  static jvmtiFrameInfo frames[MOST];
  jint count = 0;
  if ((*env)->GetStackTrace(env, worker, 0, MOST, frames, &count) == 0 && count > 1) {
    char *name;
    (*env)->GetMethodName(env, frames[count - 1].method, &name, NULL, NULL);
    samples++;
    wrong += strcmp(name, "run") != 0;
    (*env)->Deallocate(env, (unsigned char *) name);
  }
}

/* The thread ends when it has been looked at often enough. */
static void JNICALL sampler(jvmtiEnv *env, JNIEnv *jni, void *unused) {
  jclass type = (*jni)->FindClass(jni, "Recursing");
  jfieldID field = (*jni)->GetStaticFieldID(jni, type, "isSampled", "Z");
  while (samples < SAMPLES) {
    look(env);
  }
  printf("wrong %d\n", wrong);
  fflush(stdout);
  (*jni)->SetStaticBooleanField(jni, type, field, JNI_TRUE);
}

static int is_worker(jvmtiEnv *env, jthread thread) {
  jvmtiThreadInfo info;
  return (*env)->GetThreadInfo(env, thread, &info) == 0 && strcmp(info.name, "worker") == 0;
}

static void JNICALL thread_start(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  if (is_worker(env, thread)) {
    jclass type = (*jni)->FindClass(jni, "java/lang/Thread");
    jmethodID constructor = (*jni)->GetMethodID(jni, type, "<init>", "(Ljava/lang/String;)V");
    jobject own = (*jni)->NewObject(jni, type, constructor, (*jni)->NewStringUTF(jni, "sampler"));
    worker = (*jni)->NewGlobalRef(jni, thread);
    (*env)->RunAgentThread(env, own, sampler, NULL, JVMTI_THREAD_NORM_PRIORITY);
  }
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiEventCallbacks callbacks;
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  alarm(60 * PATIENCE); // A process that stands still ends.
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.ThreadStart = thread_start;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  return (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_THREAD_START, NULL);
}
