/* Misuses JVM TI and JNI, as agents do that look at no results. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  jint count;
  jclass type = (*jni)->FindClass(jni, "java/lang/Integer");
  jmethodID parse = (*jni)->GetStaticMethodID(jni, type, "parseInt", "(Ljava/lang/String;)I");
  (*env)->GetFrameCount(env, NULL, NULL);
  (*env)->GetFrameCount(env, NULL, NULL);
  (*env)->GetMaxLocals(env, parse, NULL);
  (*env)->GetThreadState(env, NULL, NULL);
  (*env)->GetFrameCount(env, NULL, &count);
  /* The exception of the first call is still there at the second. */
  (*jni)->CallStaticIntMethod(jni, type, parse, (*jni)->NewStringUTF(jni, "none"));
  (*jni)->GetStaticMethodID(jni, type, "parseInt", "(Ljava/lang/String;)I");
  (*jni)->ExceptionClear(jni);
  printf("over\n");
  fflush(stdout);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiEventCallbacks callbacks;
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.VMInit = vm_init;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  /* Without the capability. */
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_METHOD_ENTRY, NULL);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
  return 0;
}
