package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.LineTable;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.verify.RegisterTypes;
import dev.dexscope.vm.code.MethodSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Finds the arrays that a line of code stores into, for the text of an ArrayStoreException. */
final class ArrayStores {
  private ArrayStores() {}

  /**
   * The descriptor of the arrays, when all stores of the frame's line are into arrays of one type.
   *
   * @param verified gives a method with its registers' types
   */
  static Optional<String> find(
      ClassDef classDef, StackTraceElement frame, Function<EncodedMethod, MethodSource> verified) {
    Set<String> found = new HashSet<>();
    for (EncodedMethod each : classDef.data().methods()) {
      if (each.hasCode() && each.dex().methodName(each.index()).equals(frame.getMethodName())) {
        scan(verified.apply(each), frame.getLineNumber(), found);
      }
    }
    return found.size() == 1 ? Optional.of(found.iterator().next()) : Optional.empty();
  }

  private static void scan(MethodSource source, int line, Set<String> found) {
    Instruction at = source.body().instructions();
    LineTable lines = LineTable.of(source.method().code());
    while (at.next()) {
      if (!at.isPayload()
          && at.opcodeValue() == Opcode.APUT_OBJECT.value()
          && lines.line(at.pc()) == line
          && source.types().isReached(at.pc())
          && source.types().kind(at.pc(), at.b()) == RegisterTypes.Kind.REFERENCE) {
        found.add(source.types().descriptor(at.pc(), at.b()));
      }
    }
  }
}
