package dev.dexscope.cli;

/**
 * Run by the build to record the class cache of {@code run}: a program's first start, which
 * translates it, and its second, which does not.
 */
public final class RunTraining {
  private RunTraining() {}

  /** The words after {@code dexscope}. */
  public static void main(String[] args) {
    RunMain.main(args);
    RunMain.main(args);
  }
}
