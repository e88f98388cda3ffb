// What ART's tests of JVM TI use of Android's header of this name; written for suites/run-tests.
#pragma once

#define ATTRIBUTE_UNUSED __attribute__((unused))
#define LIKELY(condition) __builtin_expect(!!(condition), true)
#define WARN_UNUSED __attribute__((warn_unused_result))
#define DISALLOW_COPY_AND_ASSIGN(type) \
  type(const type&) = delete;          \
  void operator=(const type&) = delete
