package dev.dexscope.trace.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs the programs that the exports are made for. */
final class Consumer {
  private Consumer() {}

  /** Returns the output of a program, which must succeed. */
  static String run(String... command) throws IOException, InterruptedException {
    Path messages = Files.createTempFile("consumer", ".log");
    try {
      Process process = new ProcessBuilder(command).redirectError(messages.toFile()).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(Files.readString(messages)).isZero();
      return output;
    } finally {
      Files.delete(messages);
    }
  }

  /** Returns the content of a page in a browser after so many milliseconds of its own time. */
  static String browse(String address, Path profile, int milliseconds)
      throws IOException, InterruptedException {
    return run(
        Peer.CHROMIUM.path().toString(),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + profile,
        "--virtual-time-budget=" + milliseconds,
        "--dump-dom",
        address);
  }
}
