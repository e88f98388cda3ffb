/* Asks for each local variable of a caller as a value of each type, and sets it as one. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static void read(jvmtiEnv *env, jthread thread, jvmtiLocalVariableEntry *variable) {
  jobject o;
  jint i;
  jlong j;
  jfloat f;
  jdouble d;
  printf("read %s %s L %d", variable->name, variable->signature,
         (*env)->GetLocalObject(env, thread, 1, variable->slot, &o));
  printf(" I %d", (*env)->GetLocalInt(env, thread, 1, variable->slot, &i));
  printf(" J %d", (*env)->GetLocalLong(env, thread, 1, variable->slot, &j));
  printf(" F %d", (*env)->GetLocalFloat(env, thread, 1, variable->slot, &f));
  printf(" D %d\n", (*env)->GetLocalDouble(env, thread, 1, variable->slot, &d));
}

static void write(jvmtiEnv *env, JNIEnv *jni, jthread thread, jvmtiLocalVariableEntry *variable) {
  jobject o = *variable->signature == '[' ? (jobject) (*jni)->NewIntArray(jni, 1)
                                          : (jobject) (*jni)->NewStringUTF(jni, "set");
  char type = *variable->signature;
  int is_object = type == 'L' || type == '[';
  printf("written %s L %d", variable->name,
         (*env)->SetLocalObject(env, thread, 1, variable->slot, is_object ? o : NULL));
  printf(" I %d", (*env)->SetLocalInt(env, thread, 1, variable->slot, 1));
  printf(" J %d", (*env)->SetLocalLong(env, thread, 1, variable->slot, 2));
  printf(" F %d", (*env)->SetLocalFloat(env, thread, 1, variable->slot, 3.5));
  printf(" D %d\n", (*env)->SetLocalDouble(env, thread, 1, variable->slot, 4.5));
}

/* The last register is the last parameter, if there is one. */
static void unnamed(jvmtiEnv *env, jthread thread, jmethodID method) {
  jint parameters;
  jint registers;
  jint number;
  jfloat bits;
  (*env)->GetArgumentsSize(env, method, &parameters);
  (*env)->GetMaxLocals(env, method, &registers);
  if (parameters == 1) {
    int error = (*env)->GetLocalInt(env, thread, 1, registers - 1, &number);
    printf("parameter %d %d %d\n", error, number,
           (*env)->GetLocalFloat(env, thread, 1, registers - 1, &bits));
  }
}

static void JNICALL reached(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                            jlocation location) {
  jmethodID caller;
  jlocation at;
  jint count;
  jvmtiLocalVariableEntry *table;
  (*env)->GetFrameLocation(env, thread, 1, &caller, &at);
  if ((*env)->GetLocalVariableTable(env, caller, &count, &table) != 0) {
    unnamed(env, thread, caller);
    return;
  }
  for (int i = 0; i < count; i++) {
    if (table[i].start_location <= at && at < table[i].start_location + table[i].length) {
      read(env, thread, &table[i]);
      write(env, jni, thread, &table[i]);
    }
  }
}

static void JNICALL prepared(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass type) {
  char *signature;
  (*env)->GetClassSignature(env, type, &signature, NULL);
  if (strcmp(signature, "LZeros;") == 0) {
    printf("breakpoint %d\n",
           (*env)->SetBreakpoint(env, (*jni)->GetStaticMethodID(jni, type, "here", "()V"), 0));
  }
  (*env)->Deallocate(env, (unsigned char *) signature);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiCapabilities wanted;
  jvmtiEventCallbacks callbacks;
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  setvbuf(stdout, NULL, _IOLBF, 0);
  memset(&wanted, 0, sizeof wanted);
  wanted.can_access_local_variables = 1;
  wanted.can_generate_breakpoint_events = 1;
  (*env)->AddCapabilities(env, &wanted);
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.ClassPrepare = prepared;
  callbacks.Breakpoint = reached;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, NULL);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_BREAKPOINT, NULL);
  return 0;
}
