package dev.dexscope.dexer;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.CodeBuilder;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The classes of one nest (JVMS 5.4.4). Android has no nests: what another class of the nest
 * reaches of a private member are methods that stand for it, by the names that D8 gives them.
 */
final class Nest {
  /** The private members of each class: their names and descriptors. */
  private final Map<String, Set<String>> privates = new HashMap<>();

  private final Map<String, ClassModel> classes = new HashMap<>();
  private final Map<String, Map<MethodRef, Bridge>> bridges = new LinkedHashMap<>();
  private final String host;
  private final Names names;
  private boolean hasMarker;

  /** The code of a method that stands for a member. */
  private interface Bridge {
    void write(CodeBuilder b, int firstArgument);
  }

  /**
   * @param host the outermost class, by its internal name
   */
  Nest(String host, List<ClassModel> models, Names names) {
    this.host = host;
    this.names = names;
    for (ClassModel each : models) {
      classes.put(Names.plain(each.thisClass().asInternalName()), each);
    }
  }

  /** Returns whether it has one class, which reaches no private member of another. */
  boolean isAlone() {
    return classes.size() == 1;
  }

  private Set<String> privatesOf(String owner) {
    Set<String> known = privates.get(owner);
    if (known == null) {
      known = new HashSet<>();
      ClassModel model = classes.get(owner);
      if (model != null) {
        addPrivates(model, known);
      }
      privates.put(owner, known);
    }
    return known;
  }

  /** By the names in dex code, in which types may have others than in class files. */
  private void addPrivates(ClassModel model, Set<String> to) {
    for (MethodModel each : model.methods()) {
      if ((each.flags().flagsMask() & AccessFlags.PRIVATE) != 0) {
        Proto proto = names.proto(each.methodType().stringValue());
        to.add(each.methodName().stringValue() + proto.descriptor());
      }
    }
    for (FieldModel each : model.fields()) {
      if ((each.flags().flagsMask() & AccessFlags.PRIVATE) != 0) {
        to.add(each.fieldName().stringValue() + ':' + names.type(each.fieldType().stringValue()));
      }
    }
  }

  /** Returns whether a method of a class of the nest is private. */
  boolean isPrivate(MethodRef method) {
    String member = method.name() + method.proto().descriptor();
    return privatesOf(method.definingClass()).contains(member);
  }

  /** Returns whether a field of a class of the nest is private. */
  boolean isPrivate(FieldRef field) {
    return privatesOf(field.definingClass()).contains(field.name() + ':' + field.type());
  }

