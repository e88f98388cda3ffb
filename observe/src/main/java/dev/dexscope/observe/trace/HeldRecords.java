package dev.dexscope.observe.trace;

import dev.dexscope.base.files.TemporaryFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Records that wait for the samples that belong between them, in a temporary file. */
final class HeldRecords implements AutoCloseable {
  private static final int WORDS = 4;
  private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED;

  /** Receives the records in the order in which they were added. */
  interface Reader {
    void record(int thread, int methodAndAction, int cpu, int wall) throws IOException;
  }

  private final TemporaryFile file = new TemporaryFile();
  private final byte[] bytes = new byte[WORDS * Integer.BYTES];
  private final MemorySegment words = MemorySegment.ofArray(bytes);

  private final PlatformSamples samples;

  HeldRecords(PlatformSamples samples) throws IOException {
    this.samples = samples;
  }

  /** Returns what they wait for. */
  PlatformSamples samples() {
    return samples;
  }

  void add(int thread, int methodAndAction, int cpu, int wall) throws IOException {
    words.setAtIndex(WORD, 0, thread);
    words.setAtIndex(WORD, 1, methodAndAction);
    words.setAtIndex(WORD, 2, cpu);
    words.setAtIndex(WORD, 3, wall);
    file.append(bytes, bytes.length);
  }

  void readAll(Reader reader) throws IOException {
    if (file.size() == 0) {
      return;
    }
    MemorySegment all = file.map();
    for (long i = 0; i < all.byteSize() / Integer.BYTES; i += WORDS) {
      reader.record(
          all.getAtIndex(WORD, i),
          all.getAtIndex(WORD, i + 1),
          all.getAtIndex(WORD, i + 2),
          all.getAtIndex(WORD, i + 3));
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
