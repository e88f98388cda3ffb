package dev.dexscope.vm.load;

import java.lang.classfile.Attribute;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.DoubleEntry;
import java.lang.classfile.constantpool.FloatEntry;
import java.lang.classfile.constantpool.IntegerEntry;
import java.lang.classfile.constantpool.LongEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The methods whose code a class file has in another way than another class file of the class. */
final class ChangedMethods {
  private ChangedMethods() {}

  /**
   * The methods, by name and descriptor, whose code is another one than before, or of other lines.
   *
   * @throws IllegalArgumentException where one of them is no class file
   */
  static Set<String> of(byte[] running, byte[] given) {
    Map<String, List<String>> before = new HashMap<>();
    for (MethodModel each : ClassFile.of().parse(running).methods()) {
      before.put(GivenMethods.key(each), code(each));
    }
    Set<String> changed = new HashSet<>();
    for (MethodModel each : ClassFile.of().parse(given).methods()) {
      if (!code(each).equals(before.get(GivenMethods.key(each)))) {
        changed.add(GivenMethods.key(each));
      }
    }
    return changed;
  }

  /** The instructions, with their addresses: those are what is known of the running ones. */
  private static List<String> code(MethodModel method) {
    Attribute<?> found = method.findAttribute(Attributes.code()).orElse(null);
    List<String> code = new ArrayList<>();
    if (found instanceof CodeAttribute attribute) {
      int at = 0;
      for (CodeElement each : attribute) {
        if (each instanceof Instruction instruction) {
          code.add(at + " " + instruction.opcode() + " " + operand(instruction));
          at += instruction.sizeInBytes();
        } else if (each instanceof LineNumber line) {
          code.add("line " + line.line());
        }
      }
    }
    return code;
  }

  /** Not by the instructions' own texts: formats load classes of which agents would be told. */
  private static String operand(Instruction instruction) {
    return switch (instruction) {
      case FieldInstruction field -> reference(field.field());
      case InvokeInstruction call -> reference(call.method());
      case InvokeDynamicInstruction call -> call.name().stringValue() + call.type().stringValue();
      case TypeCheckInstruction check -> check.type().asInternalName();
      case NewObjectInstruction made -> made.className().asInternalName();
      case NewReferenceArrayInstruction made -> made.componentType().asInternalName();
      case NewMultiArrayInstruction made -> made.arrayType().asInternalName();
      case LoadInstruction load -> String.valueOf(load.slot());
      case StoreInstruction store -> String.valueOf(store.slot());
      case IncrementInstruction more -> more.slot() + " " + more.constant();
      case ConstantInstruction.LoadConstantInstruction load -> constant(load.constantEntry());
      case ConstantInstruction.ArgumentConstantInstruction load ->
          String.valueOf(load.constantValue());
      default -> "";
    };
  }

  private static String reference(MemberRefEntry member) {
    return member.owner().asInternalName()
        + '.'
        + member.name().stringValue()
        + member.type().stringValue();
  }

  private static String constant(PoolEntry entry) {
    return switch (entry) {
      case StringEntry text -> text.stringValue();
      case ClassEntry type -> type.asInternalName();
      case IntegerEntry number -> String.valueOf(number.intValue());
      case LongEntry number -> String.valueOf(number.longValue());
      case FloatEntry number -> String.valueOf(Float.floatToRawIntBits(number.floatValue()));
      case DoubleEntry number -> String.valueOf(Double.doubleToRawLongBits(number.doubleValue()));
      default -> "";
    };
  }
}
