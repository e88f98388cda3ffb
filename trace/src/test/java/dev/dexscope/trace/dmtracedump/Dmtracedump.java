package dev.dexscope.trace.dmtracedump;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program of that name. */
final class Dmtracedump {
  private Dmtracedump() {}

  /** Returns its output, each byte as a character. */
  static String run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Peer.DMTRACEDUMP.path().toString()));
    command.addAll(List.of(arguments));
    Path messages = Files.createTempFile("dmtracedump", ".log");
    try {
      Process process = new ProcessBuilder(command).redirectError(messages.toFile()).start();
      String text =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      int exit = process.waitFor();
      assertThat(exit).as(Files.readString(messages)).isZero();
      return text;
    } finally {
      Files.delete(messages);
    }
  }
}
