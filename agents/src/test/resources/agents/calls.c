/* Is told of calls of the program's own methods, by two environments, on all threads or on one. */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jvmtiEnv *first, *second;
static long counted, platform;
static int quiet, inside;

static int of_program(jvmtiEnv *env, jmethodID method, char **name, char **type) {
  jclass owner;
  char *signature = NULL;
  int is_ours;
  if ((*env)->GetMethodDeclaringClass(env, method, &owner) != 0
      || (*env)->GetClassSignature(env, owner, &signature, NULL) != 0) {
    return 0;
  }
  // Lambdas are classes of the program on one side, of the JDK on the other.
  is_ours = strcmp(signature, "LCalls;") == 0 || strcmp(signature, "LCalls$Shape;") == 0;
  return is_ours && (*env)->GetMethodName(env, method, name, type, NULL) == 0
      && strncmp(*name, "lambda", 6) != 0;
}

static char *thread_name(jvmtiEnv *env, jthread thread) {
  jvmtiThreadInfo info = {0};
  (*env)->GetThreadInfo(env, thread, &info);
  return info.name == NULL ? "?" : info.name;
}

static void stack(jvmtiEnv *env, jmethodID method) {
  jvmtiFrameInfo frames[3] = {0};
  jmethodID top = NULL;
  jlocation location = -1;
  jint count = 0, all = 0;
  char *caller = "?", *type;
  int error = (*env)->GetStackTrace(env, NULL, 0, 3, frames, &count);
  int located = (*env)->GetFrameLocation(env, NULL, 0, &top, &location);
  (*env)->GetFrameCount(env, NULL, &all);
  if (count > 1 && !of_program(env, frames[1].method, &caller, &type)) {
    caller = "platform";
  }
  printf("stack %d %d %s %s %d by %s\n", error, located,
         frames[0].method == method && top == method ? "on top" : "elsewhere",
         all >= count ? "all" : "few", count, caller);
}

static void want(jvmtiEnv *env, int is_on, jthread thread) {
  jvmtiEventMode mode = is_on ? JVMTI_ENABLE : JVMTI_DISABLE;
  int entry = (*env)->SetEventNotificationMode(env, mode, JVMTI_EVENT_METHOD_ENTRY, thread);
  int exit = (*env)->SetEventNotificationMode(env, mode, JVMTI_EVENT_METHOD_EXIT, thread);
  printf("want %d %d %d %d\n", is_on, thread != NULL, entry, exit);
}

/* Where a method has a parameter: a slot of the class file, a register of the dex file. */
static int slot(jvmtiEnv *env, jmethodID method, const char *name) {
  jvmtiLocalVariableEntry *table;
  jint count;
  if ((*env)->GetLocalVariableTable(env, method, &count, &table) == 0) {
    for (int i = 0; i < count; i++) {
      if (strcmp(table[i].name, name) == 0) {
        return table[i].slot;
      }
    }
  }
  return -1;
}

static void phase(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method) {
  jint number = 0;
  int error = (*env)->GetLocalInt(env, NULL, 0, slot(env, method, "number"), &number);
  printf("phase %d error %d\n", number, error);
  if (number == 2) {
    // Only this thread from now on.
    want(env, 1, thread);
    want(env, 0, NULL);
  } else if (number == 3) {
    want(env, 0, thread);
    want(env, 1, NULL);
    want(second, 1, NULL);
  } else if (number == 4) {
    quiet = 1;
  } else if (number == 5) {
    quiet = 0;
    printf("counted %ld\n", counted);
    want(env, 0, NULL);
    want(env, 0, NULL);
  }
}

static void local(jvmtiEnv *env, jmethodID method, const char *name) {
  if (strcmp(name, "wide") == 0) {
    jlong value = 0;
    jint shift = 0;
    int error = (*env)->GetLocalLong(env, NULL, 0, slot(env, method, "value"), &value);
    int other = (*env)->GetLocalInt(env, NULL, 0, slot(env, method, "shift"), &shift);
    printf("local %d %ld %d %d\n", error, (long) value, other, shift);
  }
}

static void JNICALL entry(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method) {
  char *name, *type;
  jclass calls;
  jmethodID back;
  if (!of_program(env, method, &name, &type)) {
    platform++;
    return;
  }
  if (quiet && strcmp(name, "phase") != 0) {
    counted++;
    return;
  }
  printf("entry %s%s %s %s\n", name, type, thread_name(env, thread),
         (*jni)->IsSameObject(jni, thread, NULL) ? "gone" : "there");
  stack(env, method);
  local(env, method, name);
  if (strcmp(name, "locked") == 0 && !inside) {
    inside = 1;
    calls = (*jni)->FindClass(jni, "Calls");
    back = (*jni)->GetStaticMethodID(jni, calls, "calledBack", "(I)I");
    printf("called back %d\n", (*jni)->CallStaticIntMethod(jni, calls, back, 41));
    inside = 0;
  }
  if (strcmp(name, "phase") == 0) {
    phase(env, jni, thread, method);
  }
}

