package dev.dexscope.cli;

import java.nio.file.Path;
import java.util.Arrays;

/**
 * Run by the build to record the class cache of {@code run}: a program's first start, which
 * translates it, its second, which does not, and its start by the name of its class, also in a
 * folder.
 */
public final class RunTraining {
  private RunTraining() {}

  /**
   * The words after {@code dexscope}; the last ones are programs, which run one after the other.
   * Options are of one more run of the last program: a process can have agents once.
   */
  public static void main(String[] args) {
    int programs = args.length;
    while (programs > 1 && isProgram(args[programs - 1])) {
      programs--;
    }
    for (int i = programs; i < args.length; i++) {
      String[] words = {args[0], args[i]};
      RunMain.main(words);
      RunMain.main(words);
      RunMain.main(named(words));
    }
    String folder = Path.of(args[args.length - 1]).resolveSibling(TrainingRun.CLASSES).toString();
    String[] inFolder = named(args[0], folder);
    RunMain.main(inFolder);
    RunMain.main(inFolder);
    if (programs > 1) {
      String[] words = Arrays.copyOf(args, programs + 1);
      words[programs] = args[args.length - 1];
      RunMain.main(words);
    }
  }

  /** The same program by a class path and the name of its class. */
  private static String[] named(String... words) {
    int last = words.length - 1;
    String[] named = Arrays.copyOf(words, words.length + 2);
    named[last] = "-cp";
    named[last + 1] = words[last];
    named[last + 2] = TrainingRun.MAIN_CLASS;
    return named;
  }

  private static boolean isProgram(String word) {
    return word.endsWith(".dex") || word.endsWith(".jar");
  }
}
