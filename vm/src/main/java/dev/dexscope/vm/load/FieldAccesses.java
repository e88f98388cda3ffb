package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassData;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.JavaName;
import dev.dexscope.dex.LineTable;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Finds the field that a line of code reads or writes, for the text of a NullPointerException. */
final class FieldAccesses {
  private final String field;
  private final String mnemonic;
  private final int line;
  private @Nullable FieldRef best;
  private boolean bestIsOfLine;

  private FieldAccesses(String field, boolean reads, int line) {
    this.field = field;
    this.mnemonic = reads ? "iget" : "iput";
    this.line = line;
  }

  /**
   * The field as ART writes it ({@code int p.C.f}), or null.
   *
   * @param declared gives a field by the class that declares it: ART names that one
   */
  static @Nullable String find(
      ClassDef classDef,
      StackTraceElement at,
      String field,
      boolean reads,
      UnaryOperator<FieldRef> declared) {
    var search = new FieldAccesses(field, reads, at.getLineNumber());
    ClassData data = classDef.data();
    for (List<EncodedMethod> list : List.of(data.directMethods(), data.virtualMethods())) {
      for (EncodedMethod method : list) {
        CodeItem code = method.code();
        if (code != null && method.ref().name().equals(at.getMethodName())) {
          search.scan(code);
        }
      }
    }
    if (search.best == null) {
      return null;
    }
    FieldRef found = declared.apply(search.best);
    return JavaName.of(found.type())
        + " "
        + JavaName.of(found.definingClass())
        + "."
        + found.name();
  }

  private void scan(CodeItem code) {
    LineTable lines = LineTable.of(code);
    for (Instruction i = code.instructions(); i.next(); ) {
      if (!i.opcode().mnemonic().startsWith(mnemonic)) {
        continue;
      }
      FieldRef ref = code.dex().field(i.index());
      if (ref.name().equals(field)) {
        boolean isOfLine = lines.line(i.pc()) == line;
        if (best == null || (isOfLine && !bestIsOfLine)) {
          best = ref;
          bestIsOfLine = isOfLine;
        }
      }
    }
  }
}
