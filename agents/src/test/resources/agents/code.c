/* Prints what the interface says of the methods of the class Subject, and stops in them. */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmethodID bottom;
static jfieldID watched;

static const char *method_name(jvmtiEnv *env, jmethodID method) {
  char *name, *class_name;
  jclass owner;
  static char text[400];
  if (method == NULL) {
    return "-";
  }
  if ((*env)->GetMethodName(env, method, &name, NULL, NULL) != 0
      || (*env)->GetMethodDeclaringClass(env, method, &owner) != 0
      || (*env)->GetClassSignature(env, owner, &class_name, NULL) != 0) {
    return "?";
  }
  snprintf(text, sizeof text, "%s%s", class_name, name);
  (*env)->Deallocate(env, (unsigned char *) name);
  (*env)->Deallocate(env, (unsigned char *) class_name);
  return text;
}

static int is(jvmtiEnv *env, jmethodID method, const char *what) {
  return strcmp(method_name(env, method), what) == 0;
}

static void describe(jvmtiEnv *env, jmethodID method) {
  jlocation start = -1, end = -1;
  jint locals = -1, arguments = -1, count = 0;
  unsigned char *bytes;
  jvmtiLineNumberEntry *lines = NULL;
  jvmtiLocalVariableEntry *variables = NULL;
  char name[400];
  strcpy(name, method_name(env, method));
  int error = (*env)->GetMethodLocation(env, method, &start, &end);
  (*env)->GetMaxLocals(env, method, &locals);
  (*env)->GetArgumentsSize(env, method, &arguments);
  printf("method %s %d %ld..%ld registers %d arguments %d\n", name, error, (long) start,
         (long) end, locals, arguments);
  error = (*env)->GetBytecodes(env, method, &count, &bytes);
  printf("bytecodes %s %d", name, error);
  for (int i = 0; error == 0 && i < count; i++) {
    printf("%s%02x", i % 2 == 0 ? " " : "", bytes[i]);
  }
  printf("\n");
  error = (*env)->GetLineNumberTable(env, method, &count, &lines);
  // Agents free what they find there, whatever the error: the JDK's debugger does.
  printf("lines %s %d%s", name, error, error != 0 && lines != NULL ? " and memory" : "");
  for (int i = 0; error == 0 && i < count; i++) {
    printf(" %ld=%d", (long) lines[i].start_location, lines[i].line_number);
  }
  printf("\n");
  error = (*env)->GetLocalVariableTable(env, method, &count, &variables);
  printf("variables %s %d%s", name, error, error != 0 && variables != NULL ? " and memory" : "");
  for (int i = 0; error == 0 && i < count; i++) {
    printf(" %s:%s@%d[%ld+%d]", variables[i].name, variables[i].signature, variables[i].slot,
           (long) variables[i].start_location, variables[i].length);
  }
  printf("\n");
  for (int i = 0; error == 0 && i < count; i++) {
    if (variables[i].generic_signature != NULL) {
      printf("generic %s %s %s\n", name, variables[i].name, variables[i].generic_signature);
    }
  }
}

static void JNICALL class_prepare(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass prepared) {
  char *signature, *file = "-";
  jint count;
  jmethodID *methods;
  (*env)->GetClassSignature(env, prepared, &signature, NULL);
  if (strcmp(signature, "LNamed;") == 0) {
    int error = (*env)->GetSourceFileName(env, prepared, &file);
    printf("named %d %s\n", error, file);
  }
  if (strcmp(signature, "LSubject;") != 0) {
    return;
  }
  (*env)->GetSourceFileName(env, prepared, &file);
  printf("source %s\n", file);
  (*env)->GetClassMethods(env, prepared, &count, &methods);
  for (int i = 0; i < count; i++) {
    describe(env, methods[i]);
    jlocation start = 0, end = 0;
    (*env)->GetMethodLocation(env, methods[i], &start, &end);
    jvmtiLineNumberEntry *lines;
    jint entries;
    if (is(env, methods[i], "LSubject;sum")
        && (*env)->GetLineNumberTable(env, methods[i], &entries, &lines) == 0) {
      printf("breakpoint %d\n",
             (*env)->SetBreakpoint(env, methods[i], lines[entries - 2].start_location));
      printf("twice %d\n",
             (*env)->SetBreakpoint(env, methods[i], lines[entries - 2].start_location));
      printf("nowhere %d\n", (*env)->SetBreakpoint(env, methods[i], end + 1));
      printf("clear %d\n", (*env)->ClearBreakpoint(env, methods[i], start));
    }
    if (is(env, methods[i], "LSubject;describe")) {
      bottom = methods[i];
      printf("breakpoint %d\n", (*env)->SetBreakpoint(env, methods[i], start));
    }
  }
  jint fields;
  jfieldID *ids;
  (*env)->GetClassFields(env, prepared, &fields, &ids);
  for (int i = 0; i < fields; i++) {
    char *name;
    (*env)->GetFieldName(env, prepared, ids[i], &name, NULL, NULL);
    if (strcmp(name, "watched") == 0) {
      watched = ids[i];
      printf("watch %d %d\n", (*env)->SetFieldAccessWatch(env, prepared, watched),
             (*env)->SetFieldModificationWatch(env, prepared, watched));
    }
  }
}

