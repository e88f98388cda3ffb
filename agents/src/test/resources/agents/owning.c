/*
 * Prints what the current thread has locked, and at which depths, when Owning.look is entered; asks
 * with an exception that is to be thrown.
 */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static void JNICALL entered(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method) {
  char *name, *signature;
  jint count;
  jobject *monitors;
  jvmtiMonitorStackDepthInfo *depths;
  (*env)->GetMethodName(env, method, &name, NULL, NULL);
  if (strcmp(name, "look") == 0) {
    jclass type = (*jni)->FindClass(jni, "java/lang/IllegalStateException");
    (*jni)->ThrowNew(jni, type, "thrown by the agent");
    printf("owned %d\n", (*env)->GetOwnedMonitorInfo(env, NULL, &count, &monitors));
    printf("owns %d\n", count);
    (*env)->Deallocate(env, (unsigned char *) monitors);
    for (int i = 0; i < 2; i++) {
      printf("depths %d\n", (*env)->GetOwnedMonitorStackDepthInfo(env, i == 0 ? NULL : thread,
                                                                  &count, &depths));
      printf("thrown %d\n", (*jni)->ExceptionCheck(jni));
      (*jni)->ExceptionClear(jni);
      for (int j = 0; j < count; j++) {
        (*env)->GetClassSignature(env, (*jni)->GetObjectClass(jni, depths[j].monitor), &signature,
                                  NULL);
        printf("at %d %s\n", depths[j].stack_depth, signature);
        (*env)->Deallocate(env, (unsigned char *) signature);
      }
      (*env)->Deallocate(env, (unsigned char *) depths);
    }
  }
  (*env)->Deallocate(env, (unsigned char *) name);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiCapabilities wanted;
  jvmtiEventCallbacks callbacks;
  setvbuf(stdout, NULL, _IOLBF, 0);
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  memset(&wanted, 0, sizeof wanted);
  wanted.can_generate_method_entry_events = 1;
  wanted.can_get_owned_monitor_info = 1;
  wanted.can_get_owned_monitor_stack_depth_info = 1;
  printf("capabilities %d\n", (*env)->AddCapabilities(env, &wanted));
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.MethodEntry = entered;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_METHOD_ENTRY, NULL);
  return 0;
}
