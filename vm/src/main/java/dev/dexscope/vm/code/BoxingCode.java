package dev.dexscope.vm.code;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** Code that puts primitive values into their wrapper classes, and takes them out. */
public final class BoxingCode {
  private BoxingCode() {}

  /** Pushes a reference to the value on the stack. */
  public static void box(CodeBuilder code, ClassDesc type) {
    if (type.isPrimitive()) {
      ClassDesc wrapper = wrapper(type);
      code.invokestatic(wrapper, "valueOf", MethodTypeDesc.of(wrapper, type));
    }
  }

  /** Leaves a value of the type that the reference on the stack is to. */
  public static void unbox(CodeBuilder code, ClassDesc type) {
    if (type.isPrimitive()) {
      ClassDesc wrapper = wrapper(type);
      code.checkcast(wrapper)
          .invokevirtual(wrapper, type.displayName() + "Value", MethodTypeDesc.of(type));
    } else if (!type.equals(ConstantDescs.CD_Object)) {
      code.checkcast(type);
    }
  }

  /** The wrapper class of a primitive type, or of void. */
  public static ClassDesc wrapper(ClassDesc primitive) {
    return switch (primitive.descriptorString()) {
      case "Z" -> ConstantDescs.CD_Boolean;
      case "B" -> ConstantDescs.CD_Byte;
      case "S" -> ConstantDescs.CD_Short;
      case "C" -> ConstantDescs.CD_Character;
      case "I" -> ConstantDescs.CD_Integer;
      case "J" -> ConstantDescs.CD_Long;
      case "F" -> ConstantDescs.CD_Float;
      case "D" -> ConstantDescs.CD_Double;
      default -> ConstantDescs.CD_Void;
    };
  }
}
