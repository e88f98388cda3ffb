package dev.dexscope.dexer;

import dev.dexscope.dex.CallSite;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodHandle;
import dev.dexscope.dex.MethodRef;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.DoubleEntry;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.FloatEntry;
import java.lang.classfile.constantpool.IntegerEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.LongEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.invoke.MethodHandleInfo;
import java.util.ArrayList;
import java.util.List;

/** The method handles of a class, and the dynamic calls by bootstrap methods that Android links. */
final class Handles {
  private final Members members;
  private final Pool pool;

  Handles(Members members, Pool pool) {
    this.members = members;
    this.pool = pool;
  }

  /** Returns a dynamic call as dex code has it. */
  CallSite site(InvokeDynamicEntry call) {
    List<EncodedValue> arguments = new ArrayList<>();
    for (LoadableConstantEntry each : call.bootstrap().arguments()) {
      arguments.add(value(each));
    }
    return new CallSite(
        of(call.bootstrap().bootstrapMethod()),
        call.name().stringValue(),
        pool.proto(call.type().stringValue()),
        arguments);
  }

  private EncodedValue value(LoadableConstantEntry constant) {
    if (constant instanceof StringEntry string) {
      return new EncodedValue.OfString(string.stringValue());
    } else if (constant instanceof IntegerEntry number) {
      return new EncodedValue.OfInt(number.intValue());
    } else if (constant instanceof LongEntry number) {
      return new EncodedValue.OfLong(number.longValue());
    } else if (constant instanceof FloatEntry number) {
      return new EncodedValue.OfFloat(Float.floatToRawIntBits(number.floatValue()));
    } else if (constant instanceof DoubleEntry number) {
      return new EncodedValue.OfDouble(Double.doubleToRawLongBits(number.doubleValue()));
    } else if (constant instanceof ClassEntry type) {
      return new EncodedValue.OfType(pool.descriptor(type.asInternalName()));
    } else if (constant instanceof MethodTypeEntry type) {
      return new EncodedValue.OfMethodType(pool.proto(type.descriptor().stringValue()));
    } else if (constant instanceof MethodHandleEntry handle) {
      return new EncodedValue.OfMethodHandle(of(handle));
    }
    throw new UnsupportedClassException("a dynamic constant");
  }

  /** Returns a method handle as dex code has it. */
  MethodHandle of(MethodHandleEntry handle) {
    var reference = handle.reference();
    if (reference instanceof FieldRefEntry) {
      FieldRef field = pool.field(reference.index());
      refusePrivate(!isOwn(field.definingClass()) && members.nest().isPrivate(field));
      return MethodHandle.of(accessor(handle.kind()), field);
    }
    MethodRef method = pool.method(reference.index());
    boolean isPrivate = members.nest().isPrivate(method);
    refusePrivate(!isOwn(method.definingClass()) && isPrivate);
    return MethodHandle.of(invoker(handle.kind(), isPrivate), method);
  }

  private boolean isOwn(String type) {
    return type.equals(members.self());
  }

  private static void refusePrivate(boolean isOfOther) {
    if (isOfOther) {
      throw new UnsupportedClassException("a handle of a private member of another class");
    }
  }

  private static MethodHandle.Kind accessor(int kind) {
    return switch (kind) {
      case MethodHandleInfo.REF_getField -> MethodHandle.Kind.INSTANCE_GET;
      case MethodHandleInfo.REF_getStatic -> MethodHandle.Kind.STATIC_GET;
      case MethodHandleInfo.REF_putField -> MethodHandle.Kind.INSTANCE_PUT;
      default -> MethodHandle.Kind.STATIC_PUT;
    };
  }

  private static MethodHandle.Kind invoker(int kind, boolean isPrivate) {
    return switch (kind) {
      case MethodHandleInfo.REF_invokeStatic -> MethodHandle.Kind.INVOKE_STATIC;
      case MethodHandleInfo.REF_newInvokeSpecial -> MethodHandle.Kind.INVOKE_CONSTRUCTOR;
      case MethodHandleInfo.REF_invokeInterface ->
          isPrivate ? MethodHandle.Kind.INVOKE_DIRECT : MethodHandle.Kind.INVOKE_INTERFACE;
      case MethodHandleInfo.REF_invokeVirtual ->
          isPrivate ? MethodHandle.Kind.INVOKE_DIRECT : MethodHandle.Kind.INVOKE_INSTANCE;
      default -> {
        if (!isPrivate) {
          throw new UnsupportedClassException("a handle of a method above");
        }
        yield MethodHandle.Kind.INVOKE_DIRECT;
      }
    };
  }
}
