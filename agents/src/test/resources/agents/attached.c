/* Comes to a program that runs. Options: "refuse"; "pending", which leaves an exception. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static void JNICALL thread_start(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  jvmtiThreadInfo info;
  (*env)->GetThreadInfo(env, thread, &info);
  printf("started %s\n", info.name);
  fflush(stdout);
}

static void JNICALL vm_death(jvmtiEnv *env, JNIEnv *jni) {
  printf("died\n");
  fflush(stdout);
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  JNIEnv *jni;
  jvmtiPhase phase;
  jvmtiCapabilities capabilities;
  jint count;
  jclass *classes;
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  (*vm)->GetEnv(vm, (void **) &jni, JNI_VERSION_1_8);
  (*env)->GetPhase(env, &phase);
  printf("attached %d '%s' %d\n", phase, options, (*jni)->FindClass(jni, "Waiting") != NULL);
  memset(&capabilities, 0, sizeof capabilities);
  capabilities.can_tag_objects = 1;
  printf("capability %d\n", (*env)->AddCapabilities(env, &capabilities));
  (*env)->GetLoadedClasses(env, &count, &classes);
  for (int i = 0; i < count; i++) {
    char *name;
    (*env)->GetClassSignature(env, classes[i], &name, NULL);
    if (strstr(name, "dexscope") != NULL) {
      printf("ours %s\n", name);
    }
  }
  jvmtiEventCallbacks callbacks;
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.ThreadStart = thread_start;
  callbacks.VMDeath = vm_death;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_THREAD_START, NULL);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL);
  fflush(stdout);
  if (strcmp(options, "pending") == 0) {
    (*jni)->FindClass(jni, "Nowhere");
  }
  return strcmp(options, "refuse") == 0 ? 3 : 0;
}

JNIEXPORT void JNICALL Agent_OnUnload(JavaVM *vm) {
  printf("unloaded\n");
  fflush(stdout);
}
