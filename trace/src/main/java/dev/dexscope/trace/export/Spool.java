package dev.dexscope.trace.export;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Temporary files, one for each thread: for formats that want a thread's events together, while a
 * trace has them mixed. Nothing is held in memory.
 */
final class Spool implements AutoCloseable {
  private final Path folder = Files.createTempDirectory("dexscope");
  private final List<@Nullable OutputStream> streams = new ArrayList<>();

  Spool() throws IOException {}

  OutputStream of(int thread) throws IOException {
    while (streams.size() <= thread) {
      streams.add(null);
    }
    OutputStream stream = streams.get(thread);
    if (stream == null) {
      stream = new BufferedOutputStream(Files.newOutputStream(file(thread)));
      streams.set(thread, stream);
    }
    return stream;
  }

  boolean has(int thread) {
    return thread < streams.size() && streams.get(thread) != null;
  }

  /** Ends a thread's file and returns it. */
  Path finish(int thread) throws IOException {
    of(thread).close();
    return file(thread);
  }

  private Path file(int thread) {
    return folder.resolve(Integer.toString(thread));
  }

  @Override
  public void close() throws IOException {
    for (int i = 0; i < streams.size(); i++) {
      OutputStream stream = streams.get(i);
      if (stream != null) {
        stream.close();
        Files.deleteIfExists(file(i));
      }
    }
    Files.deleteIfExists(folder);
  }
}
