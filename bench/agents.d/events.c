/*
 * An agent that counts events of one kind: gc, monitors, classes (which it reads), objects (made by
 * the VM, sampled, freed), exceptions, calls, heap (which it looks through at the end), or none.
 */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static volatile long counted;

static void JNICALL gc(jvmtiEnv *env) { counted++; }
static void JNICALL monitor(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object) { counted++; }
static void JNICALL waiting(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object, jlong ms) {
  counted++;
}
static void JNICALL waited(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object, jboolean out) {
  counted++;
}
static void JNICALL file(jvmtiEnv *env, JNIEnv *jni, jclass type, jobject loader, const char *name,
                         jobject domain, jint size, const unsigned char *bytes, jint *new_size,
                         unsigned char **new_bytes) {
  counted += size;
}
static void JNICALL class(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass type) { counted++; }
static void JNICALL object(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object, jclass type,
                           jlong size) {
  counted++;
  (*env)->SetTag(env, object, 1);
}
static void JNICALL freed(jvmtiEnv *env, jlong tag) { counted++; }
static void JNICALL thrown(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                           jlocation at, jobject exception, jmethodID handler, jlocation where) {
  counted++;
}
static void JNICALL entry(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method) { counted++; }
static void JNICALL left(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                         jboolean by_exception, jvalue value) {
  counted++;
}

static jint JNICALL visit(jlong type, jlong size, jlong *tag, jint length, void *data) {
  counted++;
  return JVMTI_VISIT_OBJECTS;
}

static int looks;

static void JNICALL death(jvmtiEnv *env, JNIEnv *jni) {
  if (looks) {
    jvmtiHeapCallbacks callbacks = {.heap_iteration_callback = visit};
    (*env)->IterateThroughHeap(env, 0, NULL, &callbacks, NULL);
  }
  printf("counted %ld\n", counted);
  fflush(stdout);
}

static jvmtiEnv *jvmti;

static void on(jvmtiEvent event) {
  int error = (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, event, NULL);
  if (error != 0) {
    printf("event %d: error %d\n", event, error);
  }
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiCapabilities can = {0};
  jvmtiEventCallbacks callbacks = {
    .VMDeath = death, .GarbageCollectionStart = gc, .GarbageCollectionFinish = gc,
    .MonitorContendedEnter = monitor, .MonitorContendedEntered = monitor, .MonitorWait = waiting,
    .MonitorWaited = waited, .ClassFileLoadHook = file, .ClassPrepare = class,
    .VMObjectAlloc = object, .SampledObjectAlloc = object, .ObjectFree = freed,
    .Exception = thrown, .MethodEntry = entry, .MethodExit = left};
  (*vm)->GetEnv(vm, (void **) &jvmti, JVMTI_VERSION_11);
  int is_gc = strcmp(options, "gc") == 0, is_monitors = strcmp(options, "monitors") == 0;
  int is_classes = strcmp(options, "classes") == 0, is_objects = strcmp(options, "objects") == 0;
  int is_exceptions = strcmp(options, "exceptions") == 0, is_calls = strcmp(options, "calls") == 0;
  looks = strcmp(options, "heap") == 0;
  can.can_generate_garbage_collection_events = is_gc;
  can.can_generate_monitor_events = is_monitors;
  can.can_generate_all_class_hook_events = is_classes;
  can.can_generate_vm_object_alloc_events = is_objects;
  can.can_generate_sampled_object_alloc_events = is_objects;
  can.can_generate_object_free_events = is_objects;
  can.can_tag_objects = is_objects || looks;
  can.can_generate_exception_events = is_exceptions;
  can.can_generate_method_entry_events = is_calls;
  can.can_generate_method_exit_events = is_calls;
  (*jvmti)->AddCapabilities(jvmti, &can);
  (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
  on(JVMTI_EVENT_VM_DEATH);
  if (is_gc) on(JVMTI_EVENT_GARBAGE_COLLECTION_START), on(JVMTI_EVENT_GARBAGE_COLLECTION_FINISH);
  if (is_monitors) on(JVMTI_EVENT_MONITOR_CONTENDED_ENTER), on(JVMTI_EVENT_MONITOR_CONTENDED_ENTERED),
    on(JVMTI_EVENT_MONITOR_WAIT), on(JVMTI_EVENT_MONITOR_WAITED);
  if (is_classes) on(JVMTI_EVENT_CLASS_FILE_LOAD_HOOK), on(JVMTI_EVENT_CLASS_PREPARE);
  if (is_objects) on(JVMTI_EVENT_VM_OBJECT_ALLOC), on(JVMTI_EVENT_SAMPLED_OBJECT_ALLOC),
    on(JVMTI_EVENT_OBJECT_FREE);
  if (is_exceptions) on(JVMTI_EVENT_EXCEPTION);
  if (is_calls) on(JVMTI_EVENT_METHOD_ENTRY), on(JVMTI_EVENT_METHOD_EXIT);
  return 0;
}
