/* Looks at the stack of a thread that runs meanwhile: its outermost frame is always the same. */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 2000

static jrawMonitorID turn;
static jthread worker;
static int is_over, is_done, samples, wrong;

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

static void JNICALL sampler(jvmtiEnv *env, JNIEnv *jni, void *unused) {
  int is_last = 0;
  while (!is_last) {
    look(env);
    (*env)->RawMonitorEnter(env, turn);
    is_last = is_over;
    (*env)->RawMonitorExit(env, turn);
  }
  (*env)->RawMonitorEnter(env, turn);
  is_done = 1;
  (*env)->RawMonitorNotifyAll(env, turn);
  (*env)->RawMonitorExit(env, turn);
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

static void JNICALL thread_end(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  if (is_worker(env, thread)) {
    (*env)->RawMonitorEnter(env, turn);
    is_over = 1;
    while (!is_done) {
      (*env)->RawMonitorWait(env, turn, 0);
    }
    (*env)->RawMonitorExit(env, turn);
    printf("sampled %d wrong %d\n", samples > 0, wrong);
    fflush(stdout);
  }
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiEventCallbacks callbacks;
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  (*env)->CreateRawMonitor(env, "turn", &turn);
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.ThreadStart = thread_start;
  callbacks.ThreadEnd = thread_end;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_THREAD_START, NULL);
  return (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_THREAD_END, NULL);
}
