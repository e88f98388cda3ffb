/*
 * Starts a program on Android's runtime:
 *   launcher [-a] [-t MODE,BUFFER,FILE] -- RUNTIME_OPTION... -- MAIN_CLASS ARGUMENT...
 * -a: Android's classes are among those that it starts with, and have some of their native methods (android.c).
 * -t writes a method trace, from the main method's call to the end of the program: MODE is buffered,
 * streaming, or a number of microseconds between samples.
 * Ends with the process that has started it, with the program's exit code, and with 1 after an
 * exception that the main method throws.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <jni.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define FAILED 4 /* Dexscope's exit code for an environment in which it cannot work. */

void register_android(JNIEnv *env);

static JavaVM *vm;
static int tracing;

static int fail(const char *what, const char *where) {
  fprintf(stderr, "dexscope: %s, %s; type: dexscope art install\n", what, where);
  return FAILED;
}

static int start_trace(JNIEnv *env, char *request) {
  char *mode = strtok(request, ",");
  char *buffer = strtok(NULL, ",");
  char *file = strtok(NULL, "");
  int fd = file == NULL ? -1 : open(file, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0666);
  if (fd < 0) return fail("the trace cannot be written", file == NULL ? request : file);
  int interval = atoi(mode);
  jclass debug = (*env)->FindClass(env, "dalvik/system/VMDebug");
  jmethodID start = (*env)->GetStaticMethodID(env, debug, "startMethodTracingFd", "(Ljava/lang/String;IIIZIZ)V");
  (*env)->CallStaticVoidMethod(env, debug, start, (*env)->NewStringUTF(env, file), fd, atoi(buffer), 0,
      interval > 0, interval, strcmp(mode, "streaming") == 0);
  close(fd);
  tracing = 1;
  return 0;
}

/* Also called when the program exits by itself, perhaps on another thread. */
static void stop_trace(void) {
  JNIEnv *env;
  if (!__sync_bool_compare_and_swap(&tracing, 1, 0)) return;
  if ((*vm)->AttachCurrentThread(vm, &env, NULL) != JNI_OK) return;
  jthrowable thrown = (*env)->ExceptionOccurred(env);
  (*env)->ExceptionClear(env);
  jclass debug = (*env)->FindClass(env, "dalvik/system/VMDebug");
  (*env)->CallStaticVoidMethod(env, debug, (*env)->GetStaticMethodID(env, debug, "stopMethodTracing", "()V"));
  if (thrown != NULL) (*env)->Throw(env, thrown);
}

static void at_exit(jint status) {
  (void)status;
  stop_trace();
}

int main(int argc, char **argv) {
  char *trace = NULL;
  int at = 1, android = 0;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (; at < argc && strcmp(argv[at], "--") != 0; at++) {
    if (strcmp(argv[at], "-t") == 0 && at + 1 < argc) trace = argv[++at];
    if (strcmp(argv[at], "-a") == 0) android = 1;
  }
  JavaVMOption *options = calloc(argc + 1, sizeof *options);
  int count = 0;
  for (at++; at < argc && strcmp(argv[at], "--") != 0; at++) options[count++].optionString = argv[at];
  options[count].optionString = "exit";
  options[count++].extraInfo = at_exit;
  if (++at >= argc) return fail("no main class", argv[0]);

  /* The runtime's package declares few of the libraries that it needs: this program is linked with them. */
  void *art = dlopen("libart.so.0", RTLD_NOW | RTLD_GLOBAL);
  if (art == NULL) return fail("Android's runtime does not load", dlerror());
  jint (*create)(JavaVM **, JNIEnv **, void *) = (jint(*)(JavaVM **, JNIEnv **, void *))dlsym(art, "JNI_CreateJavaVM");
  JavaVMInitArgs arguments = {JNI_VERSION_1_6, count, options, JNI_FALSE};
  JNIEnv *env;
  if (create(&vm, &env, &arguments) != JNI_OK) {
    return fail("Android's runtime does not start", "see its options and messages");
  }
  if (android) register_android(env);
  for (char *each = argv[at]; *each; each++) {
    if (*each == '.') *each = '/';
  }
  jclass program = (*env)->FindClass(env, argv[at]);
  jmethodID method = program == NULL ? NULL : (*env)->GetStaticMethodID(env, program, "main", "([Ljava/lang/String;)V");
  if (method != NULL) {
    int words = argc - at - 1;
    jobjectArray given = (*env)->NewObjectArray(env, words, (*env)->FindClass(env, "java/lang/String"), NULL);
    for (int i = 0; i < words; i++) {
      jstring word = (*env)->NewStringUTF(env, argv[at + 1 + i]);
      (*env)->SetObjectArrayElement(env, given, i, word);
      (*env)->DeleteLocalRef(env, word);
    }
    int failed = trace == NULL ? 0 : start_trace(env, trace);
    if (failed) return failed;
    (*env)->CallStaticVoidMethod(env, program, method, given);
  }
  int thrown = (*env)->ExceptionCheck(env);
  /* The thread's handler of uncaught exceptions reports it. */
  (*vm)->DetachCurrentThread(vm);
  (*vm)->DestroyJavaVM(vm);
  return thrown;
}
