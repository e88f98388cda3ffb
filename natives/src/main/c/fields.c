/* Fields of Android's core library that native code reads, and that the JDK's classes have by another name or not at all:
   java.io.FileDescriptor.descriptor, and java.nio.Buffer._elementSizeShift. JNI's functions know them from the first library on. */
#include "bionic.h"
#include <jni.h>
#include <string.h>

static jfieldID (*field_id)(JNIEnv *, jclass, const char *, const char *);
static jint (*int_field)(JNIEnv *, jobject, jfieldID);

/* The identity of a field that is computed; no real one is an address of ours. */
static const char element_size_shift;

static const struct { const char *of; int shift; } buffers[] = {
  {"java/nio/CharBuffer", 1}, {"java/nio/ShortBuffer", 1}, {"java/nio/IntBuffer", 2}, {"java/nio/FloatBuffer", 2},
  {"java/nio/LongBuffer", 3}, {"java/nio/DoubleBuffer", 3},
};

static int is_class(JNIEnv *e, jclass c, const char *name) {
  jclass known = (*e)->FindClass(e, name);
  int is = known && (*e)->IsSameObject(e, c, known);
  (*e)->DeleteLocalRef(e, known);
  return is;
}
static jint shift_of(JNIEnv *e, jobject buffer) {
  jint shift = 0;
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers && !shift; i++) {
    jclass type = (*e)->FindClass(e, buffers[i].of);
    if ((*e)->IsInstanceOf(e, buffer, type)) {
      shift = buffers[i].shift;
    }
    (*e)->DeleteLocalRef(e, type);
  }
  return shift;
}
static jint get_int_field(JNIEnv *e, jobject of, jfieldID id) {
  return id == (jfieldID) &element_size_shift ? shift_of(e, of) : int_field(e, of, id);
}
static jfieldID get_field_id(JNIEnv *e, jclass c, const char *name, const char *type) {
  jfieldID found = field_id(e, c, name, type);
  if (found || strcmp(type, "I")) {
    return found;
  }
  int is_shift = !strcmp(name, "_elementSizeShift");
  if (!is_shift && strcmp(name, "descriptor")) {
    return found;
  }
  jthrowable missing = (*e)->ExceptionOccurred(e);
  (*e)->ExceptionClear(e);
  if (is_shift && is_class(e, c, "java/nio/Buffer")) {
    found = (jfieldID) &element_size_shift;
  } else if (!is_shift && is_class(e, c, "java/io/FileDescriptor")) {
    found = field_id(e, c, "fd", type);
  }
  if (!found) {
    (*e)->Throw(e, missing);
  }
  (*e)->DeleteLocalRef(e, missing);
  return found;
}

/* HotSpot has one table for all threads. */
void dexscope_fields(void) {
  JNIEnv *e = dexscope_env();
  struct JNINativeInterface_ *table = e ? (struct JNINativeInterface_ *) *e : 0;
  if (table && table->GetFieldID != get_field_id) {
    field_id = table->GetFieldID;
    int_field = table->GetIntField;
    table->GetIntField = get_int_field;
    table->GetFieldID = get_field_id;
  }
}
