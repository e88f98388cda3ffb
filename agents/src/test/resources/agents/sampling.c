/* Takes samples of all threads by a thread of its own, which has locked meanwhile what callbacks want. */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static jrawMonitorID lock, turn;
static int ended, is_over, samples, classes;
static __thread int is_asking;
static jthread gone;

static void lines(jvmtiEnv *env, jmethodID method) {
  jvmtiLineNumberEntry *table;
  jint count;
  if ((*env)->GetLineNumberTable(env, method, &count, &table) == 0) {
    for (int i = 0; i < count; i++) {
      if (table[i].line_number <= 0 || table[0].start_location != 0) {
        printf("wrong %ld=%d\n", (long) table[i].start_location, table[i].line_number);
      }
    }
    (*env)->Deallocate(env, (unsigned char *) table);
  }
}

static void JNICALL class_event(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass type) {
  if (is_asking) {
    char *name = "?";
    (*env)->GetClassSignature(env, type, &name, NULL);
    printf("within %s\n", name);
    return; // Whoever waits for us would wait for ever.
  }
  (*env)->RawMonitorEnter(env, lock);
  classes++;
  (*env)->RawMonitorExit(env, lock);
}

static void JNICALL class_prepare(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass type) {
  jmethodID *methods;
  jint count;
  class_event(env, jni, thread, type);
  if (!is_asking && (*env)->GetClassMethods(env, type, &count, &methods) == 0) {
    for (int i = 0; i < count; i++) {
      lines(env, methods[i]);
    }
    (*env)->Deallocate(env, (unsigned char *) methods);
  }
}

static jint without(JNIEnv *jni, jthread one, jthread *threads, jint count) {
  jint kept = 0;
  for (int i = 0; i < count; i++) {
    if (!(*jni)->IsSameObject(jni, threads[i], one)) {
      threads[kept++] = threads[i];
    }
  }
  return kept;
}

static void sample(jvmtiEnv *env, JNIEnv *jni, jthread own) {
  jthread *threads;
  jvmtiStackInfo *stacks;
  jint count;
  is_asking = 1;
  (*env)->GetAllThreads(env, &count, &threads);
  count = without(jni, own, threads, count);
  if (samples % 2 == 1) {
    jvmtiError results[count];
    (*env)->SuspendThreadList(env, count, threads, results);
    (*env)->GetThreadListStackTraces(env, count, threads, 8, &stacks);
    (*env)->ResumeThreadList(env, count, threads, results);
  } else {
    (*env)->GetThreadListStackTraces(env, count, threads, 8, &stacks);
  }
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < stacks[i].frame_count; j++) {
      lines(env, stacks[i].frame_buffer[j].method);
    }
  }
  (*env)->Deallocate(env, (unsigned char *) stacks);
  (*env)->Deallocate(env, (unsigned char *) threads);
  is_asking = 0;
  samples++;
}

static void JNICALL sampler(jvmtiEnv *env, JNIEnv *jni, void *unused) {
  jthread own;
  do {
    (*jni)->PushLocalFrame(jni, 1000);
    (*env)->RawMonitorEnter(env, lock);
    (*env)->GetCurrentThread(env, &own);
    sample(env, jni, own);
    (*env)->RawMonitorExit(env, lock);
    (*jni)->PopLocalFrame(jni, NULL);
    (*env)->RawMonitorEnter(env, turn);
    if (!is_over) {
      (*env)->RawMonitorWait(env, turn, 1);
    }
    ended = is_over;
    (*env)->RawMonitorNotifyAll(env, turn);
    (*env)->RawMonitorExit(env, turn);
  } while (!ended);
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  jclass type = (*jni)->FindClass(jni, "java/lang/Thread");
  jmethodID constructor = (*jni)->GetMethodID(jni, type, "<init>", "(Ljava/lang/String;)V");
  jobject own = (*jni)->NewObject(jni, type, constructor, (*jni)->NewStringUTF(jni, "sampler"));
  printf("run %d\n",
         (*env)->RunAgentThread(env, own, sampler, NULL, JVMTI_THREAD_MAX_PRIORITY));
}

static void JNICALL thread_end(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  jvmtiThreadInfo info;
  if ((*env)->GetThreadInfo(env, thread, &info) == 0 && strcmp(info.name, "other") == 0) {
    gone = (*jni)->NewGlobalRef(jni, thread);
  }
}

static void JNICALL vm_death(jvmtiEnv *env, JNIEnv *jni) {
  jvmtiStackInfo *stack;
  if ((*env)->GetThreadListStackTraces(env, 1, &gone, 8, &stack) == 0) {
    printf("gone %d %d %d\n", (*jni)->IsSameObject(jni, stack->thread, gone), stack->state,
           stack->frame_count);
  }
  (*env)->RawMonitorEnter(env, turn);
  is_over = 1;
  (*env)->RawMonitorNotifyAll(env, turn);
  while (!ended) {
    (*env)->RawMonitorWait(env, turn, 0);
  }
  (*env)->RawMonitorExit(env, turn);
  printf("sampled %d %d\n", samples > 0, classes > 0);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiCapabilities wanted;
  jvmtiEventCallbacks callbacks;
  setvbuf(stdout, NULL, _IOLBF, 0);
  alarm(60 * PATIENCE); // A process that stands still ends.
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  memset(&wanted, 0, sizeof wanted);
  wanted.can_suspend = 1;
  wanted.can_get_line_numbers = 1;
  (*env)->AddCapabilities(env, &wanted);
  (*env)->CreateRawMonitor(env, "lock", &lock);
  (*env)->CreateRawMonitor(env, "turn", &turn);
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.VMInit = vm_init;
  callbacks.VMDeath = vm_death;
  callbacks.ThreadEnd = thread_end;
  callbacks.ClassLoad = class_event;
  callbacks.ClassPrepare = class_prepare;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  int events[] = {JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_DEATH, JVMTI_EVENT_CLASS_LOAD,
                  JVMTI_EVENT_CLASS_PREPARE, JVMTI_EVENT_THREAD_END};
  for (int i = 0; i < 5; i++) {
    (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, events[i], NULL);
  }
  return 0;
}
