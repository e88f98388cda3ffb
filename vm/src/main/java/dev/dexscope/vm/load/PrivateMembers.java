package dev.dexscope.vm.load;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.vm.code.NullMessages;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Private members of other classes that a given class file uses, as it may in its nest (JVMS
 * 5.4.4). On Android there are no nests, and the JVM keeps a class's nest as it is: call sites use
 * them here.
 */
final class PrivateMembers {
  private static final ClassDesc SITES = ClassDesc.of("dev.dexscope.vm.runtime.NestMembers");
  private static final ClassDesc LAMBDAS = ClassDesc.of("java.lang.invoke.LambdaMetafactory");
  private static final DirectMethodHandleDesc HANDLE =
      ConstantDescs.ofConstantBootstrap(
          SITES,
          "handle",
          ConstantDescs.CD_MethodHandle,
          ConstantDescs.CD_Class,
          ConstantDescs.CD_int,
          ConstantDescs.CD_MethodType);

  private final String self;
  private final String host;
  private final RunningClasses classes;

  PrivateMembers(ClassModel given, RunningClasses classes) {
    this.self = given.thisClass().asSymbol().descriptorString();
    this.host =
        given
            .findAttribute(Attributes.nestHost())
            .map(each -> each.nestHost().asSymbol().descriptorString())
            .orElse(self);
    this.classes = classes;
  }

  /** Whether a member is one of another class, which may be private. */
  boolean has(MemberRefEntry member) {
    String owner = member.owner().asSymbol().descriptorString();
    String name = member.name().stringValue();
    String type = member.type().stringValue();
    return member instanceof FieldRefEntry
        ? hasField(owner, name, type)
        : hasMethod(owner, name, type);
  }

  /** The same of what a handle is for. */
  boolean has(DirectMethodHandleDesc handle) {
    return hasMethod(
        handle.owner().descriptorString(), handle.methodName(), handle.lookupDescriptor());
  }

  private boolean hasField(String owner, String name, String type) {
    ClassDef found = owner.equals(self) ? null : classes.find(owner);
    return found == null
        ? isNewInNest(owner)
        : found.data().fields().stream()
            .anyMatch(each ->
                isPrivate(each.accessFlags())
                    && each.ref().name().equals(name)
                    && each.ref().type().equals(type));
  }

  private boolean hasMethod(String owner, String name, String type) {
    ClassDef found = owner.equals(self) ? null : classes.find(owner);
    return found == null
        ? isNewInNest(owner)
        : found.data().methods().stream()
            .anyMatch(each -> isPrivate(each.accessFlags()) && is(each, name, type));
  }

  /** A class that comes with this one: nothing is known of its members. */
  private boolean isNewInNest(String owner) {
    return !owner.equals(self) && (owner.equals(host) || owner.startsWith(host.replace(';', '$')));
  }

  private static boolean isPrivate(int flags) {
    return (flags & AccessFlags.PRIVATE) != 0;
  }

  private static boolean is(EncodedMethod method, String name, String descriptor) {
    return method.ref().name().equals(name) && method.ref().proto().descriptor().equals(descriptor);
  }

  /** Reads or writes a field. */
  void use(CodeBuilder code, FieldInstruction field) {
    ClassDesc owner = field.owner().asSymbol();
    ClassDesc type = field.typeSymbol();
    var named =
        new FieldRef(owner.descriptorString(), field.name().stringValue(), type.descriptorString());
    String name = field.name().stringValue();
    code.invokedynamic(
        switch (field.opcode()) {
          case GETFIELD ->
              ofObject(
                  "getter",
                  name,
                  MethodTypeDesc.of(type, owner),
                  NullMessages.ofField(named, true));
          case PUTFIELD ->
              ofObject(
                  "setter",
                  name,
                  MethodTypeDesc.of(ConstantDescs.CD_void, owner, type),
                  NullMessages.ofField(named, false));
          case GETSTATIC -> ofClass("staticGetter", name, MethodTypeDesc.of(type), owner);
          default ->
              ofClass("staticSetter", name, MethodTypeDesc.of(ConstantDescs.CD_void, type), owner);
        });
  }

