package dev.dexscope.observe.hprof;

/**
 * The JVM's layout of objects.
 *
 * @param header the bytes of an object before its fields
 * @param reference the bytes of a reference
 * @param alignment of objects
 */
public record ObjectSizes(int header, int reference, int alignment) {
  /** Returns the size of an object: HotSpot leaves no gap of a whole unit of the alignment. */
  public int of(int references, int otherBytes) {
    return (int) aligned(header + references * reference + otherBytes);
  }

  /** Returns the size of an array: its length follows the header. */
  public long ofArray(Class<?> element, int length) {
    int size = element.isPrimitive() ? ofPrimitive(element.descriptorString()) : reference;
    return aligned(header + Integer.BYTES + (long) size * length);
  }

  /** The bytes of a value of a primitive type. */
  public static int ofPrimitive(String descriptor) {
    return switch (descriptor) {
      case "J", "D" -> 8;
      case "I", "F" -> 4;
      case "S", "C" -> 2;
      default -> 1;
    };
  }

  private long aligned(long size) {
    return (size + alignment - 1) / alignment * alignment;
  }
}
