// What ART's tests call in its native test library, of which the agent has no part: there is no compiler to ask.
#include <jni.h>

extern "C" JNIEXPORT jboolean Java_Main_hasJit(JNIEnv*, jclass) { return JNI_FALSE; }

extern "C" JNIEXPORT void Java_Main_ensureJitCompiled(JNIEnv*, jclass, jclass, jstring) {}
