package dev.dexscope.apk;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A tool of others that judges what we write; the test is skipped where it is not installed. */
public record Peer(int exit, String out) {
  public static Peer run(String tool, String... arguments)
      throws IOException, InterruptedException {
    Path path = Path.of("/usr/bin", tool);
    assumeThat(path).as(tool + " is not installed").isExecutable();
    String[] command = new String[arguments.length + 1];
    command[0] = path.toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Peer(process.waitFor(), out);
  }
}
