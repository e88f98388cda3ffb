/*
 * Looks at stacks by GetStackTrace, as many frames as it likes, twice each; the answers must be those of
 * another function. Frames of the program are told with their lines.
 */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

#define MOST 1000

static jvmtiEnv *env;
static const jint sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 33, 60, 127, 128, 129, 160, 400, MOST};

static int line(jmethodID method, jlocation at) {
  jvmtiLineNumberEntry *table;
  jint count, found = -1;
  if ((*env)->GetLineNumberTable(env, method, &count, &table) == 0) {
    for (int i = 0; i < count; i++) {
      if (table[i].start_location <= at) {
        found = table[i].line_number;
      }
    }
    (*env)->Deallocate(env, (unsigned char *) table);
  }
  return found;
}

static void tell(const char *where, jvmtiFrameInfo *frames, jint count) {
  for (int i = 0; i < count; i++) {
    jclass type;
    char *signature, *name;
    (*env)->GetMethodDeclaringClass(env, frames[i].method, &type);
    (*env)->GetClassSignature(env, type, &signature, NULL);
    (*env)->GetMethodName(env, frames[i].method, &name, NULL, NULL);
    /* What a compiler makes of a lambda is a matter of its own. */
    if (strcmp(signature, "LStacked;") == 0 && strchr(name, '$') == NULL) {
      printf("frame %s: %s %d\n", where, name, line(frames[i].method, frames[i].location));
    } else if (strstr(signature, "dexscope") != NULL) {
      printf("wrong %s: %s.%s\n", where, signature, name);
    }
    (*env)->Deallocate(env, (unsigned char *) signature);
    (*env)->Deallocate(env, (unsigned char *) name);
  }
}

static int same(jvmtiFrameInfo *one, jint size, jvmtiFrameInfo *other, jint count) {
  for (int i = 0; i < count && size == count; i++) {
    if (one[i].method != other[i].method || one[i].location != other[i].location) {
      return 0;
    }
  }
  return size == count;
}

static void look(JNIEnv *jni, jthread thread, const char *where) {
  static jvmtiFrameInfo frames[MOST];
  jthread current;
  (*env)->GetCurrentThread(env, &current);
  jthread listed = thread == NULL ? current : thread;
  for (int i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    jvmtiStackInfo *info;
    jint error = (*env)->GetThreadListStackTraces(env, 1, &listed, sizes[i], &info);
    for (int round = 0; round < 2; round++) {
      jint count = -7;
      memset(frames, 0, sizeof frames);
      jint result = (*env)->GetStackTrace(env, thread, 0, sizes[i], frames, &count);
      if (result == JVMTI_ERROR_THREAD_NOT_ALIVE) {
        printf("frame %s: none, count %d\n", where, count);
        return;
      }
      if (result != error || !same(frames, count, info->frame_buffer, info->frame_count)) {
        printf("wrong %s: %d frames of %d, error %d, round %d\n", where, count, sizes[i], result, round);
      }
      if (frames[sizes[i]].method != NULL && sizes[i] < MOST) {
        printf("wrong %s: written behind %d frames\n", where, sizes[i]);
      }
      if (sizes[i] == MOST && round == 1) {
        tell(where, frames, count);
      }
    }
    (*env)->Deallocate(env, (unsigned char *) info);
  }
  jint count;
  printf("frame %s: %d %d %d %d\n", where, (*env)->GetStackTrace(env, thread, 0, 8, NULL, &count),
         (*env)->GetStackTrace(env, thread, 0, 8, frames, NULL),
         (*env)->GetStackTrace(env, thread, 0, -1, frames, &count),
         (*env)->GetStackTrace(env, thread, 0, 0, frames, &count));
}

JNIEXPORT void JNICALL Java_Stacked_look(JNIEnv *jni, jclass type, jstring where) {
  const char *text = (*jni)->GetStringUTFChars(jni, where, NULL);
  jthread current;
  (*env)->GetCurrentThread(env, &current);
  look(jni, NULL, text);
  look(jni, current, text);
  (*jni)->ReleaseStringUTFChars(jni, where, text);
}

JNIEXPORT void JNICALL Java_Stacked_lookAt(JNIEnv *jni, jclass type, jthread thread) {
  look(jni, thread, "another thread");
}

static long calls;

static void JNICALL entry(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jmethodID method) { calls++; }

JNIEXPORT void JNICALL Java_Stacked_tellOfCalls(JNIEnv *jni, jclass type) {
  jvmtiEventCallbacks callbacks = {.MethodEntry = entry};
  jvmtiCapabilities wanted = {.can_generate_method_entry_events = 1};
  (*env)->AddCapabilities(env, &wanted);
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_METHOD_ENTRY, NULL);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  jvmtiCapabilities wanted = {.can_get_line_numbers = 1};
  (*env)->AddCapabilities(env, &wanted);
  jvmtiFrameInfo frames[8];
  jint count;
  printf("frame early: %d\n", (*env)->GetStackTrace(env, NULL, 0, 8, frames, &count));
  return 0;
}

JNIEXPORT void JNICALL Agent_OnUnload(JavaVM *vm) { printf("calls %s\n", calls > 0 ? "told" : "none"); }
