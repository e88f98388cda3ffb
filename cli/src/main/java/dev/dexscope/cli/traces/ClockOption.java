package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.Timing;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that selects one of a trace's times; the same for every command on traces. */
final class ClockOption {
  @Option(
      names = "--clock",
      paramLabel = "CLOCK",
      description =
          "wall, cpu or off-cpu. Default of report and explain: cpu where the trace has it, waiting"
              + " apart; of the others: wall where the trace has it, of profiles cpu.")
  @Nullable Timing clock;

  /** Returns the requested time unchanged, or else work alone. */
  Measure measure(Trace trace) {
    return clock == null ? Measure.ofWork(trace.info().clock()) : Measure.of(in(trace));
  }

  /** Returns the requested time, or else the trace's default. */
  Timing in(Trace trace) {
    Timing timing = clock == null ? Timing.usual(trace.info()) : clock;
    if (!timing.isIn(trace.info().clock())) {
      throw CliException.badInput(
          "no such clock in the trace",
          trace.info().file(),
          "it has " + trace.info().clock().key());
    }
    return timing;
  }
}
