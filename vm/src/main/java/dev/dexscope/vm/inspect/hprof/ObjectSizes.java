package dev.dexscope.vm.inspect.hprof;

/**
 * How the JVM lays out objects.
 *
 * @param header the bytes of an object before its fields
 * @param reference the bytes of a reference
 * @param alignment of objects
 */
public record ObjectSizes(int header, int reference, int alignment) {
  /** What an object takes: HotSpot leaves no gap that would be a whole unit of the alignment. */
  int of(int references, int otherBytes) {
    int size = header + references * reference + otherBytes;
    return (size + alignment - 1) / alignment * alignment;
  }
}
