package dev.dexscope.libcore;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Inspects the heap. */
public interface HeapInspection {
  /** Writes a dump in Android's form of hprof; the file appears whole. */
  void dump(Path file) throws IOException;

  /** Writes such a dump into a stream, which is left open. */
  void dump(OutputStream out) throws IOException;

  /** How many objects there are of each class. */
  long[] countInstances(@Nullable Class<?>[] classes, boolean assignable);
}
