package dev.dexscope.art;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the runtime writes to standard error when it has an agent to load: the program's own output,
 * and lines of the runtime's log, the only place where it reports that it could not, because it
 * goes on without the agent, or aborts with the stacks of all threads.
 */
final class AgentMessages {
  /** The level of the log at which it reports agents. */
  static final String LEVEL = "*:e";

  private static final byte[] HEAD = "launcher ".getBytes(StandardCharsets.UTF_8);
  private static final Pattern FAILURE =
      Pattern.compile("\\S+\\] (?:Unable to load an agent: (.*)|Unable to initialize agent!.*)");

  /** Of a longer line of the log the end is lost. */
  private static final int LONGEST = 1 << 14;

  private final OutputStream out;
  private final boolean isLogShown;

  /** The line that has begun like one of the log. */
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  private boolean isPassedOn;

  /**
   * Copies one program's output.
   *
   * @param isLogShown whether the user has requested the log, too
   */
  AgentMessages(OutputStream out, boolean isLogShown) {
    this.out = out;
    this.isLogShown = isLogShown;
  }

  /**
   * Copies until the end, or until an agent could not be loaded.
   *
   * @return why one could not be loaded; null if none is reported
   * @throws IOException if an I/O error occurs
   */
  @Nullable String copy(InputStream in) throws IOException {
    byte[] bytes = new byte[1 << 13];
    for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
      for (int i = 0; i < read; i++) {
        String failure = take(bytes[i]);
        if (failure != null) {
          return failure;
        }
      }
      out.flush();
    }
    if (line.size() < HEAD.length) {
      line.writeTo(out);
    }
    out.flush();
    return null;
  }

  private @Nullable String take(byte next) throws IOException {
    if (isPassedOn) {
      out.write(next);
      isPassedOn = next != '\n';
      return null;
    }
    if (line.size() < LONGEST) {
      line.write(next);
    }
    if (line.size() <= HEAD.length && next != HEAD[line.size() - 1]) {
      line.writeTo(out);
      line.reset();
      isPassedOn = next != '\n';
      return null;
    }
    if (next != '\n') {
      return null;
    }
    Matcher failure = FAILURE.matcher(line.toString(StandardCharsets.UTF_8).strip());
    if (isLogShown) {
      line.writeTo(out);
    }
    line.reset();
    if (!failure.find()) {
      return null;
    }
    return failure.group(1) == null ? "its Agent_OnLoad has failed" : failure.group(1);
  }
}
