package dev.dexscope.dexer;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.CodeBuilder;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.IntegerEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.invoke.MethodHandleInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The lambda expressions and method references of a class. For each one a class is made that
 * implements the interface, as D8 does; it calls the method, or where it must not, a public one of
 * the class that calls it.
 */
final class Lambdas {
  /** So named by Android's tools, which hide it. */
  private static final String SOURCE = "D8$$SyntheticClass";

  static final MethodRef NEW_OBJECT = MethodRef.of("Ljava/lang/Object;", "<init>", "()V");

  /** See {@code LambdaMetafactory}. */
  private static final int FLAG_SERIALIZABLE = 1;

  private static final int FLAG_MARKERS = 2;
  private static final int FLAG_BRIDGES = 4;

  private final Members members;
  private final Pool pool;
  private final ClassBuilder owner;

  /** The classes to be made, by their types. */
  private final Map<String, Consumer<ClassBuilder>> classes = new LinkedHashMap<>();

  private final Map<String, MethodRef> accessors = new LinkedHashMap<>();

  Lambdas(Members members, Pool pool, ClassBuilder owner) {
    this.members = members;
    this.pool = pool;
    this.owner = owner;
  }

  /** The classes to be made for the code that was translated, by their types. */
  Map<String, Consumer<ClassBuilder>> classes() {
    return classes;
  }

  /**
   * Returns whether a private method is only called by lambda expressions' classes, which need it
   * to be less private.
   */
  static boolean isBody(int flags, String name) {
    int kind = AccessFlags.PRIVATE | AccessFlags.STATIC | AccessFlags.SYNTHETIC;
    return (flags & kind) == kind && name.startsWith("lambda$");
  }

  /**
   * A method that is called.
   *
   * @param parameters the types of all arguments, with the receiver
   */
  private record Target(
      Opcode opcode, MethodRef method, List<String> parameters, String result, boolean isNew) {}

  /** Returns the constructor of the class for a call; its arguments are the captured values. */
  MethodRef constructor(InvokeDynamicEntry call) {
    List<LoadableConstantEntry> constants = call.bootstrap().arguments();
    if (constants.size() < 3
        || !(constants.get(0) instanceof MethodTypeEntry erased)
        || !(constants.get(1) instanceof MethodHandleEntry handle)
        || !(constants.get(2) instanceof MethodTypeEntry instantiated)) {
      throw new UnsupportedClassException("a lambda expression with other constants");
    }
    Proto captured = pool.proto(call.type().stringValue());
    List<String> interfaces = new ArrayList<>();
    interfaces.add(captured.returnType());
    List<Proto> methods = new ArrayList<>();
    methods.add(pool.proto(erased.descriptor().stringValue()));
    addExtras(constants, interfaces, methods);
    Proto types = pool.proto(instantiated.descriptor().stringValue());
    List<String> values = new ArrayList<>(captured.parameters());
    values.addAll(types.parameters());
    Target target = target(handle, values.isEmpty() ? "" : values.getFirst());
    if (values.size() != target.parameters.size()) {
      throw new UnsupportedClassException("a lambda expression with other arguments");
    }
    String self = members.self();
    String type =
        self.substring(0, self.length() - 1) + "$$ExternalSyntheticLambda" + classes.size() + ';';
    var constructor = new MethodRef(type, "<init>", new Proto("V", captured.parameters()));
    String name = call.name().stringValue();
    classes.put(
        type,
        to -> {
          to.accessFlags(AccessFlags.PUBLIC | AccessFlags.FINAL | AccessFlags.SYNTHETIC)
              .interfaces(interfaces)
              .sourceFile(SOURCE);
          List<FieldRef> fields = addFields(to, constructor.proto());
          for (Proto each : methods) {
            if (to.findMethod(name, each.descriptor()) == null) {
              addMethod(to, name, each, types, fields, target);
            }
          }
        });
    return constructor;
  }

  private void addExtras(
      List<LoadableConstantEntry> constants, List<String> interfaces, List<Proto> methods) {
    if (constants.size() < 4) {
      return;
    }
    int flags = number(constants.get(3));
    int at = 4;
    if ((flags & FLAG_SERIALIZABLE) != 0) {
      addInterface("Ljava/io/Serializable;", interfaces);
    }
    if ((flags & FLAG_MARKERS) != 0) {
      int count = number(constants.get(at++));
      for (int i = 0; i < count; i++) {
        if (constants.get(at++) instanceof ClassEntry marker) {
          addInterface(pool.descriptor(marker.asInternalName()), interfaces);
        }
      }
    }
    if ((flags & FLAG_BRIDGES) != 0) {
      int count = number(constants.get(at++));
      for (int i = 0; i < count; i++) {
        if (constants.get(at++) instanceof MethodTypeEntry bridge) {
          methods.add(pool.proto(bridge.descriptor().stringValue()));
        }
      }
    }
  }

