package dev.dexscope.vm.interpret;

import dev.dexscope.dex.MethodRef;
import dev.dexscope.vm.runtime.AgentHooks;
import dev.dexscope.vm.runtime.HeapReserve;
import dev.dexscope.vm.runtime.Hooks;
import dev.dexscope.vm.runtime.HostClasses;
import dev.dexscope.vm.runtime.StackReserve;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/** A call instruction. What it calls is found when it is first executed. */
abstract class Call {
  final Linker linker;

  /** All registers that the instruction names. */
  final int[] registers;

  /** The register of each value, the first one of a pair. */
  final int[] values;

  final CallAdapter adapter;
  private @Nullable MethodHandle handle;

  /**
   * @param shorty result and parameters, the receiver among them
   */
  Call(Linker linker, int[] registers, String shorty) {
    this.linker = linker;
    this.registers = registers;
    this.adapter = CallAdapter.of(shorty);
    this.values = values(registers, shorty);
  }

  private static int[] values(int[] registers, String shorty) {
    int[] values = new int[shorty.length() - 1];
    int at = 0;
    for (int i = 0; i < values.length; i++) {
      values[i] = registers[at];
      char type = shorty.charAt(i + 1);
      at += type == 'J' || type == 'D' ? 2 : 1;
    }
    return values;
  }

  /** Calls; the result is in the frame afterwards. */
  abstract void invoke(Frame frame) throws Throwable;

  /** Finds the target. */
  abstract MethodHandle link() throws Throwable;

  /** Calls through a method handle: for targets that are not interpreted, or not known to be. */
  final void invokeHandle(Frame frame) throws Throwable {
    MethodHandle known = handle;
    if (known == null) {
      StackReserve.ensure();
      try {
        known = linkOnce();
      } catch (OutOfMemoryError e) {
        HeapReserve.release(e);
        known = linkOnce();
      }
    }
    adapter.call(known, values, frame);
  }

  /** Threads may link at once; all use the result of the first (JVMS 5.4.3.6, call sites). */
  private MethodHandle linkOnce() throws Throwable {
    MethodHandle found = adapt(link());
    synchronized (this) {
      MethodHandle known = handle;
      if (known == null) {
        handle = found;
        return found;
      }
      return known;
    }
  }

  final boolean isLinked() {
    return handle != null;
  }

  private static MethodHandle adapt(MethodHandle found) {
    return MethodHandles.explicitCastArguments(found.asFixedArity(), found.type().erase());
  }

  /**
   * Calls an interpreted method without its stub, unless there is a recorder: the stub has the
   * hooks.
   */
  final void enter(Frame frame, InterpretedMethod method) throws Throwable {
    if (Hooks.isTraceRunning() || AgentHooks.isOn()) {
      invokeHandle(frame);
      return;
    }
    Frame callee = Frame.of(method, frame.thread);
    int first = callee.numbers.length - registers.length;
    for (int i = 0; i < registers.length; i++) {
      callee.numbers[first + i] = frame.numbers[registers[i]];
      callee.references[first + i] = frame.references[registers[i]];
    }
    frame.thread.top = callee;
    Interpreter.run(callee, 0);
    frame.thread.top = frame;
    frame.result = callee.result;
    frame.resultReference = callee.resultReference;
  }

  final Object receiver(Frame frame, String kind, MethodRef method) {
    Object receiver = frame.references[values[0]];
    if (receiver == null) {
      throw Thrown.nullReceiver(kind, method);
    }
    return receiver;
  }

  /** Returns the method of a direct method handle; null for one of the platform's methods. */
  static @Nullable MethodHandleInfo reveal(MethodHandle found) {
    try {
      MethodHandleInfo info = HostClasses.reveal(found);
      return isPlatform(info.getDeclaringClass()) ? null : info;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  static boolean isPlatform(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null
        || ClassLoader.getPlatformClassLoader().equals(loader)
        || Call.class.getClassLoader().equals(loader);
  }
}
