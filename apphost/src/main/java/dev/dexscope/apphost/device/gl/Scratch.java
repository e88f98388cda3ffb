package dev.dexscope.apphost.device.gl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Memory for what one call passes: arrays and strings of Java, which move, are copied. A function
 * that writes more than its caller has room for, as some do by the state, writes into a margin.
 */
final class Scratch implements AutoCloseable {
  private static final long SIZE = 64 << 10;

  /** More than any state of OpenGL ES has, in bytes. */
  private static final long MARGIN = 4 << 10;

  private static final long ALIGNMENT = 8;

  private static final ThreadLocal<Scratch> OWN = ThreadLocal.withInitial(Scratch::new);

  private final MemorySegment slab = Arena.ofAuto().allocate(SIZE, ALIGNMENT);
  private long used;
  private @Nullable Arena more;

  private Scratch() {}

  /** Returns the thread's. */
  static Scratch take() {
    return OWN.get();
  }

  /** Returns memory that holds until the call is done. */
  MemorySegment allocate(long bytes) {
    long size = (bytes + MARGIN + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (size <= SIZE - used) {
      MemorySegment own = slab.asSlice(used, size);
      used += size;
      return own;
    }
    Arena arena = more;
    if (arena == null) {
      arena = Arena.ofConfined();
      more = arena;
    }
    return arena.allocate(size, ALIGNMENT);
  }

  /** Returns a copy of a heap's part. */
  MemorySegment copy(MemorySegment heap) {
    MemorySegment own = allocate(heap.byteSize());
    MemorySegment.copy(heap, 0, own, 0, heap.byteSize());
    return own;
  }

  /** Returns a string as C has it. */
  MemorySegment copy(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    MemorySegment own = allocate(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, own, ValueLayout.JAVA_BYTE, 0, bytes.length);
    own.set(ValueLayout.JAVA_BYTE, bytes.length, (byte) 0);
    return own;
  }

  @Override
  public void close() {
    used = 0;
    if (more != null) {
      more.close();
      more = null;
    }
  }
}
