package dev.dexscope.observe.inspect;

import dev.dexscope.vm.debug.Location;
import dev.dexscope.vm.runtime.StackTraces;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method that has not returned.
 *
 * @param element class, method and source line, as stack traces show them
 * @param location its position in the dex code; null for a method of the platform
 * @param variables the local variables that debug info names; only those of interpreted methods are
 *     available
 * @param locked the monitors that this call has entered
 */
public record GuestFrame(
    StackTraceElement element,
    @Nullable Location location,
    List<Variable> variables,
    List<Lock> locked) {
  /**
   * A local variable.
   *
   * @param type its descriptor
   * @param value a number is boxed
   */
  public record Variable(String name, String type, int register, @Nullable Object value) {}

  public GuestFrame {
    variables = List.copyOf(variables);
    locked = List.copyOf(locked);
  }

  /** As ART's stack dumps have it. */
  @Override
  public String toString() {
    String file = element.getFileName();
    String place =
        element.isNativeMethod()
            ? "Native method"
            : (file == null ? StackTraces.UNKNOWN_SOURCE : file)
                + (element.getLineNumber() < 0 ? "" : ":" + element.getLineNumber());
    return element.getClassName() + "." + element.getMethodName() + "(" + place + ")";
  }
}
