package dev.dexscope.observe.inspect;

/**
 * A lock that threads hold and wait for.
 *
 * @param className of the object; for an initialisation the class itself
 * @param identity the object's identity hash code, which identifies it; 0 for an initialisation
 */
public record Lock(Kind kind, String className, int identity) {
  /** The kind of a lock. */
  public enum Kind {
    /** An object's monitor. */
    MONITOR,
    /** The blocker passed to {@code java.util.concurrent.locks.LockSupport}. */
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
