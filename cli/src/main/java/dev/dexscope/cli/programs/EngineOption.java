package dev.dexscope.cli.programs;

import dev.dexscope.vm.Engine;
import picocli.CommandLine.Option;

/** The option for the engine of a program; the same for every command that runs one. */
final class EngineOption {
  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description = "translated (default: HotSpot runs it) or interpreted (the reference).")
  Engine chosen = Engine.TRANSLATED;
}
