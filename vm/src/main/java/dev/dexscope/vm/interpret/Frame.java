package dev.dexscope.vm.interpret;

import dev.dexscope.vm.code.DebugNames;
import dev.dexscope.vm.runtime.HeapReserve;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of an interpreted method that has not returned: its position and the content of its
 * registers. A register has a place for a number and one for a reference; the code determines which
 * of them counts.
 */
public final class Frame {
  /**
   * A local variable that the debug info names.
   *
   * @param type its descriptor
   * @param value a number is boxed
   */
  public record Variable(String name, String type, int register, @Nullable Object value) {}

  final InterpretedMethod method;
  final Code code;
  final GuestThread thread;

  /** Numbers, by their bits; a pair of registers holds all of its value in the first. */
  final long[] numbers;

  final @Nullable Object[] references;

  /** The interpreted method that was called last before this one on the thread. */
  final @Nullable Frame caller;

  /** The instruction that runs, or has called: an index, not an address. */
  int at;

  /** The result of the last call. */
  long result;

  @Nullable Object resultReference;

  /** The exception for move-exception. */
  @Nullable Throwable exception;

  /** The monitors that instructions hold; null when there never was one. */
  @Nullable HeldMonitors monitors;

  /** Whether an exception is leaving the method, which has no handler for it. */
  boolean unwinding;

  private Frame(InterpretedMethod method, GuestThread thread) {
    this.method = method;
    this.thread = thread;
    code = method.code();
    numbers = new long[code.registers];
    references = new @Nullable Object[code.registers];
    caller = thread.top;
  }

  /** A frame for a call: ART needs no memory of the heap for one. */
  static Frame of(InterpretedMethod method, GuestThread thread) {
    try {
      return new Frame(method, thread);
    } catch (OutOfMemoryError e) {
      HeapReserve.release(e);
      return new Frame(method, thread);
    }
  }

  /** The method. */
  public InterpretedMethod method() {
    return method;
  }

  /** The address of the instruction, in code units. */
  public int dexPc() {
    return code.addresses[Math.min(at, code.addresses.length - 1)];
  }

  /** The source line of the instruction, or -1. */
  public int line() {
    return method.line(dexPc());
  }

  /** The next frame of the thread towards its start, or null. */
  public @Nullable Frame caller() {
    return caller;
  }

  /** The number of registers. */
  public int registers() {
    return numbers.length;
  }

  /** The bits of the number in a register, or in a pair that starts there. */
  public long number(int register) {
    return numbers[register];
  }

  /** The reference in a register. */
  public @Nullable Object reference(int register) {
    return references[register];
  }

  /** The local variables that the debug info names here. */
  public List<Variable> variables() {
    List<Variable> variables = new ArrayList<>();
    for (DebugNames.Local each : method.names().at(dexPc())) {
      int register = each.register();
      Object value = Boxes.box(each.type().charAt(0), numbers[register], references[register]);
      variables.add(new Variable(each.name(), each.type(), register, value));
    }
    return variables;
  }

  HeldMonitors monitors() {
    HeldMonitors held = monitors;
    if (held == null) {
      held = new HeldMonitors();
      monitors = held;
    }
    return held;
  }

  /** The constructor has run: replaces the placeholder of the new object by the object. */
  void replace(Uninitialized token, Object made) {
    for (int i = 0; i < references.length; i++) {
      if (references[i] == token) {
        references[i] = made;
      }
    }
  }
}
