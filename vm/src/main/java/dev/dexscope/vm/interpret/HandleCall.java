package dev.dexscope.vm.interpret;

import dev.dexscope.dex.CallSite;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Proto;
import dev.dexscope.vm.runtime.CustomCalls;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call that only goes through method handles. */
abstract sealed class HandleCall extends Call {
  private HandleCall(Linker linker, int[] registers, String shorty) {
    super(linker, registers, shorty);
  }

  @Override
  void invoke(Frame frame) throws Throwable {
    invokeHandle(frame);
  }

  /** A substitute of a platform method: static, the receiver is its first parameter. */
  static final class Substitute extends HandleCall {
    private final MethodRef substitute;

    Substitute(Linker linker, int[] registers, String shorty, MethodRef substitute) {
      super(linker, registers, shorty);
      this.substitute = substitute;
    }

    @Override
    MethodHandle link() {
      MethodHandle found = linker.staticMethod(substitute);
      return found.type().parameterCount() > values.length
          ? MethodHandles.insertArguments(found, values.length, linker.self())
          : found;
    }
  }

  /** invoke-polymorphic. */
  static final class Polymorphic extends HandleCall {
    private final MethodRef method;
    private final Proto proto;

    Polymorphic(Linker linker, int[] registers, MethodRef method, Proto proto) {
      super(linker, registers, proto.shorty().charAt(0) + "L" + proto.shorty().substring(1));
      this.method = method;
      this.proto = proto;
    }

    @Override
    void invoke(Frame frame) throws Throwable {
      receiver(frame, "virtual", method);
      invokeHandle(frame);
    }

    @Override
    MethodHandle link() {
      MethodType type = linker.methodType(proto);
      if (method.definingClass().equals("Ljava/lang/invoke/VarHandle;")) {
        return MethodHandles.varHandleInvoker(
            VarHandle.AccessMode.valueFromMethodName(method.name()), type);
      }
      return method.name().equals("invokeExact")
          ? MethodHandles.exactInvoker(type)
          : MethodHandles.invoker(type);
    }
  }

  /** invoke-custom: each instruction links a call site of its own. */
  static final class Custom extends HandleCall {
    private final int site;

    Custom(Linker linker, int[] registers, Proto proto, int site) {
      super(linker, registers, proto.shorty());
      this.site = site;
    }

    @Override
    MethodHandle link() throws Throwable {
      CallSite item = linker.dex().callSite(site);
      List<@Nullable Object> arguments = new ArrayList<>();
      for (EncodedValue each : item.arguments()) {
        arguments.add(constant(each));
      }
      return new CustomCalls.Linking(
              linker.lookup(),
              item.name(),
              linker.methodType(item.type()),
              linker.handle(item.bootstrap()),
              site,
              arguments.toArray())
          .link()
          .dynamicInvoker();
    }

    private @Nullable Object constant(EncodedValue value) {
      return switch (value) {
        case EncodedValue.OfByte(byte v) -> v;
        case EncodedValue.OfShort(short v) -> v;
        case EncodedValue.OfChar(char v) -> v;
        case EncodedValue.OfInt(int v) -> v;
        case EncodedValue.OfBoolean(boolean v) -> v;
        case EncodedValue.OfLong(long v) -> v;
        case EncodedValue.OfFloat f -> f.value();
        case EncodedValue.OfDouble d -> d.value();
        case EncodedValue.OfString(String v) -> v.intern();
        case EncodedValue.OfType(String v) -> linker.type(v);
        case EncodedValue.OfMethodType(Proto v) -> linker.methodType(v);
        case EncodedValue.OfMethodHandle(dev.dexscope.dex.MethodHandle v) -> linker.handle(v);
        case EncodedValue.OfNull _ -> null;
        default -> throw new IllegalArgumentException("bootstrap argument " + value);
      };
    }
  }
}
