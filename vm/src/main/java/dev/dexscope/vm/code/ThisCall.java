package dev.dexscope.vm.code;

import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.verify.Hierarchy;
import dev.dexscope.vm.runtime.PassedOn;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import org.jspecify.annotations.Nullable;

/**
 * The call by which a constructor passes {@code this} to another one. In dex code that may be a
 * constructor of any superclass: R8 removes those between that do nothing else. In JVM code it is
 * one of the same class or of the direct superclass (JVMS 4.10.1.9 invokespecial), so each class
 * between gets a constructor that only passes on.
 *
 * <pre>{@code
 * ThisCall call = ThisCall.of("Lp/C;", constructor, hierarchy);
 * code.aload(0);
 * loadArguments();
 * call.emit(code);
 * }</pre>
 *
 * @param passesOn whether the called constructor only passes on
 */
public record ThisCall(ClassDesc owner, MethodTypeDesc type, boolean passesOn) {
  private static final ClassDesc MARK = ClassDesc.ofDescriptor(PassedOn.class.descriptorString());

  /** Returns the call in a class; null if the JVM has no form for it. */
  public static @Nullable ThisCall of(String self, MethodRef constructor, Hierarchy hierarchy) {
    String called = constructor.definingClass();
    String superclass = hierarchy.superclass(self);
    if (called.equals(self) || called.equals(superclass)) {
      return new ThisCall(ClassDesc.ofDescriptor(called), type(constructor), false);
    }
    if (superclass == null || !canPass(superclass, called, hierarchy)) {
      return null;
    }
    return new ThisCall(ClassDesc.ofDescriptor(superclass), passingType(constructor), true);
  }

  /**
   * Returns whether a class and all between it and one of its superclasses may have constructors
   * that pass on; those of the platform have none.
   */
  public static boolean canPass(String from, String to, Hierarchy hierarchy) {
    String each = from;
    while (each != null && !each.equals(to) && !hierarchy.isPlatform(each)) {
      each = hierarchy.superclass(each);
    }
    return to.equals(each);
  }

  /** The descriptor of the constructor that passes on to another one. */
  public static MethodTypeDesc passingType(MethodRef constructor) {
    return type(constructor)
        .insertParameterTypes(
            constructor.proto().parameters().size(),
            MARK,
            ClassDesc.ofDescriptor(constructor.definingClass()));
  }

  private static MethodTypeDesc type(MethodRef constructor) {
    return MethodTypeDesc.ofDescriptor(constructor.proto().descriptor());
  }

  /** Writes the call; {@code this} and the arguments of the dex code's are on the stack. */
  public void emit(CodeBuilder code) {
    if (passesOn) {
      code.aconst_null().aconst_null();
    }
    code.invokespecial(owner, ConstantDescs.INIT_NAME, type);
  }
}
