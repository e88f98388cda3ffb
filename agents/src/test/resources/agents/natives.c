/* Native methods of a program that an agent has. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

JNIEXPORT jint JNICALL Java_Native_with_1line(JNIEnv *jni, jclass type, jint number) {
  return number + 1;
}

JNIEXPORT jstring JNICALL Java_Native_of___3ILjava_lang_String_2(JNIEnv *jni, jclass type,
                                                                 jintArray numbers, jstring text) {
  return text;
}

JNIEXPORT jstring JNICALL Java_Native_of__(JNIEnv *jni, jclass type) {
  return (*jni)->NewStringUTF(jni, "nothing");
}

static void JNICALL bound(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                          void *address, void **new_address) {
  jclass owner;
  char *owner_name, *name, *signature;
  (*env)->GetMethodDeclaringClass(env, method, &owner);
  (*env)->GetClassSignature(env, owner, &owner_name, NULL);
  (*env)->GetMethodName(env, method, &name, &signature, NULL);
  if (strcmp(owner_name, "LNative;") == 0) {
    printf("bound %s%s\n", name, signature);
  }
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiCapabilities capabilities;
  jvmtiEventCallbacks callbacks;
  setvbuf(stdout, NULL, _IOLBF, 0);
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_11);
  memset(&capabilities, 0, sizeof capabilities);
  capabilities.can_generate_native_method_bind_events = 1;
  (*env)->AddCapabilities(env, &capabilities);
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.NativeMethodBind = bound;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_NATIVE_METHOD_BIND, NULL);
  return 0;
}
