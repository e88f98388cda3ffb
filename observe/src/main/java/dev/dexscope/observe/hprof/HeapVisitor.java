package dev.dexscope.observe.hprof;

/** Receives the content of a heap dump, in the file's order. Offsets are the file's. */
interface HeapVisitor {
  /**
   * A root.
   *
   * @param first the thread's serial number, or the JNI reference, for kinds that have it
   * @param second the frame's number in the thread, or the stack trace's serial number, likewise
   */
  default void root(int tag, long id, long first, int second) {}

  default void classDump(ClassDump dump) {}

  /** An object: its fields are {@code length} bytes, those of its own class first. */
  default void instance(long id, int trace, long classId, long offset, long length) {}

  default void objectArray(long id, int trace, long classId, long offset, int length) {}

  default void primitiveArray(long id, int trace, int type, long offset, int length) {}
}
