package dev.dexscope.probe;

import java.io.BufferedWriter;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** A text file that appears whole or not at all: it gets its name when it is closed well. */
final class AtomicFile {
  private final File target;
  private final File part;
  private final Writer writer;

  AtomicFile(File target) throws IOException {
    this.target = target;
    this.part = new File(target.getPath() + ".part");
    this.writer =
        new BufferedWriter(
            new OutputStreamWriter(new FileOutputStream(part), StandardCharsets.UTF_8));
  }

  Writer writer() {
    return writer;
  }

  /** The file takes its name. */
  void commit() throws IOException {
    writer.close();
    check(part.renameTo(target));
  }

  /** Nothing remains of a file that was not committed. */
  void discard() throws IOException {
    writer.close();
    check(!part.exists() || part.delete());
  }

  private void check(boolean isDone) throws IOException {
    if (!isDone) {
      throw new IOException("cannot make " + target);
    }
  }
}
