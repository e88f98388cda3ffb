/* liblog.so. */
#include "bionic.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message { size_t size; int buffer; int priority; const char *tag; const char *file; unsigned line; const char *text; };
typedef void (*logger)(const struct message *);
typedef void (*aborter)(const char *);
static logger current;
static aborter ending;
static int least = 2;
static char default_tag[128] = "app";

void bionic_log(int priority, const char *tag, const char *text) {
  if (dexscope_settings.log) {
    void *pending = dexscope_set_aside();
    dexscope_settings.log(priority, tag ? tag : default_tag, text ? text : "");
    dexscope_put_back(pending);
  }
}
void bionic___android_log_logd_logger(const struct message *m) { bionic_log(m->priority, m->tag, m->text); }
void bionic___android_log_stderr_logger(const struct message *m) { fprintf(stderr, "%s: %s\n", m->tag ? m->tag : default_tag, m->text); }
void bionic___android_log_set_logger(logger l) { current = l; }
void bionic___android_log_write_log_message(struct message *m) {
  if (!m->tag) {
    m->tag = default_tag;
  }
  (current ? current : bionic___android_log_logd_logger)(m);
}
int bionic___android_log_buf_write(int buffer, int priority, const char *tag, const char *text) {
  struct message m = {sizeof m, buffer, priority, tag, 0, 0, text};
  bionic___android_log_write_log_message(&m);
  return 1;
}
int bionic___android_log_write(int priority, const char *tag, const char *text) { return bionic___android_log_buf_write(0, priority, tag, text); }
int bionic___android_log_vprint(int priority, const char *tag, const char *form, va_list a) {
  char text[1024];
  vsnprintf(text, sizeof text, form, a);
  return bionic___android_log_write(priority, tag, text);
}
int bionic___android_log_print(int priority, const char *tag, const char *form, ...) {
  va_list a;
  va_start(a, form);
  int r = bionic___android_log_vprint(priority, tag, form, a);
  va_end(a);
  return r;
}
int bionic___android_log_buf_print(int buffer, int priority, const char *tag, const char *form, ...) {
  va_list a;
  va_start(a, form);
  int r = bionic___android_log_vprint(priority, tag, form, a);
  va_end(a);
  return r;
}
void bionic___android_log_set_aborter(aborter a) { ending = a; }
void bionic___android_log_default_aborter(const char *text) { bionic_die(text ? text : "abort()"); }
void bionic___android_log_call_aborter(const char *text) { (ending ? ending : bionic___android_log_default_aborter)(text); }
void bionic___android_log_assert(const char *condition, const char *tag, const char *form, ...) {
  char text[1024];
  if (form) {
    va_list a;
    va_start(a, form);
    vsnprintf(text, sizeof text, form, a);
    va_end(a);
  } else {
    snprintf(text, sizeof text, condition ? "assertion failed: %s" : "assertion failed", condition);
  }
  bionic___android_log_write(7, tag, text);
  bionic___android_log_call_aborter(text);
}
int bionic___android_log_is_loggable(int priority, const char *tag, int otherwise) { return priority >= least; }
int bionic___android_log_is_loggable_len(int priority, const char *tag, size_t n, int otherwise) { return priority >= least; }
int bionic___android_log_set_minimum_priority(int priority) { int before = least; least = priority; return before; }
int bionic___android_log_get_minimum_priority(void) { return least; }
void bionic___android_log_set_default_tag(const char *tag) { strncpy(default_tag, tag, sizeof default_tag - 1); }
int bionic___android_log_btwrite(int tag, char type, const void *data, size_t n) { return 0; }
int bionic___android_log_bwrite(int tag, const void *data, size_t n) { return 0; }
int bionic___android_log_bswrite(int tag, const char *data) { return 0; }
