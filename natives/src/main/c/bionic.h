/* What the parts of the library share. Each function that replaces one of Android's is named bionic_ and its name: libraries'
   imports are bound to it by that name, and dlsym finds it so. */
#ifndef BIONIC_H
#define BIONIC_H
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>

/* Written by Java before the first library is loaded; its layout is that of NativeLibrary.Settings. */
struct settings {
  const char *properties;                                        /* lines of name=value */
  void (*log)(int priority, const char *tag, const char *text);  /* to the log of the program */
  char *(*find)(const char *name);                               /* the file to load for a name or path; freed by the caller */
  long is_offline;
  long level;
  const char *windows;                                           /* the class for surfaces; empty if there is none */
};
extern struct settings dexscope_settings;

void bionic_log(int priority, const char *tag, const char *text);
_Noreturn void bionic_die(const char *reason);

/* The calling thread's environment of JNI. A thread that Java does not know is attached. */
const struct JNINativeInterface_ **dexscope_env(void);
/* What is pending in Java on this thread, for the time of a call through the settings. */
void *dexscope_set_aside(void);
void dexscope_put_back(void *pending);
/* A lock that is held for a few instructions only. */
void dexscope_enter(void);
void dexscope_leave(void);
#endif
