package dev.dexscope.vm.translate;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.ClassData;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.EncodedField;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.Opcode;
import java.util.HashSet;
import java.util.Set;

/**
 * Final fields that are not final to the JVM: in ART any method of its class may write one, in the
 * JVM only initialisers may (JVMS 6.5.putfield). Optimisers that inline constructors make such
 * code.
 */
final class FinalFields {
  private FinalFields() {}

  /** The field_ids of the class's final fields that other methods than its initialisers write. */
  static Set<Integer> writtenElsewhere(ClassDef classDef, ClassData data) {
    Set<Integer> finals = new HashSet<>();
    addFinals(data.staticFields(), finals);
    addFinals(data.instanceFields(), finals);
    Set<Integer> written = new HashSet<>();
    if (!finals.isEmpty()) {
      for (EncodedMethod each : data.methods()) {
        CodeItem code = each.code();
        if (code != null && !classDef.dex().methodName(each.index()).startsWith("<")) {
          addWritten(code, finals, written);
        }
      }
    }
    return written;
  }

  private static void addFinals(Iterable<EncodedField> fields, Set<Integer> finals) {
    for (EncodedField each : fields) {
      if ((each.accessFlags() & AccessFlags.FINAL) != 0) {
        finals.add(each.index());
      }
    }
  }

  private static void addWritten(CodeItem code, Set<Integer> finals, Set<Integer> written) {
    Instruction at = code.instructions();
    while (at.next()) {
      if (!at.isPayload() && isWrite(at.opcodeValue()) && finals.contains(at.index())) {
        written.add(at.index());
      }
    }
  }

  private static boolean isWrite(int opcode) {
    return (opcode >= Opcode.IPUT.value() && opcode <= Opcode.IPUT_SHORT.value())
        || (opcode >= Opcode.SPUT.value() && opcode <= Opcode.SPUT_SHORT.value());
  }
}
