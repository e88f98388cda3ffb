/* Prints the names of all that it sees, when the program begins and when it has ended. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static jlong counts[20000];

static char *signature(jvmtiEnv *env, jclass type) {
  char *name = NULL;
  (*env)->GetClassSignature(env, type, &name, NULL);
  return name;
}

static jint JNICALL reached(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info,
                            jlong class_tag, jlong referrer_class_tag, jlong size, jlong *tag,
                            jlong *referrer_tag, jint length, void *data) {
  if (*tag == 0) {
    *tag = -1;
    counts[class_tag > 0 ? class_tag : 0]++;
  }
  return JVMTI_VISIT_OBJECTS;
}

static jint JNICALL there(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
  counts[class_tag > 0 ? class_tag : 0]++;
  *tag = *tag == -1 ? 0 : *tag;
  return JVMTI_VISIT_OBJECTS;
}

static void print_counts(const char *what, int count, char **names) {
  printf("%s - %ld\n", what, (long) counts[0]);
  for (int i = 0; i < count; i++) {
    if (counts[i + 1] > 0) {
      printf("%s %s %ld\n", what, names[i], (long) counts[i + 1]);
    }
  }
  memset(counts, 0, sizeof counts);
}

static void heap(jvmtiEnv *env, const char *when) {
  static char *names[20000];
  char what[100];
  jint count;
  jclass *classes;
  jvmtiHeapCallbacks callbacks;
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.heap_reference_callback = reached;
  callbacks.heap_iteration_callback = there;
  (*env)->GetLoadedClasses(env, &count, &classes);
  for (int i = 0; i < count; i++) {
    names[i] = signature(env, classes[i]);
    printf("%sclass %s\n", when, names[i]);
    (*env)->SetTag(env, classes[i], i + 1);
  }
  (*env)->ForceGarbageCollection(env);
  (*env)->FollowReferences(env, 0, NULL, NULL, &callbacks, NULL);
  sprintf(what, "%sreached", when);
  print_counts(what, count, names);
  (*env)->IterateThroughHeap(env, 0, NULL, &callbacks, NULL);
  sprintf(what, "%sthere", when);
  print_counts(what, count, names);
}

static void properties(jvmtiEnv *env) {
  jint count;
  char **names;
  (*env)->GetSystemProperties(env, &count, &names);
  for (int i = 0; i < count; i++) {
    char *value = NULL;
    (*env)->GetSystemProperty(env, names[i], &value);
    if (strstr(names[i], "dexscope") != NULL
        || (value != NULL && strstr(value, "dev.dexscope") != NULL)) {
      printf("ours %s\n", names[i]);
    }
  }
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  jint count, groups, inside;
  jthread *threads;
  jthreadGroup *top, *children;
  jvmtiThreadInfo info;
  jvmtiThreadGroupInfo group;
  jvmtiFrameInfo frames[50];
  (*env)->GetAllThreads(env, &count, &threads);
  for (int i = 0; i < count; i++) {
    jint depth;
    (*env)->GetThreadInfo(env, threads[i], &info);
    (*env)->GetThreadGroupInfo(env, info.thread_group, &group);
    printf("thread %s of %s, daemon %d, %s, group %s\n", info.name, group.name, info.is_daemon,
           signature(env, (*jni)->GetObjectClass(jni, threads[i])),
           signature(env, (*jni)->GetObjectClass(jni, info.thread_group)));
  }
  (*env)->GetFrameCount(env, NULL, &count);
  printf("frames %d\n", count);
  (*env)->GetTopThreadGroups(env, &count, &top);
  for (int i = 0; i < count; i++) {
    (*env)->GetThreadGroupInfo(env, top[i], &group);
    printf("group %s\n", group.name);
    (*env)->GetThreadGroupChildren(env, top[i], &inside, &threads, &groups, &children);
    for (int j = 0; j < groups; j++) {
      (*env)->GetThreadGroupInfo(env, children[j], &group);
      printf("group %s\n", group.name);
    }
  }
  properties(env);
  jobject *modules;
  (*env)->GetAllModules(env, &count, &modules);
  for (int i = 0; i < count; i++) {
    jclass type = (*jni)->GetObjectClass(jni, modules[i]);
    jmethodID get = (*jni)->GetMethodID(jni, type, "getName", "()Ljava/lang/String;");
    jstring name = (*jni)->CallObjectMethod(jni, modules[i], get);
    if (name != NULL) {
      printf("module %s\n", (*jni)->GetStringUTFChars(jni, name, NULL));
    }
  }
  heap(env, "");
  fflush(stdout);
}

static void JNICALL vm_death(jvmtiEnv *env, JNIEnv *jni) {
  properties(env);
  heap(env, "last-");
  fflush(stdout);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiCapabilities wanted;
  jvmtiEventCallbacks callbacks;
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  memset(&wanted, 0, sizeof wanted);
  wanted.can_tag_objects = 1;
  (*env)->AddCapabilities(env, &wanted);
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.VMInit = vm_init;
  callbacks.VMDeath = vm_death;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
  return (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL);
}
