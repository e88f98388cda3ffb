/* Has a native method that the agent before it has too. */
#include <jvmti.h>

JNIEXPORT jint JNICALL Java_Native_with_1line(JNIEnv *jni, jclass type, jint number) {
  return 100;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  return 0;
}
