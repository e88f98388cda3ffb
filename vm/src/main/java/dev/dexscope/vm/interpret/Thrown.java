package dev.dexscope.vm.interpret;

import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The exceptions that instructions throw, in ART's words (runtime/common_throws.cc). */
final class Thrown {
  private Thrown() {}

  static NullPointerException nullReceiver(String kind, MethodRef method) {
    String parameters =
        method.proto().parameters().stream().map(Thrown::pretty).collect(Collectors.joining(", "));
    String text =
        pretty(method.proto().returnType())
            + " "
            + pretty(method.definingClass())
            + "."
            + method.name()
            + "("
            + parameters
            + ")";
    return new NullPointerException(
        "Attempt to invoke " + kind + " method '" + text + "' on a null object reference");
  }

  static NullPointerException nullObject(FieldRef field, boolean read) {
    String text = pretty(field.type()) + " " + pretty(field.definingClass()) + "." + field.name();
    return new NullPointerException(
        "Attempt to "
            + (read ? "read from" : "write to")
            + " field '"
            + text
            + "' on a null object reference");
  }

  static NullPointerException readFromNullArray() {
    return new NullPointerException("Attempt to read from null array");
  }

  static NullPointerException writeToNullArray() {
    return new NullPointerException("Attempt to write to null array");
  }

  static NullPointerException lengthOfNullArray() {
    return new NullPointerException("Attempt to get length of null array");
  }

  static NullPointerException nullMonitor(boolean enter) {
    return new NullPointerException(
        "Null reference used for synchronization (monitor-" + (enter ? "enter" : "exit") + ")");
  }

  static ArrayIndexOutOfBoundsException index(int length, int index) {
    return new ArrayIndexOutOfBoundsException("length=" + length + "; index=" + index);
  }

  static ArithmeticException divisionByZero() {
    return new ArithmeticException("divide by zero");
  }

  static ClassCastException cast(Object object, Class<?> type) {
    return new ClassCastException(
        object.getClass().getTypeName() + " cannot be cast to " + type.getTypeName());
  }

  static ArrayStoreException store(Object element, Object array) {
    return new ArrayStoreException(
        element.getClass().getTypeName()
            + " cannot be stored in an array of type "
            + array.getClass().getTypeName());
  }

  static IllegalMonitorStateException notHeld(@Nullable Object monitor) {
    return new IllegalMonitorStateException(
        "unlock of unowned monitor on object of type '"
            + (monitor == null ? "null" : monitor.getClass().getTypeName())
            + "'");
  }

  /** A type as Java writes it. */
  static String pretty(String descriptor) {
    int dimensions = 0;
    while (descriptor.charAt(dimensions) == '[') {
      dimensions++;
    }
    String element =
        switch (descriptor.charAt(dimensions)) {
          case 'V' -> "void";
          case 'Z' -> "boolean";
          case 'B' -> "byte";
          case 'S' -> "short";
          case 'C' -> "char";
          case 'I' -> "int";
          case 'J' -> "long";
          case 'F' -> "float";
          case 'D' -> "double";
          default ->
              descriptor.substring(dimensions + 1, descriptor.length() - 1).replace('/', '.');
        };
    return element + "[]".repeat(dimensions);
  }
}
