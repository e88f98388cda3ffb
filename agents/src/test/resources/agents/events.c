/* Counts events, and looks at what they tell. */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int counts[100];
static jrawMonitorID lock;
static unsigned char *file;
static jint file_length;
static int hooks;

static void count(jvmtiEnv *env, int event) {
  (*env)->RawMonitorEnter(env, lock);
  counts[event]++;
  (*env)->RawMonitorExit(env, lock);
}

static char *class_name(jvmtiEnv *env, jclass type) {
  char *name = "?";
  (*env)->GetClassSignature(env, type, &name, NULL);
  return name;
}

static int in_busy(jvmtiEnv *env, jmethodID method) {
  jclass owner;
  return (*env)->GetMethodDeclaringClass(env, method, &owner) == 0
      && strncmp(class_name(env, owner), "LBusy", 5) == 0;
}

static void ours(jvmtiEnv *env, const char *what, jmethodID method) {
  jclass owner;
  if ((*env)->GetMethodDeclaringClass(env, method, &owner) == 0
      && strstr(class_name(env, owner), "dexscope") != NULL) {
    printf("ours %s %s\n", what, class_name(env, owner));
  }
}

static void print_method(jvmtiEnv *env, const char *what, jmethodID method, int extra) {
  char *name;
  if (in_busy(env, method) && (*env)->GetMethodName(env, method, &name, NULL, NULL) == 0) {
    if (strcmp(name, "called") != 0 || counts[0]++ < 8) {
      printf("%s %s %d\n", what, name, extra);
    }
  }
}

static void JNICALL method_entry(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method) {
  count(env, JVMTI_EVENT_METHOD_ENTRY);
  ours(env, "entry", method);
  print_method(env, "entered", method, 0);
}

static void JNICALL method_exit(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                                jboolean thrown, jvalue value) {
  ours(env, "exit", method);
  char *name;
  if (in_busy(env, method) && (*env)->GetMethodName(env, method, &name, NULL, NULL) == 0) {
    if (strcmp(name, "called") == 0) {
      if (counts[1]++ < 8) {
        printf("left called %d value %d\n", thrown, value.i);
      }
    } else {
      printf("left %s %d\n", name, thrown);
    }
  }
  if (counts[0] > 8 && counts[1] > 8) {
    (*env)->SetEventNotificationMode(env, JVMTI_DISABLE, JVMTI_EVENT_METHOD_EXIT, NULL);
    (*env)->SetEventNotificationMode(env, JVMTI_DISABLE, JVMTI_EVENT_METHOD_ENTRY, NULL);
  }
}

static void JNICALL hook(jvmtiEnv *env, JNIEnv *jni, jclass redefined, jobject loader,
                         const char *name, jobject domain, jint length, const unsigned char *data,
                         jint *new_length, unsigned char **new_data) {
  if (name != NULL && strstr(name, "dexscope") != NULL) {
    printf("ours hook %s\n", name);
  }
  if (name != NULL && strncmp(name, "java/lang/WeakPairMap", 21) == 0) {
    printf("behind %s\n", name);
  }
  if (name != NULL && strcmp(name, "java/util/IllformedLocaleException") == 0) {
    printf("platform %s\n", name);
    (*env)->Allocate(env, length, new_data);
    memcpy(*new_data, data, length);
    *new_length = length;
  }
  if (name != NULL && strcmp(name, "Busy") == 0) {
    hooks++;
    printf("hook %s %s %02x%02x%02x%02x\n", name, redefined == NULL ? "new" : "again", data[0],
           data[1], data[2], data[3]);
    if (file == NULL) {
      file_length = length;
      file = malloc(length);
      memcpy(file, data, length);
    }
    // The same bytes, as if they were others.
    (*env)->Allocate(env, length, new_data);
    memcpy(*new_data, data, length);
    *new_length = length;
  }
}

static void JNICALL class_load(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass type) {
  (*env)->SetTag(env, type, 1);
  if (strstr(class_name(env, type), "dexscope") != NULL) {
    printf("ours load %s\n", class_name(env, type));
  }
  if (strncmp(class_name(env, type), "LBusy", 5) == 0) {
    printf("load %s\n", class_name(env, type));
  }
  if (strncmp(class_name(env, type), "Ljava/util/regex/", 17) == 0) {
    printf("regex %s\n", class_name(env, type));
  }
}