static void print_value(JNIEnv *jni, const char *type, jvalue value) {
  switch (strchr(type, ')')[1]) {
    case 'Z': printf("%d", value.z); break;
    case 'B': printf("%d", value.b); break;
    case 'C': printf("%d", value.c); break;
    case 'I': printf("%d", value.i); break;
    case 'J': printf("%ld", (long) value.j); break;
    case 'F': printf("%g", value.f); break;
    case 'D': printf("%g", value.d); break;
    case 'V': printf("nothing"); break;
    default:
      if (value.l == NULL) {
        printf("null");
      } else if ((*jni)->IsInstanceOf(jni, value.l, (*jni)->FindClass(jni, "java/lang/String"))) {
        const char *text = (*jni)->GetStringUTFChars(jni, value.l, NULL);
        printf("'%s'", text);
        (*jni)->ReleaseStringUTFChars(jni, value.l, text);
      } else {
        printf("object");
      }
  }
}

static void JNICALL left(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                         jboolean thrown, jvalue value) {
  char *name, *type;
  if (!of_program(env, method, &name, &type)) {
    return;
  }
  if (quiet) {
    counted++;
    return;
  }
  printf("exit %s%s %s ", name, type, thread_name(env, thread));
  if (thrown) {
    printf("thrown");
  } else {
    print_value(jni, type, value);
  }
  printf("\n");
  if (!thrown) {
    stack(env, method);
  }
}

static void JNICALL second_entry(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method) {
  char *name, *type;
  // Whether it is told of the very call in which it was asked for is not specified.
  if (env == second && !quiet && of_program(env, method, &name, &type)
      && strcmp(name, "phase") != 0) {
    printf("second %s %s\n", name, thread_name(env, thread));
  }
}

static void JNICALL init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  jvmtiCapabilities can = {0};
  printf("mode %d\n", (*env)->SetEventNotificationMode(env, 7, JVMTI_EVENT_METHOD_ENTRY, NULL));
  printf("refused %d\n",
         (*second)->SetEventNotificationMode(second, JVMTI_ENABLE, JVMTI_EVENT_METHOD_EXIT, NULL));
  printf("no thread %d\n",
         (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_METHOD_ENTRY,
                                          (*jni)->FindClass(jni, "java/lang/String")));
  want(env, 1, NULL);
  can.can_generate_method_exit_events = 1;
  printf("added %d\n", (*second)->AddCapabilities(second, &can));
  memset(&can, 0, sizeof can);
  (*second)->GetCapabilities(second, &can);
  printf("has %d %d\n", can.can_generate_method_entry_events, can.can_generate_method_exit_events);
  (*second)->GetPotentialCapabilities(second, &can);
  printf("may %d %d\n", can.can_generate_method_entry_events, can.can_generate_method_exit_events);
  memset(&can, 0, sizeof can);
  can.can_generate_method_exit_events = 1;
  printf("relinquished %d\n", (*second)->RelinquishCapabilities(second, &can));
  (*second)->GetCapabilities(second, &can);
  printf("has %d %d\n", can.can_generate_method_entry_events, can.can_generate_method_exit_events);
}

static void JNICALL death(jvmtiEnv *env, JNIEnv *jni) {
  if (platform > 100) {
    fprintf(stderr, "platform calls\n");
  }
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiCapabilities can = {0};
  jvmtiEventCallbacks callbacks = {.VMInit = init, .VMDeath = death, .MethodEntry = entry, .MethodExit = left};
  jvmtiEventCallbacks others = {.MethodEntry = second_entry};
  setvbuf(stdout, NULL, _IOLBF, 0);
  (*vm)->GetEnv(vm, (void **) &first, JVMTI_VERSION_11);
  (*vm)->GetEnv(vm, (void **) &second, JVMTI_VERSION_11);
  can.can_generate_method_entry_events = 1;
  (*second)->AddCapabilities(second, &can);
  can.can_generate_method_exit_events = 1;
  can.can_access_local_variables = 1;
  can.can_get_line_numbers = 1;
  (*first)->AddCapabilities(first, &can);
  (*first)->SetEventCallbacks(first, &callbacks, sizeof callbacks);
  (*second)->SetEventCallbacks(second, &others, sizeof others);
  (*first)->SetEventNotificationMode(first, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL);
  return (*first)->SetEventNotificationMode(first, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
}
