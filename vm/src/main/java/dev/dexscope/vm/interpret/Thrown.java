package dev.dexscope.vm.interpret;

import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.vm.code.NullMessages;

/** The exceptions that instructions throw, with ART's messages (runtime/common_throws.cc). */
final class Thrown {
  private Thrown() {}

  static NullPointerException nullReceiver(String kind, MethodRef method) {
    return new NullPointerException(NullMessages.ofCall(kind, method));
  }

  static NullPointerException nullObject(FieldRef field, boolean read) {
    return new NullPointerException(NullMessages.ofField(field, read));
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

  /**
   * @param counted whether the method's locks are counted, because the verifier could not follow
   *     them
   */
  static NullPointerException nullMonitor(boolean enter, boolean counted) {
    return new NullPointerException(
        counted
            ? "Attempt to do a synchronize operation on a null object"
            : "Null reference used for synchronization (monitor-"
                + (enter ? "enter" : "exit")
                + ")");
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

  static IllegalMonitorStateException stillHeld(Object monitor) {
    return new IllegalMonitorStateException(
        "did not unlock monitor on object of type '" + monitor.getClass().getTypeName() + "'");
  }

  static IllegalMonitorStateException notHeld(Object monitor, boolean counted) {
    String type = monitor.getClass().getTypeName();
    return new IllegalMonitorStateException(
        counted
            ? "did not lock monitor on object of type '" + type + "' before unlocking"
            : "unlock of unowned monitor on object of type '" + type + "'");
  }
}
