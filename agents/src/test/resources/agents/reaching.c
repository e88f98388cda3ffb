/* Follows the references of an object: what is told must hang on it, and on what was told before. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

enum { NODE = 1, FIRST = 1000 };

static jvmtiEnv *env;
static jlong last;
static int roots, unseen, foreign, nodes;

static void visit(jlong class_tag, jlong *tag, jlong referrer) {
  if (referrer != NODE && (referrer < FIRST || referrer > last)) {
    unseen++;
  }
  if (class_tag < 0 || class_tag > last || *tag < 0 || *tag > last) {
    foreign++;
  }
  if (*tag == 0) {
    *tag = ++last;
    nodes += class_tag == NODE;
  }
}

static jint JNICALL reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info,
                              jlong class_tag, jlong referrer_class_tag, jlong size, jlong *tag,
                              jlong *referrer_tag, jint length, void *data) {
  if (kind >= JVMTI_HEAP_REFERENCE_JNI_GLOBAL || referrer_tag == NULL) {
    roots++;
  }
  if (referrer_class_tag < 0 || referrer_class_tag > last) {
    foreign++;
  }
  visit(class_tag, tag, referrer_tag == NULL ? 0 : *referrer_tag);
  return JVMTI_VISIT_OBJECTS;
}

static jvmtiIterationControl JNICALL old_reference(jvmtiObjectReferenceKind kind, jlong class_tag,
                                                   jlong size, jlong *tag, jlong referrer_tag,
                                                   jint index, void *data) {
  visit(class_tag, tag, referrer_tag);
  return JVMTI_ITERATION_CONTINUE;
}

static jint JNICALL forget(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
  *tag = *tag == NODE ? NODE : 0;
  return JVMTI_VISIT_OBJECTS;
}

static void begin(jobject from) {
  jvmtiHeapCallbacks callbacks = {.heap_iteration_callback = forget};
  (*env)->IterateThroughHeap(env, JVMTI_HEAP_FILTER_UNTAGGED, NULL, &callbacks, NULL);
  last = FIRST;
  (*env)->SetTag(env, from, FIRST);
  roots = unseen = foreign = nodes = 0;
}

static void end(const char *how, const char *name, int error) {
  printf("told %s %s: error %d roots %d unseen %d foreign %d\n", how, name, error, roots, unseen,
         foreign);
  printf("nodes %s %s %d\n", how, name, nodes);
  fflush(stdout);
}

JNIEXPORT void JNICALL Java_Reaching_look(JNIEnv *jni, jclass type, jstring text, jobject from) {
  const char *name = (*jni)->GetStringUTFChars(jni, text, NULL);
  jvmtiHeapCallbacks callbacks = {.heap_reference_callback = reference};
  (*env)->SetTag(env, (*jni)->FindClass(jni, "Reaching$Node"), NODE);
  begin(from);
  end("new", name, (*env)->FollowReferences(env, 0, NULL, from, &callbacks, NULL));
  begin(from);
  end("old", name, (*env)->IterateOverObjectsReachableFromObject(env, from, old_reference, NULL));
  (*jni)->ReleaseStringUTFChars(jni, text, name);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiCapabilities wanted = {.can_tag_objects = 1};
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  return (*env)->AddCapabilities(env, &wanted);
}
