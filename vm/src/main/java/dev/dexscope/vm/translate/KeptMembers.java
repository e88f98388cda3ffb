package dev.dexscope.vm.translate;

import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.vm.code.NullMessages;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Consumer;

/**
 * Instructions on protected members that the JVM keeps from an object: call sites do them. They
 * take the object as one of {@code Object}, and name the class that declares the member by text:
 * the class of the code need not see it.
 */
final class KeptMembers {
  private static final ClassDesc MEMBERS = ClassDesc.of("dev.dexscope.vm.runtime.ProtectedMembers");

  private KeptMembers() {}

  /**
   * Reads a field of the object on the stack.
   *
   * @param declaring the descriptor of the field's class, a superclass of the code's
   */
  static Consumer<CodeBuilder> getter(String declaring, FieldRef field) {
    ClassDesc type = ClassDesc.ofDescriptor(field.type());
    return site(
        "getter",
        field.name(),
        MethodTypeDesc.of(type, ConstantDescs.CD_Object),
        declaring,
        NullMessages.ofField(new FieldRef(declaring, field.name(), field.type()), true));
  }

  /** Writes a field of the object on the stack, below the value. */
  static Consumer<CodeBuilder> setter(String declaring, FieldRef field) {
    ClassDesc type = ClassDesc.ofDescriptor(field.type());
    return site(
        "setter",
        field.name(),
        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, type),
        declaring,
        NullMessages.ofField(new FieldRef(declaring, field.name(), field.type()), false));
  }

  /** Calls a method of the object on the stack, below the arguments. */
  static Consumer<CodeBuilder> call(String declaring, MethodRef method) {
    MethodTypeDesc type = MethodTypeDesc.ofDescriptor(method.proto().descriptor());
    return site(
        "method",
        method.name(),
        type.insertParameterTypes(0, ConstantDescs.CD_Object),
        declaring,
        NullMessages.ofCall("virtual", method));
  }

  private static Consumer<CodeBuilder> site(
      String bootstrap, String name, MethodTypeDesc type, String declaring, String onNull) {
    var method =
        ConstantDescs.ofCallsiteBootstrap(
            MEMBERS,
            bootstrap,
            ConstantDescs.CD_CallSite,
            ConstantDescs.CD_String,
            ConstantDescs.CD_String);
    DynamicCallSiteDesc site = DynamicCallSiteDesc.of(method, name, type, declaring, onNull);
    return code -> code.invokedynamic(site);
  }
}
