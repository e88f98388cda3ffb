package dev.dexscope.dexer;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.Label;
import dev.dexscope.dex.write.MethodBuilder;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.invoke.MethodHandleInfo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The methods that take the place of the dynamic calls of records: {@link
 * java.lang.runtime.ObjectMethods} does not exist on Android. The registers of their code do not
 * depend on the number of components.
 */
final class RecordMethods {
  private static final String BOOTSTRAPS = "java/lang/runtime/ObjectMethods";
  private static final int FLAGS = AccessFlags.PRIVATE | AccessFlags.STATIC | AccessFlags.SYNTHETIC;
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String STRING = "Ljava/lang/String;";
  private static final String OBJECTS = "Ljava/util/Objects;";

  private RecordMethods() {}

  /** Returns whether a call is one of a record's. */
  static boolean handles(InvokeDynamicEntry call) {
    MemberRefEntry method = call.bootstrap().bootstrapMethod().reference();
    return method.owner().name().equalsString(BOOTSTRAPS)
        && method.name().equalsString("bootstrap");
  }

  /**
   * Adds the method that a call becomes a call of, unless the class has it.
   *
   * @param owner the class file of the call
   * @param to the class that is made of it
   * @param pool the class file's constants
   * @return a static method with the call's prototype
   * @throws UnsupportedClassException if it is not a call that compilers write
   */
  static MethodRef add(ClassModel owner, ClassBuilder to, InvokeDynamicEntry call, Pool pool) {
    String operation = call.name().stringValue();
    String name = "$record$" + operation;
    String descriptor = call.type().stringValue();
    MethodBuilder known = to.findMethod(name, descriptor);
    if (known != null) {
      return known.ref();
    }
    if (!descriptor.equals(descriptor(operation, to.type()))) {
      throw new UnsupportedClassException("record method " + operation + descriptor);
    }
    List<LoadableConstantEntry> arguments = call.bootstrap().arguments();
    List<FieldRef> fields = fields(to.type(), arguments, pool);
    List<String> names = names(arguments);
    if (names.size() != fields.size()) {
      throw new UnsupportedClassException("record with other names than components");
    }
    MethodBuilder made = to.method(FLAGS, name, pool.proto(descriptor));
    if (operation.equals("toString")) {
      made.code(3, b -> writeToString(b, simpleName(owner), names, fields));
    } else if (operation.equals("hashCode")) {
      made.code(3, b -> writeHashCode(b, fields));
    } else {
      made.code(4, b -> writeEquals(b, to.type(), fields));
    }
    return made.ref();
  }

  /** Returns what a call of the operation looks like; null if there is no such operation. */
  private static @Nullable String descriptor(String operation, String record) {
    return switch (operation) {
      case "toString" -> "(" + record + ")" + STRING;
      case "hashCode" -> "(" + record + ")I";
      case "equals" -> "(" + record + OBJECT + ")Z";
      default -> null;
    };
  }

  /** The fields that the getters read. */
  private static List<FieldRef> fields(
      String record, List<LoadableConstantEntry> arguments, Pool pool) {
    List<FieldRef> fields = new ArrayList<>();
    for (int i = 2; i < arguments.size(); i++) {
      if (!(arguments.get(i) instanceof MethodHandleEntry getter)
          || getter.kind() != MethodHandleInfo.REF_getField) {
        throw new UnsupportedClassException("record component that is not a field");
      }
      FieldRef field = pool.field(getter.reference().index());
      if (!field.definingClass().equals(record)) {
        throw new UnsupportedClassException("record component of another class");
      }
      fields.add(field);
    }
    return fields;
  }

