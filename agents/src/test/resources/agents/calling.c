/* Replaces functions of JNI, and looks at the stack in each of their calls. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static jvmtiEnv *env;
static struct JNINativeInterface_ *functions, *own;
static int is_on, calls_of_program;

static void look(const char *name) {
  jvmtiFrameInfo frames[200];
  jint count;
  if (!is_on) {
    return;
  }
  if ((*env)->GetStackTrace(env, NULL, 0, 200, frames, &count) != 0) {
    return;
  }
  for (int i = 0; i < count; i++) {
    jclass type;
    char *signature;
    (*env)->GetMethodDeclaringClass(env, frames[i].method, &type);
    (*env)->GetClassSignature(env, type, &signature, NULL);
    if (strstr(signature, "dev/dexscope") != NULL) {
      printf("ours %s %s\n", name, signature);
    }
    (*env)->Deallocate(env, (unsigned char *) signature);
  }
}

static jobject JNICALL new_global(JNIEnv *jni, jobject object) {
  look("NewGlobalRef");
  return own->NewGlobalRef(jni, object);
}

static void JNICALL delete_global(JNIEnv *jni, jobject object) {
  look("DeleteGlobalRef");
  own->DeleteGlobalRef(jni, object);
}

static jobject JNICALL new_local(JNIEnv *jni, jobject object) {
  look("NewLocalRef");
  return own->NewLocalRef(jni, object);
}

static jstring JNICALL new_string(JNIEnv *jni, const char *text) {
  look("NewStringUTF");
  return own->NewStringUTF(jni, text);
}

static jint JNICALL length(JNIEnv *jni, jstring text) {
  look("GetStringUTFLength");
  return own->GetStringUTFLength(jni, text);
}

static jclass JNICALL find_class(JNIEnv *jni, const char *name) {
  look("FindClass");
  calls_of_program++;
  return own->FindClass(jni, name);
}

static jboolean JNICALL check(JNIEnv *jni) {
  look("ExceptionCheck");
  return own->ExceptionCheck(jni);
}

JNIEXPORT void JNICALL Java_Calling_begin(JNIEnv *jni, jclass type) {
  is_on = 1;
}

JNIEXPORT jstring JNICALL Java_Calling_end(JNIEnv *jni, jclass type) {
  char text[100];
  struct JNINativeInterface_ *now;
  (*jni)->FindClass(jni, "Calling");
  is_on = 0;
  int error = (*env)->GetJNIFunctionTable(env, &now);
  sprintf(text, "%d calls of FindClass, error %d, table as it was set %d", calls_of_program, error,
          memcmp(now, functions, sizeof *now) == 0);
  (*env)->SetJNIFunctionTable(env, own);
  (*jni)->FindClass(jni, "Calling");
  (*env)->GetJNIFunctionTable(env, &now);
  sprintf(text + strlen(text), ", %d, table as it was %d", calls_of_program,
          memcmp(now, own, sizeof *now) == 0);
  return (*jni)->NewStringUTF(jni, text);
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  (*env)->GetJNIFunctionTable(env, &own);
  (*env)->GetJNIFunctionTable(env, &functions);
  functions->NewGlobalRef = new_global;
  functions->DeleteGlobalRef = delete_global;
  functions->NewLocalRef = new_local;
  functions->NewStringUTF = new_string;
  functions->GetStringUTFLength = length;
  functions->FindClass = find_class;
  functions->ExceptionCheck = check;
  (*env)->SetJNIFunctionTable(env, functions);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEventCallbacks callbacks = {.VMInit = vm_init};
  setvbuf(stdout, NULL, _IOLBF, 0);
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  return (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
}