static void JNICALL class_prepare(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass type) {
  if (strcmp(class_name(env, type), "LBusy;") == 0) {
    jvmtiClassDefinition definition = {type, file_length, file};
    printf("prepare %s\n", class_name(env, type));
    printf("retransform %d\n", (*env)->RetransformClasses(env, 1, &type));
    printf("redefine %d\n", (*env)->RedefineClasses(env, 1, &definition));
  }
}

static void JNICALL contended_enter(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object) {
  count(env, JVMTI_EVENT_MONITOR_CONTENDED_ENTER);
}

static void JNICALL contended_entered(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object) {
  count(env, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED);
}

static void JNICALL monitor_wait(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object,
                                 jlong timeout) {
  if (timeout == 1) {
    count(env, JVMTI_EVENT_MONITOR_WAIT);
  }
}

static void JNICALL monitor_waited(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object,
                                   jboolean timed_out) {
  if (timed_out) {
    count(env, JVMTI_EVENT_MONITOR_WAITED);
  }
}

static void JNICALL gc_start(jvmtiEnv *env) { counts[JVMTI_EVENT_GARBAGE_COLLECTION_START]++; }

static void JNICALL gc_finish(jvmtiEnv *env) { counts[JVMTI_EVENT_GARBAGE_COLLECTION_FINISH]++; }

static void JNICALL object_free(jvmtiEnv *env, jlong tag) {
  if (tag == 77) {
    counts[JVMTI_EVENT_OBJECT_FREE]++;
  }
}

static void JNICALL vm_object_alloc(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object,
                                    jclass type, jlong size) {
  count(env, JVMTI_EVENT_VM_OBJECT_ALLOC);
  if (strcmp(class_name(env, type), "Ljava/lang/reflect/Field;") == 0) {
    printf("reflected by the program\n");
  }
}

static void JNICALL sampled(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object,
                            jclass type, jlong size) {
  if (strcmp(class_name(env, type), "[B") == 0) {
    count(env, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC);
    (*env)->SetTag(env, object, 77);
  }
}

static void JNICALL native_bind(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                                void *address, void **new_address) {
  ours(env, "bind", method);
  count(env, JVMTI_EVENT_NATIVE_METHOD_BIND);
}

static void JNICALL compiled_load(jvmtiEnv *env, jmethodID method, jint size, const void *address,
                                  jint length, const jvmtiAddrLocationMap *map, const void *more) {
  ours(env, "compiled", method);
  char *name;
  if (in_busy(env, method) && (*env)->GetMethodName(env, method, &name, NULL, NULL) == 0
      && strcmp(name, "called") == 0) {
    count(env, JVMTI_EVENT_COMPILED_METHOD_LOAD);
    jlocation start, end;
    (*env)->GetMethodLocation(env, method, &start, &end);
    for (int i = 0; i < length; i++) {
      if (map[i].location < start || map[i].location > end) {
        printf("beyond the method %ld\n", (long) map[i].location);
      }
    }
  }
}

static void JNICALL dynamic_code(jvmtiEnv *env, const char *name, const void *address,
                                 jint length) {
  count(env, JVMTI_EVENT_DYNAMIC_CODE_GENERATED);
}

static void JNICALL data_dump(jvmtiEnv *env) { count(env, JVMTI_EVENT_DATA_DUMP_REQUEST); }

static void enable(jvmtiEnv *env, int event) {
  int error = (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, event, NULL);
  if (error != 0) {
    printf("enable %d %d\n", event, error);
  }
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  int events[] = {JVMTI_EVENT_METHOD_ENTRY, JVMTI_EVENT_METHOD_EXIT,
                  JVMTI_EVENT_MONITOR_CONTENDED_ENTER, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED,
                  JVMTI_EVENT_MONITOR_WAIT, JVMTI_EVENT_MONITOR_WAITED,
                  JVMTI_EVENT_GARBAGE_COLLECTION_START, JVMTI_EVENT_GARBAGE_COLLECTION_FINISH,
                  JVMTI_EVENT_OBJECT_FREE, JVMTI_EVENT_VM_OBJECT_ALLOC,
                  JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, JVMTI_EVENT_DATA_DUMP_REQUEST};
  jint count;
  jclass *classes;
  (*env)->GetLoadedClasses(env, &count, &classes);
  for (int i = 0; i < count; i++) {
    (*env)->SetTag(env, classes[i], 1);
  }
  for (int i = 0; i < 12; i++) {
    enable(env, events[i]);
  }
  printf("found %d\n", (*jni)->FindClass(jni, "java/util/IllformedLocaleException") != NULL);
  printf("dump %d\n", (*env)->GenerateEvents(env, JVMTI_EVENT_COMPILED_METHOD_LOAD));
}

