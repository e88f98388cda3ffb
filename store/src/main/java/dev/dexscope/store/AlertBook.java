package dev.dexscope.store;

import dev.dexscope.base.files.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The alerts of a store that were reported, a small file for each. An alert is entered when its
 * report has arrived: a process that ends between both reports it again.
 *
 * <pre>{@code
 * var book = new AlertBook(store);
 * if (!book.has(parts)) {
 *   report();
 *   book.enter(parts);
 * }
 * }</pre>
 */
public final class AlertBook {
  private static final String FOLDER = "alerts";

  private final Path folder;

  public AlertBook(RunStore store) {
    this.folder = store.folder().resolve(FOLDER);
  }

  /** Returns whether an alert was reported, which these texts identify. */
  public boolean has(List<String> identity) {
    return Files.exists(file(identity));
  }

  /**
   * Enters an alert.
   *
   * @throws IOException if it cannot be written
   */
  public void enter(List<String> identity) throws IOException {
    byte[] text = (String.join("\n", identity) + "\n").getBytes(StandardCharsets.UTF_8);
    DurableFile.write(file(identity), out -> out.write(text));
  }

  private Path file(List<String> identity) {
    // Texts that contain the separator must not be taken for others.
    var all = new StringBuilder();
    identity.forEach(each -> all.append(each.length()).append(':').append(each));
    return folder.resolve(Sha256.of(all.toString().getBytes(StandardCharsets.UTF_8)));
  }
}
