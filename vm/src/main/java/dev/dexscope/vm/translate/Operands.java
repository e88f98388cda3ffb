package dev.dexscope.vm.translate;

import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.verify.Hierarchy;
import dev.dexscope.dex.verify.RegisterTypes;
import dev.dexscope.vm.code.CalledMethod;
import dev.dexscope.vm.code.DebugNames;
import dev.dexscope.vm.code.Kind;
import dev.dexscope.vm.code.MethodSource;
import dev.dexscope.vm.code.Substitutions;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads and writes the registers of one instruction: adds to its ops. */
final class Operands {
  static final String OBJECT = "Ljava/lang/Object;";

  private final RegisterTypes types;
  private final DebugNames debug;
  private final Hierarchy hierarchy;

  /** Classes of the method's instance-of instructions: ART refines types on such a branch. */
  private final Set<String> refined = new HashSet<>();

  /**
   * Classes whose new objects the method passes to a superclass's constructor, as R8 does if their
   * own does nothing else, or that a method of the VM makes. The JVM requires the class's own
   * constructor (JVMS 4.10.1.9 invokespecial), so such an object is created when it is constructed,
   * and until then its registers hold null.
   */
  private final Set<String> late = new HashSet<>();

  private final String self;
  private final int registers;
  private int pc;
  private List<Step> ops = List.of();

  Operands(MethodSource source, DebugNames debug) {
    this.types = source.types();
    this.debug = debug;
    this.hierarchy = source.hierarchy();
    this.self = source.classDef().type();
    this.registers = source.body().registers;
    findClasses(source);
  }

  private void findClasses(MethodSource source) {
    for (Instruction each = source.body().instructions(); each.next(); ) {
      if (each.isPayload() || !types.isReached(each.pc())) {
        continue;
      }
      switch (each.opcode()) {
        case INSTANCE_OF -> refined.add(source.dex().type(each.index()));
        case INVOKE_DIRECT, INVOKE_DIRECT_RANGE -> {
          int receiver = each.argument(0);
          if (types.kind(each.pc(), receiver) == RegisterTypes.Kind.UNINITIALIZED) {
            MethodRef called =
                CalledMethod.constructor(source.dex().method(each.index()), hierarchy);
            String created = types.descriptor(each.pc(), receiver);
            if (!called.definingClass().equals(created) || Substitutions.maker(called) != null) {
              late.add(created);
            }
          }
        }
        default -> {}
      }
    }
  }

  void start(Node node) {
    pc = node.pc;
    ops = node.ops;
  }

  RegisterTypes.Kind kind(int register) {
    return types.kind(pc, register);
  }

  String descriptor(int register) {
    return types.descriptor(pc, register);
  }

  boolean isReference(int register) {
    return switch (kind(register)) {
      case REFERENCE, NULL, UNINITIALIZED, UNINITIALIZED_THIS -> true;
      default -> false;
    };
  }

  boolean isUninitialized(int register) {
    return kind(register) == RegisterTypes.Kind.UNINITIALIZED
        || kind(register) == RegisterTypes.Kind.UNINITIALIZED_THIS;
  }

  boolean isZero(int register) {
    RegisterTypes.Kind kind = kind(register);
    return kind == RegisterTypes.Kind.ZERO || kind == RegisterTypes.Kind.NULL;
  }

  /** Returns whether a value of a kind is zero for certain, and no debugger can have set it. */
  boolean needsNoVariable(int register, Kind kind) {
    return !kind.isWide() && isZero(register) && !isVariable(register, kind);
  }

  /** Returns whether a register is a variable of the source, of a type of this kind. */
  boolean isVariable(int register, Kind kind) {
    return debug.isVariable(register, kind, pc);
  }

  boolean isLateClass(String type) {
    return late.contains(type);
  }

  boolean isLateObject(int register) {
    return kind(register) == RegisterTypes.Kind.UNINITIALIZED && isLateClass(descriptor(register));
  }

  /** Pops the object that has just been made into all registers that wait for it. */
  void storeLateObject(String type) {
    for (int i = 0; i < registers; i++) {
      if (kind(i) == RegisterTypes.Kind.UNINITIALIZED && descriptor(i).equals(type)) {
        code(CodeBuilder::dup);
        store(i, Kind.REFERENCE);
      }
    }
    code(CodeBuilder::pop);
  }

  void code(Consumer<CodeBuilder> emitter) {
    ops.add(new Step.Code(emitter));
  }

  /**
   * Pushes a value of a kind. Zero needs no variable, unless the source has one, which a debugger
   * may set.
   */
  void load(int register, Kind kind) {
    if (needsNoVariable(register, kind)) {
      code(kind::pushZero);
    } else {
      ops.add(new Step.Load(register, kind));
    }
  }

  /** Pushes a value of a type, cast to it where the JVM's verifier would not see that it is one. */
  void load(int register, String type) {
    Kind kind = Kind.of(type);
    load(register, kind);
    if (kind == Kind.REFERENCE && needsCast(register, type)) {
      code(c -> c.checkcast(ClassDesc.ofDescriptor(type)));
    } else if (isArrayForInterface(register, type)) {
      code(c -> c.checkcast(ConstantDescs.CD_Object));
    }
  }

