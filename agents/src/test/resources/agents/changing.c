/*
 * Replaces the code of class Changed. Options: steps, with commas between them; "d" and a file
 * redefines it, "a" and a file the class of its arrays, "t" and a file retransforms it to that, "t"
 * alone to what it is without. A first step "n" and a name: of that class.
 */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jvmtiEnv *agent;
static char *steps;
static unsigned char *given;
static jint given_size;
static const char *class_name = "Changed";

static void read_file(const char *name) {
  FILE *file = fopen(name, "rb");
  given = malloc(1 << 20);
  given_size = file == NULL ? 0 : (jint) fread(given, 1, 1 << 20, file);
  if (file != NULL) {
    fclose(file);
  }
}

static void print_code(jclass type) {
  jint count;
  jmethodID *methods;
  (*agent)->GetClassMethods(agent, type, &count, &methods);
  for (int i = 0; i < count; i++) {
    char *name;
    jint size, lines;
    unsigned char *code;
    jvmtiLineNumberEntry *table;
    (*agent)->GetMethodName(agent, methods[i], &name, NULL, NULL);
    if (strcmp(name, "value") == 0 && (*agent)->GetBytecodes(agent, methods[i], &size, &code) == 0
        && (*agent)->GetLineNumberTable(agent, methods[i], &lines, &table) == 0) {
      printf("code %d bytes from line %d\n", size, table[0].line_number);
    }
  }
}

static jboolean JNICALL next(JNIEnv *jni, jclass type) {
  char *step = steps == NULL ? NULL : strsep(&steps, ",");
  if (step == NULL) {
    return JNI_FALSE;
  }
  if (step[0] == 'd' || step[0] == 'a') {
    read_file(step + 1);
    jclass changed = step[0] == 'd' ? type : (*jni)->FindClass(jni, "[LChanged;");
    jvmtiClassDefinition definition = {changed, given_size, given};
    unsigned char *bytes = given;
    given = NULL;
    printf("redefine %d\n", (*agent)->RedefineClasses(agent, 1, &definition));
    free(bytes);
  } else {
    if (step[1] != 0) {
      read_file(step + 1);
    }
    printf("retransform %d\n", (*agent)->RetransformClasses(agent, 1, &type));
    given = NULL;
  }
  print_code(type);
  fflush(stdout);
  return JNI_TRUE;
}

static void JNICALL hook(jvmtiEnv *env, JNIEnv *jni, jclass redefined, jobject loader,
                         const char *name, jobject domain, jint length, const unsigned char *data,
                         jint *new_length, unsigned char **new_data) {
  if (name == NULL || strcmp(name, class_name) != 0) {
    return;
  }
  printf("hook %s %.3s %d\n", redefined == NULL ? "new" : "again", (const char *) data,
         data[0] == 'd' ? *(jint *) (data + 0x60) : 0);
  if (given != NULL) {
    (*env)->Allocate(env, given_size, new_data);
    memcpy(*new_data, given, given_size);
    *new_length = given_size;
  }
  fflush(stdout);
}

static void JNICALL class_prepare(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass type) {
  char *name;
  (*env)->GetClassSignature(env, type, &name, NULL);
  if (name[0] == 'L' && strlen(name) == strlen(class_name) + 2
      && strncmp(name + 1, class_name, strlen(class_name)) == 0) {
    JNINativeMethod method = {"next", "()Z", (void *) next};
    (*jni)->RegisterNatives(jni, type, &method, 1);
    given = NULL;
  }
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiCapabilities capabilities;
  jvmtiEventCallbacks callbacks;
  (*vm)->GetEnv(vm, (void **) &agent, JVMTI_VERSION_1_2);
  steps = strdup(options);
  if (steps[0] == 'n') {
    class_name = strsep(&steps, ",") + 1;
  }
  // A first step "l" with a file: the class is loaded like that.
  if (steps[0] == 'l') {
    read_file(strsep(&steps, ",") + 1);
  }
  memset(&capabilities, 0, sizeof capabilities);
  capabilities.can_redefine_classes = 1;
  capabilities.can_retransform_classes = 1;
  capabilities.can_get_bytecodes = 1;
  capabilities.can_get_line_numbers = 1;
  (*agent)->AddCapabilities(agent, &capabilities);
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.ClassFileLoadHook = hook;
  callbacks.ClassPrepare = class_prepare;
  (*agent)->SetEventCallbacks(agent, &callbacks, sizeof callbacks);
  (*agent)->SetEventNotificationMode(agent, JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, NULL);
  (*agent)->SetEventNotificationMode(agent, JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, NULL);
  return 0;
}
