/* Compressed debug information, which only files of compiled code have: the compiler writes none here. */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "elf/xz_utils.h"

namespace art {

[[noreturn]] static void Fail() {
  fputs("dexscope: compressed debug information is not supported\n", stderr);
  abort();
}

void XzCompress(ArrayRef<const uint8_t>, std::vector<uint8_t>*, int) { Fail(); }

void XzDecompress(ArrayRef<const uint8_t>, std::vector<uint8_t>*) { Fail(); }

}  // namespace art
