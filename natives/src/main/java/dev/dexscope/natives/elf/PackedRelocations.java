package dev.dexscope.natives.elf;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.Leb128;
import java.util.ArrayList;
import java.util.List;

/**
 * Relocations in Android's packed form: groups of differences as signed LEB128 numbers. Bionic's
 * linker defines it.
 */
final class PackedRelocations {
  private static final String MARK = "APS2";
  private static final int BY_INFO = 1;
  private static final int BY_DISTANCE = 2;
  private static final int BY_ADDEND = 4;
  private static final int WITH_ADDEND = 8;

  private PackedRelocations() {}

  static List<Relocation> read(ByteView in, int most) {
    if (!in.startsWith(MARK, 0)) {
      throw in.fault(0, "packed relocations begin by " + MARK);
    }
    var numbers = new Leb128(in);
    numbers.range(MARK.length(), in.size());
    long count = next(in, numbers);
    if (count < 0 || count > most) {
      throw in.fault(MARK.length(), count + " packed relocations");
    }
    List<Relocation> all = new ArrayList<>();
    long address = next(in, numbers);
    long addend = 0;
    while (all.size() < count) {
      long size = next(in, numbers);
      long flags = next(in, numbers);
      if (size <= 0 || size > count - all.size()) {
        throw in.fault(numbers.at(), "a group of " + size + " packed relocations");
      }
      long distance = (flags & BY_DISTANCE) != 0 ? next(in, numbers) : 0;
      long info = (flags & BY_INFO) != 0 ? next(in, numbers) : 0;
      boolean hasAddends = (flags & WITH_ADDEND) != 0;
      boolean isAddendShared = (flags & BY_ADDEND) != 0;
      if (!hasAddends) {
        addend = 0;
      } else if (isAddendShared) {
        addend += next(in, numbers);
      }
      for (long i = 0; i < size; i++) {
        address += (flags & BY_DISTANCE) != 0 ? distance : next(in, numbers);
        if ((flags & BY_INFO) == 0) {
          info = next(in, numbers);
        }
        if (hasAddends && !isAddendShared) {
          addend += next(in, numbers);
        }
        all.add(new Relocation(address, (int) info, (int) (info >>> 32), addend));
      }
    }
    return all;
  }

  private static long next(ByteView in, Leb128 numbers) {
    long value = numbers.signed();
    if (!numbers.ok()) {
      throw in.fault(numbers.at(), "the packed relocations end too early");
    }
    return value;
  }
}
