package dev.dexscope.observe.inspect;

/**
 * Reports the objects that a program makes, whoever makes them for it: the class library, and code
 * that has run since before. It is a service: the module that receives HotSpot's events provides
 * it, where that module is present.
 */
public interface AllocationSource {
  /** Receives objects, on the threads that make them. */
  interface Receiver {
    /**
     * An object was made.
     *
     * @param size in the heap, in bytes
     */
    void made(Object object, long size);
  }

  /** Returns whether HotSpot reports on this machine. */
  boolean isAvailable();

  /** Begins to report. */
  void begin(Receiver receiver);

  /** Ends it. */
  void end();
}
