/* What Android's library uses of ICU's own headers, which are not installed. */
#pragma once
#include <unicode/strenum.h>
#include <unicode/udata.h>
#include <unicode/uenum.h>
#include <unicode/unistr.h>

/* Newer versions of ICU do not define them any more. */
#ifndef FALSE
#define FALSE 0
#define TRUE 1
#endif

#define U_ICUDATA_CURR U_ICUDATA_NAME "-curr"

U_NAMESPACE_BEGIN
/* An enumeration of the interface in C as one of the interface in C++. */
class UStringEnumeration : public StringEnumeration {
 public:
  explicit UStringEnumeration(UEnumeration* values) : values_(values) {}
  ~UStringEnumeration() override { uenum_close(values_); }
  int32_t count(UErrorCode& status) const override { return uenum_count(values_, &status); }
  void reset(UErrorCode& status) override { uenum_reset(values_, &status); }
  UClassID getDynamicClassID() const override { return nullptr; }
  const UnicodeString* snext(UErrorCode& status) override {
    int32_t length = 0;
    const UChar* text = uenum_unext(values_, &length, &status);
    if (text == nullptr) return nullptr;
    current_.setTo(text, length);
    return &current_;
  }

 private:
  UEnumeration* values_;
  UnicodeString current_;
};
U_NAMESPACE_END
