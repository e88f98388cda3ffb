/* Adds its option, a jar, to where the program's class loader looks. */
#include <jvmti.h>
#include <stdio.h>

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  jclass found = (*jni)->FindClass(jni, "Added");
  printf("found %d\n", found != NULL);
  (*jni)->ExceptionClear(jni);
  printf("later %d\n", (*env)->AddToSystemClassLoaderSearch(env, "/no/such/file.jar"));
  printf("nothing %d\n", (*env)->AddToSystemClassLoaderSearch(env, NULL));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiEventCallbacks callbacks = {.VMInit = vm_init};
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("added %d\n", (*env)->AddToSystemClassLoaderSearch(env, options));
  printf("missing %d\n", (*env)->AddToSystemClassLoaderSearch(env, "/no/such/file.jar"));
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
  return 0;
}