  private static void addInterface(String type, List<String> interfaces) {
    if (!interfaces.contains(type)) {
      interfaces.add(type);
    }
  }

  private static int number(LoadableConstantEntry constant) {
    if (constant instanceof IntegerEntry number) {
      return number.intValue();
    }
    throw new UnsupportedClassException("a lambda expression with other constants");
  }

  /**
   * Returns what the class calls.
   *
   * @param first the type of the first argument, empty without arguments
   */
  private Target target(MethodHandleEntry handle, String first) {
    int kind = handle.kind();
    if (kind < MethodHandleInfo.REF_invokeVirtual) {
      throw new UnsupportedClassException("a method reference of kind " + kind);
    }
    MethodRef method = pool.method(handle.reference().index());
    String type = method.definingClass();
    if (Members.isPolymorphic(method)) {
      throw new UnsupportedClassException("a method reference of kind " + kind);
    }
    Members.Call call = members.call(instruction(kind), method);
    boolean isNew = kind == MethodHandleInfo.REF_newInvokeSpecial;
    boolean hasReceiver = kind != MethodHandleInfo.REF_invokeStatic && !isNew;
    List<String> parameters =
        hasReceiver
            ? Nest.withFirst(type, method.proto()).parameters()
            : method.proto().parameters();
    String result = isNew ? type : method.proto().returnType();
    var direct = new Target(call.opcode(), call.method(), parameters, result, isNew);
    return needsAccessor(kind, method, call, first) ? accessor(direct, call.needsMarker()) : direct;
  }

  private static int instruction(int kind) {
    return switch (kind) {
      case MethodHandleInfo.REF_invokeStatic -> Bytecode.INVOKESTATIC;
      case MethodHandleInfo.REF_invokeVirtual -> Bytecode.INVOKEVIRTUAL;
      case MethodHandleInfo.REF_invokeInterface -> Bytecode.INVOKEINTERFACE;
      default -> Bytecode.INVOKESPECIAL;
    };
  }

  private boolean needsAccessor(int kind, MethodRef method, Members.Call call, String first) {
    if (call.opcode() == Opcode.INVOKE_SUPER || call.needsMarker()) {
      return true;
    }
    if (!method.definingClass().equals(members.self())) {
      // A protected one of a class above is for code of this class alone.
      return first.equals(members.self()) || method.definingClass().equals(members.superclass());
    }
    if (members.nest().isPrivate(method)) {
      return kind != MethodHandleInfo.REF_invokeStatic || !method.name().startsWith("lambda$");
    }
    // One that is inherited may be protected.
    return !members.nest().declares(method);
  }

  private Target accessor(Target target, boolean needsMarker) {
    var proto = new Proto(target.result, target.parameters);
    String key = target.opcode + " " + target.method + (target.isNew ? " new" : "");
    MethodRef known = accessors.get(key);
    if (known == null) {
      known = new MethodRef(members.self(), "$r8$lambda$" + accessors.size(), proto);
      accessors.put(key, known);
      owner
          .method(
              AccessFlags.PUBLIC | AccessFlags.STATIC | AccessFlags.SYNTHETIC, known.name(), proto)
          .code(
              2,
              b -> {
                int first = b.firstArgument();
                if (target.isNew) {
                  // In a row with the arguments.
                  int[] arguments = Nest.row(first - 1, proto.registers() + (needsMarker ? 2 : 1));
                  if (needsMarker) {
                    b.constant(0, 0);
                    arguments[arguments.length - 1] = 0;
                    if (!Frame.areNamed(arguments)) {
                      throw new UnsupportedClassException("a reference to a private constructor");
                    }
                  }
                  b.type(Opcode.NEW_INSTANCE, first - 1, target.result);
                  b.invoke(target.opcode, target.method, arguments);
                  b.emit(Opcode.RETURN_OBJECT, first - 1);
                } else {
                  b.invoke(target.opcode, target.method, Nest.row(first, proto.registers()));
                  Nest.finish(b, proto.returnType());
                }
              });
    }
    return new Target(Opcode.INVOKE_STATIC, known, target.parameters, target.result, false);
  }