  /** The names of the components, which a string lists with semicolons between. */
  private static List<String> names(List<LoadableConstantEntry> arguments) {
    if (arguments.size() < 2 || !(arguments.get(1) instanceof StringEntry entry)) {
      throw new UnsupportedClassException("record without names of its components");
    }
    String text = entry.stringValue();
    List<String> names = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int semicolon = text.indexOf(';', start);
      int end = semicolon < 0 ? text.length() : semicolon;
      names.add(text.substring(start, end));
      start = end + 1;
    }
    return names;
  }

  /** As {@link Class#getSimpleName}. */
  private static String simpleName(ClassModel owner) {
    String name = owner.thisClass().asInternalName();
    InnerClassesAttribute inner = owner.findAttribute(Attributes.innerClasses()).orElse(null);
    if (inner != null) {
      for (InnerClassInfo each : inner.classes()) {
        if (each.innerClass().name().equalsString(name) && each.innerName().isPresent()) {
          return each.innerName().get().stringValue();
        }
      }
    }
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /** Registers: 0 the builder, 1 and 2 what is appended, 3 the record. */
  private static void writeToString(
      CodeBuilder b, String simpleName, List<String> names, List<FieldRef> fields) {
    b.type(Opcode.NEW_INSTANCE, 0, TextBuilder.TYPE);
    b.invoke(Opcode.INVOKE_DIRECT, TextBuilder.NEW, 0);
    var text = new StringBuilder(simpleName).append('[');
    for (int i = 0; i < fields.size(); i++) {
      FieldRef field = fields.get(i);
      appendText(b, text.append(names.get(i)).append('=').toString());
      b.field(load(field.type()), 1, 3, field);
      append(b, field.type());
      text.setLength(0);
      text.append(", ");
    }
    appendText(b, fields.isEmpty() ? text.append(']').toString() : "]");
    b.invoke(Opcode.INVOKE_VIRTUAL, TextBuilder.TO_STRING, 0);
    b.emit(Opcode.MOVE_RESULT_OBJECT, 0);
    b.emit(Opcode.RETURN_OBJECT, 0);
  }

  private static void appendText(CodeBuilder b, String text) {
    b.constantString(1, text);
    append(b, STRING);
  }

  private static void append(CodeBuilder b, String type) {
    b.invoke(Opcode.INVOKE_VIRTUAL, TextBuilder.append(type), Nest.row(0, 1 + width(type)));
  }

  /** Registers: 0 the hash so far, 1 and 2 a component, 3 the record. */
  private static void writeHashCode(CodeBuilder b, List<FieldRef> fields) {
    b.constant(0, 0);
    for (int i = 0; i < fields.size(); i++) {
      FieldRef field = fields.get(i);
      b.field(load(field.type()), 1, 3, field);
      writeHash(b, field.type());
      if (i > 0) {
        b.literal(Opcode.MUL_INT_LIT8, 0, 0, 31);
      }
      b.emit(Opcode.ADD_INT_2ADDR, 0, 1);
    }
    b.emit(Opcode.RETURN, 0);
  }

  /** Replaces a component by its hash. */
  private static void writeHash(CodeBuilder b, String type) {
    String box =
        switch (type.charAt(0)) {
          case 'Z' -> "Ljava/lang/Boolean;";
          case 'J' -> "Ljava/lang/Long;";
          case 'F' -> "Ljava/lang/Float;";
          case 'D' -> "Ljava/lang/Double;";
          case 'L', '[' -> OBJECTS;
          default -> null;
        };
    if (box == null) {
      return;
    }
    String parameter = box.equals(OBJECTS) ? OBJECT : type;
    var hash = new MethodRef(box, "hashCode", Proto.of("I", parameter));
    b.invoke(Opcode.INVOKE_STATIC, hash, Nest.row(1, width(type)));
    b.emit(Opcode.MOVE_RESULT, 1);
  }

  /** Registers: 0 and 1, 2 and 3 the components that are compared, 4 the record, 5 the other. */
  private static void writeEquals(CodeBuilder b, String record, List<FieldRef> fields) {
    Label same = b.newLabel();
    Label different = b.newLabel();
    b.branch(Opcode.IF_EQ, 4, 5, same);
    b.type(Opcode.INSTANCE_OF, 0, 5, record);
    b.branch(Opcode.IF_EQZ, 0, different);
    b.type(Opcode.CHECK_CAST, 5, record);
    for (FieldRef each : fields) {
      b.field(load(each.type()), 0, 4, each);
      b.field(load(each.type()), 2, 5, each);
      writeComparison(b, each.type(), different);
    }
    b.bind(same);
    b.constant(0, 1);
    b.emit(Opcode.RETURN, 0);
    b.bind(different);
    b.constant(0, 0);
    b.emit(Opcode.RETURN, 0);
  }

  private static void writeComparison(CodeBuilder b, String type, Label different) {
    switch (type.charAt(0)) {
      case 'J' -> {
        b.emit(Opcode.CMP_LONG, 0, 0, 2);
        b.branch(Opcode.IF_NEZ, 0, different);
      }
      case 'F' -> {
        var compare = new MethodRef("Ljava/lang/Float;", "compare", Proto.of("I", "F", "F"));
        b.invoke(Opcode.INVOKE_STATIC, compare, 0, 2);
        b.emit(Opcode.MOVE_RESULT, 0);
        b.branch(Opcode.IF_NEZ, 0, different);
      }
      case 'D' -> {
        var compare = new MethodRef("Ljava/lang/Double;", "compare", Proto.of("I", "D", "D"));
        b.invoke(Opcode.INVOKE_STATIC, compare, 0, 1, 2, 3);
        b.emit(Opcode.MOVE_RESULT, 0);
        b.branch(Opcode.IF_NEZ, 0, different);
      }
      case 'L', '[' -> {
        var equals = new MethodRef(OBJECTS, "equals", Proto.of("Z", OBJECT, OBJECT));
        b.invoke(Opcode.INVOKE_STATIC, equals, 0, 2);
        b.emit(Opcode.MOVE_RESULT, 0);
        b.branch(Opcode.IF_EQZ, 0, different);
      }
      default -> b.branch(Opcode.IF_NE, 0, 2, different);
    }
  }

  private static int width(String type) {
    return Kind.width(Kind.of(type));
  }

  private static Opcode load(String type) {
    return Access.of(type).iget();
  }
}