  /** The JVM's verifier accepts any object but an array as an interface (JVMS 4.10.1.2). */
  private boolean isArrayForInterface(int register, String type) {
    return kind(register) == RegisterTypes.Kind.REFERENCE
        && descriptor(register).startsWith("[")
        && hierarchy.isInterface(type);
  }

  /**
   * Pushes the object of a field that is read or written. One of a superclass in another package
   * that is protected is only there for objects of the own class (JVMS 4.10.1.8); ART looks at the
   * class of the code alone.
   */
  void loadObject(int register, FieldRef field) {
    boolean casts =
        mayBeOthers(register, field.definingClass()) && hierarchy.isProtectedFrom(self, field);
    load(register, casts ? self : field.definingClass());
  }

  /** Returns whether a call is of a method that is only there for objects of the own class. */
  boolean isProtected(int receiver, MethodRef method) {
    return mayBeOthers(receiver, method.definingClass()) && hierarchy.isProtectedFrom(self, method);
  }

  /**
   * The class of the program that declares a field which the JVM keeps from this object, while ART
   * does not look at the object; null when the JVM takes the instruction.
   */
  @Nullable String keeper(int register, FieldRef field) {
    return hierarchy.isProtectedFrom(self, field)
        ? keeper(register, field.definingClass(), hierarchy.declared(field).definingClass())
        : null;
  }

  /** The same of a method that is called. */
  @Nullable String keeper(int receiver, MethodRef method) {
    if (!hierarchy.isProtectedFrom(self, method)) {
      return null;
    }
    String named = method.definingClass();
    String owner = hierarchy.methodOwner(named, method.name() + method.proto().descriptor());
    return owner == null ? null : keeper(receiver, named, owner);
  }

  private @Nullable String keeper(int register, String named, String owner) {
    boolean isOfLine = hierarchy.isAssignable(self, named) || hierarchy.isAssignable(named, self);
    boolean isKept =
        switch (kind(register)) {
          case REFERENCE -> !isOfLine || mayBeOthers(register, owner);
          case NULL, ZERO -> !isOfLine;
          default -> false;
        };
    return isKept && !hierarchy.isPlatform(owner) ? owner : null;
  }

  /** Returns whether a superclass's member is of an object that may not be one of the own class. */
  private boolean mayBeOthers(int register, String owner) {
    return kind(register) == RegisterTypes.Kind.REFERENCE
        && !owner.equals(self)
        && hierarchy.isAssignable(self, owner)
        && (refined.contains(descriptor(register))
            || !hierarchy.isAssignable(descriptor(register), self));
  }

  /** Pushes an array to read from or write to: null if its component type is unknown. */
  void loadArray(int register, String type) {
    if (isZero(register)) {
      code(Kind.REFERENCE::pushZero);
      return;
    }
    load(register, Kind.REFERENCE);
    if (!descriptor(register).startsWith("[")) {
      code(c -> c.checkcast(ClassDesc.ofDescriptor(type)));
    }
  }

  /** Returns a certain type of the object in a register; null if unknown. */
  @Nullable String receiver(int register) {
    return kind(register) == RegisterTypes.Kind.REFERENCE ? descriptor(register) : null;
  }

  private boolean needsCast(int register, String type) {
    if (type.equals(OBJECT) || needsNoVariable(register, Kind.REFERENCE)) {
      return false;
    }
    if (isZero(register)) {
      return !hierarchy.isInterface(type); // A debugger may set anything of the variable's type.
    }
    if (kind(register) != RegisterTypes.Kind.REFERENCE) {
      return false;
    }
    // To the JVM's verifier, as to ART's, every object is of every interface (JVMS 4.10.1.2), but
    // it
    // must know that it is one.
    String actual = descriptor(register);
    return !hierarchy.isInterface(type)
        && (refined.contains(actual)
            || (!actual.equals(type) && !hierarchy.isAssignable(actual, type)));
  }

  void store(int register, Kind kind) {
    ops.add(new Step.Store(register, kind));
  }

  void constant(int register, long bits, boolean wide) {
    ops.add(new Step.Constant(register, bits, wide));
    if (bits == 0 && !wide && kind(register) == RegisterTypes.Kind.REFERENCE) {
      ops.add(new Step.Forget(register));
    }
  }

  /** move and move-wide: they do not specify the type. */
  void copy(int to, int from, boolean wide) {
    switch (kind(from)) {
      case ZERO, NULL -> copyZero(to, from);
      case CONSTANT, WIDE_CONSTANT_LOW -> ops.add(new Step.Copy(to, from, wide));
      case FLOAT -> move(to, from, Kind.FLOAT);
      case LONG_LOW -> move(to, from, Kind.LONG);
      case DOUBLE_LOW -> move(to, from, Kind.DOUBLE);
      default -> move(to, from, Kind.INT);
    }
  }

  /** Copies a value whose kind is known. */
  void move(int to, int from, Kind kind) {
    if (kind == Kind.REFERENCE && isZero(from)) {
      copyZero(to, from);
    } else {
      ops.add(new Step.Load(from, kind));
      ops.add(new Step.Store(to, kind));
    }
  }

  /** The intended type of a zero is known for variables of the source only. */
  private void copyZero(int to, int from) {
    for (Kind kind : Liveness.kinds(false)) {
      if (isVariable(from, kind)) {
        ops.add(new Step.Load(from, kind));
        constant(to, 0, false);
        ops.add(new Step.Store(to, kind));
        return;
      }
    }
    constant(to, 0, false);
  }
}