  /** Calls a method, or a constructor on an object that is there already. */
  void call(CodeBuilder code, InvokeInstruction call) {
    ClassDesc owner = call.owner().asSymbol();
    String name = call.name().stringValue();
    MethodTypeDesc type = call.typeSymbol();
    if (name.equals(ConstantDescs.INIT_NAME)) {
      MethodTypeDesc open = openConstructor(owner, type);
      if (open == null) {
        code.with(call); // HotSpot says what is wrong with it.
      } else {
        code.aconst_null().invokespecial(owner, name, open);
      }
    } else if (call.opcode() == Opcode.INVOKESTATIC) {
      code.invokedynamic(ofClass("staticMethod", name, type, owner));
    } else {
      MethodRef named = MethodRef.of(owner.descriptorString(), name, type.descriptorString());
      code.invokedynamic(
          ofObject(
              "method",
              name,
              type.insertParameterTypes(0, owner),
              NullMessages.ofCall("direct", named)));
    }
  }

  /** Whether a constructor cannot be called on an object that is there already. */
  boolean isMade(MemberRefEntry constructor) {
    return has(constructor)
        && openConstructor(
                constructor.owner().asSymbol(),
                MethodTypeDesc.ofDescriptor(constructor.type().stringValue()))
            == null;
  }

  /** Makes an object, and calls a constructor on it. */
  void make(CodeBuilder code, InvokeInstruction call) {
    MethodTypeDesc type = call.typeSymbol().changeReturnType(call.owner().asSymbol());
    code.invokedynamic(
        DynamicCallSiteDesc.of(
            ConstantDescs.ofCallsiteBootstrap(SITES, "constructor", ConstantDescs.CD_CallSite),
            "make",
            type));
  }

  /** The descriptor of what D8 has added beside a private one: with a parameter more. */
  private @Nullable MethodTypeDesc openConstructor(ClassDesc owner, MethodTypeDesc type) {
    ClassDef found = classes.find(owner.descriptorString());
    if (found == null) {
      return null;
    }
    for (EncodedMethod each : found.data().directMethods()) {
      var open = MethodTypeDesc.ofDescriptor(each.ref().proto().descriptor());
      int count = type.parameterCount();
      if ((each.accessFlags() & AccessFlags.SYNTHETIC) != 0
          && each.ref().name().equals(ConstantDescs.INIT_NAME)
          && open.parameterCount() == count + 1
          && !open.parameterType(count).isPrimitive()
          && open.dropParameterTypes(count, count + 1).equals(type)) {
        return open;
      }
    }
    return null;
  }

  /**
   * A call site that is given handles of private members: one of a lambda expression, or of a
   * method reference. It is linked with the rights of the class that has the member.
   */
  DynamicCallSiteDesc link(DynamicCallSiteDesc site) {
    DirectMethodHandleDesc bootstrap = (DirectMethodHandleDesc) site.bootstrapMethod();
    if (!bootstrap.owner().equals(LAMBDAS)) {
      return site;
    }
    ConstantDesc[] arguments =
        List.of(site.bootstrapArgs()).stream()
            .map(each ->
                each instanceof DirectMethodHandleDesc handle && has(handle)
                    ? handle(handle)
                    : each)
            .toArray(ConstantDesc[]::new);
    return DynamicCallSiteDesc.of(
        MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC,
            SITES,
            bootstrap.methodName(),
            bootstrap.invocationType()),
        site.invocationName(),
        site.invocationType(),
        arguments);
  }

  /** With the member's name as its own, but for constructors. */
  private static ConstantDesc handle(DirectMethodHandleDesc handle) {
    boolean isConstructor = handle.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR;
    return DynamicConstantDesc.ofNamed(
        HANDLE,
        isConstructor ? "make" : handle.methodName(),
        ConstantDescs.CD_MethodHandle,
        handle.owner(),
        handle.refKind(),
        MethodTypeDesc.ofDescriptor(handle.lookupDescriptor()));
  }

  private static DynamicCallSiteDesc ofObject(
      String bootstrap, String name, MethodTypeDesc type, String onNull) {
    return DynamicCallSiteDesc.of(
        ConstantDescs.ofCallsiteBootstrap(
            SITES, bootstrap, ConstantDescs.CD_CallSite, ConstantDescs.CD_String),
        name,
        type,
        onNull);
  }

  private static DynamicCallSiteDesc ofClass(
      String bootstrap, String name, MethodTypeDesc type, ClassDesc owner) {
    return DynamicCallSiteDesc.of(
        ConstantDescs.ofCallsiteBootstrap(
            SITES, bootstrap, ConstantDescs.CD_CallSite, ConstantDescs.CD_Class),
        name,
        type,
        owner);
  }
}
