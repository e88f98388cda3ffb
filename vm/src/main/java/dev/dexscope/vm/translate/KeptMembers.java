package dev.dexscope.vm.translate;

import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Consumer;

/** Instructions on protected members that the JVM keeps from an object: call sites do them. */
final class KeptMembers {
  private static final ClassDesc MEMBERS = ClassDesc.of("dev.dexscope.vm.runtime.ProtectedMembers");

  private KeptMembers() {}

  /**
   * Reads a field of the object on the stack.
   *
   * @param declaring the descriptor of the field's class
   */
  static Consumer<CodeBuilder> getter(String declaring, FieldRef field) {
    ClassDesc owner = ClassDesc.ofDescriptor(declaring);
    ClassDesc type = ClassDesc.ofDescriptor(field.type());
    return site("getter", field.name(), MethodTypeDesc.of(type, owner), owner);
  }

  /** Writes a field of the object on the stack, below the value. */
  static Consumer<CodeBuilder> setter(String declaring, FieldRef field) {
    ClassDesc owner = ClassDesc.ofDescriptor(declaring);
    ClassDesc type = ClassDesc.ofDescriptor(field.type());
    return site(
        "setter", field.name(), MethodTypeDesc.of(ConstantDescs.CD_void, owner, type), owner);
  }

  /** Calls a method of the object on the stack, below the arguments. */
  static Consumer<CodeBuilder> call(String declaring, MethodRef method) {
    ClassDesc owner = ClassDesc.ofDescriptor(declaring);
    MethodTypeDesc type = MethodTypeDesc.ofDescriptor(method.proto().descriptor());
    return site("method", method.name(), type.insertParameterTypes(0, owner), owner);
  }

  private static Consumer<CodeBuilder> site(
      String bootstrap, String name, MethodTypeDesc type, ClassDesc owner) {
    var method =
        ConstantDescs.ofCallsiteBootstrap(
            MEMBERS, bootstrap, ConstantDescs.CD_CallSite, ConstantDescs.CD_Class);
    DynamicCallSiteDesc site = DynamicCallSiteDesc.of(method, name, type, owner);
    return code -> code.invokedynamic(site);
  }
}
