// What ART's tests of JVM TI use of Android's header of this name; written for suites/run-tests.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>

namespace android {
namespace base {

inline void StringAppendF(std::string* text, const char* format, ...) {
  char* added = nullptr;
  va_list values;
  va_start(values, format);
  int length = vasprintf(&added, format, values);
  va_end(values);
  if (length >= 0) {
    text->append(added, length);
    free(added);
  }
}

template <typename... Values>
std::string StringPrintf(const char* format, Values... values) {
  std::string text;
  StringAppendF(&text, format, values...);
  return text;
}

}  // namespace base
}  // namespace android
