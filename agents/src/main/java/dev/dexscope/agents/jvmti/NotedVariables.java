package dev.dexscope.agents.jvmti;

import dev.dexscope.base.files.OutputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The addresses of variables of a shared library, as {@link HiddenSymbols} has found them once: the
 * search takes longer than a small program. They hold for that library only, which is recognised by
 * its size and its time; of the latter the seconds, which archives keep.
 */
final class NotedVariables {
  private static final int HEXADECIMAL = 16;

  private NotedVariables() {}

  static void write(Path file, Path library, Map<String, Long> addresses) throws IOException {
    var text = new StringBuilder(mark(library)).append('\n');
    addresses.forEach((name, address) ->
        text.append(name).append(' ').append(Long.toHexString(address)).append('\n'));
    OutputFile.write(file, out -> out.write(text.toString().getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns none if there is no such file, or it is damaged or another library's. */
  static Map<String, Long> read(Path file, Path library) {
    try {
      List<String> lines = Files.readAllLines(file);
      if (lines.isEmpty() || !lines.getFirst().equals(mark(library))) {
        return Map.of();
      }
      Map<String, Long> addresses = new HashMap<>();
      for (String line : lines.subList(1, lines.size())) {
        int space = line.indexOf(' ');
        addresses.put(
            line.substring(0, space), Long.parseLong(line.substring(space + 1), HEXADECIMAL));
      }
      return addresses;
    } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
      return Map.of();
    }
  }

  private static String mark(Path library) throws IOException {
    return Files.size(library) + " " + Files.getLastModifiedTime(library).to(TimeUnit.SECONDS);
  }
}
