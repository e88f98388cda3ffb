// What ART's tests of JVM TI use of Android's header of this name; written for suites/run-tests. The run scripts
// ask for errors only, and FATAL ends the program.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>

#include "android-base/macros.h"

namespace android {
namespace base {

enum Severity { INFO, WARNING, ERROR, FATAL };

class LogLine {
 public:
  LogLine(Severity severity, int error) : severity_(severity), error_(error) {}

  ~LogLine() {
    if (severity_ >= ERROR) {
      std::cerr << text_.str() << (error_ == 0 ? "" : strerror(error_)) << std::endl;
    }
    if (severity_ == FATAL) {
      abort();
    }
  }

  std::ostream& stream() { return text_; }

 private:
  const Severity severity_;
  const int error_;
  std::ostringstream text_;
};

}  // namespace base
}  // namespace android

#define LOG(severity) android::base::LogLine(android::base::severity, 0).stream()
#define PLOG(severity) android::base::LogLine(android::base::severity, errno).stream()
#define CHECK(condition) \
  if (!(condition)) LOG(FATAL) << __FILE__ << ":" << __LINE__ << ": not so: " #condition " "
#define CHECK_EQ(a, b) CHECK((a) == (b))
#define CHECK_NE(a, b) CHECK((a) != (b))
#define CHECK_GE(a, b) CHECK((a) >= (b))
#define CHECK_LE(a, b) CHECK((a) <= (b))
#define CHECK_LT(a, b) CHECK((a) < (b))
#define DCHECK(condition) CHECK(condition)
#define DCHECK_LE(a, b) CHECK_LE(a, b)
