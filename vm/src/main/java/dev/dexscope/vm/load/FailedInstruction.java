package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.JavaName;
import dev.dexscope.dex.LineTable;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.verify.Hierarchy;
import dev.dexscope.dex.verify.RegisterTypes;
import dev.dexscope.vm.code.MethodSource;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.runtime.LineNumbers;
import dev.dexscope.vm.runtime.ThrowSite;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The dex instruction that has thrown an exception, for the details of messages that ART has and
 * HotSpot has not.
 *
 * @param at positioned at the instruction
 */
record FailedInstruction(EncodedMethod method, Instruction at) {
  /**
   * Returns the instructions that may have thrown: HotSpot reports the address in the JVM code and
   * the method's name, so overloads may be indistinguishable.
   *
   * @param maps of the class's methods, by name and descriptor
   */
  static List<FailedInstruction> at(
      ClassDef classDef, ThrowSite site, Function<String, @Nullable CodeMap> maps) {
    List<FailedInstruction> found = new ArrayList<>();
    String name = site.frame().getMethodName();
    for (EncodedMethod each : classDef.data().methods()) {
      var code = each.code();
      if (code != null && each.dex().methodName(each.index()).equals(name)) {
        CodeMap map = maps.apply(name + each.ref().proto().descriptor());
        int pc = map == null ? CodeMap.NONE : map.pcAt(site.bci());
        if (pc != CodeMap.NONE && isAt(site, LineTable.of(code).line(pc), pc)) {
          Instruction at = code.instructions();
          at.moveTo(pc);
          found.add(new FailedInstruction(each, at));
        }
      }
    }
    return found;
  }

  private static boolean isAt(ThrowSite site, int line, int pc) {
    return site.frame().getLineNumber() == LineNumbers.of(line, pc);
  }

  /**
   * Returns the descriptor of the array that a value was stored in; null if it is unknown, because
   * the array's class is more specific than the static type.
   *
   * @param value the name of the stored value's class
   */
  static @Nullable String storedArray(
      List<FailedInstruction> failed,
      String value,
      Hierarchy hierarchy,
      Function<EncodedMethod, MethodSource> verified) {
    String stored =
        value.startsWith("[") ? value.replace('.', '/') : 'L' + value.replace('.', '/') + ';';
    Set<String> arrays = new HashSet<>();
    for (FailedInstruction each : failed) {
      if (each.at.opcode() == Opcode.APUT_OBJECT) {
        RegisterTypes types = verified.apply(each.method).types();
        if (types.kind(each.at.pc(), each.at.b()) == RegisterTypes.Kind.REFERENCE) {
          arrays.add(types.descriptor(each.at.pc(), each.at.b()));
        }
      }
    }
    arrays.removeIf(
        each -> !each.startsWith("[") || hierarchy.isAssignable(stored, each.substring(1)));
    return arrays.size() == 1 ? arrays.iterator().next() : null;
  }

  /** The field that was read or written, as ART writes it ({@code int p.C.f}), or null. */
  static @Nullable String accessedField(List<FailedInstruction> failed, Hierarchy hierarchy) {
    Set<String> fields = new HashSet<>();
    for (FailedInstruction each : failed) {
      String mnemonic = each.at.opcode().mnemonic();
      if (mnemonic.startsWith("iget") || mnemonic.startsWith("iput")) {
        // ART names the class that declares it.
        FieldRef field = hierarchy.declared(each.method.dex().field(each.at.index()));
        fields.add(
            JavaName.of(field.type())
                + " "
                + JavaName.of(field.definingClass())
                + "."
                + field.name());
      }
    }
    return fields.size() == 1 ? fields.iterator().next() : null;
  }
}
