/*
 * Prints what it may have when the program begins, and what HotSpot's compilers care for. Options:
 * "exceptions" asks for these events at the start, "all" for everything.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <jvmti.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>


/* What HotSpot tells its serviceability agent of its own variables. */
static void compilers(void) {
  void *jvm = dlopen("libjvm.so", RTLD_NOW | RTLD_NOLOAD);
  char *each = *(char **) dlsym(jvm, "gHotSpotVMStructs");
  uint64_t type = *(uint64_t *) dlsym(jvm, "gHotSpotVMStructEntryTypeNameOffset");
  uint64_t field = *(uint64_t *) dlsym(jvm, "gHotSpotVMStructEntryFieldNameOffset");
  uint64_t address = *(uint64_t *) dlsym(jvm, "gHotSpotVMStructEntryAddressOffset");
  uint64_t stride = *(uint64_t *) dlsym(jvm, "gHotSpotVMStructEntryArrayStride");
  for (; *(char **) (each + type) != NULL; each += stride) {
    if (strcmp(*(char **) (each + type), "JvmtiExport") == 0) {
      printf("compilers %s %d\n", *(char **) (each + field), **(char **) (each + address));
    }
  }
}

static void JNICALL begin(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  jvmtiCapabilities may, wanted;
  (*env)->GetPotentialCapabilities(env, &may);
  printf("may %d%d%d%d%d%d\n", may.can_pop_frame, may.can_access_local_variables,
         may.can_generate_exception_events, may.can_generate_frame_pop_events,
         may.can_generate_breakpoint_events, may.can_generate_method_exit_events);
  memset(&wanted, 0, sizeof wanted);
  wanted.can_generate_breakpoint_events = 1;
  printf("breakpoints %d\n", (*env)->AddCapabilities(env, &wanted));
  memset(&wanted, 0, sizeof wanted);
  wanted.can_tag_objects = 1;
  printf("tags %d\n", (*env)->AddCapabilities(env, &wanted));
  compilers();
  fflush(stdout);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiEnv *env;
  jvmtiCapabilities wanted;
  jvmtiEventCallbacks callbacks;
  (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
  memset(&wanted, 0, sizeof wanted);
  if (options != NULL && strcmp(options, "exceptions") == 0) {
    wanted.can_generate_exception_events = 1;
  } else if (options != NULL && strcmp(options, "all") == 0) {
    (*env)->GetPotentialCapabilities(env, &wanted);
  }
  printf("asked %d\n", (*env)->AddCapabilities(env, &wanted));
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.VMInit = begin;
  (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
  return (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
}
