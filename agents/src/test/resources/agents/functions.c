/* Calls every function of the interface once, when the program begins, and prints its result. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

#define CALL(name, ...) \
  do { \
    int error = (*env)->name(env, ##__VA_ARGS__); \
    printf("call " #name " %d\n", error); \
  } while (0)

static jrawMonitorID monitor;
static jvmtiEnv *saved;

static jint JNICALL visit(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
  ++*(jint *) data;
  return JVMTI_VISIT_OBJECTS;
}

static jint JNICALL follow(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info,
                           jlong class_tag, jlong referrer_class_tag, jlong size, jlong *tag,
                           jlong *referrer_tag, jint length, void *data) {
  ++*(jint *) data;
  return JVMTI_VISIT_OBJECTS;
}

static jvmtiIterationControl JNICALL old_object(jlong class_tag, jlong size, jlong *tag,
                                                void *data) {
  ++*(jint *) data;
  return JVMTI_ITERATION_CONTINUE;
}

static jvmtiIterationControl JNICALL old_reference(jvmtiObjectReferenceKind kind, jlong class_tag,
                                                   jlong size, jlong *tag, jlong referrer,
                                                   jint index, void *data) {
  ++*(jint *) data;
  return JVMTI_ITERATION_CONTINUE;
}

static jvmtiIterationControl JNICALL old_root(jvmtiHeapRootKind kind, jlong class_tag, jlong size,
                                              jlong *tag, void *data) {
  ++*(jint *) data;
  return JVMTI_ITERATION_CONTINUE;
}

static jvmtiIterationControl JNICALL old_stack(jvmtiHeapRootKind kind, jlong class_tag, jlong size,
                                               jlong *tag, jlong thread, jint depth,
                                               jmethodID method, jint slot, void *data) {
  ++*(jint *) data;
  return JVMTI_ITERATION_CONTINUE;
}

static void JNICALL agent_thread(jvmtiEnv *env, JNIEnv *jni, void *argument) {
  (*env)->RawMonitorEnter(env, monitor);
  *(int *) argument = 1;
  (*env)->RawMonitorNotifyAll(env, monitor);
  (*env)->RawMonitorExit(env, monitor);
}

static void memory_and_environment(jvmtiEnv *env) {
  unsigned char *memory;
  void *data;
  jint number;
  jlong nanos;
  char *name;
  jvmtiTimerInfo timer;
  jvmtiJlocationFormat format;
  jvmtiPhase phase;
  jvmtiCapabilities capabilities;
  jint count;
  char **properties;
  jvmtiExtensionFunctionInfo *functions;
  jvmtiExtensionEventInfo *events;
  CALL(Allocate, 100, &memory);
  CALL(Deallocate, memory);
  CALL(SetEnvironmentLocalStorage, "stored");
  CALL(GetEnvironmentLocalStorage, &data);
  printf("value storage %s\n", (char *) data);
  CALL(GetVersionNumber, &number);
  CALL(GetErrorName, JVMTI_ERROR_WRONG_PHASE, &name);
  printf("value name %s\n", name);
  CALL(GetTimerInfo, &timer);
  CALL(GetTime, &nanos);
  CALL(GetCurrentThreadCpuTimerInfo, &timer);
  CALL(GetCurrentThreadCpuTime, &nanos);
  CALL(GetThreadCpuTimerInfo, &timer);
  CALL(GetAvailableProcessors, &number);
  CALL(GetJLocationFormat, &format);
  CALL(GetPhase, &phase);
  printf("value phase %d\n", phase);
  CALL(GetPotentialCapabilities, &capabilities);
  CALL(GetCapabilities, &capabilities);
  memset(&capabilities, 0, sizeof capabilities);
  capabilities.can_set_native_method_prefix = 1;
  CALL(RelinquishCapabilities, &capabilities);
  CALL(SetNativeMethodPrefix, NULL);
  CALL(SetNativeMethodPrefixes, 0, NULL);
  CALL(AddCapabilities, &capabilities);
  CALL(SetVerboseFlag, JVMTI_VERBOSE_OTHER, 0);
  CALL(GetSystemProperties, &count, &properties);
  CALL(GetSystemProperty, "java.home", &name);
  CALL(GetSystemProperty, "no.such.property", &name);
  CALL(SetSystemProperty, "too", "late");
  CALL(GetExtensionFunctions, &count, &functions);
  CALL(GetExtensionEvents, &count, &events);
  CALL(SetExtensionEventCallback, events[0].extension_event_index, NULL);
  CALL(SetHeapSamplingInterval, 1 << 19);
  CALL(AddToBootstrapClassLoaderSearch, "/no/such/file.jar");
  CALL(AddToSystemClassLoaderSearch, NULL);
  CALL(GenerateEvents, JVMTI_EVENT_DYNAMIC_CODE_GENERATED);
  CALL(GenerateEvents, JVMTI_EVENT_VM_INIT);
}

static void threads(jvmtiEnv *env, JNIEnv *jni, jthread thread, jthread other) {
  jint count, groups, state;
  jthread *all, current;
  jthreadGroup *top, *children;
  jvmtiThreadInfo info;
  jvmtiThreadGroupInfo group;
  jobject *monitors, contended;
  jvmtiMonitorStackDepthInfo *depths;
  jvmtiMonitorUsage usage;
  jvmtiError results[2];
  void *data;
  jlong nanos;
  int flag = 0;
  jclass thread_class = (*jni)->FindClass(jni, "java/lang/Thread");
  CALL(GetThreadState, thread, &state);
  CALL(GetCurrentThread, &current);
  CALL(GetAllThreads, &count, &all);
  CALL(SuspendThread, other);
  CALL(ResumeThread, other);
  CALL(SuspendThreadList, 1, &other, results);
  CALL(ResumeThreadList, 1, &other, results);
  CALL(SuspendAllVirtualThreads, 0, NULL);
  CALL(ResumeAllVirtualThreads, 0, NULL);
  CALL(InterruptThread, other);
  CALL(StopThread, other, NULL);
  CALL(GetThreadInfo, thread, &info);
  printf("value thread %s\n", info.name);
  CALL(GetOwnedMonitorInfo, thread, &count, &monitors);
  CALL(GetOwnedMonitorStackDepthInfo, thread, &count, &depths);
  CALL(GetCurrentContendedMonitor, thread, &contended);
  CALL(GetObjectMonitorUsage, thread, &usage);
  CALL(SetThreadLocalStorage, thread, "local");
  CALL(GetThreadLocalStorage, thread, &data);
  printf("value local %s\n", (char *) data);
  CALL(GetThreadCpuTime, thread, &nanos);
  CALL(GetTopThreadGroups, &groups, &top);
  printf("value groups %d\n", groups);
  CALL(GetThreadGroupInfo, top[0], &group);
  printf("value group %s\n", group.name);
  CALL(GetThreadGroupChildren, top[0], &count, &all, &groups, &children);
  for (int i = 0; i < groups; i++) {
    (*env)->GetThreadGroupInfo(env, children[i], &group);
    printf("group %s\n", group.name);
  }
  jobject agent = (*jni)->NewObject(
      jni, thread_class,
      (*jni)->GetMethodID(jni, thread_class, "<init>", "(Ljava/lang/String;)V"),
      (*jni)->NewStringUTF(jni, "agent thread"));
  CALL(RawMonitorEnter, monitor);
  CALL(RunAgentThread, agent, agent_thread, &flag, JVMTI_THREAD_NORM_PRIORITY);
  while (!flag) {
    (*env)->RawMonitorWait(env, monitor, 0);
  }
  CALL(RawMonitorWait, monitor, 1);
  CALL(RawMonitorNotify, monitor);
  CALL(RawMonitorNotifyAll, monitor);
  CALL(RawMonitorExit, monitor);
  CALL(RawMonitorExit, monitor);
  CALL(DestroyRawMonitor, monitor);
}

static void frames(jvmtiEnv *env, jthread thread, jthread other) {
  jint count, i;
  jlong j;
  jfloat f;
  jdouble d;
  jobject o;
  jmethodID method;
  jlocation location;
  jvmtiFrameInfo buffer[4];
  jvmtiStackInfo *stacks;
  CALL(GetFrameCount, thread, &count);
  printf("value frames %d\n", count);
  CALL(GetFrameLocation, thread, 0, &method, &location);
  CALL(GetFrameLocation, thread, -1, &method, &location);
  CALL(GetStackTrace, thread, 0, 4, buffer, &count);
  CALL(GetStackTrace, thread, 9, 4, buffer, &count);
  CALL(GetStackTrace, thread, 0, -1, buffer, &count);
  CALL(GetStackTrace, thread, 0, 4, NULL, &count);
  CALL(GetAllStackTraces, 4, &stacks, &count);
  CALL(GetThreadListStackTraces, 1, &thread, 4, &stacks);
  CALL(NotifyFramePop, thread, 0);
  CALL(NotifyFramePop, thread, -1);
  CALL(ClearAllFramePops, thread);
  CALL(PopFrame, thread);
  CALL(ForceEarlyReturnObject, thread, NULL);
  CALL(ForceEarlyReturnInt, thread, 1);
  CALL(ForceEarlyReturnLong, thread, 1);
  CALL(ForceEarlyReturnFloat, thread, 1);
  CALL(ForceEarlyReturnDouble, thread, 1);
  CALL(ForceEarlyReturnVoid, thread);
  CALL(GetLocalObject, thread, 0, 0, &o);
  CALL(GetLocalInt, thread, 0, 0, &i);
  CALL(GetLocalLong, thread, 0, 0, &j);
  CALL(GetLocalFloat, thread, 0, 0, &f);
  CALL(GetLocalDouble, thread, 0, 0, &d);
  CALL(GetLocalInstance, thread, 0, &o);
  CALL(SetLocalObject, thread, 0, 0, NULL);
  CALL(SetLocalInt, thread, 0, 0, 1);
  CALL(SetLocalLong, thread, 0, 0, 1);
  CALL(SetLocalFloat, thread, 0, 0, 1);
  CALL(SetLocalDouble, thread, 0, 0, 1);
  CALL(GetLocalInt, thread, -1, 0, &i);
  CALL(GetLocalInt, thread, 0, 0, NULL);
  CALL(GetLocalObject, thread, 0, 5000, NULL);
}

static void classes(jvmtiEnv *env, JNIEnv *jni, jclass subject) {
  jint count, bytes, status;
  jclass *all, owner;
  char *text, *generic;
  jmethodID *methods;
  jfieldID *fields;
  jboolean is;
  jobject loader, module;
  jobject *modules;
  unsigned char *pool;
  jvmtiClassDefinition definition = {subject, 4, (const unsigned char *) "none"};
  jint minor, major;
  jlocation start, end;
  jvmtiLineNumberEntry *lines;
  jvmtiLocalVariableEntry *variables;
  CALL(GetLoadedClasses, &count, &all);
  CALL(GetClassLoader, subject, &loader);
  CALL(GetClassLoaderClasses, loader, &count, &all);
  CALL(GetClassSignature, subject, &text, &generic);
  printf("value class %s\n", text);
  CALL(GetClassStatus, subject, &status);
  printf("value status %d\n", status);
  CALL(GetSourceFileName, subject, &text);
  printf("value source %s\n", text);
  CALL(GetClassModifiers, subject, &status);
  printf("value modifiers %d\n", status);
  CALL(GetClassMethods, subject, &count, &methods);
  CALL(GetClassFields, subject, &count, &fields);
  printf("value fields %d\n", count);
  CALL(GetImplementedInterfaces, subject, &count, &all);
  CALL(IsInterface, subject, &is);
  CALL(IsArrayClass, subject, &is);
  CALL(IsModifiableClass, subject, &is);
  CALL(GetSourceDebugExtension, subject, &text);
  CALL(GetConstantPool, subject, &count, &bytes, &pool);
  CALL(GetClassVersionNumbers, subject, &minor, &major);
  CALL(RedefineClasses, 1, &definition);
  CALL(RetransformClasses, 1, &subject);
  CALL(GetFieldName, subject, fields[0], &text, NULL, NULL);
  printf("value field %s\n", text);
  CALL(GetFieldDeclaringClass, subject, fields[0], &owner);
  CALL(GetFieldModifiers, subject, fields[0], &status);
  printf("value field modifiers %d\n", status);
  CALL(IsFieldSynthetic, subject, fields[0], &is);
  CALL(SetFieldAccessWatch, subject, fields[0]);
  CALL(ClearFieldAccessWatch, subject, fields[0]);
  CALL(SetFieldModificationWatch, subject, fields[0]);
  CALL(ClearFieldModificationWatch, subject, fields[0]);
  jmethodID sum = (*jni)->GetStaticMethodID(jni, subject, "sum", "(IJD)I");
  CALL(GetMethodName, sum, &text, NULL, NULL);
  printf("value method %s\n", text);
  CALL(GetMethodDeclaringClass, sum, &owner);
  CALL(GetMethodModifiers, sum, &status);
  printf("value method modifiers %d\n", status);
  CALL(GetMaxLocals, sum, &count);
  CALL(GetArgumentsSize, sum, &count);
  printf("value arguments %d\n", count);
  CALL(GetLineNumberTable, sum, &count, &lines);
  printf("value lines %d\n", count);
  CALL(GetMethodLocation, sum, &start, &end);
  CALL(GetLocalVariableTable, sum, &count, &variables);
  printf("value variables %d\n", count);
  CALL(GetBytecodes, sum, &count, &pool);
  CALL(IsMethodNative, sum, &is);
  CALL(IsMethodSynthetic, sum, &is);
  CALL(IsMethodObsolete, sum, &is);
  CALL(SetBreakpoint, sum, 0);
  CALL(ClearBreakpoint, sum, 0);
  CALL(GetAllModules, &count, &modules);
  CALL(GetNamedModule, NULL, "java/lang", &module);
  CALL(AddModuleReads, module, module);
  CALL(AddModuleExports, module, "java/lang", module);
  CALL(AddModuleOpens, module, "java/lang", module);
  CALL(AddModuleUses, module, subject);
  CALL(AddModuleProvides, module, subject, subject);
  CALL(IsModifiableModule, module, &is);
  CALL(GetSourceFileName, NULL, &text);
  CALL(GetClassMethods, subject, NULL, NULL);
  CALL(GetMethodName, NULL, &text, NULL, NULL);
}

/* Other arguments are wrong too. */
static void without_capabilities(JNIEnv *jni, jclass subject) {
  JavaVM *vm;
  jvmtiEnv *env;
  jint value;
  jmethodID sum = (*jni)->GetStaticMethodID(jni, subject, "sum", "(IJD)I");
  jvmtiClassDefinition definition = {subject, 8, (const unsigned char *) "dex\n039"};
  (*jni)->GetJavaVM(jni, &vm);
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  CALL(RedefineClasses, 1, &definition);
  CALL(SetBreakpoint, sum, 100000);
  CALL(ClearBreakpoint, sum, 100000);
  CALL(NotifyFramePop, NULL, 1000);
  CALL(PopFrame, NULL);
  CALL(ForceEarlyReturnVoid, NULL);
  CALL(GetLocalInt, NULL, 1000, 0, &value);
  CALL(SetLocalInt, NULL, 1000, 0, 1);
  CALL(DisposeEnvironment);
}

