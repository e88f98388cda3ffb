/* Has methods return something else, and asks for this and that before its callback ends. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { METHODS = 7 };

static const char *names[METHODS] = {"nothing", "number", "wide",  "single",
                                     "exact",   "object", "text"};
static jmethodID methods[METHODS];
static jclass type;
static jobject value;
static int reached;

static jint JNICALL visit(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info,
                          jlong class_tag, jlong referrer_class_tag, jlong size, jlong *tag,
                          jlong *referrer_tag, jint length, void *data) {
  return 0;
}

static int force(jvmtiEnv *env, jobject object, int kind, jthread thread) {
  switch (kind) {
    case 0: return (*env)->ForceEarlyReturnVoid(env, thread);
    case 1: return (*env)->ForceEarlyReturnInt(env, thread, -4711);
    case 2: return (*env)->ForceEarlyReturnLong(env, thread, 0x123456789abcdefLL);
    case 3: return (*env)->ForceEarlyReturnFloat(env, thread, 1.5f);
    case 4: return (*env)->ForceEarlyReturnDouble(env, thread, -2.25);
    default: return (*env)->ForceEarlyReturnObject(env, thread, object);
  }
}

static int ask(jvmtiEnv *env, JNIEnv *jni, int which, jthread thread, jmethodID method) {
  jvmtiLineNumberEntry *lines;
  jvmtiFrameInfo frames[4];
  jvmtiHeapCallbacks callbacks = {.heap_reference_callback = visit};
  jthread *threads;
  jmethodID *listed;
  jclass *classes;
  jint count;
  jlocation location;
  char *text;
  switch (which) {
    case 0: return 0;
    case 1:
      return (*env)->ClearBreakpoint(env, method, 0) + (*env)->SetBreakpoint(env, method, 0);
    case 2: return (*env)->GetLineNumberTable(env, method, &count, &lines);
    case 3: return (*env)->GetStackTrace(env, thread, 1, 4, frames, &count);
    case 4: return (*env)->GetSystemProperty(env, "java.home", &text);
    case 5: return (*jni)->FindClass(jni, "Forced") == NULL;
    case 6:
      return (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_EXCEPTION, thread);
    case 7: return (*env)->GetFrameLocation(env, NULL, 0, &method, &location);
    case 8: return (*env)->GetClassMethods(env, type, &count, &listed);
    case 9: return (*env)->GetAllThreads(env, &count, &threads);
    case 10: return (*env)->GetLoadedClasses(env, &count, &classes);
    case 11: return (*env)->FollowReferences(env, 0, NULL, value, &callbacks, NULL);
    case 12: return force(env, value, 1, thread) + force(env, value, 5, thread);
    default: return (*env)->GetFrameCount(env, thread, &count);
  }
}

static void JNICALL breakpoint(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                               jlocation location) {
  int kind = 0;
  while (methods[kind] != method) {
    kind++;
  }
  int which = reached++ / METHODS;
  // Of others' types, and of one that is no text.
  printf("wrong %d %d\n", force(env, value, kind == 5 ? 0 : (kind + 1) % METHODS, NULL),
         kind < 6 ? 0 : force(env, type, kind, thread));
  jobject own = (*jni)->NewLocalRef(jni, value);
  int forced = force(env, own, kind, which % 2 ? thread : NULL);
  (*jni)->DeleteLocalRef(jni, own);
  int asked = ask(env, jni, which, thread, method);
  printf("%s %d: forced %d, then %d\n", names[kind], which, forced, asked);
}

static void JNICALL prepared(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass prepared) {
  char *signature;
  (*env)->GetClassSignature(env, prepared, &signature, NULL);
  if (strcmp(signature, "LForced;") != 0) {
    return;
  }
  jint count;
  jmethodID *all;
  type = (*jni)->NewGlobalRef(jni, prepared);
  (*env)->GetClassMethods(env, prepared, &count, &all);
  for (int i = 0; i < count; i++) {
    char *name;
    (*env)->GetMethodName(env, all[i], &name, NULL, NULL);
    for (int kind = 0; kind < METHODS; kind++) {
      if (strcmp(name, names[kind]) == 0) {
        methods[kind] = all[i];
        printf("set %d\n", (*env)->SetBreakpoint(env, all[i], 0));
      }
    }
  }
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  value = (*jni)->NewGlobalRef(jni, (*jni)->NewStringUTF(jni, "forced"));
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, NULL);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_BREAKPOINT, NULL);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiCapabilities wanted = {.can_force_early_return = 1,
                              .can_generate_breakpoint_events = 1,
                              .can_generate_exception_events = 1,
                              .can_get_line_numbers = 1,
                              .can_tag_objects = 1};
  jvmtiEventCallbacks callbacks = {
      .VMInit = vm_init, .ClassPrepare = prepared, .Breakpoint = breakpoint};
  setvbuf(stdout, NULL, _IOLBF, 0);
  alarm(60 * PATIENCE);
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  (*env)->AddCapabilities(env, &wanted);
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  return (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
}
