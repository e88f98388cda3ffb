package dev.dexscope.device.guest;

import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.HeapChunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The memory of native code, as far as a process of the host reports it: the mapped files. It
 * contains no allocated blocks, as on a phone without a {@code malloc} debugger.
 */
final class NativeHeap {
  private static final int HEAP = 1;
  private static final int POINTER = 8;
  private static final Path MAPS = Path.of("/proc/self/maps");

  private NativeHeap() {}

  static HeapChunk.NativeHeap now() throws IOException {
    try {
      return new HeapChunk.NativeHeap(POINTER, 0, 0, Files.readAllBytes(MAPS), List.of());
    } catch (NoSuchFileException e) {
      throw new IOException("this system does not report mapped files", e);
    }
  }

  /** Sends a map without segments, as ART does. */
  static void sendMap(Consumer<Chunk> events) {
    events.accept(new HeapChunk.SegmentsEdge(ChunkType.of("NHST"), HEAP));
    events.accept(new HeapChunk.SegmentsEdge(ChunkType.of("NHEN"), HEAP));
  }
}
