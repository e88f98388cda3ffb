package dev.dexscope.vm.translate;

import dev.dexscope.dex.CallSite;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodHandle;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.verify.Hierarchy;
import dev.dexscope.dex.verify.RegisterTypes;
import dev.dexscope.vm.code.CalledMethod;
import dev.dexscope.vm.code.Kind;
import dev.dexscope.vm.code.MethodSource;
import dev.dexscope.vm.code.Substitutions;
import dev.dexscope.vm.code.ThisCall;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Translates the invoke instructions. The result stays on the operand stack. */
final class Calls {
  /** Makes an object and runs a superclass's constructor on it. */
  private static final DirectMethodHandleDesc NEW_INSTANCE =
      ConstantDescs.ofCallsiteBootstrap(
          ClassDesc.of("dev.dexscope.vm.runtime.Construction"),
          "newInstance",
          ConstantDescs.CD_CallSite,
          ConstantDescs.CD_String);

  /** The method of an interface that a superclass implements. */
  private static final DirectMethodHandleDesc INHERITED_METHOD =
      ConstantDescs.ofCallsiteBootstrap(
          ClassDesc.of("dev.dexscope.vm.runtime.SuperMethods"),
          "inherited",
          ConstantDescs.CD_CallSite,
          ConstantDescs.CD_Class);

  /** Asks the bootstrap method of the program. */
  private static final DirectMethodHandleDesc CUSTOM_CALL =
      ConstantDescs.ofCallsiteBootstrap(
          ClassDesc.of("dev.dexscope.vm.runtime.CustomCalls"),
          "bootstrap",
          ConstantDescs.CD_CallSite,
          ConstantDescs.CD_MethodHandle,
          ConstantDescs.CD_int,
          ConstantDescs.CD_Object.arrayType());