  /** Returns whether a class of the nest declares a method, whatever its access. */
  boolean declares(MethodRef method) {
    ClassModel model = classes.get(method.definingClass());
    if (model != null) {
      for (MethodModel each : model.methods()) {
        if (each.methodName().equalsString(method.name())
            && names.proto(each.methodType().stringValue()).equals(method.proto())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether a class of the nest is an interface. */
  boolean isInterface(String type) {
    ClassModel model = classes.get(type);
    return model != null && (model.flags().flagsMask() & AccessFlags.INTERFACE) != 0;
  }

  /**
   * Returns the static method that calls a private one.
   *
   * @param isStatic whether the private one has no receiver
   */
  MethodRef call(MethodRef method, boolean isStatic) {
    Proto proto = isStatic ? method.proto() : withFirst(method.definingClass(), method.proto());
    String name = (isStatic ? "-$$Nest$sm" : "-$$Nest$m") + method.name();
    Opcode invoke = isStatic ? Opcode.INVOKE_STATIC : Opcode.INVOKE_DIRECT;
    return add(
        new MethodRef(method.definingClass(), name, proto),
        (b, first) -> {
          b.invoke(invoke, method, row(first, proto.registers()));
          finish(b, proto.returnType());
        });
  }

  /** Returns the static method that reads a private field. */
  MethodRef get(FieldRef field, boolean isStatic) {
    Proto proto =
        isStatic
            ? new Proto(field.type(), List.of())
            : new Proto(field.type(), List.of(field.definingClass()));
    String name = (isStatic ? "-$$Nest$sfget" : "-$$Nest$fget") + field.name();
    return add(
        new MethodRef(field.definingClass(), name, proto),
        (b, first) -> {
          if (isStatic) {
            b.field(Access.of(field.type()).sget(), 0, field);
          } else {
            b.field(Access.of(field.type()).iget(), 0, first, field);
          }
          b.emit(Access.of(field.type()).returned(), 0);
        });
  }

  /** Returns the static method that writes a private field. */
  MethodRef put(FieldRef field, boolean isStatic) {
    Proto proto =
        isStatic
            ? new Proto("V", List.of(field.type()))
            : new Proto("V", List.of(field.definingClass(), field.type()));
    String name = (isStatic ? "-$$Nest$sfput" : "-$$Nest$fput") + field.name();
    return add(
        new MethodRef(field.definingClass(), name, proto),
        (b, first) -> {
          if (isStatic) {
            b.field(Access.of(field.type()).sput(), first, field);
          } else {
            b.field(Access.of(field.type()).iput(), first + 1, first, field);
          }
          b.emit(Opcode.RETURN_VOID);
        });
  }

  /** The type of the last argument, null, of constructors that stand for private ones. */
  String marker() {
    hasMarker = true;
    return 'L' + host + "-IA;";
  }

  boolean hasMarker() {
    return hasMarker;
  }

  /** Returns the constructor that calls a private one; its last argument is {@link #marker}. */
  MethodRef construct(MethodRef constructor) {
    List<String> parameters = new ArrayList<>(constructor.proto().parameters());
    parameters.add(marker());
    Proto proto = new Proto("V", parameters);
    int arguments = 1 + constructor.proto().registers();
    return add(
        new MethodRef(constructor.definingClass(), "<init>", proto),
        (b, first) -> {
          b.invoke(Opcode.INVOKE_DIRECT, constructor, row(first, arguments));
          b.emit(Opcode.RETURN_VOID);
        });
  }

  private MethodRef add(MethodRef ref, Bridge code) {
    bridges.computeIfAbsent(ref.definingClass(), _ -> new LinkedHashMap<>()).putIfAbsent(ref, code);
    return ref;
  }

  static Proto withFirst(String type, Proto proto) {
    List<String> parameters = new ArrayList<>();
    parameters.add(type);
    parameters.addAll(proto.parameters());
    return new Proto(proto.returnType(), parameters);
  }

  static int[] row(int first, int count) {
    int[] row = new int[count];
    for (int i = 0; i < count; i++) {
      row[i] = first + i;
    }
    return row;
  }

  /** Writes the end of a method that returns what the call before it has returned. */
  static void finish(CodeBuilder b, String type) {
    if (type.equals("V")) {
      b.emit(Opcode.RETURN_VOID);
    } else {
      b.emit(Access.of(type).moveResult(), 0);
      b.emit(Access.of(type).returned(), 0);
    }
  }

  /** The classes that need methods for others. */
  Iterable<String> ownersOfBridges() {
    return bridges.keySet();
  }

  /** Adds the methods of a class that stand for its private members. */
  void addBridges(ClassBuilder to) {
    bridges
        .getOrDefault(to.type(), Map.of())
        .forEach((ref, code) -> {
          boolean isConstructor = ref.name().equals("<init>");
          int flags =
              isConstructor
                  ? AccessFlags.SYNTHETIC
                  : AccessFlags.STATIC
                      | AccessFlags.BRIDGE
                      | AccessFlags.SYNTHETIC
                      | (isInterface(to.type()) ? AccessFlags.PUBLIC : 0);
          to.method(flags, ref.name(), ref.proto()).code(2, b -> code.write(b, b.firstArgument()));
        });
  }
}
