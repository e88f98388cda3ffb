package dev.dexscope.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A profile of {@code dexscope profile} whose main thread waits for another one, which works. */
final class FusedProfile {
  private FusedProfile() {}

  static Path write(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("fused.calls"),
        """
        dexscope calls 2
        clock dual
        sample 1000000
        key elapsed-nsec\t500000000
        method 0\tapp.Main\tmain\t()V\tMain.java
        method 1\tapp.Main\theavy\t()V\tMain.java
        thread 0\tmain
        time 500000000\t100000
        1 0 1 0 500000000 100000 0 0
        thread 1\tworker
        time 400000000\t400000000
        1 1 20 0 400000000 400000000 0 0
        wait 0\t0\t8\tobject\t\t1\t1\t400000000\t400000000
        path 1\t1\twork\t\t400000000
        path 0\t0\tother\t\t100000000
        span 0\tother\t\t0\t100000000\t0
        span 1\twork\t\t100000000\t400000000\t400000000
        end
        """);
  }
}
