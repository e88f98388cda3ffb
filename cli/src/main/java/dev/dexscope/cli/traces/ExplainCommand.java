package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.finding.Finding;
import dev.dexscope.trace.finding.Findings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope explain}: what an expert would notice first in a trace. */
@Command(
    name = "explain",
    description = "Lists what stands out in a trace, by rules, each with its evidence.",
    footer = {
      "",
      "docs/explain.md has the rules with their thresholds. Nothing that they know of is no proof",
      "that all is well: see dexscope report.",
      "",
      "Examples:",
      "  dexscope explain app.trace",
      "  dexscope explain app.trace --thread main --from 1200 --to 2400",
      "  dexscope explain app.trace --clock off-cpu",
      "  dexscope explain app.trace --json",
    })
public final class ExplainCommand implements Callable<Integer> {
  /** Another number means that a reader has to change. */
  private static final String SCHEMA = "dexscope-explain-1";

  @Parameters(
      paramLabel = "TRACE",
      description = "A method trace; - is standard input, traces.zip!a.trace an entry.")
  Path file = Path.of("");

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "How many findings, 0 for all; default ${DEFAULT-VALUE}.")
  int top = 5;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Mixin TraceInput input = new TraceInput();

  @Mixin FilterOptions filter = new FilterOptions();

  @Mixin ClockOption clock = new ClockOption();

  private final Terminal terminal;

  public ExplainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Trace trace = input.open(terminal, file);
    Path calls = callsBeside(file);
    if (trace.info().absentCalls() > 0 && Files.isRegularFile(calls)) {
      terminal.tell(file + " lacks calls of short methods; explaining " + calls + " beside it");
      trace = input.open(terminal, calls);
    }
    List<Finding> all = Findings.of(trace, filter.of(trace), clock.measure(trace));
    List<Finding> shown = all.subList(0, top == 0 ? all.size() : Math.clamp(top, 0, all.size()));
    if (json) {
      Trace explained = trace;
      Json.print(terminal.out(), generator -> write(explained, all.size(), shown, generator));
    } else {
      FirstAnswer.elapsed(trace, terminal.out());
      print(all.size(), shown, terminal.out());
    }
    return ExitCode.DONE.code();
  }

  /** {@code dexscope.0.calls} of {@code dexscope.0.trace}. */
  private static Path callsBeside(Path trace) {
    String name = String.valueOf(trace.getFileName());
    int end = name.lastIndexOf('.');
    return trace.resolveSibling((end < 0 ? name : name.substring(0, end)) + ".calls");
  }

  private static void write(Trace trace, int all, List<Finding> shown, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("schema", SCHEMA);
    json.writeStringField("file", trace.info().file());
    json.writeNumberField("findings_total", all);
    json.writeArrayFieldStart("findings");
    for (Finding each : shown) {
      json.writeStartObject();
      json.writeStringField("rule", each.rule().key());
      json.writeNumberField("share", each.share());
      json.writeStringField("text", each.text());
      json.writeStringField("method", each.method());
      json.writeStringField("thread", each.thread());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Lines of at most so many columns, if words are not longer; 0 for one line. */
  static String wrapped(String text, int columns) {
    if (columns == 0) {
      return text;
    }
    var lines = new StringBuilder();
    int width = 0;
    for (String word : text.split("(?<! ) (?! )")) {
      if (width > 0 && width + 1 + word.length() > columns) {
        lines.append("\n   ");
        width = 3;
      } else if (width > 0) {
        lines.append(' ');
        width++;
      }
      lines.append(word);
      width += word.length();
    }
    return lines.toString();
  }

  private void print(int all, List<Finding> shown, PrintStream out) {
    int number = 1;
    for (Finding each : shown) {
      String text = number++ + ". " + each.rule().key() + "  " + Terminal.plain(each.text());
      out.println(wrapped(text, terminal.columns()));
      if (!each.method().isEmpty()) {
        out.println(
            "   dexscope report " + file + " --method '" + Terminal.plain(each.method()) + "'");
      }
    }
    if (all == 0) {
      out.println("nothing that the rules know of stands out; dexscope report " + file);
    } else if (shown.size() < all) {
      out.println((all - shown.size()) + " more: --top 0");
    }
  }
}