  private static List<FieldRef> addFields(ClassBuilder to, Proto captured) {
    List<FieldRef> fields = new ArrayList<>();
    int flags = AccessFlags.PUBLIC | AccessFlags.FINAL | AccessFlags.SYNTHETIC;
    for (String each : captured.parameters()) {
      fields.add(to.field(flags, "f$" + fields.size(), each).ref());
    }
    to.method(AccessFlags.PUBLIC | AccessFlags.SYNTHETIC, "<init>", captured)
        .code(
            3,
            b -> {
              int self = b.firstArgument();
              boolean isLarge = b.registers() > 16;
              b.invoke(Opcode.INVOKE_DIRECT, NEW_OBJECT, self);
              if (isLarge) {
                b.move(Opcode.MOVE_OBJECT, 2, self);
              }
              int at = self + 1;
              for (FieldRef each : fields) {
                int value = at;
                if (isLarge) {
                  b.move(moveOf(each.type()), 0, at);
                  value = 0;
                }
                b.field(Access.of(each.type()).iput(), value, isLarge ? 2 : self, each);
                at += width(each.type());
              }
              b.emit(Opcode.RETURN_VOID);
            });
    return fields;
  }

  private static int width(String type) {
    return Kind.width(Kind.of(type));
  }

  private static Opcode moveOf(String type) {
    return Frame.moveOf(Kind.of(type));
  }

  /**
   * Adds a method of the interface.
   *
   * @param types its types at the expression, of which the erased ones are less exact
   */
  private static void addMethod(
      ClassBuilder to,
      String name,
      Proto erased,
      Proto types,
      List<FieldRef> fields,
      Target target) {
    int row = target.isNew ? 1 : 0;
    for (String each : target.parameters) {
      row += width(each);
    }
    // Values are converted in the first two registers, the third one is for "this".
    int locals = 3 + row;
    to.method(AccessFlags.PUBLIC | AccessFlags.FINAL, name, erased)
        .code(locals, b -> write(b, erased, types, fields, target));
  }

  private static void write(
      CodeBuilder b, Proto erased, Proto types, List<FieldRef> fields, Target target) {
    int self = b.firstArgument();
    int first = 3;
    int at = first + (target.isNew ? 1 : 0);
    int number = 0;
    if (!fields.isEmpty()) {
      b.move(Opcode.MOVE_OBJECT, 2, self);
    }
    for (FieldRef each : fields) {
      b.field(Access.of(each.type()).iget(), 0, 2, each);
      b.move(moveOf(each.type()), at, 0);
      at += width(each.type());
      number++;
    }
    int from = self + 1;
    for (int i = 0; i < erased.parameters().size(); i++) {
      String given = erased.parameters().get(i);
      String exact = types.parameters().get(i);
      String wanted = target.parameters.get(number++);
      b.move(moveOf(given), 0, from);
      Conversions.convert(b, 0, given, exact);
      if (Conversions.isPrimitive(exact) || Conversions.isPrimitive(wanted)) {
        Conversions.convert(b, 0, exact, wanted);
      }
      b.move(moveOf(wanted), at, 0);
      at += width(wanted);
      from += width(given);
    }
    if (target.isNew) {
      b.type(Opcode.NEW_INSTANCE, first, target.result);
    }
    b.invoke(target.opcode, target.method, Nest.row(first, at - first));
    returnResult(b, first, erased.returnType(), types.returnType(), target);
  }

  private static void returnResult(
      CodeBuilder b, int first, String erased, String exact, Target target) {
    if (erased.equals("V")) {
      b.emit(Opcode.RETURN_VOID);
      return;
    }
    String result = target.result;
    if (target.isNew) {
      b.emit(Opcode.RETURN_OBJECT, first);
      return;
    }
    b.emit(Access.of(result).moveResult(), 0);
    if (Conversions.isPrimitive(result) || Conversions.isPrimitive(exact)) {
      Conversions.convert(b, 0, result, exact);
      // Scala 3 names a primitive type where the interface has a type variable.
      if (Conversions.isPrimitive(exact)) {
        Conversions.convert(b, 0, exact, erased);
      }
    } else if (!result.equals(erased)) {
      Conversions.convert(b, 0, result, erased);
    }
    b.emit(Access.of(erased).returned(), 0);
  }
}
