/* Tells of events about the JVM's resources. It asks for a data dump itself. */
#include <jvmti.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static jvmtiEnv *jvmti;
static jrawMonitorID lock;
static volatile int dumped, unloaded, interpreters;
static jmethodID hash;

static void told(volatile int *what) {
  (*jvmti)->RawMonitorEnter(jvmti, lock);
  (*what)++;
  (*jvmti)->RawMonitorNotifyAll(jvmti, lock);
  (*jvmti)->RawMonitorExit(jvmti, lock);
}

/* Until it has happened, ten seconds at most. */
static void await(volatile int *what) {
  time_t end = time(NULL) + 10;
  (*jvmti)->RawMonitorEnter(jvmti, lock);
  while (*what == 0 && time(NULL) < end) {
    (*jvmti)->RawMonitorWait(jvmti, lock, 100);
  }
  (*jvmti)->RawMonitorExit(jvmti, lock);
}

static void JNICALL exhausted(jvmtiEnv *env, JNIEnv *jni, jint flags, const void *reserved,
                              const char *description) {
  printf("exhausted %d %s\n", flags, description);
}

static void JNICALL virtual_start(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  printf("virtual start %d\n", (*jni)->IsVirtualThread(jni, thread));
}

static void JNICALL virtual_end(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  printf("virtual end %d\n", (*jni)->IsVirtualThread(jni, thread));
}

static void JNICALL loaded(jvmtiEnv *env, jmethodID method, jint size, const void *address,
                           jint length, const jvmtiAddrLocationMap *map, const void *info) {
  char *name, *signature;
  /* Others have the same name: HashMap.hash(Object) is compiled at any time. */
  if ((*env)->GetMethodName(env, method, &name, &signature, NULL) == 0
      && strcmp(name, "hash") == 0 && strcmp(signature, "(I)I") == 0) {
    hash = method;
  }
}

static void JNICALL unload(jvmtiEnv *env, jmethodID method, const void *address) {
  if (method == hash) {
    told(&unloaded);
  }
}

static void JNICALL generated(jvmtiEnv *env, const char *name, const void *address, jint length) {
  interpreters += strcmp(name, "Interpreter") == 0;
}

static void JNICALL dump(jvmtiEnv *env) { told(&dumped); }

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  printf("interpreters %d\n", interpreters);
  kill(getpid(), SIGQUIT);
  await(&dumped);
  printf("dumped %d\n", dumped);
}

static void JNICALL vm_death(jvmtiEnv *env, JNIEnv *jni) {
  await(&unloaded);
  printf("unloaded %d\n", unloaded > 0);
  fflush(stdout);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiCapabilities wanted;
  jvmtiEventCallbacks callbacks;
  int events[] = {JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_DEATH, JVMTI_EVENT_RESOURCE_EXHAUSTED,
                  JVMTI_EVENT_VIRTUAL_THREAD_START, JVMTI_EVENT_VIRTUAL_THREAD_END,
                  JVMTI_EVENT_COMPILED_METHOD_LOAD, JVMTI_EVENT_COMPILED_METHOD_UNLOAD,
                  JVMTI_EVENT_DATA_DUMP_REQUEST, JVMTI_EVENT_DYNAMIC_CODE_GENERATED};
  setvbuf(stdout, NULL, _IOLBF, 0);
  (*vm)->GetEnv(vm, (void **) &jvmti, JVMTI_VERSION_21);
  memset(&wanted, 0, sizeof wanted);
  wanted.can_generate_resource_exhaustion_heap_events = 1;
  wanted.can_generate_compiled_method_load_events = 1;
  wanted.can_support_virtual_threads = 1;
  printf("asked %d\n", (*jvmti)->AddCapabilities(jvmti, &wanted));
  (*jvmti)->CreateRawMonitor(jvmti, "told", &lock);
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.VMInit = vm_init;
  callbacks.VMDeath = vm_death;
  callbacks.ResourceExhausted = exhausted;
  callbacks.DynamicCodeGenerated = generated;
  callbacks.VirtualThreadStart = virtual_start;
  callbacks.VirtualThreadEnd = virtual_end;
  callbacks.CompiledMethodLoad = loaded;
  callbacks.CompiledMethodUnload = unload;
  callbacks.DataDumpRequest = dump;
  (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
  for (int i = 0; i < 9; i++) {
    printf("enabled %d\n", (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, events[i], NULL));
  }
  return 0;
}
