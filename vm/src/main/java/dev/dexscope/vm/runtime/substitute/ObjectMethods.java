package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.GuestThreads;
import dev.dexscope.vm.runtime.MainThread;
import dev.dexscope.vm.runtime.ProgramClock;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;

/** Methods of {@link Object}. */
public final class ObjectMethods {
  private static final MethodHandle CLONE = find();

  private ObjectMethods() {}

  private static MethodHandle find() {
    try {
      Method clone = Object.class.getDeclaredMethod("clone");
      clone.setAccessible(true);
      return MethodHandles.lookup().unreflect(clone);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * {@link Object#getClass}: the program's first thread and its group are instances of our own
   * classes, which are replaced by their superclasses.
   */
  public static Class<?> getClass(Object object) {
    if (object == null) {
      throw new NullPointerException(
          "Attempt to invoke virtual method 'java.lang.Class java.lang.Object.getClass()' on a null"
              + " object reference");
    }
    Class<?> type = object.getClass();
    if (type == MainThread.class) {
      return Thread.class;
    }
    return type == GuestThreads.class ? ThreadGroup.class : type;
  }

  /**
   * {@link Object#clone}: protected, but to ART every class is in Object's subclasses, so that all
   * code may call it on every object.
   */
  public static Object clone(Object object) throws Throwable {
    if (object == null) {
      throw new NullPointerException(
          "Attempt to invoke virtual method 'java.lang.Object java.lang.Object.clone()' on a null"
              + " object reference");
    }
    if (!(object instanceof Cloneable) && !object.getClass().isArray()) {
      throw new CloneNotSupportedException(
          "Class " + object.getClass().getTypeName() + " doesn't implement Cloneable");
    }
    return (Object) CLONE.invokeExact(object);
  }

  /** {@link Object#wait(long)}: in the program's time. */
  public static void wait(Object object, long millis) throws InterruptedException {
    requireReceiver(object, "wait(long)");
    await(object, millis, 0);
  }

  /** {@link Object#wait(long, int)}: in the program's time. */
  public static void wait(Object object, long millis, int nanos) throws InterruptedException {
    requireReceiver(object, "wait(long, int)");
    await(object, millis, nanos);
  }

  private static void requireReceiver(Object object, String method) {
    if (object == null) {
      throw new NullPointerException(
          "Attempt to invoke virtual method 'void java.lang.Object."
              + method
              + "' on a null object reference");
    }
  }

  @SuppressWarnings("WaitNotInLoop") // The program's own call, as it is.
  private static void await(Object object, long millis, int nanos) throws InterruptedException {
    if (millis <= 0 && nanos <= 0) {
      // No end, or what is refused.
      object.wait(millis, nanos);
    } else {
      ProgramClock.time().await(object, ThreadMethods.nanos(millis, nanos));
    }
  }
}
