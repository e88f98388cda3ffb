package dev.dexscope.cli.programs;

import dev.dexscope.cli.options.AnyWord;
import dev.dexscope.cli.terminal.CliException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options for the engine of a program; the same for every command that runs one. */
final class EngineOption {
  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description =
          "translated (default: HotSpot runs it), interpreted (the reference), or art (Android's own"
              + " runtime, see dexscope art).")
  ProgramEngine chosen = ProgramEngine.TRANSLATED;

  @Option(names = "--jit", description = "With --engine art: compiles hot methods (default).")
  boolean compiles;

  @Option(names = "--no-jit", description = "With --engine art: interprets all methods.")
  boolean interprets;

  @Option(
      names = "--art-option",
      paramLabel = "OPTION",
      parameterConsumer = AnyWord.class,
      description = "With --engine art: an option of that runtime, such as -Xjitthreshold:1000.")
  List<String> artOptions = new ArrayList<>();

  /**
   * Returns the settings of Android's runtime.
   *
   * @param sizes options for sizes of heap and stacks, which it has too
   */
  ArtOptions art(List<String> sizes) {
    List<String> options = new ArrayList<>(sizes);
    options.addAll(artOptions);
    return new ArtOptions(!interprets, options, 0, null);
  }

  /** Refuses options of Android's runtime where another engine runs the program. */
  void check() {
    if (chosen != ProgramEngine.ART && !isOfVm()) {
      throw CliException.usage("--no-jit or --art-option", "add --engine art");
    }
  }

  /** Whether no option is for Android's runtime alone. */
  private boolean isOfVm() {
    return !interprets && artOptions.isEmpty();
  }

  /** Whether there is an option for an engine. */
  boolean isAsked() {
    return chosen != ProgramEngine.TRANSLATED || !isOfVm();
  }
}
