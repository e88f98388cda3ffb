package dev.dexscope.device.awk;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files and commands that a program reads and writes, by their names, until it closes them. */
final class Streams {
  private static final int MOST = 100;
  private static final int MOST_BYTES = 1 << 24;

  /** Where output goes; a command runs when it is closed. */
  private record Output(OutputStream out) {}

  private final Host host;
  private final Map<String, RecordReader> readers = new LinkedHashMap<>();
  private final Map<String, Output> writers = new LinkedHashMap<>();

  Streams(Host host) {
    this.host = host;
  }

  /** Has a limit, unlike what it is made of. */
  private static final class Collected extends ByteArrayOutputStream {
    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      if (size() + length > MOST_BYTES) {
        throw new IllegalStateException("more than " + MOST_BYTES + " bytes for a command");
      }
      super.write(bytes, offset, length);
    }
  }

  private void checkNumber() throws AwkException {
    if (readers.size() + writers.size() >= MOST) {
      throw new AwkException("more than " + MOST + " open files and commands");
    }
  }

  /** Returns the reader of a file, or of what a command writes; null if there is no such file. */
  @Nullable RecordReader reader(String name, boolean isCommand) throws IOException {
    String key = (isCommand ? "|" : "<") + name;
    RecordReader known = readers.get(key);
    if (known != null) {
      return known;
    }
    checkNumber();
    if (isCommand) {
      var written = new Collected();
      host.out().flush();
      host.run(name, host.in(), written);
      known = new RecordReader(new ByteArrayInputStream(written.toByteArray()));
    } else if (name.equals("-") || name.equals("/dev/stdin")) {
      known = new RecordReader(host.in());
    } else {
      try {
        known = new RecordReader(host.open(name));
      } catch (IOException e) {
        return null;
      }
    }
    readers.put(key, known);
    return known;
  }

  /** Writes a text to a file, or for a command. */
  void write(String name, Statement.Way way, String text) throws IOException {
    if (way == Statement.Way.OUTPUT || name.equals("/dev/stdout")) {
      host.out().print(text);
      return;
    }
    if (name.equals("/dev/stderr")) {
      host.err().print(text);
      return;
    }
    boolean isCommand = way == Statement.Way.PIPE;
    String key = (isCommand ? "|" : "<") + name;
    Output output = writers.get(key);
    if (output == null) {
      checkNumber();
      output =
          new Output(isCommand ? new Collected() : host.create(name, way == Statement.Way.APPEND));
      writers.put(key, output);
    }
    output.out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes what is held back. */
  void flush() throws IOException {
    host.out().flush();
    for (Output each : writers.values()) {
      each.out.flush();
    }
  }

  /** Closes a file or command; returns the command's exit code, or -1 if there is none. */
  int close(String name) throws IOException {
    int exit = -1;
    for (String key : List.of("<" + name, "|" + name)) {
      RecordReader reader = readers.remove(key);
      if (reader != null) {
        reader.close();
        exit = 0;
      }
      Output writer = writers.remove(key);
      if (writer != null) {
        exit = close(name, writer);
      }
    }
    return exit;
  }

  private int close(String name, Output output) throws IOException {
    output.out.close();
    if (output.out instanceof Collected collected) {
      host.out().flush();
      return host.run(name, new ByteArrayInputStream(collected.toByteArray()), host.out());
    }
    return 0;
  }

  /** Closes all, in their order. */
  void closeAll() throws IOException {
    host.out().flush();
    for (String each : List.copyOf(writers.keySet())) {
      close(each.substring(1));
    }
    for (String each : List.copyOf(readers.keySet())) {
      close(each.substring(1));
    }
  }
}
