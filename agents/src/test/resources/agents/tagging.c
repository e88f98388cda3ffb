/* Gives each object that it reaches a tag, and counts the tags that it is told and has not given. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static jlong last;
static int foreign;

static void look(jlong tag) {
  if (tag < 0 || tag > last) {
    foreign++;
  }
}

static void visit(jlong class_tag, jlong *tag) {
  look(class_tag);
  look(*tag);
  if (*tag == 0) {
    *tag = ++last;
  }
}

static jvmtiIterationControl JNICALL old_root(jvmtiHeapRootKind kind, jlong class_tag, jlong size,
                                              jlong *tag, void *data) {
  visit(class_tag, tag);
  return JVMTI_ITERATION_CONTINUE;
}

static jvmtiIterationControl JNICALL old_stack(jvmtiHeapRootKind kind, jlong class_tag,
                                               jlong size, jlong *tag, jlong thread_tag,
                                               jint depth, jmethodID method, jint slot,
                                               void *data) {
  look(thread_tag);
  visit(class_tag, tag);
  return JVMTI_ITERATION_CONTINUE;
}

static jvmtiIterationControl JNICALL old_reference(jvmtiObjectReferenceKind kind, jlong class_tag,
                                                   jlong size, jlong *tag, jlong referrer_tag,
                                                   jint index, void *data) {
  look(referrer_tag);
  visit(class_tag, tag);
  return JVMTI_ITERATION_CONTINUE;
}

static jint JNICALL reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info,
                              jlong class_tag, jlong referrer_class_tag, jlong size, jlong *tag,
                              jlong *referrer_tag, jint length, void *data) {
  look(referrer_class_tag);
  if (referrer_tag != NULL) {
    look(*referrer_tag);
  }
  visit(class_tag, tag);
  return JVMTI_VISIT_OBJECTS;
}

static void JNICALL vm_death(jvmtiEnv *env, JNIEnv *jni) {
  jvmtiHeapCallbacks callbacks;
  jint value;
  printf("without capability %d %d %d %d\n", (*env)->GetLocalInt(env, NULL, 0, 0, &value),
         (*env)->PopFrame(env, NULL), (*env)->ForceEarlyReturnVoid(env, NULL),
         (*env)->NotifyFramePop(env, NULL, 0));
  int error = (*env)->IterateOverReachableObjects(env, old_root, old_stack, old_reference, NULL);
  printf("old %d foreign %d\n", error, foreign);
  foreign = 0;
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.heap_reference_callback = reference;
  error = (*env)->FollowReferences(env, 0, NULL, NULL, &callbacks, NULL);
  printf("new %d foreign %d\n", error, foreign);
  printf("tagged %d\n", last > 1000);
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
  callbacks.VMDeath = vm_death;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  return (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL);
}