  private static final ClassDesc LINKAGE = ClassDesc.of("dev.dexscope.vm.runtime.Linkage");
  private static final MethodTypeDesc NO_SUPER_METHOD =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String, ConstantDescs.CD_String);

  private final DexFile dex;
  private final String self;
  private final Hierarchy hierarchy;
  private final List<String> interfaces;
  private final Operands operands;

  Calls(MethodSource source, Operands operands) {
    this.dex = source.dex();
    this.self = source.classDef().type();
    this.interfaces = source.classDef().interfaces();
    this.hierarchy = source.hierarchy();
    this.operands = operands;
  }

  /** Translates a call; returns the type of its result on the stack. */
  String invoke(Instruction at) {
    return switch (at.opcode()) {
      case INVOKE_STATIC, INVOKE_STATIC_RANGE -> invokeStatic(at);
      case INVOKE_VIRTUAL, INVOKE_VIRTUAL_RANGE, INVOKE_INTERFACE, INVOKE_INTERFACE_RANGE ->
          invokeVirtual(at);
      case INVOKE_DIRECT, INVOKE_DIRECT_RANGE -> invokeDirect(at);
      case INVOKE_SUPER, INVOKE_SUPER_RANGE -> invokeSuper(at);
      case INVOKE_POLYMORPHIC, INVOKE_POLYMORPHIC_RANGE -> invokePolymorphic(at);
      default -> invokeCustom(at);
    };
  }

  private String invokeStatic(Instruction at) {
    MethodRef method = dex.method(at.index());
    loadArguments(at, 0, method.proto());
    MethodRef substitute = substitute(method);
    if (substitute != null) {
      invokeSubstitute(substitute, method.proto().parameters().size());
    } else {
      boolean inInterface = hierarchy.isInterface(method.definingClass());
      operands.code(c -> c.invokestatic(owner(method), method.name(), type(method), inInterface));
    }
    return method.proto().returnType();
  }

  private String invokeVirtual(Instruction at) {
    MethodRef method = dex.method(at.index());
    boolean isPlain =
        isPlainClone(method, at.argument(0))
            || !Substitutions.isNeeded(method, operands.receiver(at.argument(0)));
    MethodRef substitute = isPlain ? null : substitute(method);
    boolean byInterface =
        switch (at.opcode()) {
          case INVOKE_INTERFACE, INVOKE_INTERFACE_RANGE -> true;
          default -> false;
        };
    CalledMethod call =
        CalledMethod.of(method, byInterface, operands.receiver(at.argument(0)), hierarchy);
    MethodRef called = call.method();
    String keeper = substitute == null ? operands.keeper(at.argument(0), called) : null;
    if (keeper != null) {
      operands.load(at.argument(0), Kind.REFERENCE);
      loadArguments(at, 1, method.proto());
      operands.code(KeptMembers.call(keeper, called));
      return method.proto().returnType();
    }
    boolean isProtected = substitute == null && operands.isProtected(at.argument(0), called);
    operands.load(at.argument(0), isProtected ? self : called.definingClass());
    loadArguments(at, 1, method.proto());
    if (substitute != null) {
      invokeSubstitute(substitute, 1 + method.proto().parameters().size());
    } else if (call.byInterface()) {
      operands.code(c -> c.invokeinterface(owner(called), method.name(), type(method)));
    } else {
      operands.code(c -> c.invokevirtual(owner(called), method.name(), type(method)));
    }
    return method.proto().returnType();
  }

  /** Returns whether the JVM accepts it unchanged: it treats clone() of arrays as public. */
  private boolean isPlainClone(MethodRef method, int receiver) {
    return method.name().equals("clone")
        && (method.definingClass().startsWith("[") || !operands.isProtected(receiver, method));
  }

  private String invokeDirect(Instruction at) {
    MethodRef named = dex.method(at.index());
    int receiver = at.argument(0);
    boolean isConstructor = named.name().equals("<init>");
    MethodRef method = isConstructor ? CalledMethod.constructor(named, hierarchy) : named;
    if (isConstructor && operands.isLateObject(receiver)) {
      construct(at, method, operands.descriptor(receiver));
      return "V";
    }
    if (isConstructor && operands.kind(receiver) == RegisterTypes.Kind.UNINITIALIZED_THIS) {
      return construct(at, method);
    }
    if (isConstructor && operands.kind(receiver) != RegisterTypes.Kind.UNINITIALIZED) {
      throw new UntranslatableException("constructor " + method + " on an object");
    }
    if (isConstructor && hierarchy.isProtectedFrom(self, method)) {
      // The JVM permits only constructors of subclasses to call it (JVMS 4.10.1.8).
      throw new UntranslatableException("protected constructor " + method);
    }
    operands.load(receiver, method.definingClass());
    loadArguments(at, 1, method.proto());
    boolean inInterface = hierarchy.isInterface(method.definingClass());
    operands.code(c -> c.invokespecial(owner(method), method.name(), type(method), inInterface));
    return method.proto().returnType();
  }

  private String construct(Instruction at, MethodRef constructor) {
    ThisCall call = ThisCall.of(self, constructor, hierarchy);
    if (call == null) {
      throw new UntranslatableException("constructor " + constructor + " on this");
    }
    operands.load(at.argument(0), Kind.REFERENCE);
    loadArguments(at, 1, constructor.proto());
    operands.code(call::emit);
    return "V";
  }

  /** Makes the object only now, and puts it wherever the new one was. */
  private void construct(Instruction at, MethodRef constructor, String type) {
    ClassDesc created = ClassDesc.ofDescriptor(type);
    MethodRef maker = Substitutions.maker(constructor);
    if (maker != null && constructor.definingClass().equals(type)) {
      loadArguments(at, 1, constructor.proto());
      operands.code(c -> c.invokestatic(owner(maker), maker.name(), type(maker)));
    } else if (constructor.definingClass().equals(type)) {
      operands.code(c -> c.new_(created).dup());
      loadArguments(at, 1, constructor.proto());
      operands.code(c -> c.invokespecial(created, "<init>", type(constructor)));
    } else {
      loadArguments(at, 1, constructor.proto());
      DynamicCallSiteDesc site =
          DynamicCallSiteDesc.of(
              NEW_INSTANCE,
              "new",
              type(constructor).changeReturnType(created),
              constructor.definingClass());
      operands.code(c -> c.invokedynamic(site));
    }
    operands.storeLateObject(type);
  }

  /** Dex looks in the superclass whatever class the method is named by, the JVM in that class. */
  private String invokeSuper(Instruction at) {
    MethodRef method = dex.method(at.index());
    if (isOfUnrelatedClass(method)) {
      refuse(method);
      return method.proto().returnType();
    }
    operands.load(at.argument(0), self);
    loadArguments(at, 1, method.proto());
    boolean inInterface = hierarchy.isInterface(method.definingClass());
    if (inInterface && !interfaces.contains(method.definingClass())) {
      DynamicCallSiteDesc site =
          DynamicCallSiteDesc.of(
              INHERITED_METHOD,
              method.name(),
              type(method).insertParameterTypes(0, ClassDesc.ofDescriptor(self)),
              owner(method));
      operands.code(c -> c.invokedynamic(site));
      return method.proto().returnType();
    }
    String superclass = hierarchy.superclass(self);
    ClassDesc owner =
        method.definingClass().equals(self) && superclass != null && !inInterface
            ? ClassDesc.ofDescriptor(superclass)
            : owner(method);
    operands.code(c -> c.invokespecial(owner, method.name(), type(method), inInterface));
    return method.proto().returnType();
  }

  /** Such code is verified, and fails when it runs. */
  private boolean isOfUnrelatedClass(MethodRef method) {
    String owner = method.definingClass();
    return hierarchy.isKnown(owner)
        && !hierarchy.isInterface(owner)
        && !hierarchy.isAssignable(self, owner);
  }

  private void refuse(MethodRef method) {
    String name = method.name() + method.proto().descriptor();
    operands.code(c ->
        c.loadConstant(name)
            .loadConstant(method.definingClass())
            .invokestatic(LINKAGE, "noSuperMethod", NO_SUPER_METHOD));
    if (!method.proto().returnType().equals("V")) {
      operands.code(Kind.of(method.proto().returnType())::pushZero);
    }
  }

  private String invokePolymorphic(Instruction at) {
    MethodRef method = dex.method(at.index());
    Proto proto = dex.proto(at.protoIndex());
    operands.load(at.argument(0), method.definingClass());
    loadArguments(at, 1, proto);
    MethodTypeDesc type = MethodTypeDesc.ofDescriptor(proto.descriptor());
    operands.code(c -> c.invokevirtual(owner(method), method.name(), type));
    return proto.returnType();
  }

  private String invokeCustom(Instruction at) {
    CallSite site = dex.callSite(at.index());
    loadArguments(at, 0, site.type());
    List<ConstantDesc> arguments = new ArrayList<>(List.of(handle(site.bootstrap()), at.index()));
    for (EncodedValue each : site.arguments()) {
      arguments.add(constant(each));
    }
    DynamicCallSiteDesc desc =
        DynamicCallSiteDesc.of(
            CUSTOM_CALL,
            site.name(),
            MethodTypeDesc.ofDescriptor(site.type().descriptor()),
            arguments.toArray(ConstantDesc[]::new));
    operands.code(c -> c.invokedynamic(desc));
    return site.type().returnType();
  }

  private ConstantDesc constant(EncodedValue value) {
    return switch (value) {
      case EncodedValue.OfByte(byte v) -> (int) v;
      case EncodedValue.OfShort(short v) -> (int) v;
      case EncodedValue.OfChar(char v) -> (int) v;
      case EncodedValue.OfInt(int v) -> v;
      case EncodedValue.OfBoolean(boolean v) -> v ? 1 : 0;
      case EncodedValue.OfLong(long v) -> v;
      case EncodedValue.OfFloat f -> f.value();
      case EncodedValue.OfDouble d -> d.value();
      case EncodedValue.OfString(String v) -> v;
      case EncodedValue.OfType(String v) -> ClassDesc.ofDescriptor(v);
      case EncodedValue.OfMethodType(Proto v) -> MethodTypeDesc.ofDescriptor(v.descriptor());
      case EncodedValue.OfMethodHandle(MethodHandle v) -> handle(v);
      default -> throw new UntranslatableException("bootstrap argument " + value);
    };
  }

  DirectMethodHandleDesc handle(MethodHandle handle) {
    MethodRef method = handle.method();
    return handleDesc(handle, method != null && hierarchy.isInterface(method.definingClass()));
  }

  private static DirectMethodHandleDesc handleDesc(MethodHandle handle, boolean inInterface) {
    FieldRef field = handle.field();
    if (field != null) {
      ClassDesc type = ClassDesc.ofDescriptor(field.type());
      return MethodHandleDesc.ofField(
          switch (handle.kind()) {
            case STATIC_PUT -> DirectMethodHandleDesc.Kind.STATIC_SETTER;
            case STATIC_GET -> DirectMethodHandleDesc.Kind.STATIC_GETTER;
            case INSTANCE_PUT -> DirectMethodHandleDesc.Kind.SETTER;
            default -> DirectMethodHandleDesc.Kind.GETTER;
          },
          ClassDesc.ofDescriptor(field.definingClass()),
          field.name(),
          type);
    }
    MethodRef method = Objects.requireNonNull(handle.method());
    DirectMethodHandleDesc.Kind kind =
        switch (handle.kind()) {
          case INVOKE_STATIC ->
              inInterface
                  ? DirectMethodHandleDesc.Kind.INTERFACE_STATIC
                  : DirectMethodHandleDesc.Kind.STATIC;
          case INVOKE_CONSTRUCTOR -> DirectMethodHandleDesc.Kind.CONSTRUCTOR;
          case INVOKE_DIRECT ->
              inInterface
                  ? DirectMethodHandleDesc.Kind.INTERFACE_SPECIAL
                  : DirectMethodHandleDesc.Kind.SPECIAL;
          case INVOKE_INTERFACE -> DirectMethodHandleDesc.Kind.INTERFACE_VIRTUAL;
          default -> DirectMethodHandleDesc.Kind.VIRTUAL;
        };
    return MethodHandleDesc.ofMethod(kind, owner(method), method.name(), type(method));
  }

  /** Pushes the arguments from the first one on; long and double take two registers. */
  private void loadArguments(Instruction at, int first, Proto proto) {
    int i = first;
    for (String parameter : proto.parameters()) {
      operands.load(at.argument(i), parameter);
      i += Kind.of(parameter).isWide() ? 2 : 1;
    }
  }

  /** Returns the substitute of a platform method that differs on Android. */
  private @Nullable MethodRef substitute(MethodRef method) {
    return Substitutions.find(method, hierarchy);
  }

  /**
   * Calls a substitute, whose last parameter may be the calling class.
   *
   * @param loaded how many arguments are on the stack
   */
  private void invokeSubstitute(MethodRef substitute, int loaded) {
    if (substitute.proto().parameters().size() > loaded) {
      operands.code(c -> c.loadConstant(ClassDesc.ofDescriptor(self)));
    }
    operands.code(c -> c.invokestatic(owner(substitute), substitute.name(), type(substitute)));
  }

  private static ClassDesc owner(MethodRef method) {
    return ClassDesc.ofDescriptor(method.definingClass());
  }

  private static MethodTypeDesc type(MethodRef method) {
    return MethodTypeDesc.ofDescriptor(method.proto().descriptor());
  }
}
