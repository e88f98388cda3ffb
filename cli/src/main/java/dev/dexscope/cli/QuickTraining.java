package dev.dexscope.cli;

import java.io.IOException;
import java.nio.file.Path;

/** What the build runs to record the class cache of {@link QuickMain}. */
public final class QuickTraining {
  private QuickTraining() {}

  /** A folder for the trace that is read. */
  public static void main(String[] args) throws IOException {
    String trace = TrainingRun.trace(Path.of(args[0]).resolve("quick.trace")).toString();
    QuickMain.main(new String[] {"--version"});
    QuickMain.main(new String[] {"report", trace});
  }
}
