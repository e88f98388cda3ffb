#include <jvmti.h>
#include <stdio.h>
#include <string.h>

/*
 * Tells of each exception that comes to the program, or that nobody catches, and of proxies below; and of
 * each catch.
 */

static const char *class_name(jvmtiEnv *env, jclass type) {
  static char copy[400];
  char *signature = NULL;
  (*env)->GetClassSignature(env, type, &signature, NULL);
  strncpy(copy, signature, sizeof copy - 1);
  (*env)->Deallocate(env, (unsigned char *) signature);
  return copy;
}

static void JNICALL exception(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                              jlocation location, jobject thrown, jmethodID catcher,
                              jlocation catch_location) {
  char *name = "nobody";
  if (catcher != NULL) {
    jclass declaring;
    (*env)->GetMethodDeclaringClass(env, catcher, &declaring);
    if (strcmp(class_name(env, declaring), "LThrower;") != 0) {
      return;
    }
    (*env)->GetMethodName(env, catcher, &name, NULL, NULL);
    if (strcmp(name, "caught") != 0) {
      return; // Reflection catches what the method throws, and throws another.
    }
  }
  printf("thrown %s for %s\n", class_name(env, (*jni)->GetObjectClass(jni, thrown)), name);
  jvmtiFrameInfo frames[64];
  jint count = 0;
  (*env)->GetStackTrace(env, thread, 0, 64, frames, &count);
  for (int i = 0; i < count; i++) {
    jclass declaring;
    (*env)->GetMethodDeclaringClass(env, frames[i].method, &declaring);
    if (strstr(class_name(env, declaring), "$Proxy") != NULL) {
      printf("through %s\n", class_name(env, declaring));
    }
  }
  jclass place;
  (*env)->GetMethodDeclaringClass(env, method, &place);
  if (strstr(class_name(env, place), "dexscope") != NULL) {
    printf("ours %s\n", class_name(env, place));
  }
}

static void JNICALL exception_catch(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                                    jlocation location, jobject thrown) {
  jclass declaring;
  char *name;
  (*env)->GetMethodDeclaringClass(env, method, &declaring);
  (*env)->GetMethodName(env, method, &name, NULL, NULL);
  printf("caught %s", class_name(env, (*jni)->GetObjectClass(jni, thrown)));
  printf(" by %s.%s\n", class_name(env, declaring), name);
  (*env)->Deallocate(env, (unsigned char *) name);
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_EXCEPTION, NULL);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_EXCEPTION_CATCH, NULL);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  jvmtiEnv *env;
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  jvmtiCapabilities wanted = {.can_generate_exception_events = 1};
  (*env)->AddCapabilities(env, &wanted);
  jvmtiEventCallbacks callbacks = {
      .VMInit = vm_init, .Exception = exception, .ExceptionCatch = exception_catch};
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
  return 0;
}
