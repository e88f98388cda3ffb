/*
 * Steps through the program's methods, by lines, and through those of java.lang.Math that it calls,
 * by instructions.
 */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static int last_line, is_in_program;

static int line(jvmtiEnv *env, jmethodID method, jlocation location) {
  jvmtiLineNumberEntry *table;
  jint count;
  int found = -1;
  if ((*env)->GetLineNumberTable(env, method, &count, &table) == 0) {
    for (int i = 0; i < count; i++) {
      if (table[i].start_location <= location) {
        found = table[i].line_number;
      }
    }
    (*env)->Deallocate(env, (unsigned char *) table);
  }
  return found;
}

static void JNICALL stepped(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                            jlocation location) {
  jclass type;
  char *signature, *name;
  (*env)->GetMethodDeclaringClass(env, method, &type);
  (*env)->GetClassSignature(env, type, &signature, NULL);
  (*env)->GetMethodName(env, method, &name, NULL, NULL);
  int is_math = strcmp(signature, "Ljava/lang/Math;") == 0;
  if (strcmp(signature, "LStepping;") == 0) {
    is_in_program = 1;
    if (last_line != line(env, method, location)) {
      last_line = line(env, method, location);
      printf("program %s %d\n", name, last_line);
    }
  } else if (is_math && is_in_program) {
    printf("platform %s %d\n", name, (int) location);
    last_line = 0;
  } else {
    is_in_program = 0;
  }
  (*env)->Deallocate(env, (unsigned char *) signature);
  (*env)->Deallocate(env, (unsigned char *) name);
  (*jni)->DeleteLocalRef(jni, type);
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_SINGLE_STEP, thread);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiCapabilities wanted;
  jvmtiEventCallbacks callbacks;
  setvbuf(stdout, NULL, _IOLBF, 0);
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  memset(&wanted, 0, sizeof wanted);
  wanted.can_generate_single_step_events = 1;
  wanted.can_get_line_numbers = 1;
  printf("capabilities %d\n", (*env)->AddCapabilities(env, &wanted));
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.VMInit = vm_init;
  callbacks.SingleStep = stepped;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
  return 0;
}