static jint JNICALL visit(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info,
                          jlong class_tag, jlong referrer_class_tag, jlong size, jlong *tag,
                          jlong *referrer_tag, jint length, void *data) {
  if (class_tag == 0) {
    ++*(jint *) data;
  }
  return JVMTI_VISIT_OBJECTS;
}

static jint JNICALL iterate(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
  if (class_tag == 0) {
    ++*(jint *) data;
  }
  return JVMTI_VISIT_OBJECTS;
}

/* What was compiled is told later, by another thread: until then, ten seconds at most. */
static void await_compiled(jvmtiEnv *env) {
  (*env)->RawMonitorEnter(env, lock);
  for (int i = 0; i < 100 && counts[JVMTI_EVENT_COMPILED_METHOD_LOAD] == 0; i++) {
    (*env)->RawMonitorWait(env, lock, 100);
  }
  (*env)->RawMonitorExit(env, lock);
}

static void JNICALL vm_death(jvmtiEnv *env, JNIEnv *jni) {
  await_compiled(env);
  jint count, strange = 0;
  jclass *classes;
  jvmtiHeapCallbacks callbacks;
  (*env)->GetLoadedClasses(env, &count, &classes);
  for (int i = 0; i < count; i++) {
    jlong tag = 0;
    char *name = class_name(env, classes[i]);
    (*env)->GetTag(env, classes[i], &tag);
    if (tag == 0 && name[0] != '[') {
      printf("unheard of %s\n", name);
    }
    if (strstr(name, "dexscope") != NULL) {
      printf("ours loaded %s\n", name);
    }
    (*env)->SetTag(env, classes[i], 1);
  }
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.heap_reference_callback = visit;
  callbacks.heap_iteration_callback = iterate;
  (*env)->FollowReferences(env, 0, NULL, NULL, &callbacks, &strange);
  printf("strange %d\n", strange);
  (*env)->IterateThroughHeap(env, 0, NULL, &callbacks, &strange);
  printf("strange %d\n", strange);
  for (int i = 50; i < 90; i++) {
    printf("count %d %d\n", i, counts[i]);
  }
  printf("hooks %d\n", hooks);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiCapabilities all;
  jvmtiEventCallbacks callbacks;
  setvbuf(stdout, NULL, _IOLBF, 0);
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_11);
  (*env)->GetPotentialCapabilities(env, &all);
  all.can_generate_early_vmstart = 0;
  all.can_generate_early_class_hook_events = 0;
  (*env)->AddCapabilities(env, &all);
  (*env)->CreateRawMonitor(env, "counts", &lock);
  (*env)->SetHeapSamplingInterval(env, 100000);
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.VMInit = vm_init;
  callbacks.VMDeath = vm_death;
  callbacks.MethodEntry = method_entry;
  callbacks.MethodExit = method_exit;
  callbacks.ClassFileLoadHook = hook;
  callbacks.ClassLoad = class_load;
  callbacks.ClassPrepare = class_prepare;
  callbacks.MonitorContendedEnter = contended_enter;
  callbacks.MonitorContendedEntered = contended_entered;
  callbacks.MonitorWait = monitor_wait;
  callbacks.MonitorWaited = monitor_waited;
  callbacks.GarbageCollectionStart = gc_start;
  callbacks.GarbageCollectionFinish = gc_finish;
  callbacks.ObjectFree = object_free;
  callbacks.VMObjectAlloc = vm_object_alloc;
  callbacks.SampledObjectAlloc = sampled;
  callbacks.NativeMethodBind = native_bind;
  callbacks.CompiledMethodLoad = compiled_load;
  callbacks.DynamicCodeGenerated = dynamic_code;
  callbacks.DataDumpRequest = data_dump;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  enable(env, JVMTI_EVENT_VM_INIT);
  enable(env, JVMTI_EVENT_VM_DEATH);
  enable(env, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
  enable(env, JVMTI_EVENT_CLASS_LOAD);
  enable(env, JVMTI_EVENT_CLASS_PREPARE);
  enable(env, JVMTI_EVENT_NATIVE_METHOD_BIND);
  enable(env, JVMTI_EVENT_COMPILED_METHOD_LOAD);
  enable(env, JVMTI_EVENT_DYNAMIC_CODE_GENERATED);
  return 0;
}
