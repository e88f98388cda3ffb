/*
 * Has threads suspend themselves when they enter methods, and takes these methods' frames away;
 * follows the exceptions that leave others.
 */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static jrawMonitorID turn;
static jthread waiting;
static int is_popped;

static int line(jvmtiEnv *env, jmethodID method, jlocation location) {
  jvmtiLineNumberEntry *table;
  jint count;
  int found = -1;
  if (method != NULL && (*env)->GetLineNumberTable(env, method, &count, &table) == 0) {
    for (int i = 0; i < count; i++) {
      if (table[i].start_location <= location) {
        found = table[i].line_number;
      }
    }
    (*env)->Deallocate(env, (unsigned char *) table);
  }
  return found;
}

static int is_ours(jvmtiEnv *env, jmethodID method, char **name) {
  jclass type;
  char *signature;
  (*env)->GetMethodDeclaringClass(env, method, &type);
  (*env)->GetClassSignature(env, type, &signature, NULL);
  (*env)->GetMethodName(env, method, name, NULL, NULL);
  int is_ours = strcmp(signature, "LLeaving;") == 0;
  (*env)->Deallocate(env, (unsigned char *) signature);
  return is_ours;
}

/* Waits for the next thread that suspends itself, and takes its frame away. */
static void JNICALL taker(jvmtiEnv *env, JNIEnv *jni, void *unused) {
  for (int i = 0; i < 2; i++) {
    jint state = 0;
    (*env)->RawMonitorEnter(env, turn);
    while (waiting == NULL) {
      (*env)->RawMonitorWait(env, turn, 0);
    }
    jthread thread = waiting;
    int is_next_popped = is_popped;
    waiting = NULL;
    (*env)->RawMonitorExit(env, turn);
    while (!(state & JVMTI_THREAD_STATE_SUSPENDED)) {
      (*env)->GetThreadState(env, thread, &state);
    }
    jvmtiError error = is_next_popped ? (*env)->PopFrame(env, thread)
                                      : (*env)->ForceEarlyReturnInt(env, thread, 4711);
    printf("taken %d %d\n", is_next_popped, error);
    (*env)->ResumeThread(env, thread);
  }
}

static void JNICALL entered(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method) {
  char *name;
  if (is_ours(env, method, &name)) {
    printf("entered %s\n", name);
    static int has_popped;
    int is_returned = strcmp(name, "returned") == 0;
    if (is_returned || (strcmp(name, "popped") == 0 && !has_popped++)) {
      (*env)->RawMonitorEnter(env, turn);
      is_popped = !is_returned;
      waiting = (*jni)->NewGlobalRef(jni, thread);
      (*env)->RawMonitorNotifyAll(env, turn);
      (*env)->RawMonitorExit(env, turn);
      (*env)->SuspendThread(env, NULL);
    } else if (strcmp(name, "failing") == 0) {
      (*env)->NotifyFramePop(env, NULL, 0);
    }
  }
  (*env)->Deallocate(env, (unsigned char *) name);
}

static void JNICALL left(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                         jboolean is_thrown, jvalue value) {
  char *name;
  if (is_ours(env, method, &name)) {
    printf("left %s %d\n", name, is_thrown);
  }
  (*env)->Deallocate(env, (unsigned char *) name);
}

static void JNICALL popped(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                           jboolean is_thrown) {
  jlocation location;
  jmethodID innermost;
  (*env)->GetFrameLocation(env, NULL, 0, &innermost, &location);
  printf("framePop %d %d %d\n", innermost == method, line(env, method, location), is_thrown);
}

static void JNICALL thrown(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                           jlocation location, jobject exception, jmethodID catcher,
                           jlocation catch_location) {
  char *name;
  if (is_ours(env, method, &name)) {
    printf("thrown %s %d %d\n", name, line(env, method, location),
           line(env, catcher, catch_location));
  }
  (*env)->Deallocate(env, (unsigned char *) name);
}

static void JNICALL caught(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                           jlocation location, jobject exception) {
  char *name;
  if (is_ours(env, method, &name)) {
    printf("catches %s %d\n", name, line(env, method, location));
  }
  (*env)->Deallocate(env, (unsigned char *) name);
}

/* One that has no frames, and is not suspended. */
static void leave_dispatcher(jvmtiEnv *env) {
  jint count;
  jthread *threads;
  jvmtiThreadInfo info;
  (*env)->GetAllThreads(env, &count, &threads);
  for (int i = 0; i < count; i++) {
    (*env)->GetThreadInfo(env, threads[i], &info);
    if (strcmp(info.name, "Signal Dispatcher") == 0) {
      printf("dispatcher %d %d\n", (*env)->PopFrame(env, threads[i]),
             (*env)->ForceEarlyReturnVoid(env, threads[i]));
    }
  }
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  leave_dispatcher(env);
  jclass type = (*jni)->FindClass(jni, "java/lang/Thread");
  jmethodID constructor = (*jni)->GetMethodID(jni, type, "<init>", "(Ljava/lang/String;)V");
  jobject own = (*jni)->NewObject(jni, type, constructor, (*jni)->NewStringUTF(jni, "taker"));
  (*env)->RunAgentThread(env, own, taker, NULL, JVMTI_THREAD_NORM_PRIORITY);
  for (int event = JVMTI_EVENT_EXCEPTION; event <= JVMTI_EVENT_EXCEPTION_CATCH; event++) {
    (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, event, NULL);
  }
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_FRAME_POP, NULL);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_METHOD_ENTRY, NULL);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_METHOD_EXIT, NULL);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiCapabilities wanted;
  jvmtiEventCallbacks callbacks;
  setvbuf(stdout, NULL, _IOLBF, 0);
  alarm(60 * PATIENCE); // A process that stands still ends.
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  // As agents do that want all that there is.
  (*env)->GetPotentialCapabilities(env, &wanted);
  printf("capabilities %d\n", (*env)->AddCapabilities(env, &wanted));
  (*env)->GetCapabilities(env, &wanted);
  printf("calls %d %d\n", wanted.can_generate_method_entry_events,
         wanted.can_generate_method_exit_events);
  (*env)->CreateRawMonitor(env, "turn", &turn);
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.VMInit = vm_init;
  callbacks.MethodEntry = entered;
  callbacks.MethodExit = left;
  callbacks.FramePop = popped;
  callbacks.Exception = thrown;
  callbacks.ExceptionCatch = caught;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
  return 0;
}