static void heap(jvmtiEnv *env, JNIEnv *jni, jclass subject) {
  jint count = 0, found;
  jlong tag = 7, size;
  jobject *objects;
  jlong *tags;
  jint hash;
  jvmtiHeapCallbacks callbacks;
  jniNativeInterface *table;
  jobject tagged = (*jni)->AllocObject(jni, subject);
  memset(&callbacks, 0, sizeof callbacks);
  CALL(GetObjectSize, tagged, &size);
  CALL(GetObjectHashCode, tagged, &hash);
  CALL(SetTag, tagged, 7);
  CALL(GetTag, tagged, &tag);
  printf("value tag %ld\n", (long) tag);
  CALL(GetObjectsWithTags, 1, &tag, &found, &objects, &tags);
  printf("value tagged %d\n", found);
  callbacks.heap_iteration_callback = visit;
  CALL(IterateThroughHeap, 0, subject, &callbacks, &count);
  printf("value instances %d\n", count);
  callbacks.heap_reference_callback = follow;
  CALL(FollowReferences, 0, NULL, subject, &callbacks, &count);
  CALL(IterateOverObjectsReachableFromObject, tagged, old_reference, &count);
  CALL(IterateOverReachableObjects, old_root, old_stack, old_reference, &count);
  CALL(IterateOverHeap, JVMTI_HEAP_OBJECT_TAGGED, old_object, &count);
  count = 0;
  CALL(IterateOverInstancesOfClass, subject, JVMTI_HEAP_OBJECT_EITHER, old_object, &count);
  printf("value instances %d\n", count);
  CALL(ForceGarbageCollection);
  CALL(GetJNIFunctionTable, &table);
  CALL(SetJNIFunctionTable, table);
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  jint count;
  jthread *all;
  jthread other = NULL;
  (*env)->GetAllThreads(env, &count, &all);
  for (int i = 0; i < count; i++) {
    jvmtiThreadInfo info;
    (*env)->GetThreadInfo(env, all[i], &info);
    if (strcmp(info.name, "Finalizer") == 0) {
      other = all[i];
    }
  }
  memory_and_environment(env);
  threads(env, jni, thread, other);
  frames(env, thread, other);
  jclass subject = (*jni)->FindClass(jni, "Subject");
  (*jni)->GetStaticMethodID(jni, subject, "sum", "(IJD)I");
  classes(env, jni, subject);
  heap(env, jni, subject);
  without_capabilities(jni, subject);
  CALL(SetEventCallbacks, NULL, 0);
  CALL(SetEventNotificationMode, JVMTI_DISABLE, JVMTI_EVENT_VM_INIT, NULL);
  CALL(DisposeEnvironment);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiCapabilities all;
  jvmtiEventCallbacks callbacks;
  setvbuf(stdout, NULL, _IOLBF, 0);
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  saved = env;
  (*env)->GetPotentialCapabilities(env, &all);
  all.can_generate_early_vmstart = 0;
  all.can_generate_early_class_hook_events = 0;
  all.can_maintain_original_method_order = 0;
  (*env)->AddCapabilities(env, &all);
  CALL(CreateRawMonitor, "monitor", &monitor);
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.VMInit = vm_init;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
  return 0;
}
