package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.LineTable;
import dev.dexscope.trace.Method;
import dev.dexscope.vm.inspect.GuestFrame.Location;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the method of a stack frame: a frame has a line where overloads have signatures. Without a
 * line that tells, the first of its name.
 */
final class FrameMethods {
  private FrameMethods() {}

  static @Nullable Method find(ClassDef classDef, StackTraceElement frame) {
    EncodedMethod found = encoded(classDef, frame);
    return found == null ? null : method(classDef, found, frame);
  }

  /** Where the code of the frame's line begins. */
  static @Nullable Location locate(ClassDef classDef, StackTraceElement frame) {
    EncodedMethod found = encoded(classDef, frame);
    return found == null
        ? null
        : new Location(
            proto(found), LineTable.of(found.code()).address(frame.getLineNumber()), false);
  }

  private static @Nullable EncodedMethod encoded(ClassDef classDef, StackTraceElement frame) {
    EncodedMethod best = null;
    for (EncodedMethod each : classDef.data().methods()) {
      DexFile dex = each.dex();
      if (dex.methodName(each.index()).equals(frame.getMethodName()) && each.code() != null) {
        if (best == null || LineTable.of(each.code()).contains(frame.getLineNumber())) {
          best = each;
        }
      }
    }
    return best;
  }

  private static Method method(ClassDef classDef, EncodedMethod method, StackTraceElement frame) {
    return new Method(
        0,
        frame.getClassName(),
        frame.getMethodName(),
        proto(method),
        Objects.requireNonNullElse(classDef.sourceFile(), ""),
        LineTable.of(method.code()).first());
  }

  private static String proto(EncodedMethod method) {
    DexFile dex = method.dex();
    return dex.protoDescriptor(dex.methodProto(method.index()));
  }
}
