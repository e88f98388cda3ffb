package dev.dexscope.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A profile of two threads whose frames have lines of {@code Hi.java}. */
final class LinesProfile {
  private LinesProfile() {}

  static Path write(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("lines.json"),
        """
        {"meta": {"interval": 2, "startTime": 1000},
         "threads": [
           {"name": "main", "tid": "9", "samples": {"stack": [1, 1, 0], "timeDeltas": [0, 2, 2]}},
           {"name": "second", "tid": "10", "samples": {"stack": [2], "timeDeltas": [0]}}],
         "shared": {"stringArray": ["Hi.fib", "Hi.boom", "Hi.java"],
           "funcTable": {"name": [0, 1], "fileName": [2, 2]},
           "frameTable": {"func": [0, 0, 1], "line": [3, 2, 14]},
           "stackTable": {"frame": [0, 1, 2], "prefix": [null, 0, 0]}}}
        """);
  }
}
