package dev.dexscope.device.process;

import dev.dexscope.apps.AppSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** What an app that runs writes about itself into a file, as a step of its user. */
public record AppReport(VmProcess app) {
  /**
   * Returns the bytes that it writes.
   *
   * @param ending of the file's name, by which the app chooses the format
   * @param step makes the step of the file
   * @throws IOException if the app does not do it
   */
  public byte[] bytes(String ending, Function<Path, String> step) throws IOException {
    Path file = Files.createTempFile("dexscope", ending);
    try {
      String answer = app.app().perform(step.apply(file));
      if (!answer.equals(AppSession.DONE)) {
        throw new IOException(answer);
      }
      return Files.readAllBytes(file);
    } finally {
      Files.delete(file);
    }
  }

  /**
   * Returns the lines that it writes.
   *
   * @throws IOException if the app does not do it
   */
  public List<String> lines(Function<Path, String> step) throws IOException {
    return new String(bytes(".txt", step), StandardCharsets.UTF_8).lines().toList();
  }
}
