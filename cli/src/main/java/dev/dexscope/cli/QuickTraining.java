package dev.dexscope.cli;

/** Run by the build to record the class cache of {@link QuickMain}. */
public final class QuickTraining {
  private QuickTraining() {}

  /** A trace, written before: what writes it is not to be in the cache. */
  public static void main(String[] args) {
    QuickMain.main(new String[] {"--version"});
    QuickMain.main(new String[] {"report", args[0]});
    QuickMain.main(new String[] {"report", args[0], "--top", "20", "--by=class", "--clock", "cpu"});
  }
}
