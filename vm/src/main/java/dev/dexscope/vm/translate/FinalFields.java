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
 * JVM only constructors may write those of instances (JVMS 6.5.putfield), and only the class's
 * initialiser static ones (JVMS 6.5.putstatic). Optimisers that inline constructors make such code;
 * the first Kotlin wrote an object's {@code INSTANCE} in its constructor.
 */
final class FinalFields {
  private FinalFields() {}

  /** The field_ids of the class's final fields that other methods than their initialisers write. */
  static Set<Integer> writtenElsewhere(ClassDef classDef, ClassData data) {
    Set<Integer> ofClass = finals(data.staticFields());
    Set<Integer> ofInstances = finals(data.instanceFields());
    Set<Integer> written = new HashSet<>();
    if (ofClass.isEmpty() && ofInstances.isEmpty()) {
      return written;
    }
    for (EncodedMethod each : data.methods()) {
      CodeItem code = each.code();
      if (code != null) {
        String name = classDef.dex().methodName(each.index());
        addWritten(code, name.equals("<clinit>") ? Set.of() : ofClass, written);
        addWritten(code, name.equals("<init>") ? Set.of() : ofInstances, written);
      }
    }
    return written;
  }

  private static Set<Integer> finals(Iterable<EncodedField> fields) {
    Set<Integer> finals = new HashSet<>();
    for (EncodedField each : fields) {
      if ((each.accessFlags() & AccessFlags.FINAL) != 0) {
        finals.add(each.index());
      }
    }
    return finals;
  }

  private static void addWritten(CodeItem code, Set<Integer> finals, Set<Integer> written) {
    if (finals.isEmpty()) {
      return;
    }
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
