package dev.dexscope.vm;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.LineTable;
import dev.dexscope.trace.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the method of a stack frame: a frame has a line where overloads have signatures. Without a
 * line that tells, the first of its name.
 */
final class FrameMethods {
  private FrameMethods() {}

  static @Nullable Method find(ClassDef classDef, StackTraceElement frame) {
    EncodedMethod best = null;
    for (EncodedMethod each : classDef.data().methods()) {
      DexFile dex = each.dex();
      if (dex.methodName(each.index()).equals(frame.getMethodName()) && each.code() != null) {
        if (best == null || LineTable.of(each.code()).contains(frame.getLineNumber())) {
          best = each;
        }
      }
    }
    return best == null ? null : method(classDef, best, frame);
  }

  private static Method method(ClassDef classDef, EncodedMethod method, StackTraceElement frame) {
    DexFile dex = method.dex();
    return new Method(
        0,
        frame.getClassName(),
        frame.getMethodName(),
        dex.protoDescriptor(dex.methodProto(method.index())),
        Objects.requireNonNullElse(classDef.sourceFile(), ""),
        LineTable.of(method.code()).first());
  }
}
