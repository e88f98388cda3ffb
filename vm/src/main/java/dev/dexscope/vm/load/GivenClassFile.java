package dev.dexscope.vm.load;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.ClassDef;
import java.lang.classfile.Attribute;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A class file that replaces a class's dex code. The JVM compares it with the translation of the
 * dex class, but it was compiled from the class's source: fields are in another order, and code
 * that D8 has converted for Android is in its original form.
 */
final class GivenClassFile {
  private final ClassModel running;
  private final ClassModel given;
  private final byte[] bytes;

  /**
   * @param running the translation of the dex class
   * @throws IllegalArgumentException if one of them is not a class file
   */
  GivenClassFile(byte[] running, byte[] given) {
    this.running = ClassFile.of().parse(running);
    this.given = ClassFile.of().parse(given);
    this.bytes = given;
  }

  /**
   * The class file as the JVM takes it in the place of the running one.
   *
   * @param classes finds the dex code of classes by their descriptors
   */
  byte[] fitted(Function<String, @Nullable ClassDef> classes) {
    List<MethodModel> missing = missing();
    boolean isNestKept = nest(running).equals(nest(given)) || usesPrivates(classes);
    if (isNestKept && missing.isEmpty() && names(running.fields()).equals(names(given.fields()))) {
      return bytes;
    }
    return ClassFile.of().transformClass(given, new Fit(isNestKept, missing));
  }

  /** Sorts fields, drops obsolete members, and adds missing ones. */
  private final class Fit implements ClassTransform {
    private final boolean isNestKept;
    private final List<MethodModel> missing;

    Fit(boolean isNestKept, List<MethodModel> missing) {
      this.isNestKept = isNestKept;
      this.missing = missing;
    }

    @Override
    public void accept(ClassBuilder to, ClassElement element) {
      boolean isNest =
          element instanceof NestHostAttribute || element instanceof NestMembersAttribute;
      if (!(element instanceof FieldModel) && (isNestKept || !isNest)) {
        to.with(element);
      }
    }

    @Override
    public void atEnd(ClassBuilder to) {
      fieldsInOrder().forEach(to::with);
      missing.forEach(to::with);
      if (!isNestKept) {
        running.findAttribute(Attributes.nestHost()).ifPresent(to::with);
        running.findAttribute(Attributes.nestMembers()).ifPresent(to::with);
      }
    }
  }

  /** HotSpot compares fields one by one. Those that the running class has not come last. */
  private List<FieldModel> fieldsInOrder() {
    List<String> order = names(running.fields());
    List<FieldModel> fields = new ArrayList<>(given.fields());
    fields.sort((a, b) -> Integer.compare(place(order, a), place(order, b)));
    return fields;
  }

  private static int place(List<String> order, FieldModel field) {
    int place = order.indexOf(name(field));
    return place < 0 ? order.size() : place;
  }

  private static List<String> names(List<FieldModel> fields) {
    return fields.stream().map(GivenClassFile::name).toList();
  }

  private static String name(FieldModel field) {
    return field.fieldName().stringValue() + ' ' + field.fieldType().stringValue();
  }

  private static String name(MethodModel method) {
    return method.methodName().stringValue() + method.methodType().stringValue();
  }

  /** Returns the methods that D8 has added for other classes to call. */
  private List<MethodModel> missing() {
    Set<String> there = new HashSet<>();
    given.methods().forEach(each -> there.add(name(each)));
    return running.methods().stream()
        .filter(each -> (each.flags().flagsMask() & AccessFlags.SYNTHETIC) != 0)
        .filter(each -> !there.contains(name(each)))
        .toList();
  }

  /** By their constants: names, not objects. */
  private static List<String> nest(ClassModel type) {
    List<String> nest = new ArrayList<>();
    type.findAttribute(Attributes.nestHost())
        .ifPresent(host -> nest.add("in " + host.nestHost().asInternalName()));
    type.findAttribute(Attributes.nestMembers())
        .ifPresent(
            members -> members.nestMembers().forEach(each -> nest.add(each.asInternalName())));
    return nest;
  }

  /**
   * Returns whether the class file uses private members of other classes, which it may in a nest
   * only. The JVM keeps a class's nest as it is.
   */
  private boolean usesPrivates(Function<String, @Nullable ClassDef> classes) {
    for (PoolEntry each : given.constantPool()) {
      if (each instanceof MemberRefEntry member
          && !member.owner().asInternalName().equals(given.thisClass().asInternalName())) {
        ClassDef owner = classes.apply('L' + member.owner().asInternalName() + ';');
        if (owner != null && isPrivate(owner, member)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isPrivate(ClassDef owner, MemberRefEntry member) {
    String name = member.name().stringValue();
    String type = member.type().stringValue();
    return owner.data().fields().stream()
            .anyMatch(each ->
                (each.accessFlags() & AccessFlags.PRIVATE) != 0
                    && each.ref().name().equals(name)
                    && each.ref().type().equals(type))
        || owner.data().methods().stream()
            .anyMatch(each ->
                (each.accessFlags() & AccessFlags.PRIVATE) != 0
                    && each.ref().name().equals(name)
                    && each.ref().proto().descriptor().equals(type));
  }

  /**
   * The methods, by name and descriptor, whose code is another one than the running class's, or of
   * other lines.
   */
  Set<String> changed() {
    Map<String, List<String>> before = new HashMap<>();
    running.methods().forEach(each -> before.put(name(each), code(each)));
    Set<String> changed = new HashSet<>();
    for (MethodModel each : given.methods()) {
      if (!code(each).equals(before.get(name(each)))) {
        changed.add(name(each));
      }
    }
    return changed;
  }

  /** Returns the instructions, with their addresses, which identify the running ones. */
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

  /**
   * Not by the instructions' own texts: formats load classes, which would be reported to agents.
   */
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
