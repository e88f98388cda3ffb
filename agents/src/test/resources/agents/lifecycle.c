/* Prints what happens from the agent's start to its end. Options: "refuse". */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static int phase(jvmtiEnv *env) {
  jvmtiPhase phase = 0;
  (*env)->GetPhase(env, &phase);
  return phase;
}

static void told(jvmtiEnv *env, const char *event, jthread thread) {
  jvmtiThreadInfo info = {"-"};
  if (thread != NULL) {
    (*env)->GetThreadInfo(env, thread, &info);
  }
  printf("event %s %d %s\n", event, phase(env), info.name);
  fflush(stdout);
}

static void JNICALL vmStart(jvmtiEnv *env, JNIEnv *jni) {
  told(env, "VMStart", NULL);
  printf("boot %d\n", (*env)->AddToBootstrapClassLoaderSearch(env, "none.jar"));
}

static void JNICALL vmInit(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  jint count;
  jthread *threads;
  told(env, "VMInit", thread);
  (*env)->GetAllThreads(env, &count, &threads);
  for (int i = 0; i < count; i++) {
    jvmtiThreadInfo info;
    (*env)->GetThreadInfo(env, threads[i], &info);
    printf("thread %s\n", info.name);
  }
  jclass found = (*jni)->FindClass(jni, "Subject");
  char *signature = "none";
  if (found != NULL) {
    (*env)->GetClassSignature(env, found, &signature, NULL);
  }
  (*jni)->ExceptionClear(jni);
  printf("found %s\n", signature);
  printf("found %s\n", (*jni)->FindClass(jni, "NoSuchClass") == NULL ? "none" : "one");
  printf("pending %d\n", (*jni)->ExceptionCheck(jni));
  (*jni)->ExceptionClear(jni);
  JavaVM *vm;
  jvmtiEnv *other;
  (*jni)->GetJavaVM(jni, &vm);
  (*vm)->GetEnv(vm, (void **) &other, JVMTI_VERSION_1_2);
  printf("second %d\n", phase(other));
  (*other)->DisposeEnvironment(other);
}

static void JNICALL vmDeath(jvmtiEnv *env, JNIEnv *jni) { told(env, "VMDeath", NULL); }

static void JNICALL threadStart(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  told(env, "ThreadStart", thread);
}

static void JNICALL threadEnd(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  told(env, "ThreadEnd", thread);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  JNIEnv *jni;
  if (options == NULL) {
    printf("options none\n");
  } else {
    printf("options '%s'\n", options);
  }
  printf("jvmti %d\n", (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2));
  printf("wrong %d\n", (*vm)->GetEnv(vm, (void **) &jni, 0x39990000));
  jvmtiEventCallbacks callbacks;
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.VMStart = vmStart;
  callbacks.VMInit = vmInit;
  callbacks.VMDeath = vmDeath;
  callbacks.ThreadStart = threadStart;
  callbacks.ThreadEnd = threadEnd;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  int events[] = {JVMTI_EVENT_VM_START, JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_DEATH,
                  JVMTI_EVENT_THREAD_START, JVMTI_EVENT_THREAD_END};
  for (int i = 0; i < 5; i++) {
    printf("enabled %d\n",
           (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, events[i], NULL));
  }
  printf("without capability %d\n",
         (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_METHOD_ENTRY, NULL));
  printf("no event %d\n", (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, 999, NULL));
  jint count;
  jthread *threads;
  printf("too early %d\n", (*env)->GetAllThreads(env, &count, &threads));
  printf("null %d\n", (*env)->GetPhase(env, NULL));
  printf("phase %d\n", phase(env));
  printf("set property %d\n", (*env)->SetSystemProperty(env, "agent.says", "hello"));
  printf("new property %d\n", (*env)->SetSystemProperty(env, "agent.new", "hello"));
  printf("fixed property %d\n", (*env)->SetSystemProperty(env, "java.vm.name", "hello"));
  char *value;
  (*env)->GetSystemProperty(env, "agent.says", &value);
  printf("property %s\n", value);
  jvmtiCapabilities all, had;
  memset(&had, 0, sizeof had);
  (*env)->GetPotentialCapabilities(env, &all);
  printf("capabilities %d\n", (*env)->AddCapabilities(env, &all));
  (*env)->GetCapabilities(env, &had);
  printf("debugger %d%d%d%d%d\n", had.can_access_local_variables,
         had.can_generate_breakpoint_events, had.can_generate_single_step_events, had.can_pop_frame,
         had.can_generate_field_access_events);
  fflush(stdout);
  return options != NULL && strcmp(options, "refuse") == 0 ? 7 : 0;
}

JNIEXPORT void JNICALL Agent_OnUnload(JavaVM *vm) { printf("unloaded\n"); }
