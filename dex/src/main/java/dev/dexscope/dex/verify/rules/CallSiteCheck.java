package dev.dexscope.dex.verify.rules;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.MethodHandle;
import dev.dexscope.dex.raw.ItemCursor;
import dev.dexscope.dex.raw.ValueType;
import org.jspecify.annotations.Nullable;

/** The checks that a device makes on a call_site_item before it looks at the call. */
final class CallSiteCheck {
  private CallSiteCheck() {}

  /** Returns the problem of a call site, or null. */
  static @Nullable String problem(DexFile dex, int index) {
    if (index >= dex.callSiteCount()) {
      return "does not exist";
    }
    int[] values = head(dex, index);
    if (values.length < 6) {
      return "has too few arguments";
    }
    if (values[0] != ValueType.METHOD_HANDLE
        || values[2] != ValueType.STRING
        || values[4] != ValueType.METHOD_TYPE) {
      return "has an argument of a wrong type";
    }
    boolean inRange =
        Integer.compareUnsigned(values[1], dex.methodHandleCount()) < 0
            && Integer.compareUnsigned(values[3], dex.stringCount()) < 0
            && Integer.compareUnsigned(values[5], dex.protoCount()) < 0;
    if (!inRange) {
      return "has an argument out of range";
    }
    int kind = dex.raw().cursor("method_handles", dex.raw().methodHandleOffset(values[1])).uint16();
    return kind == MethodHandle.Kind.INVOKE_STATIC.code()
        ? null
        : "is not linked by an invoke-static method handle";
  }

  /** The proto_id of a call site that nothing is wrong with. */
  static int proto(DexFile dex, int index) {
    return head(dex, index)[5];
  }

  /** Type and number of each of the first three values. */
  private static int[] head(DexFile dex, int index) {
    ItemCursor cursor = dex.raw().cursor("call_site_item", dex.raw().callSiteOffset(index));
    int count = Math.min(3, cursor.count(1));
    int[] values = new int[count * 2];
    for (int i = 0; i < count; i++) {
      int head = cursor.uint8();
      values[i * 2] = head & 0x1f;
      for (int j = 0; j <= head >>> 5; j++) {
        values[i * 2 + 1] |= cursor.uint8() << (8 * j);
      }
    }
    return values;
  }
}
