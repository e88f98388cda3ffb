package dev.dexscope.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;

/** The JDK's debugger, to which a user types. */
public final class Jdb implements Closeable {
  private static final Duration PATIENCE = Duration.ofSeconds(150);

  private final Process process;
  private final Reader out;
  private final Writer in;
  private final StringBuilder said = new StringBuilder();
  private final Supplier<String> log;

  /**
   * Attaches it.
   *
   * @param log what is told of the other side when jdb ends too early
   */
  public Jdb(int port, Supplier<String> log) throws IOException {
    this.log = log;
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jdb").toString(),
                "-attach",
                "127.0.0.1:" + port)
            .redirectErrorStream(true)
            .start();
    out = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8);
    in = process.outputWriter(StandardCharsets.UTF_8);
    // What it has said until then is told.
    Thread.ofVirtual()
        .start(() -> {
          try {
            if (!process.waitFor(PATIENCE)) {
              process.destroyForcibly();
            }
          } catch (InterruptedException e) {
            process.destroyForcibly();
          }
        });
  }

  /** Types a line; waits for words that come after it. */
  public void type(String line, String awaited) throws IOException {
    in.write(line + "\n");
    in.flush();
    await(line, awaited);
  }

  /**
   * Waits until it has shown the thread that the program waits with: it answers a line that comes
   * before with an exception of its own.
   */
  public void awaitStart() throws IOException {
    await("the start", "main[1]");
  }

  /**
   * Waits for words.
   *
   * @param after what they come after, for who reads of their absence
   */
  public void await(String after, String awaited) throws IOException {
    said.setLength(0);
    while (said.indexOf(awaited) < 0) {
      int c = out.read();
      if (c < 0) {
        throw new AssertionError(
            "the device's log:\n" + log.get() + "\njdb after " + after + ":\n" + said);
      }
      said.append((char) c);
    }
  }

  /** Types a line; all that is said of it. */
  public String answer(String line) throws IOException {
    in.write(line + "\n");
    type("print 4242", "4242 = 4242");
    return said.toString();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
