package dev.dexscope.observe.inspect;

/**
 * What threads hold and wait for.
 *
 * @param className of the object; for an initialisation the class itself
 * @param identity the object's identity hash code, by which it is known again; 0 for an
 *     initialisation
 */
public record Lock(Kind kind, String className, int identity) {
  /** What a lock is of. */
  public enum Kind {
    /** An object's monitor. */
    MONITOR,
    /** What {@code java.util.concurrent.locks.LockSupport} was told that a thread waits for. */
    PARKED,
    /** The initialisation of a class, which one thread does and others wait for. */
    INITIALIZATION
  }

  static Lock initialization(String className) {
    return new Lock(Kind.INITIALIZATION, className, 0);
  }

  /** The monitor of an object, as snapshots name it. */
  public static Lock monitorOf(Object object) {
    return new Lock(Kind.MONITOR, object.getClass().getName(), System.identityHashCode(object));
  }

  /** As ART's stack dumps name an object. */
  @Override
  public String toString() {
    return kind == Kind.INITIALIZATION
        ? "the initialization of class " + className
        : "<0x%08x> (a %s)".formatted(identity, className);
  }
}
