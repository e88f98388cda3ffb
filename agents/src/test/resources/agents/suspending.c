/* Suspends the program's threads, wherever they are, and asks about code meanwhile. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static jrawMonitorID turn;
static int is_over, ended, rounds, methods_asked;

static void lines(jvmtiEnv *env, jclass type) {
  jmethodID *methods;
  jint count;
  if ((*env)->GetClassMethods(env, type, &count, &methods) != 0) {
    return;
  }
  for (int i = 0; i < count; i++) {
    jvmtiLineNumberEntry *table;
    jint entries;
    if ((*env)->GetLineNumberTable(env, methods[i], &entries, &table) == 0) {
      methods_asked++;
      (*env)->Deallocate(env, (unsigned char *) table);
    }
  }
  (*env)->Deallocate(env, (unsigned char *) methods);
}

static void ask(jvmtiEnv *env) {
  jclass *classes;
  jint count;
  (*env)->GetLoadedClasses(env, &count, &classes);
  for (int i = 0; i < count; i++) {
    char *name;
    if ((*env)->GetClassSignature(env, classes[i], &name, NULL) == 0) {
      if (strncmp(name, "LLoading", 8) == 0) {
        lines(env, classes[i]);
      }
      (*env)->Deallocate(env, (unsigned char *) name);
    }
  }
  (*env)->Deallocate(env, (unsigned char *) classes);
}

static void suspend(jvmtiEnv *env, JNIEnv *jni) {
  jthread own, *threads;
  jint count;
  (*env)->GetCurrentThread(env, &own);
  (*env)->GetAllThreads(env, &count, &threads);
  jint others = 0;
  for (int i = 0; i < count; i++) {
    if (!(*jni)->IsSameObject(jni, threads[i], own)) {
      threads[others++] = threads[i];
    }
  }
  jvmtiError results[others];
  if (rounds % 2 == 0) {
    (*env)->SuspendThreadList(env, others, threads, results);
  } else {
    for (int i = 0; i < others; i++) {
      results[i] = (*env)->SuspendThread(env, threads[i]);
    }
  }
  for (int i = 0; i < others; i++) {
    jint state;
    if (results[i] == 0 && (*env)->GetThreadState(env, threads[i], &state) == 0 &&
        !(state & JVMTI_THREAD_STATE_SUSPENDED)) {
      printf("runs %x\n", state);
    }
  }
  ask(env);
  (*env)->ResumeThreadList(env, others, threads, results);
  (*env)->Deallocate(env, (unsigned char *) threads);
  rounds++;
}

static void JNICALL suspender(jvmtiEnv *env, JNIEnv *jni, void *unused) {
  do {
    (*jni)->PushLocalFrame(jni, 10000);
    suspend(env, jni);
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

static void JNICALL class_prepare(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass type) {
  lines(env, type);
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  jclass type = (*jni)->FindClass(jni, "java/lang/Thread");
  jmethodID constructor = (*jni)->GetMethodID(jni, type, "<init>", "(Ljava/lang/String;)V");
  jobject own = (*jni)->NewObject(jni, type, constructor, (*jni)->NewStringUTF(jni, "suspender"));
  (*env)->RunAgentThread(env, own, suspender, NULL, JVMTI_THREAD_MAX_PRIORITY);
}

static void JNICALL vm_death(jvmtiEnv *env, JNIEnv *jni) {
  (*env)->RawMonitorEnter(env, turn);
  is_over = 1;
  (*env)->RawMonitorNotifyAll(env, turn);
  while (!ended) {
    (*env)->RawMonitorWait(env, turn, 0);
  }
  (*env)->RawMonitorExit(env, turn);
  printf("suspended %d %d\n", rounds > 10, methods_asked > 1000);
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
  (*env)->CreateRawMonitor(env, "turn", &turn);
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.VMInit = vm_init;
  callbacks.VMDeath = vm_death;
  callbacks.ClassPrepare = class_prepare;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, NULL);
  return 0;
}
