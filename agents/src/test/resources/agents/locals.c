/* Prints the variables that debug info names, where the program calls and where methods return. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static int is_ours(jvmtiEnv *env, jmethodID method, char **name) {
  jclass type;
  char *signature;
  (*env)->GetMethodDeclaringClass(env, method, &type);
  (*env)->GetClassSignature(env, type, &signature, NULL);
  (*env)->GetMethodName(env, method, name, NULL, NULL);
  return strcmp(signature, "LLocals;") == 0;
}

static void print_local(jvmtiEnv *env, JNIEnv *jni, const char *where, const char *method,
                        jint depth, jvmtiLocalVariableEntry *local) {
  jint i = -1;
  jlong j = -1;
  jfloat f = -1;
  jdouble d = -1;
  jobject l = NULL;
  int error;
  printf("%s %s %s ", where, method, local->name);
  switch (local->signature[0]) {
    case 'J':
      error = (*env)->GetLocalLong(env, NULL, depth, local->slot, &j);
      printf("%d %ld", error, (long) j);
      break;
    case 'F':
      error = (*env)->GetLocalFloat(env, NULL, depth, local->slot, &f);
      printf("%d %f", error, f);
      break;
    case 'D':
      error = (*env)->GetLocalDouble(env, NULL, depth, local->slot, &d);
      printf("%d %f", error, d);
      break;
    case 'L':
    case '[':
      error = (*env)->GetLocalObject(env, NULL, depth, local->slot, &l);
      printf("%d %d", error, l != NULL);
      break;
    default:
      error = (*env)->GetLocalInt(env, NULL, depth, local->slot, &i);
      printf("%d %d", error, i);
      printf(" as float %d", (*env)->GetLocalFloat(env, NULL, depth, local->slot, &f));
      break;
  }
  printf("\n");
}

/* The method reads them afterwards. */
static void set_local(jvmtiEnv *env, JNIEnv *jni, jvmtiLocalVariableEntry *local) {
  int error;
  switch (local->signature[0]) {
    case 'I':
      error = (*env)->SetLocalInt(env, NULL, 1, local->slot, 4711);
      break;
    case 'F':
      error = (*env)->SetLocalFloat(env, NULL, 1, local->slot, 1.5f);
      break;
    default:
      error = (*env)->SetLocalObject(env, NULL, 1, local->slot, (*jni)->NewStringUTF(jni, "set"));
      break;
  }
  printf("set %s %d\n", local->name, error);
}

static void print_locals(jvmtiEnv *env, JNIEnv *jni, const char *where, jint depth) {
  jmethodID method;
  jlocation at;
  jint count;
  char *name;
  jvmtiLocalVariableEntry *table;
  (*env)->GetFrameLocation(env, NULL, depth, &method, &at);
  if (is_ours(env, method, &name) && strcmp(name, "main") != 0
      && (*env)->GetLocalVariableTable(env, method, &count, &table) == 0) {
    for (int i = 0; i < count; i++) {
      if (table[i].start_location <= at && at < table[i].start_location + table[i].length) {
        print_local(env, jni, where, name, depth, &table[i]);
        if (strcmp(name, "told") == 0 && depth == 1) {
          set_local(env, jni, &table[i]);
        }
      }
    }
  }
}

static void JNICALL left(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                         jboolean is_thrown, jvalue value) {
  print_locals(env, jni, "left", 0);
}

static void JNICALL breakpoint(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                               jlocation location) {
  print_locals(env, jni, "called", 1);
}

static void JNICALL class_prepare(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass type) {
  char *signature;
  (*env)->GetClassSignature(env, type, &signature, NULL);
  if (strcmp(signature, "LLocals;") == 0) {
    jmethodID here = (*jni)->GetStaticMethodID(jni, type, "here", "()V");
    printf("breakpoint %d\n", (*env)->SetBreakpoint(env, here, 0));
  }
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_METHOD_EXIT, NULL);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiCapabilities all;
  jvmtiEventCallbacks callbacks;
  setvbuf(stdout, NULL, _IOLBF, 0);
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  (*env)->GetPotentialCapabilities(env, &all);
  (*env)->AddCapabilities(env, &all);
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.VMInit = vm_init;
  callbacks.ClassPrepare = class_prepare;
  callbacks.Breakpoint = breakpoint;
  callbacks.MethodExit = left;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, NULL);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_BREAKPOINT, NULL);
  return (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
}
