package dev.dexscope.device.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The lines of a command's files, or of its input. */
final class InputLines {
  /** The input's name among those of files. */
  static final String INPUT = "-";

  private InputLines() {}

  /** A reader of lines. */
  interface Lines {
    /** Accepts a line; returns whether it needs more. */
    boolean take(String line) throws IOException;
  }

  /** A reader of files. */
  interface Content {
    /** Reads a file. */
    void of(String name, BufferedReader lines) throws IOException;
  }

  /** Reads the files, or the input; failures are reported, and the others follow. */
  static int files(Call call, List<String> names, Content content) {
    int exit = 0;
    for (String each : names.isEmpty() ? List.of(INPUT) : names) {
      try {
        if (each.equals(INPUT)) {
          content.of(each, reader(call.in()));
        } else {
          try (InputStream in = call.shell().open(each)) {
            content.of(each, reader(in));
          }
        }
      } catch (IOException e) {
        exit = call.fail(each + ": " + FileCommands.reason(e));
      }
    }
    return exit;
  }

  /** Reads the lines of all files. */
  static int all(Call call, List<String> names, Lines lines) {
    return files(call, names, (_, in) -> read(in, lines));
  }

  static void read(BufferedReader in, Lines lines) throws IOException {
    String line = in.readLine();
    while (line != null && lines.take(line)) {
      line = in.readLine();
    }
  }

  private static BufferedReader reader(InputStream in) {
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }
}