static void stack(jvmtiEnv *env, jthread thread) {
  jvmtiFrameInfo frames[40];
  jint count = 0, all = 0;
  (*env)->GetFrameCount(env, thread, &all);
  int error = (*env)->GetStackTrace(env, thread, 0, 40, frames, &count);
  printf("stack %d %d/%d", error, count, all);
  for (int i = 0; i < count; i++) {
    printf(" %s", method_name(env, frames[i].method));
    if (strncmp(method_name(env, frames[i].method), "LSubject", 8) == 0) {
      printf("@%ld", (long) frames[i].location);
    }
  }
  printf("\n");
  jmethodID method;
  jlocation location;
  for (int i = 0; i < count; i++) {
    error = (*env)->GetFrameLocation(env, thread, i, &method, &location);
    if (error != 0 || method != frames[i].method || location != frames[i].location) {
      printf("frame %d differs: %d\n", i, error);
    }
  }
  printf("beyond %d\n", (*env)->GetFrameLocation(env, thread, count, &method, &location));
  printf("part %d", (*env)->GetStackTrace(env, thread, -2, 40, frames, &count));
  printf(" %d\n", count);
}

static void JNICALL breakpoint(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                               jlocation location) {
  printf("stopped %s@%ld\n", method_name(env, method), (long) location);
  if (method == bottom) {
    stack(env, NULL);
    stack(env, thread);
    jvmtiStackInfo *info;
    (*env)->GetThreadListStackTraces(env, 1, &thread, 2, &info);
    printf("list %d", info->frame_count);
    for (int i = 0; i < info->frame_count; i++) {
      printf(" %s@%ld", method_name(env, info->frame_buffer[i].method),
             (long) info->frame_buffer[i].location);
    }
    printf("\n");
    jobject self = NULL;
    printf("instance %d", (*env)->GetLocalInstance(env, thread, 0, &self));
    jclass type = (*jni)->GetObjectClass(jni, self);
    char *signature;
    (*env)->GetClassSignature(env, type, &signature, NULL);
    printf(" %s\n", signature);
    printf("pop %d\n", (*env)->NotifyFramePop(env, thread, 1));
    return;
  }
  jint entries, variables;
  jvmtiLocalVariableEntry *table;
  (*env)->GetLocalVariableTable(env, method, &variables, &table);
  for (entries = 0; entries < variables; entries++) {
    jvmtiLocalVariableEntry *each = &table[entries];
    jint i = -1;
    jlong j = -1;
    jdouble d = -1;
    int error = 0;
    switch (each->signature[0]) {
      case 'I':
        error = (*env)->GetLocalInt(env, thread, 0, each->slot, &i);
        printf("local %s %d %d\n", each->name, error, i);
        break;
      case 'J':
        error = (*env)->GetLocalLong(env, thread, 0, each->slot, &j);
        printf("local %s %d %ld\n", each->name, error, (long) j);
        break;
      case 'D':
        error = (*env)->GetLocalDouble(env, thread, 0, each->slot, &d);
        printf("local %s %d %.1f\n", each->name, error, d);
        printf("mismatch %d\n", (*env)->GetLocalInt(env, thread, 0, each->slot, &i));
        break;
    }
    if (strcmp(each->name, "result") == 0) {
      printf("set %d\n", (*env)->SetLocalInt(env, thread, 0, each->slot, 1000));
    }
  }
  jint value;
  printf("no register %d\n", (*env)->GetLocalInt(env, thread, 0, 99, &value));
  printf("no frame %d\n", (*env)->GetLocalInt(env, thread, 99, 0, &value));
  printf("step %d\n", (*env)->SetEventNotificationMode(env, JVMTI_ENABLE,
                                                       JVMTI_EVENT_SINGLE_STEP, thread));
}

static void JNICALL single_step(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                                jlocation location) {
  printf("stepped %s@%ld\n", method_name(env, method), (long) location);
  if (!is(env, method, "LSubject;sum")) {
    (*env)->SetEventNotificationMode(env, JVMTI_DISABLE, JVMTI_EVENT_SINGLE_STEP, thread);
  }
}

static void JNICALL frame_pop(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                              jboolean thrown) {
  printf("popped %s %d\n", method_name(env, method), thrown);
}

static void JNICALL exception(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                              jlocation location, jobject thrown, jmethodID catcher,
                              jlocation catch_location) {
  if (is(env, method, "LSubject;fail")) {
    printf("thrown @%ld", (long) location);
    printf(" caught %s@%ld\n", method_name(env, catcher), (long) catch_location);
  }
}

static void JNICALL exception_catch(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                                    jlocation location, jobject thrown) {
  if (is(env, method, "LSubject;fail")) {
    printf("caught @%ld\n", (long) location);
  }
}

static void JNICALL field_access(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                                 jlocation location, jclass type, jobject object, jfieldID field) {
  printf("read %d %s@%ld\n", field == watched, method_name(env, method), (long) location);
}

static void JNICALL field_modification(jvmtiEnv *env, JNIEnv *jni, jthread thread,
                                       jmethodID method, jlocation location, jclass type,
                                       jobject object, jfieldID field, char kind, jvalue value) {
  printf("written %d %s@%ld %c %d\n", field == watched, method_name(env, method),
         (long) location, kind, value.i);
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  int events[] = {JVMTI_EVENT_BREAKPOINT,   JVMTI_EVENT_FRAME_POP,    JVMTI_EVENT_EXCEPTION,
                  JVMTI_EVENT_FIELD_ACCESS, JVMTI_EVENT_FIELD_MODIFICATION,
                  JVMTI_EVENT_EXCEPTION_CATCH};
  for (int i = 0; i < 6; i++) {
    int error = (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, events[i], NULL);
    if (error != 0) {
      printf("event %d: %d\n", events[i], error);
    }
  }
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
  callbacks.SingleStep = single_step;
  callbacks.FramePop = frame_pop;
  callbacks.Exception = exception;
  callbacks.ExceptionCatch = exception_catch;
  callbacks.FieldAccess = field_access;
  callbacks.FieldModification = field_modification;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, NULL);
  return 0;
}
